/** The log: events as sentences. Cards dealt, drawn or placed one by one are told together. */
import { known, list, parts, t, term, type Args, type Part } from "../lib/i18n.svelte";
import { nameOf } from "../lib/names";
import {
  BANK_OF,
  DISTRICTS,
  KINDS,
  ROUNDS,
  STEPS,
  type BankId,
  type DistrictId,
  type GameEvent,
  type Kind,
  type Notice,
  type SomeCards,
  type View,
} from "../lib/wire";

export interface LogLine {
  id: string;
  version: number;
  code: string;
  seat: number | null;
  /** The card kind whose icon stands beside it. */
  icon: Kind | null;
  parts: Part[];
  /** Points gained or lost, if any. */
  points: number;
  round: number;
  /** Nobody should miss it: a new round, a bank's bonus. */
  loud: boolean;
}

/** Together in one line when they follow one another and only the amount differs. */
const MERGED = new Set([
  "dealt",
  "drew",
  "sealed",
  "neutral_drew",
  "councillor",
  "fetched",
  "token",
]);
/** Too small to tell; something else in the log says it. */
const UNTOLD = new Set(["token"]);

export function cardsInWords(cards: SomeCards): string {
  const told = KINDS.filter((k) => (cards[k] ?? 0) > 0).map((k) =>
    t(`kind.${k}.count`, { n: cards[k] ?? 0 }),
  );
  return told.length ? list(told) : t("log.no_cards");
}

interface Group {
  first: GameEvent;
  all: GameEvent[];
}

function sameStory(a: GameEvent, b: GameEvent): boolean {
  if (a.code !== b.code || !MERGED.has(a.code) || a.seat !== b.seat) return false;
  return a.args.district === b.args.district && a.args.source === b.args.source;
}

/** Discards of several players come mixed, so they are looked for further back. */
function storySoFar(groups: Group[], event: GameEvent): Group | undefined {
  for (let i = groups.length - 1; i >= 0; i--) {
    const group = groups[i]!;
    if (sameStory(group.first, event)) return group;
    if (event.code !== "sealed" || group.first.code !== "sealed") return undefined;
  }
  return undefined;
}

/** Without what was taken back: the last move of that seat before the note that says so. */
function resolved(events: readonly GameEvent[]): GameEvent[] {
  let kept: GameEvent[] = [];
  for (const event of events) {
    if (event.code === "undone") {
      const taken = kept.findLast((e) => e.seat === event.seat && e.code !== "undone")?.version;
      kept = kept.filter((e) => e.version !== taken);
    }
    kept.push(event);
  }
  return kept;
}

function grouped(events: readonly GameEvent[]): Group[] {
  const groups: Group[] = [];
  for (const event of events) {
    const last = storySoFar(groups, event);
    // A reshuffle in mid-deal is told first, then the deal as a whole.
    const before = groups.at(-2);
    if (
      !last &&
      event.code === "dealt" &&
      before?.first.code === "dealt" &&
      groups.at(-1)?.first.code === "reshuffled"
    ) {
      groups.splice(-2, 1);
      before.all.push(event);
      groups.push(before);
    } else if (last) last.all.push(event);
    else groups.push({ first: event, all: [event] });
  }
  return groups;
}

