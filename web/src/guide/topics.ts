/** What the coach speaks about, and when. */
import type { View } from "../lib/wire";
import { progress } from "./progress.svelte";

/** By topic: the words are `guide.<topic>.title|text|tip`; the rule is where one can read on. */
export const RULE_OF: Record<string, string> = {
  start_building: "S6",
  given: "S6",
  row: "P3",
  green: "P5",
  discard: "P6",
  play: "Q3",
  joker: "Q4",
  yellow: "Q6",
  "step.doge": "A1",
  "step.gold": "B1",
  "step.building": "C1",
  "step.bridge": "D1",
  "step.gondola": "E1",
  "step.councillor": "F1",
  build: "C1",
  bridge: "D2",
  gondola: "E2",
  source: "E2",
  council: "F1",
  blue: "H1",
  over: "Z3",
};
export const TOPICS = Object.keys(RULE_OF);
/** What is chosen on the map, and from the supply of buildings. */
export const ON_MAP = ["bridge", "gondola", "source", "council"];
export const FROM_SUPPLY = ["start_building", "build"];

/** What could be explained in this situation, the most urgent first; nothing when it is not our turn. */
export function topicsFor(view: View): string[] {
  // The end has its own sheet, which says the last words.
  if (view.status !== "running") return [];
  if (view.seat === null || !view.to_move.includes(view.seat)) return [];
  if (view.decision === "start") return ["start_building"];
  // Where only one start building was left it is not asked for, so it is told of later.
  if (view.decision === "row" && view.round === 1 && !progress.seen.includes("start_building"))
    return ["given", "row"];
  if (view.decision !== "play") return view.decision in RULE_OF ? [view.decision] : [];
  // What the step is about stands under the question as well: it can wait for what is new in hand and panel.
  const can = (words: RegExp): boolean => view.legal.some((option) => words.test(option.move));
  return [
    "play",
    ...(can(/^play.*joker/) ? ["joker"] : []),
    ...(can(/yellow|delay/) ? ["yellow"] : []),
    `step.${view.step}`,
  ];
}

/** These have only a word to say first: they share the box of the topic after them. */
const LEADS = ["given", "play"];

/** What stands in one box. */
export function boxOf(fresh: readonly string[]): string[] {
  return fresh.slice(0, LEADS.includes(fresh[0] ?? "") ? 2 : 1);
}

/** The last lines of a box: `guide.<name>`. Nothing is recommended that somebody else has taken. */
export function tipsOf(topic: string, view: View, touch: boolean): string[] {
  const how = touch ? "tap" : "point";
  const gone =
    topic === "start_building" &&
    view.seats.some((seat) => seat.buildings.some((b) => b.id === "green-1"));
  return [
    `${topic}.${gone ? "tip_taken" : "tip"}`,
    ...(topic === "start_building" || topic === "build"
      ? [`${how}.buildings`]
      : topic === "row"
        ? [`${how}.cards`]
        : []),
  ];
}
