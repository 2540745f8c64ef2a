import { expect, test } from "vitest";
import { DISTRICTS, type View } from "../lib/wire";
import { after, stages } from "./reckoning";

const score = (during: number, districts: number[]) => ({
  during,
  leftovers: 2,
  buildings: 5,
  districts,
  total: during + 7 + districts.reduce((a, b) => a + b),
});
const view = {
  reckoning: [score(20, [1, 0, 8, 0, 0, 3]), score(-2, [0, 4, 4, 0, 0, 0])],
  districts: DISTRICTS.map((id, i) => ({ id, token: 6 - i })),
} as unknown as View;

test("the districts come in the order of their rounds", () => {
  const list = stages(view);
  expect(list.map((s) => s.district ?? s.part)).toEqual([
    "during",
    "leftovers",
    "buildings",
    "dorsoduro",
    "san-polo",
    "santa-croce",
    "san-marco",
    "castello",
    "cannaregio",
  ]);
  expect(list[6]!.points).toEqual([8, 4]);
});

test("what is counted adds up to the total", () => {
  const list = stages(view);
  expect(after(list, 0, 0)).toBe(0);
  expect(after(list, 3, 1)).toBe(5);
  for (const seat of [0, 1])
    expect(after(list, list.length, seat)).toBe(view.reckoning![seat]!.total);
});
