/**
 * The engine's canonical move texts (docs/notation.md), taken apart.
 *
 * Every move is a set of picks: the things on the table that a person touches to make it. Clicking
 * narrows `view.legal` to the moves that contain all picks, until one is left. No rules here.
 */
import { DISTRICTS, type BuildingId, type DistrictId, type Kind } from "./wire";

export type Verb =
  | "build"
  | "return"
  | "row"
  | "use"
  | "done"
  | "discard"
  | "delay"
  | "turn"
  | "play"
  | "pass"
  | "bridge"
  | "gondola"
  | "from";

export interface ParsedMove {
  text: string;
  verb: Verb;
  /** Keys of what is touched, the first thing first: `supply:green-1`, `row:2`, `link:a:b` … */
  picks: string[];
  building?: BuildingId;
  kind?: Kind;
  district?: DistrictId | "supply";
  row?: number;
  cards?: number;
  jokers?: number;
  /** Bridge and gondola: the first-named district gets the first value, or the councillor. */
  pair?: [DistrictId, DistrictId];
}

/** The id of the connection between two districts, whichever is named first. */
export function linkId(a: DistrictId, b: DistrictId): string {
  return DISTRICTS.indexOf(a) < DISTRICTS.indexOf(b) ? `${a}:${b}` : `${b}:${a}`;
}

export function parseMove(text: string): ParsedMove {
  const words = text.split(" ");
  const [verb = "", one = "", two = ""] = words;
  const base = { text, verb: verb as Verb };
  switch (verb) {
    case "build":
      return { ...base, picks: [`supply:${one}`], building: one as BuildingId };
    case "return":
      return { ...base, picks: [`own:${one}`], building: one as BuildingId };
    case "row":
      return { ...base, picks: [`row:${one}`], row: Number(one) };
    case "discard":
      return { ...base, picks: [`hand:${one}`], kind: one as Kind };
    case "delay":
      return { ...base, picks: ["own:yellow-1"], building: "yellow-1" };
    case "turn":
      return {
        ...base,
        picks: [`own:${one}`, `hand:${two}`],
        building: one as BuildingId,
        kind: two as Kind,
      };
    case "play": {
      const jokers = two === "joker" ? Number(words[3]) : 0;
      return { ...base, picks: [], cards: Number(one), jokers };
    }
    case "pass":
      return { ...base, picks: [], cards: 0, jokers: 0 };
    case "bridge": {
      const pair = one.split(":") as [DistrictId, DistrictId];
      return { ...base, picks: [`link:${linkId(...pair)}`, `way:${one}`], pair };
    }
    case "gondola": {
      const pair = one.split(":") as [DistrictId, DistrictId];
      const end = two === "alone" ? "with:nobody" : `district:${pair[0]}`;
      return { ...base, picks: [`link:${linkId(...pair)}`, end], pair };
    }
    case "from":
      return { ...base, picks: [`district:${one}`], district: one as DistrictId | "supply" };
    case "use":
      return { ...base, ...parseUse(one as BuildingId, two) };
    default:
      return { ...base, picks: [`button:${text}`] };
  }
}

/** What is chosen of a building that could also be used in another way. */
const BARE: Partial<Record<BuildingId, string>> = {
  "blue-2": "with:councillor",
  "green-3": "with:nothing",
  "green-4": "with:nothing",
};

function parseUse(
  building: BuildingId,
  what: string,
): { picks: string[]; building: BuildingId } & Partial<ParsedMove> {
  const own = `own:${building}`;
  if (!what) return { picks: BARE[building] ? [own, BARE[building]] : [own], building };
  if (what === "draw") return { picks: [own, "pile"], building };
  if (what === "alone") return { picks: [own, "with:nobody"], building };
  if (building === "blue-1") return { picks: [own, `back:${what}`], building };
  return { picks: [own, `leftover:${what}`], building, kind: what as Kind };
}

/** The moves that contain every pick. */
export function narrow(moves: readonly ParsedMove[], picks: readonly string[]): ParsedMove[] {
  return moves.filter((move) => picks.every((pick) => move.picks.includes(pick)));
}

/** What can be touched first. For a tile that is the connection; how it lies comes after. */
export function starts(moves: readonly ParsedMove[]): Set<string> {
  return new Set(moves.flatMap((m) => (m.pair ? m.picks.slice(0, 1) : m.picks)));
}

/** What can still be touched: each pick of the moves left that is not yet chosen. */
export function open(moves: readonly ParsedMove[], picks: readonly string[]): Set<string> {
  return new Set(narrow(moves, picks).flatMap((m) => m.picks.filter((p) => !picks.includes(p))));
}

/**
 * The picks after a touch, in the order in which a move names them: what goes with the touch stays,
 * the rest gives way. Null: it means nothing now.
 */
export function touch(
  moves: readonly ParsedMove[],
  picks: readonly string[],
  key: string,
): string[] | null {
  const kept: string[] = [];
  for (const pick of picks) if (narrow(moves, [...kept, pick, key]).length) kept.push(pick);
  if (!kept.length && !starts(moves).has(key)) return null;
  const [move] = narrow(moves, [...kept, key]);
  return move?.picks.filter((pick) => pick === key || kept.includes(pick)) ?? null;
}
