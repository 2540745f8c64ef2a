/**
 * One table, live. Keeps the newest view the server has stored, shows the views one at a time at
 * the chosen pace, and sends commands until they are acknowledged.
 */
import { acted } from "../game/log";
import { told } from "../game/told";
import { get } from "../lib/api";
import { forSeat, sincePath } from "../lib/paths";
import { lessMotion, settings } from "../lib/settings.svelte";
import type { GameEvent, Notice, PassUntil, Reply, Since, Spoken, Try, View } from "../lib/wire";
import { covered } from "./covered";
import { Line } from "./line.svelte";
import { freshId, Orders, type Refused, withoutRule } from "./orders.svelte";

/** How long another player's move stays on the table before the next one is shown. */
const PACE_MS = { slow: 2000, normal: 850, instant: 0 };
/** A page this many views behind walks faster. */
const FAR_BEHIND = 6;
const PATIENCE_MS = 2000;

export class TableSession {
  /** The newest state the server has told of. */
  latest = $state.raw<View | null>(null);
  /** What is on the page: `latest`, or on its way there. */
  shown = $state.raw<View | null>(null);
  events = $state.raw<GameEvent[]>([]);
  /** What happened at the table beside the game: who took which seat. */
  notices = $state.raw<Notice[]>([]);
  /** What was said here. */
  talk = $state.raw<Spoken[]>([]);
  /** Log version after my own last move: what came later happened "since my last turn". */
  mark = $state(0);
  problem = $state<string | null>(null);
  /** Several people play at this screen. */
  shared = false;
  /** Then the cards are not to be seen until they are asked for. */
  covered = $state(false);
  /** Log versions of my passes that I was not asked for. */
  unasked = $state.raw<readonly number[]>([]);
  readonly line: Line;

  /** Called with each view that is put on the page; sounds and the motion of pieces hang on it. */
  onshow: ((from: View | null, to: View, events: GameEvent[]) => void) | null = null;

  #opened = 0;
  /** Log versions of the passes that I sent. */
  #passes: number[] = [];
  #queue: Since[] = [];
  #timer = 0;
  #orders = new Orders((command) => this.line.send(command));
  #tries = new Map<string, { command: Try; settle: (view: View | null) => void }>();
  #waiting: (() => void)[] = [];

  constructor(
    readonly table: string,
    public seat: number | null,
  ) {
    this.line = new Line({
      onlive: () => this.#greet(),
      onlost: () => this.#forgetTries(),
      onreply: (reply) => this.#receive(reply),
    });
  }

  /** What may be on the page: `shown`, perhaps without the cards. */
  seen = $derived.by((): View | null =>
    this.covered && this.shown ? covered(this.shown) : this.shown,
  );
  /** The log as it may be on the page. */
  told = $derived.by((): GameEvent[] => (this.covered ? told(this.events, "nobody") : this.events));

  /** True when what is shown is what the server has, or had a moment ago: while the first connection
   * is made nothing has to wait for it, and nothing moves when it stands. */
  get current(): boolean {
    return this.line.hopeful && this.shown !== null && this.shown === this.latest;
  }

  /** True when, besides, nothing that was sent is on its way, so a choice can be made. */
  get settled(): boolean {
    return this.current && !this.busy;
  }

  /** A command is on its way and nothing else may be sent. */
  get busy(): boolean {
    return this.#orders.busy;
  }

  get behind(): boolean {
    return this.shown !== this.latest;
  }

