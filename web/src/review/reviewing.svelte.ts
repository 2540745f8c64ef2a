/** A review on its way: asked for, waited for, there. The server goes on with it by itself. */
import { get, post } from "../lib/api";
import type { Judgement, Review, ReviewMode, ReviewState } from "../lib/wire";

const POLL_MS = 1200;

export class Reviewing {
  state = $state.raw<ReviewState | null>(null);
  error = $state.raw<unknown>(null);
  #timer = 0;
  #closed = false;

  /** `path` names the game: `/api/tables/…` or `/api/records/…`. */
  constructor(readonly path: string) {}

  report = $derived.by((): Review | null => (this.state?.report as Review | null) ?? null);
  busy = $derived.by((): boolean => ["waiting", "working"].includes(this.state?.stage ?? ""));

  /** The thorough one if there is one. */
  async look(): Promise<void> {
    for (const mode of ["deep", "quick"] as const) {
      await this.#ask(() => get<ReviewState>(`${this.path}/review?mode=${mode}`), mode);
      if (this.error || this.state?.stage !== "none") return;
    }
  }

  start = (mode: ReviewMode): Promise<void> =>
    this.#ask(() => post<ReviewState>(`${this.path}/review`, { mode }), mode);

  async #ask(ask: () => Promise<ReviewState>, mode: ReviewMode): Promise<void> {
    clearTimeout(this.#timer);
    try {
      this.state = await ask();
      this.error = null;
    } catch (error) {
      this.error = error;
      return;
    }
    if (this.busy && !this.#closed) {
      const again = async (): Promise<ReviewState> => {
        const state = await get<ReviewState>(`${this.path}/review?mode=${mode}`);
        // The server has started anew: it goes on where it was.
        return state.stage === "none" ? post(`${this.path}/review`, { mode }) : state;
      };
      this.#timer = window.setTimeout(() => void this.#ask(again, mode), POLL_MS);
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }
}

/** The dearest first; only where another move was better. */
export function costly(report: Review, most: number): Judgement[] {
  return report.decisions
    .filter((d) => d.verdict === "better")
    .sort((a, b) => b.loss - a.loss)
    .slice(0, most);
}

/** Of the seat, how many of a hundred games it wins, at each of these moves: what was last known. */
export function shares(report: Review, seat: number, versions: readonly number[]): number[] {
  const moments = report.curves.find((c) => c.seat === seat)?.moments ?? [];
  return versions.map((version) => {
    const known = moments.findLast((m) => m.index <= version) ?? moments[0];
    return percent(known?.share ?? 0);
  });
}

export const percent = (share: number): number => Math.round(100 * share);