/** Reads the whole log of a game in order; `view` gives the names. */
export function logLines(events: readonly GameEvent[], view: View): LogLine[] {
  const lines: LogLine[] = [];
  let step = stepAtFirst(events, view);
  let round = 0;
  let rows = new Map<number, SomeCards>();
  let strengths = new Map<number | null, number>();
  for (const { first, all } of grouped(resolved(events))) {
    const { code, args, seat } = first;
    if (code === "round")
      [round, rows, step] = [Number(args.n), new Map<number, SomeCards>(), null];
    if (code === "step") [step, strengths] = [args.kind as Kind, new Map<number | null, number>()];
    if (code === "played") strengths.set(seat, Number(args.strength));
    const tie =
      code === "bonus" && [...strengths].some(([p, n]) => p !== seat && n === args.strength);
    if (code === "coins_cleared") step = null;
    if (code === "dealt") rows = addRows(rows, all);
    const points = code === "points" ? Number(args.points) : 0;
    if (UNTOLD.has(code)) continue;
    lines.push({
      id: `${first.version}.${first.n}`,
      version: first.version,
      code,
      seat,
      points,
      round,
      loud: code === "round" || args.why === "bank",
      icon: code === "step" || seat !== null ? step : null,
      parts: sentence(first, all, view, step, rows, tie),
    });
  }
  return lines;
}

/** The log with what happened at the table beside the game, each where the game stood then. */
export function withNotices(lines: readonly LogLine[], notices: readonly Notice[]): LogLine[] {
  const all = [...lines, ...notices.map(noticeLine)];
  // Sorting keeps the order of lines of one version.
  return notices.length ? all.sort((a, b) => a.version - b.version) : all;
}

function noticeLine({ n, version, code, seat, name }: Notice): LogLine {
  return {
    id: `notice.${n}`,
    version,
    code: "notice",
    seat,
    points: 0,
    round: 0,
    loud: false,
    icon: null,
    parts: parts(`notice.${code}`, { player: name }),
  };
}

/** A game that begins in the middle of a step has no event that names it. */
function stepAtFirst(events: readonly GameEvent[], view: View): Kind | null {
  const next = events.find((e) => e.code === "step" || e.code === "round");
  if (!next) return view.step;
  return STEPS[STEPS.indexOf(next.args.kind as Kind) - 1] ?? null;
}

/** Who scored each bank's bonus: it comes right after the councillor that earned it. */
export function bankWinners(events: readonly GameEvent[]): Partial<Record<BankId, number[]>> {
  const won: Partial<Record<BankId, number[]>> = {};
  let bank: BankId = "citra";
  for (const { code, seat, args } of events) {
    if (code === "councillor") bank = BANK_OF[args.district as DistrictId];
    if (args.why === "bank" && seat !== null) (won[bank] ??= []).push(seat);
  }
  return won;
}

/** A decision of one's own; they end "since my last turn". */
const OWN_ACTS = new Set([
  "start_building",
  "took_row",
  "sealed",
  "played",
  "passed",
  "delayed",
  "activated",
  "turned",
  "built",
  "built_none",
  "bridge_left",
  "gondola_left",
  "placed_none",
  "returned",
  "bridge",
  "gondola",
  "councillor",
]);

/** Whether a seat has decided something: the first thing that a move makes happen is the mover's, the rest may be anybody's. */
export function acted(events: readonly GameEvent[], seat: number | null): boolean {
  return seat !== null && events.some((e) => e.seat === seat && e.n === 0 && OWN_ACTS.has(e.code));
}

/** What a seat has drawn in this round since it took its row. */
export function drawn(events: readonly GameEvent[], seat: number | null): SomeCards {
  const since = events.slice(
    events.findLastIndex((e) => e.code === "round" || (e.code === "took_row" && e.seat === seat)) +
      1,
  );
  return tally(since.filter((e) => e.code === "drew" && e.seat === seat)) ?? {};
}

/** The cards that were dealt to each row of the present round, also those that were taken. */
export function dealtRows(events: readonly GameEvent[]): Map<number, SomeCards> {
  const since = events.slice(events.findLastIndex((e) => e.code === "round") + 1);
  return addRows(
    new Map(),
    since.filter((e) => e.code === "dealt"),
  );
}

function addRows(rows: Map<number, SomeCards>, dealt: GameEvent[]): Map<number, SomeCards> {
  for (const { args } of dealt) {
    const row = Number(args.row);
    const cards = rows.get(row) ?? {};
    const kind = args.kind as Kind;
    cards[kind] = (cards[kind] ?? 0) + 1;
    rows.set(row, cards);
  }
  return rows;
}

