/** Points over the course of a game, from the frames of its replay. */
import { ROUNDS } from "../lib/wire";

export interface Moment {
  round: number;
  /** By seat. */
  scores: readonly number[];
}

/** The scores at the start, after each round, and after the final reckoning; one list per seat. */
export function byRound(moments: readonly Moment[], totals: readonly number[]): number[][] {
  return totals.map((total, seat) => {
    const line: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const last = moments.findLast((m) => m.round <= round);
      line.push(last?.scores[seat] ?? 0);
    }
    return [...line, total];
  });
}
