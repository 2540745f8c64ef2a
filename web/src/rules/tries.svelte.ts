import { get } from "../lib/api";
import TRIES from "./tries.json?url";

/** Where rules show: a Position, the rule whose Position shows this one too, or a page. */
const tries = $state<{ of: Record<string, string> }>({ of: {} });

/** They are data, which the page fetches beside its code. */
export async function fetchTries(): Promise<void> {
  tries.of = await get<Record<string, string>>(TRIES);
}

/** The Position or page for a rule; the options are chosen when a table is set up. */
export function placeOf(rule: string): string | undefined {
  if (rule.startsWith("O")) return "/new";
  const place = tries.of[rule];
  return place && (tries.of[place] ?? place);
}
