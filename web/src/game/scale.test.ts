import { expect, test } from "vitest";
import { scale, spread } from "./scale";

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
