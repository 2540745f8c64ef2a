/** The log: events as sentences. Cards dealt, drawn or placed one by one are told together. */
import { parts, term, type Arg, type Part } from "../lib/i18n.svelte";
import { nameOf } from "../lib/names";
import {
  BANK_OF,
  KINDS,
  STEPS,
  type BankId,
  type DistrictId,
  type GameEvent,
  type Kind,
  type Notice,
  type Reaction,
  type SomeCards,
  type View,
} from "../lib/wire";
import { cardsInWords } from "./cards";
import { addRows, Narrator, tally, tellingOf, type ToldPart } from "./narrator";

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
  /** When it happened, if it is no part of the game. */
  at?: number;
  /** With a line of talk. */
  reaction?: Reaction | null;
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

/** Reads the whole log of a game in order; `view` gives the names. */
export function logLines(events: readonly GameEvent[], view: View): LogLine[] {
  let round = 0;
  const narrator = new Narrator(stepAtFirst(events, view));
  return narrator.tell(resolved(events)).map(({ first, key, args, step }) => {
    const { code, seat, version, n } = first;
    if (code === "round") round = Number(first.args.n);
    return {
      id: `${version}.${n}`,
      version,
      code,
      seat,
      points: code === "points" ? Number(first.args.points) : 0,
      round,
      loud: code === "round" || first.args.why === "bank",
      icon: code === "step" || seat !== null ? step : null,
      parts: parts(
        key,
        Object.fromEntries(Object.entries(args).map(([name, part]) => [name, say(part, view)])),
      ),
    };
  });
}

/** A part of a sentence in words. */
function say(part: ToldPart, view: View): Arg {
  if (typeof part !== "object") return part;
  if ("seat" in part) return nameOf(view.seats[part.seat]);
  return "cards" in part ? cardsInWords(part.cards) : term(part.area, part.id);
}

/** The log with what happened at the table beside the game, each where the game stood then. */
export function withNotices(lines: readonly LogLine[], notices: readonly Notice[]): LogLine[] {
  return notices.length ? inOrder([...lines, ...notices.map(noticeLine)]) : [...lines];
}

/** As the game went; what happened beside it while it stood still, by the clock. */
export const inOrder = (lines: LogLine[]): LogLine[] =>
  lines.sort((a, b) => a.version - b.version || (a.at ?? 0) - (b.at ?? 0));

function noticeLine({ n, at, version, code, seat, name }: Notice): LogLine {
  return {
    id: `notice.${n}`,
    at,
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

/** Whether a seat has decided something: the first thing that a move makes happen is the mover's, the rest may be anybody's. */
export function acted(events: readonly GameEvent[], seat: number | null): boolean {
  return seat !== null && events.some((e) => e.seat === seat && e.n === 0 && tellingOf(e).decides);
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
  const rows = new Map<number, SomeCards>();
  addRows(
    rows,
    since.filter((e) => e.code === "dealt"),
  );
  return rows;
}

/** What a seat's move would do, as the log would tell it; the rows were dealt before. */
export function moveInWords(events: readonly GameEvent[], seat: number, view: View): string {
  const dealt = view.rows.flatMap(({ row, cards }) =>
    KINDS.flatMap((kind) =>
      Array.from({ length: cards[kind] ?? 0 }, (): GameEvent => ({
        version: 0,
        n: 0,
        code: "dealt",
        seat: null,
        args: { row, kind },
      })),
    ),
  );
  // Which step comes next, and who starts it, is no doing of the move.
  const own = logLines([...dealt, ...events], view).filter(
    (line) => line.seat === seat && line.code !== "step",
  );
  return own.slice(0, 2).map(plain).join(" ");
}

export const plain = (line: LogLine): string => line.parts.map((p) => p.text).join("");
