import { expect, test } from "vitest";
import { byRound, scale, spread } from "./points";

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

test("the scale has round figures and holds every value, also below zero", () => {
  expect(scale([3, 63])).toEqual({ lowest: 0, highest: 80, ticks: [0, 20, 40, 60, 80] });
  expect(scale([-4, 9]).ticks).toEqual([-5, 0, 5, 10]);
  expect(scale([0]).ticks).toEqual([0, 1]);
});

test("labels move apart, keep their order and stay inside", () => {
  expect(spread([10, 12, 50], 8, 0, 60)).toEqual([10, 18, 50]);
  expect(spread([58, 59], 8, 0, 60)).toEqual([52, 60]);
  expect(spread([12, 10], 8, 0, 60)).toEqual([18, 10]);
});
