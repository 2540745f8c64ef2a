import { expect, test } from "vitest";
import { byRound } from "./points";

test("the last score of each round counts, then the total", () => {
  const moments = [
    { round: 0, scores: [3, 3] },
    { round: 1, scores: [3, 3] },
    { round: 1, scores: [5, 2] },
    { round: 2, scores: [6, 2] },
    { round: 6, scores: [20, 18] },
  ];
  expect(byRound(moments, [41, 52])).toEqual([
    [3, 5, 6, 6, 6, 6, 20, 41],
    [3, 2, 2, 2, 2, 2, 18, 52],
  ]);
});
