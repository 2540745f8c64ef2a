/**
 * One table, live. Keeps the newest view the server has stored, shows the views one at a time at
 * the chosen pace, sends commands until they are acknowledged, and comes back by itself.
 */
import { get } from "../lib/api";
import { lessMotion, settings } from "../lib/settings.svelte";
import { acted } from "../game/log";
import type { Command, GameEvent, PlayCommand, Reply, Undo, View } from "../lib/wire";

export type Line = "connecting" | "live" | "lost" | "gone";

/** How long another player's move stays on the table before the next one is shown. */
const PACE_MS = { slow: 2000, normal: 850, instant: 0 };
const RETRY_MS = [300, 800, 1600, 3000, 5000, 8000];
const PING_MS = 10_000;
/** Without a word from the server for this long the line is dead, whatever the socket says. */
const DEAF_MS = 25_000;

interface Frame {
  view: View;
  events: GameEvent[];
}

export interface Refused {
  refusal: string;
  rule: string;
  move: string;
}

interface Sent {
  command: PlayCommand | Undo;
  /** Acknowledged; its state has not come yet. */
  stored?: boolean;
  settle: (answer: Refused | null) => void;
}

const freshId = (): string => crypto.randomUUID().replaceAll("-", "").slice(0, 20);

export class TableSession {
  /** The newest state the server has told of. */
  latest = $state.raw<View | null>(null);
  /** What is on the page: `latest`, or on its way there. */
  shown = $state.raw<View | null>(null);
  events = $state.raw<GameEvent[]>([]);
  line = $state<Line>("connecting");
  /** Since when the line is lost, for the Retry button. */
  lostFor = $state(0);
  /** A command is on its way and nothing else may be sent. */
  busy = $state(false);
  /** Log version after my own last move: what came later happened "since my last turn". */
  mark = $state(0);
  problem = $state<string | null>(null);

  /** Called with each view that is put on the page; the motion of pieces hangs on it. */
  onshow: ((from: View | null, to: View, events: GameEvent[]) => void) | null = null;

  #socket: WebSocket | null = null;
  #queue: Frame[] = [];
  #timer = 0;
  #retry = 0;
  #retryTimer = 0;
  #lostAt = 0;
  #heard = 0;
  #clock = 0;
  #sent = new Map<string, Sent>();
  #tries = new Map<string, (view: View | null) => void>();
  #waiting: (() => void)[] = [];
  #closed = false;

  constructor(
    readonly table: string,
    public seat: number | null,
  ) {}

  /** True when what is shown is what the server has. */
  get current(): boolean {
    return this.line === "live" && this.shown !== null && this.shown === this.latest;
  }

  /** True when, besides, nothing that was sent is on its way, so a choice can be made. */
  get settled(): boolean {
    return this.current && !this.busy;
  }

  get behind(): boolean {
    return this.shown !== this.latest;
  }