function tally(events: GameEvent[]): SomeCards | null {
  const cards: SomeCards = {};
  for (const { args } of events) {
    const kind = args.kind as Kind | null;
    if (!kind) return null;
    cards[kind] = (cards[kind] ?? 0) + 1;
  }
  return cards;
}

function sentence(
  event: GameEvent,
  all: GameEvent[],
  view: View,
  step: Kind | null,
  rows: Map<number, SomeCards>,
  tie: boolean,
): Part[] {
  const { code, seat } = event;
  const raw = event.args;
  const args: Args = {};
  if (seat !== null) args.player = nameOf(view.seats[seat]);
  for (const [name, value] of Object.entries(raw)) {
    if (typeof value === "number") args[name] = value;
    else if (typeof value === "string") args[name] = AREAS[name] ? term(AREAS[name], value) : value;
  }
  let key = `event.${code}`;
  switch (code) {
    case "dealt":
      args.n = rows.size;
      break;
    case "drew":
    case "sealed": {
      const cards = tally(all);
      args.n = all.length;
      if (cards) [key, args.what] = [`${key}.seen`, cardsInWords(cards)];
      break;
    }
    case "neutral_drew":
      args.what = cardsInWords(tally(all) ?? {});
      break;
    case "took_row":
      args.what = cardsInWords(rows.get(Number(raw.row)) ?? {});
      break;
    case "took_leftover":
      args.what = t(`kind.${String(raw.kind)}.count`, { n: 1 });
      break;
    case "step":
      args.letter = t(`step.${String(raw.kind)}.letter`);
      break;
    case "start_building":
      // What comes by another's choice was the only one left.
      if (event.n) key = "event.start_building.left";
      break;
    case "round":
      if (raw.n === ROUNDS) key = "event.round.last";
      break;
    case "bonus":
      if (tie) key = "event.bonus.tie";
      break;
    case "turned":
      args.what = t(`kind.${step ?? "joker"}.count`, { n: Number(raw.n) });
      break;
    case "played": {
      const cards: SomeCards = { joker: Number(raw.jokers) };
      if (step) cards[step] = Number(raw.cards);
      const none = !raw.cards && !raw.jokers;
      args.what = none ? t("log.buildings_only") : cardsInWords(cards);
      break;
    }
    case "points": {
      const points = Number(raw.points);
      args.n = Math.abs(points);
      if (points < 0) key = "event.points.lost";
      break;
    }
    case "bridge":
      pairArgs(args, String(raw.pair));
      args.low = Number(raw.first);
      args.high = Number(raw.second);
      break;
    case "gondola":
    case "marker":
      if (raw.pair === null) key = "event.marker.gone";
      else pairArgs(args, String(raw.pair));
      break;
    case "top_bridge": {
      const [low, high] = String(raw.bridge).split("/");
      Object.assign(args, { low: Number(low), high: Number(high) });
      break;
    }
    case "councillor":
      args.n = all.length;
      if ((DISTRICTS as readonly string[]).includes(String(raw.source))) {
        args.from = term("district", String(raw.source));
        key = "event.councillor.moved";
      }
      break;
    case "fetched":
      args.n = all.reduce((sum, e) => sum + Number(e.args.n), 0);
      break;
    case "upgraded":
      args.from = term("building", String(raw.building));
      args.building = term("building", String(raw.to));
      break;
  }
  return parts(known(key) ? key : `event.${code}`, args);
}

const AREAS: Record<string, string> = {
  district: "district",
  kind: "kind",
  building: "building",
  why: "why",
  bank: "bank",
};

function pairArgs(args: Args, pair: string): void {
  const [a = "", b = ""] = pair.split(":");
  args.first = term("district", a);
  args.second = term("district", b);
}

export const plain = (line: LogLine): string => line.parts.map((p) => p.text).join("");
