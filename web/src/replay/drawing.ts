import { Steps } from "../lib/steps.svelte";

/** The first drawing of a replay on a narrow screen: bars and players, then the map, then the rest. */
export const drawing = new Steps(2);