  async open(): Promise<void> {
    const opening = ++this.#opened;
    const { view, events, notices, talk } = await get<Since>(sincePath(this.table, this.seat));
    if (opening !== this.#opened) return; // closed meanwhile
    this.events = events;
    this.notices = notices;
    this.talk = talk;
    this.latest = this.shown = view;
    this.line.open(`/ws/tables/${this.table}${forSeat(this.seat)}`);
  }

  close(): void {
    this.#opened++;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#queue = [];
    this.#forgetTries();
    this.line.close();
  }

  /** Hot seat: look at the table from another of one's own seats. */
  async switchTo(seat: number): Promise<void> {
    this.close();
    // What the other seat sent is stored, or this seat would not be asked.
    this.#orders.finishAll();
    this.covered = true;
    this.seat = seat;
    this.mark = 0;
    this.unasked = [];
    await this.open();
  }

  // ── views, one at a time ──────────────────────────────────────────────────────────────────────

  #arrive(frame: Since): void {
    const last = this.#queue.at(-1)?.view ?? this.shown;
    const undone = last !== null && frame.view.version < last.version;
    this.latest = frame.view;
    const told = this.notices.at(-1)?.n ?? 0;
    const news = frame.notices.filter((notice) => notice.n > told);
    if (news.length) this.notices = [...this.notices, ...news];
    const heard = this.talk.at(-1)?.n ?? 0;
    const said = frame.talk.filter((line) => line.n > heard);
    if (said.length) this.talk = [...this.talk, ...said];
    for (const wake of this.#waiting.splice(0)) wake();
    this.#orders.finishStored();
    if (undone) {
      // A move was taken back, or the server is a new one: its word counts.
      this.#queue = [];
      this.events = this.events.filter((e) => e.version <= frame.view.version);
    }
    this.#queue.push(frame);
    if (this.#queue.length === 1 && !this.#timer) this.#showNext();
  }

  /** Adds to the log what is not in it yet, and says what that was. */
  #remember(events: GameEvent[]): GameEvent[] {
    const last = this.events.at(-1);
    const fresh = events.filter(
      (e) => !last || e.version > last.version || (e.version === last.version && e.n > last.n),
    );
    if (fresh.length) this.events = [...this.events, ...fresh];
    return fresh;
  }

  #showNext(): void {
    this.#timer = 0;
    const frame = this.#queue.shift();
    if (!frame) return;
    const before = this.shown;
    const fresh = this.#remember(frame.events);
    this.shown = frame.view;
    if (fresh.length) this.onshow?.(before, frame.view, fresh);
    if (!before?.passing) this.#notePasses(fresh);
    if (acted(fresh, this.seat)) this.mark = frame.view.version;
    const wait = this.#pause(frame.view, fresh);
    if (wait) this.#timer = window.setTimeout(() => this.#showNext(), wait);
    else if (this.#queue.length) this.#showNext();
  }

  /** Those that came by themselves: nothing else could be done. */
  #notePasses(fresh: readonly GameEvent[]): void {
    const mine = fresh.filter((e) => e.code === "passed" && e.seat === this.seat);
    const unasked = mine.map((e) => e.version).filter((v) => !this.#passes.includes(v));
    if (unasked.length) this.unasked = [...this.unasked, ...unasked];
  }

  /** How long a view stays before the next one. */
  #pause(view: View, fresh: readonly GameEvent[]): number {
    const pace = PACE_MS[settings.pace] * (lessMotion() ? 0.7 : 1);
    if (fresh.some((e) => e.code === "round")) return pace * 2;
    // Where I am asked too (all discard at once) nobody is waited for.
    if (this.seat !== null && view.to_move.includes(this.seat)) return 0;
    if (!fresh.some((e) => e.seat !== null && e.seat !== this.seat)) return 0;
    return pace * Math.min(1, FAR_BEHIND / Math.max(1, this.#queue.length));
  }

  /** A click finishes everything: show the newest state now. */
  hurry(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    for (const frame of this.#queue.splice(0)) this.#remember(frame.events);
    this.shown = this.latest;
  }

  /** Until the server has told of another state, or seems to have none. */
  newer(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      window.setTimeout(resolve, PATIENCE_MS);
    });
  }

  // ── commands ──────────────────────────────────────────────────────────────────────────────────

  /** Sends moves, all or none. Resolves with null when stored, or with the refusal. */
  play(moves: string[]): Promise<Refused | null> {
    moves.forEach((move, i) => {
      if (move === "pass") this.#passes.push(this.#version() + i + 1);
    });
    return this.#orders.give({
      type: "command",
      move_id: freshId(),
      version: this.#version(),
      moves,
    });
  }

  undo(): Promise<Refused | null> {
    return this.#orders.give({ type: "undo", move_id: freshId(), version: this.#version() });
  }

  /** Pass beforehand, up to there; null: no longer. */
  passUntil(until: PassUntil | null): void {
    this.line.send({ type: "pass", until });
  }

  /** Takes the seat back from the bot that plays on. */
  back(): void {
    this.line.send({ type: "back" });
  }

  /** The view after these moves, without making them; null when the server will not say. */
  try(moves: string[]): Promise<View | null> {
    if (!this.line.hopeful) return Promise.resolve(null);
    const command: Try = { type: "try", id: freshId(), version: this.#version(), moves };
    return new Promise((settle) => {
      this.#tries.set(command.id, { command, settle });
      this.line.send(command);
    });
  }

  #version(): number {
    return this.latest?.version ?? 0;
  }

  // ── what the server says ──────────────────────────────────────────────────────────────────────

  #greet(): void {
    this.line.send({ type: "resync" });
    this.#orders.sendAgain();
    for (const { command } of this.#tries.values()) this.line.send(command);
  }

  #receive(reply: Reply): void {
    switch (reply.type) {
      case "view":
        this.#arrive(reply);
        break;
      case "ack":
        this.#orders.acknowledge(reply.move_id, this.latest?.version);
        break;
      case "refused":
        this.#orders.finish(reply.move_id, reply);
        break;
      case "stale":
        // The view that follows shows why; the choice is made anew on it.
        this.#orders.finish(reply.move_id, withoutRule("stale"));
        break;
      case "tried":
        this.#answerTry(reply.id, reply.view);
        break;
      case "error":
        this.#fail(reply.ref ?? "", reply.code);
        break;
      case "pong":
        break;
    }
  }

  #fail(ref: string, code: string): void {
    if (this.#tries.has(ref)) this.#answerTry(ref, null);
    else if (this.#orders.has(ref)) this.#orders.finish(ref, withoutRule(code));
    else this.problem = code;
  }

  #answerTry(id: string, view: View | null): void {
    this.#tries.get(id)?.settle(view && this.covered ? covered(view) : view);
    this.#tries.delete(id);
  }

  #forgetTries(): void {
    for (const id of [...this.#tries.keys()]) this.#answerTry(id, null);
  }
}
