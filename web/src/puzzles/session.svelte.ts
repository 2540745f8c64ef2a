/** A table with one question: the moves that are chosen are the answer, and nothing is played. */
import { ApiError, get, post } from "../lib/api";
import { t } from "../lib/i18n.svelte";
import { me } from "../lib/me.svelte";
import type { Puzzle, PuzzleAnswer, View } from "../lib/wire";
import type { Refused } from "../table/orders.svelte";
import { TableSession } from "../table/session.svelte";
import { note } from "./memory.svelte";

export class PuzzleSession extends TableSession {
  /** What the server says of the answer. */
  answer = $state.raw<PuzzleAnswer | null>(null);
  #sending = $state(false);

  constructor(readonly name: string) {
    super("", null);
  }

  /** Nothing is asked any more once there is an answer. */
  override get current(): boolean {
    return this.answer === null && super.current;
  }
  override get busy(): boolean {
    return this.#sending;
  }

  override async open(): Promise<void> {
    const { view } = await get<Puzzle>(`/api/puzzles/${this.name}`);
    this.seat = view.seat;
    this.latest = this.shown = named(view);
    this.line.state = "live";
  }

  override async play(moves: string[]): Promise<Refused | null> {
    this.#sending = true;
    try {
      const answer = await post<PuzzleAnswer>(`/api/puzzles/${this.name}/answer`, { moves });
      note(this.name, answer.solved);
      this.answer = answer;
      return null;
    } catch (error) {
      return this.#refused(error);
    } finally {
      this.#sending = false;
    }
  }

  /** A building that is used before cards are played is an answer by itself: nothing is put ready. */
  override try(moves: string[]): Promise<View | null> {
    return this.shown?.decision === "play" ? Promise.resolve(null) : this.foresee(moves);
  }

  /** The view after these moves; null when the server will not say. */
  async foresee(moves: string[]): Promise<View | null> {
    try {
      return named(await post<View>(`/api/puzzles/${this.name}/try`, { moves }));
    } catch {
      return null;
    }
  }

  override undo(): Promise<Refused | null> {
    return Promise.resolve(null);
  }

  #refused(error: unknown): Refused | null {
    const { refusal, rule, move } = error instanceof ApiError ? error.details : {};
    if (typeof refusal === "string") return { refusal, rule: String(rule), move: String(move) };
    this.problem = error instanceof ApiError ? error.code : "unknown";
    return null;
  }
}

/** Whoever solves it sits there under their own name; without one as a guest, not under a bot's. */
function named(view: View): View {
  const name = me.name.trim() || t("player.guest");
  const seats = view.seats.map((seat) => (seat.seat === view.seat ? { ...seat, name } : seat));
  return { ...view, seats };
}
