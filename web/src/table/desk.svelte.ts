/** What the parts of a table page share: what is shown, what is chosen, which windows are open. */
import type { Targets } from "../board/targets";
import { isMuted } from "../company/muted.svelte";
import { bankWinners, logLines, withNotices, type LogLine } from "../game/log";
import type { Drops } from "../lib/drag";
import { parts } from "../lib/i18n.svelte";
import type { BankId, DistrictId, Spoken, View } from "../lib/wire";
import { Buttons } from "./buttons.svelte";
import { Choice } from "./choice.svelte";
import { byCards } from "./covered";
import type { Hint } from "./hint.svelte";
import type { TableSession } from "./session.svelte";
import { dropsFor, targetsOf } from "./choosable";

/** What the log shows. */
export type LogPart = "all" | "moves" | "words";
export type Tab = "table" | "players" | "supply" | "log";

export class Desk {
  readonly choice: Choice;
  readonly buttons: Buttons;
  tab = $state<Tab>("table");
  logPart = $state<LogPart>("all");
  /** On a narrow screen: the map, though there are many rows to choose from. */
  peeking = $state(false);
  /** Windows: help, settings, the table menu, a person's, what the others may hold, a hint, a player's points, a district. */
  help = $state(false);
  settings = $state(false);
  menu = $state(false);
  person = $state<number | null>(null);
  beliefs = $state(false);
  /** What the coach has said as long as the lamp is on, also when the screen is turned meanwhile. */
  advice: Hint | null = null;
  #lamp = $state(false);
  scoreOf = $state<number | null>(null);
  district = $state<DistrictId | null>(null);
  /** A puzzle's question still stands there once it is answered. */
  answered = $state(false);
  /** What a move that is not being chosen would lead to. */
  ghost = $state.raw<View | null>(null);

  constructor(
    readonly session: TableSession,
    /** What the table shows; `view` may be ahead of it by what is put ready. */
    readonly shown: () => View,
    /** The coach speaks in this game: nothing is made by one click. */
    careful: boolean,
    /** The seats of this screen. */
    readonly mine: () => readonly number[],
  ) {
    this.choice = new Choice(session, careful);
    this.heardTo = session.talk.at(-1)?.n ?? 0;
    this.buttons = new Buttons(this.choice, () => this.view);
  }

  /** The view in which a choice is made. */
  view = $derived.by((): View => this.choice.view ?? this.shown());
  /** What is shown on the board in its place. */
  preview = $derived.by((): View | null => this.ghost ?? this.choice.preview);
  lines = $derived.by((): LogLine[] => withNotices(this.#gameLines(), this.session.notices));
  /** What was said by those who are not muted. */
  heard = $derived.by((): Spoken[] =>
    this.session.talk.filter((line) => !isMuted(this.session.table, line.seat)),
  );
  /** What was said before somebody looks is old; then up to where the log shows it. */
  heardTo = $state(0);
  unheard = $derived.by(
    (): number =>
      this.heard.filter((line) => line.n > this.heardTo && line.seat !== this.shown().seat).length,
  );
  /** Who scored each bank's bonus. */
  won = $derived.by((): Partial<Record<BankId, number[]>> => bankWinners(this.session.events));
  targets = $derived.by((): Targets => targetsOf(this.choice));
  /** Both ends of the connection that is chosen. */
  glow = $derived.by((): DistrictId[] => {
    const link = this.choice.picks.find((p) => p.startsWith("link:"));
    return link ? (link.split(":").slice(1) as DistrictId[]) : [];
  });
  /** While a tile is laid a district is no window to open: a finger may miss the tile. */
  opens = $derived.by((): ((district: DistrictId) => void) | undefined => {
    const { decision } = this.view;
    if (this.choice.active && (decision === "bridge" || decision === "gondola")) return undefined;
    return (district) => (this.district = district);
  });

  /** Whoever sits here may look back at what all have seen. */
  remembers = $derived.by((): boolean => {
    const { beliefs, seat, status } = this.shown();
    return beliefs && seat !== null && status === "running" && !this.handOver;
  });

  /** The lamp is on: the coach is asked what to do, where there is something to ask. */
  get hint(): boolean {
    return this.#lamp;
  }
  set hint(on: boolean) {
    this.#lamp = on;
    if (on) return;
    this.advice?.close();
    this.advice = null;
  }
  /** There is something to ask the coach about. */
  advised = $derived.by((): boolean => {
    const { hints, legal } = this.shown();
    return hints && this.choice.active && legal.length > 1 && !this.handOver;
  });
  /** A hint is being given. */
  hinted = $derived.by((): boolean => this.hint && this.advised);

  /** The next of several people at one screen has to take it over before they see their cards. */
  handOver = $derived.by((): boolean => {
    const { seat, to_move, status } = this.shown();
    const mine = seat !== null && to_move.includes(seat) && status === "running";
    return this.session.covered && mine && byCards(this.shown());
  });

  #gameLines(): LogLine[] {
    const { told, unasked } = this.session;
    const lines = logLines(told, this.shown());
    if (!unasked.length) return lines;
    return lines.map((line) =>
      line.code === "passed" && unasked.includes(line.version)
        ? { ...line, parts: parts("log.passed_unasked") }
        : line,
    );
  }

  pick = (key: string): void => this.choice.pick(key);
  /** Whoever was there goes on at the question. */
  closeHint = (): void => {
    this.hint = false;
    document.getElementById("question")?.focus();
  };
  showScore = (seat: number): void => {
    this.scoreOf = seat;
  };
  /** Behind a name: what can be done about that person; behind one's own the table menu. */
  showPerson = (seat: number): void => {
    if (this.mine().includes(seat)) this.menu = true;
    else {
      this.menu = false;
      this.person = seat;
    }
  };
  drops = (piece: "bridge" | "gondola" | "councillor"): Drops => dropsFor(this.choice, piece);
}
