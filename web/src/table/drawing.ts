import { Steps } from "../lib/steps.svelte";

/** The first drawing of a table on a narrow screen: what is asked, then hand and buttons, then the
 * stage, then its map. */
export const drawing = new Steps(3);
