/** A recorded game being played back: where it stands, who looks, and what is to be seen there. */
import { bankWinners, logLines, type LogLine } from "../game/log";
import { animate } from "../game/motion.svelte";
import { post } from "../lib/api";
import type { BankId, GameEvent, Replay, ReplayFrame, Seat, Variation, View } from "../lib/wire";
import { told, type Eye } from "../game/told";
import { frameAt, rounds, roundStep, seen, type Mark } from "./reel";

export const SPEEDS = ["slow", "normal", "fast"] as const;
export type Speed = (typeof SPEEDS)[number];
/** How long a move stays when the game plays by itself. */
export const PACE_MS: Record<Speed, number> = { slow: 2200, normal: 1100, fast: 350 };

export type Act = "start" | "round_back" | "back" | "play" | "forward" | "round_on" | "end";

/** Where the game comes from, for saving and playing on. */
export interface Source {
  table?: string;
  record?: string;
}

/** What is asked about a game goes below this. */
export const gameAt = ({ table, record }: Source): string =>
  table ? `/api/tables/${table}` : `/api/records/${record}`;

/** Moves that were not played: where they leave the game, and what came of them. */
export interface Branch extends Variation {
  /** Where it left the record. */
  stop: number;
  seat: number;
  /** What that seat did instead, one after the other. */
  words: string[];
}

export const recordAt = ({ table, record }: Source): string =>
  table ? `/api/tables/${table}/record` : `/api/records/${record}`;

export class Playback {
  stop = $state(0);
  playing = $state(false);
  speed = $state<Speed>("normal");
  eye = $state<Eye>("all");

  constructor(
    readonly replay: Replay,
    readonly source: Source,
  ) {
    if (!this.open) this.eye = "nobody";
  }

  /** The game has left its record. */
  branch = $state.raw<Branch | null>(null);
  /** What another move would make of the board on show. */
  preview = $state.raw<View | null>(null);

  frames = $derived.by((): readonly ReplayFrame[] => {
    const { frames } = this.replay;
    if (!this.branch) return frames;
    return [...frames.slice(0, this.branch.stop + 1), ...this.branch.frames];
  });
  get last(): number {
    return this.frames.length - 1;
  }
  frame = $derived.by((): ReplayFrame => this.frames[this.stop]!);
  /** All hands are open: the game is over. */
  open = $derived.by((): boolean => this.frame.hands !== null);
  view = $derived.by((): View => seen(this.frame, this.eye));
  players = $derived.by((): Seat[] => this.view.seats.filter((s) => s.kind !== "neutral"));
  marks = $derived.by((): Mark[] => rounds(this.frames));
  events = $derived.by((): GameEvent[] => this.frames.flatMap((f) => told(f.events, this.eye)));
  lines = $derived.by((): LogLine[] => logLines(this.events, this.frames[this.last]!.view));
  won = $derived.by((): Partial<Record<BankId, number[]>> =>
    bankWinners(this.events.filter((e) => e.version <= this.frame.version)),
  );
  /** A decision without a word in the log (no green building used) leaves the lines before it. */
  happened = $derived.by((): LogLine[] => {
    if (this.stop === 0) return [];
    const until = this.lines.filter((line) => line.version <= this.frame.version);
    const since = this.frames[this.stop - 1]?.version ?? -1;
    const first = until.findIndex((line) => line.version > since);
    return until.slice(Math.max(0, first));
  });

  go(to: number): void {
    const next = Math.min(this.last, Math.max(0, to));
    const before = next === this.stop + 1 && this.speed !== "fast" ? this.view : null;
    this.stop = next;
    if (next === this.last) this.playing = false;
    animate(before, this.view);
  }

  /** By a hand's choice: the game no longer plays by itself. */
  jump(to: number): void {
    this.playing = false;
    this.go(to);
  }
  jumpToVersion(version: number): void {
    this.jump(this.stopOf(version));
  }
  stopOf(version: number): number {
    return frameAt(this.frames, version);
  }

  act(what: Act): void {
    if (what === "play") {
      if (!this.playing && this.stop === this.last) this.stop = 0;
      this.playing = !this.playing;
      return;
    }
    const to: Record<Exclude<Act, "play">, number> = {
      start: 0,
      end: this.last,
      back: this.stop - 1,
      forward: this.stop + 1,
      round_back: roundStep(this.marks, this.stop, -1, this.last),
      round_on: roundStep(this.marks, this.stop, 1, this.last),
    };
    this.jump(to[what]);
  }

  /** Another move from here, perhaps with the bots' answers; nothing is kept. */
  try(seat: number, move: string, answer: boolean): Promise<Variation> {
    const at = this.branch ? this.frames[this.branch.stop]!.version : this.frame.version;
    const moves = [...(this.branch?.moves ?? []), { seat, move }];
    return post<Variation>(`${gameAt(this.source)}/variation`, { at, moves, answer });
  }
  /** Leaves the record, or goes on from where that has led. */
  leave(seat: number, words: string, tried: Variation): void {
    this.preview = null;
    const { stop, words: before } = this.branch ?? { stop: this.stop, words: [] };
    this.branch = { ...tried, seat, words: [...before, words], stop };
    this.jump(this.stop + 1);
  }
  comeBack(): void {
    if (!this.branch) return;
    const { stop } = this.branch;
    this.stop = stop;
    this.branch = null;
  }

  faster(by: 1 | -1): void {
    this.speed = SPEEDS[SPEEDS.indexOf(this.speed) + by] ?? this.speed;
  }

  nextEye(): void {
    const eyes: Eye[] = ["all", ...this.players.map((s) => s.seat), "nobody"];
    if (this.open) this.eye = eyes[(eyes.indexOf(this.eye) + 1) % eyes.length]!;
  }
}
