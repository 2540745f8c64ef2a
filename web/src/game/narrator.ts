/**
 * From events to sentences to be: a key and its arguments, in no language yet. `events.ts` says how
 * each event is told; src/rialto/engine/narrator.py does the same for the terminal.
 */
import type { EventArg, GameEvent, Kind, SomeCards } from "../lib/wire";
import { TELLING, THINGS, type Spec, type Telling } from "./events";

/** A number or text, somebody to be named, something with a word of its own, or cards by kind. */
export type ToldPart =
  number | string | { seat: number } | { area: string; id: string } | { cards: SomeCards };

export interface Group {
  first: GameEvent;
  all: GameEvent[];
}

export interface Told extends Group {
  key: string;
  args: Record<string, ToldPart>;
  /** The step that it happened in. */
  step: Kind | null;
}

export const tellingOf = ({ code }: GameEvent): Telling => TELLING[code] ?? {};

function sameStory(a: GameEvent, b: GameEvent): boolean {
  if (a.code !== b.code || a.seat !== b.seat) return false;
  return a.args.district === b.args.district && a.args.source === b.args.source;
}

/** The sentence that the event belongs to, if there is one already. */
function storySoFar(groups: readonly Group[], event: GameEvent): Group | undefined {
  const { together, across = [] } = tellingOf(event);
  if (!together) return undefined;
  for (let i = groups.length - 1; i >= 0; i--) {
    const group = groups[i]!;
    if (sameStory(group.first, event)) return group;
    if (!across.includes(group.first.code)) return undefined;
  }
  return undefined;
}

function groupsOf(events: readonly GameEvent[]): Group[] {
  const groups: Group[] = [];
  for (const event of events) {
    const earlier = storySoFar(groups, event);
    if (!earlier) {
      groups.push({ first: event, all: [event] });
      continue;
    }
    earlier.all.push(event);
    if (tellingOf(event).at_end) groups.push(...groups.splice(groups.indexOf(earlier), 1));
  }
  return groups;
}

/** Tells events in order. It remembers the step, what was dealt and what was played. */
export class Narrator {
  readonly #rows = new Map<number, SomeCards>();
  readonly #strengths = new Map<number | null, EventArg>();
  #step: Kind | null;

  /** `step`: for a game that begins in the middle of one. */
  constructor(step: Kind | null = null) {
    this.#step = step;
  }

  tell(events: readonly GameEvent[]): Told[] {
    const told: Told[] = [];
    for (const group of groupsOf(events)) {
      this.#remember(group);
      if (tellingOf(group.first).told !== false) told.push(this.#sentence(group));
    }
    return told;
  }

  #remember({ first: { code, seat, args }, all }: Group): void {
    if (code === "round") this.#rows.clear();
    if (code === "step") this.#strengths.clear();
    if (code === "step") this.#step = args.kind as Kind;
    else if (code === "round" || code === "coins_cleared") this.#step = null;
    if (code === "played") this.#strengths.set(seat, args.strength ?? null);
    if (code === "dealt") addRows(this.#rows, all);
  }

  #sentence(group: Group): Told {
    const { code, seat, args: own } = group.first;
    const { more = {}, case: variant, when } = tellingOf(group.first);
    const args: Record<string, ToldPart> = {};
    if (seat !== null) args.player = { seat };
    for (const [name, value] of Object.entries(own))
      if (value !== null)
        args[name] = THINGS.includes(name) ? { area: name, id: String(value) } : value;
    for (const [name, spec] of Object.entries(more)) {
      const part = this.#make(spec, group);
      if (part !== null) args[name] = part;
    }
    const key = `event.${code}${variant && when && this.#holds(when, group) ? `.${variant}` : ""}`;
    return { ...group, key, args, step: this.#step };
  }

  /** An argument; null if the event lacks what it is made from. */
  #make([how, ...names]: Spec, { first, all }: Group): ToldPart | null {
    const raw = names.map((name) => first.args[name] ?? null);
    const text = String(raw[0]);
    switch (how) {
      case "number":
        return Number(raw[0]);
      case "size":
        return Math.abs(Number(raw[0]));
      case "sum":
        return all.reduce((sum, event) => sum + Number(event.args[names[0]!]), 0);
      case "count":
        return all.length;
      case "thing":
        return { area: String(names[0]), id: String(raw[1]) };
      case "letter":
        return { area: "step", id: `${text}.letter` };
      case "first":
      case "second":
        return raw[0] === null
          ? null
          : { area: "district", id: text.split(":")[Number(how === "second")]! };
      case "low":
      case "high":
        return Number(text.split("/")[Number(how === "high")]);
      case "cards": {
        const cards = tally(all);
        return cards && { cards };
      }
      case "row":
        return { cards: this.#rows.get(Number(raw[0])) ?? {} };
      case "rows":
        return this.#rows.size;
      case "of_step":
        return { cards: this.#ofStep(Number(raw[0])) };
      case "play":
        return raw.some(Boolean)
          ? { cards: { ...this.#ofStep(Number(raw[0])), joker: Number(raw[1]) } }
          : { area: "log", id: "buildings_only" };
      default:
        throw new Error(`no way to make ${how}`);
    }
  }

  #ofStep(n: number): SomeCards {
    return this.#step ? { [this.#step]: n } : {};
  }

  #holds([how, name = "", ...others]: Spec, { first, all }: Group): boolean {
    const value = first.args[name] ?? null;
    switch (how) {
      case "later":
        return first.n > 0;
      case "equals":
      case "among":
        return value !== null && others.includes(value);
      case "known":
        return all.every((event) => event.args[name] !== null);
      case "missing":
        return value === null;
      case "negative":
        return Number(value) < 0;
      case "tied":
        return [...this.#strengths].some(([seat, n]) => seat !== first.seat && n === value);
      default:
        throw new Error(`no such case as ${how}`);
    }
  }
}

export function addRows(rows: Map<number, SomeCards>, dealt: readonly GameEvent[]): void {
  for (const { args } of dealt) {
    const row = Number(args.row);
    const cards = rows.get(row) ?? {};
    const kind = args.kind as Kind;
    cards[kind] = (cards[kind] ?? 0) + 1;
    rows.set(row, cards);
  }
}

/** The cards of these events by kind; null if one of them is hidden. */
export function tally(events: readonly GameEvent[]): SomeCards | null {
  const cards: SomeCards = {};
  for (const { args } of events) {
    const kind = args.kind as Kind | null;
    if (!kind) return null;
    cards[kind] = (cards[kind] ?? 0) + 1;
  }
  return cards;
}