  async open(): Promise<void> {
    this.#closed = false;
    await this.#history();
    this.#connect();
    addEventListener("offline", this.#cut);
    addEventListener("online", this.retryNow);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#retryTimer);
    clearInterval(this.#clock);
    removeEventListener("offline", this.#cut);
    removeEventListener("online", this.retryNow);
    this.#drop();
  }

  #drop(): void {
    const left = this.#socket;
    this.#socket = null;
    left?.close();
  }

  /** Hot seat: look at the table from another of one's own seats. */
  async switchTo(seat: number): Promise<void> {
    this.close();
    this.seat = seat;
    this.#queue = [];
    this.latest = this.shown = null;
    this.events = [];
    this.mark = 0;
    this.line = "connecting";
    await this.open();
  }

  async #history(): Promise<void> {
    const query = this.seat === null ? "" : `?seat=${this.seat}`;
    const { view, events } = await get<Frame>(`/api/tables/${this.table}/since/0${query}`);
    this.events = events;
    this.#newest(view);
    this.shown = this.latest;
  }

  #connect(): void {
    if (this.#closed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = this.seat === null ? "" : `?seat=${this.seat}`;
    const socket = new WebSocket(`${scheme}://${location.host}/ws/tables/${this.table}${query}`);
    this.#socket = socket;
    // A socket that was left behind (another seat, a retry) must not be heard any more.
    const ours = (): boolean => this.#socket === socket;
    socket.onopen = () => {
      if (!ours()) return;
      this.#retry = 0;
      this.line = "live";
      this.lostFor = 0;
      this.#send({ type: "resync" });
      // What was not acknowledged is sent again under the same id: the server plays it once.
      for (const { command } of this.#sent.values()) this.#send(command);
      clearInterval(this.#clock);
      this.#heard = Date.now();
      this.#clock = window.setInterval(() => this.#listen(), PING_MS);
    };
    socket.onmessage = (message) => {
      this.#heard = Date.now();
      if (ours()) this.#receive(JSON.parse(String(message.data)) as Reply);
    };
    socket.onclose = (event) => {
      if (ours()) this.#lost(event.code);
    };
  }

  #lost(code: number): void {
    if (this.#closed) return;
    clearInterval(this.#clock);
    if (code === 4404 || code === 4403) {
      this.line = "gone";
      return;
    }
    if (this.line !== "lost") this.#lostAt = Date.now();
    this.line = "lost";
    this.#clock = window.setInterval(() => (this.lostFor = Date.now() - this.#lostAt), 1000);
    for (const settle of this.#tries.values()) settle(null);
    this.#tries.clear();
    const wait = RETRY_MS[Math.min(this.#retry++, RETRY_MS.length - 1)] ?? 1000;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = window.setTimeout(() => this.#connect(), wait);
  }

  #listen(): void {
    this.#send({ type: "ping" });
    if (Date.now() - this.#heard > DEAF_MS) this.#cut();
  }

  #cut = (): void => {
    if (this.line !== "live") return;
    this.#drop();
    this.#lost(0);
  };

  retryNow = (): void => {
    clearTimeout(this.#retryTimer);
    this.#drop();
    this.#connect();
  };

  #send(command: Command): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(command));
  }

  #receive(reply: Reply): void {
    switch (reply.type) {
      case "view":
        this.#arrive(reply);
        break;
      case "ack":
        this.#settle(reply.move_id, null);
        break;
      case "refused":
        this.#settle(reply.move_id, reply);
        break;
      case "stale":
        // The view that follows shows why; the choice is made anew on it.
        this.#settle(reply.move_id, { refusal: "stale", rule: "", move: "" });
        break;
      case "tried":
        this.#tries.get(reply.id)?.(reply.view);
        this.#tries.delete(reply.id);
        break;
      case "error":
        this.#failed(reply.ref ?? null, reply.code);
        break;
      case "pong":
        break;
    }
  }

  #failed(ref: string | null, code: string): void {
    if (ref !== null && this.#tries.has(ref)) {
      this.#tries.get(ref)?.(null);
      this.#tries.delete(ref);
    } else if (ref !== null && this.#sent.has(ref)) {
      this.#settle(ref, { refusal: code, rule: "", move: "" });
    } else this.problem = code;
  }

  #settle(id: string, answer: Refused | null): void {
    const sent = this.#sent.get(id);
    if (!sent) return;
    // The state it led to is about to come: the old question must not be asked again until then.
    sent.stored = answer === null && this.latest?.version === sent.command.version;
    if (sent.stored) return;
    this.#sent.delete(id);
    this.busy = this.#sent.size > 0;
    sent.settle(answer);
  }

  // ── views, one at a time ──────────────────────────────────────────────────────────────────────

  #newest(view: View): void {
    if (!this.latest || view.version >= this.latest.version) this.latest = view;
  }

  #arrive(frame: Frame): void {
    const last = this.#queue.at(-1)?.view ?? this.shown;
    const undone = last !== null && frame.view.version < last.version;
    this.latest = frame.view;
    for (const wake of this.#waiting.splice(0)) wake();
    for (const [id, { stored }] of this.#sent) if (stored) this.#settle(id, null);
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
    if (acted(fresh, this.seat)) this.mark = frame.view.version;
    // Where I am asked too (all discard at once) nobody is waited for.
    const asked = this.seat !== null && frame.view.to_move.includes(this.seat);
    const others = !asked && fresh.some((e) => e.seat !== null && e.seat !== this.seat);
    const round = fresh.some((e) => e.code === "round");
    // A page that has fallen far behind walks faster.
    const haste = Math.min(1, 6 / Math.max(1, this.#queue.length));
    const wait = round ? PACE_MS[settings.pace] * 2 : others ? PACE_MS[settings.pace] * haste : 0;
    if (wait)
      this.#timer = window.setTimeout(() => this.#showNext(), lessMotion() ? wait * 0.7 : wait);
    else if (this.#queue.length) this.#showNext();
  }

  /** A click finishes everything: show the newest state now. */
  hurry(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const rest = this.#queue.splice(0);
    for (const frame of rest) this.#remember(frame.events);
    this.shown = this.latest;
  }

  // ── commands ──────────────────────────────────────────────────────────────────────────────────

  /** Sends moves, all or none. Resolves with null when stored, or with the refusal. */
  play(moves: string[]): Promise<Refused | null> {
    return this.#command({ type: "command", move_id: freshId(), version: this.#version(), moves });
  }

  /** Until the server has told of another state. */
  newer(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      window.setTimeout(resolve, 2000);
    });
  }

  undo(): Promise<Refused | null> {
    return this.#command({ type: "undo", move_id: freshId(), version: this.#version() });
  }

  /** Takes the seat back from the bot that plays on. */
  back(): void {
    this.#send({ type: "back" });
  }

  /** The view after these moves, without making them; null when the server will not say. */
  try(moves: string[]): Promise<View | null> {
    if (this.line !== "live") return Promise.resolve(null);
    const id = freshId();
    return new Promise((resolve) => {
      this.#tries.set(id, resolve);
      this.#send({ type: "try", id, version: this.#version(), moves });
    });
  }

  #version(): number {
    return this.latest?.version ?? 0;
  }

  #command(command: PlayCommand | Undo): Promise<Refused | null> {
    this.busy = true;
    return new Promise((settle) => {
      this.#sent.set(command.move_id, { command, settle });
      this.#send(command);
    });
  }
}
