import type { GameEvent, View } from "../lib/wire";
import type { Refused } from "./orders.svelte";

/** For tests: a session whose server is the test. */
export class FakeSession {
  shown = $state.raw<View | null>(null);
  get seen(): View | null {
    return this.shown;
  }
  latest: View | null = null;
  busy = false;
  current = $state(true);
  /** What was sent, and what the server answers to each, in turn; then it stores everything. */
  played: string[][] = [];
  answers: (Refused | null)[] = [];
  tried: string[][] = [];
  /** What a try leads to. */
  would: View | null = null;
  undone = 0;
  events: GameEvent[] = [];
  readonly seat = 0;
  onnewer: () => void = () => undefined;

  get settled(): boolean {
    return this.current && !this.busy;
  }
  show(view: View): void {
    this.shown = this.latest = view;
  }
  try(moves: string[]): Promise<View | null> {
    this.tried.push(moves);
    return Promise.resolve(this.would);
  }
  play(moves: string[]): Promise<Refused | null> {
    this.played.push(moves);
    return Promise.resolve(this.answers.shift() ?? null);
  }
  undo(): Promise<Refused | null> {
    this.undone++;
    return Promise.resolve(null);
  }
  newer(): Promise<void> {
    this.onnewer();
    return Promise.resolve();
  }
}
