import { describe, expect, test } from "vitest";
import { place, SLOTS, SPOTS, STRETCH } from "../board/geometry";
import { follow, type Point, STEPS } from "./roving";
import { BOARDS, CONNECTIONS } from "./wire";

const KEYS = Object.keys(STEPS);

/** What cannot be reached by arrows from the first point, or cannot get back to it. */
function cutOff(points: readonly Point[]): Point[] {
  const ways = points.map((_, i) => Object.values(STEPS).map((step) => follow(points, i, step)));
  const back = points.map((_, i) => ways.flatMap((next, from) => (next.includes(i) ? from : [])));
  return [ways, back].flatMap((graph) => {
    const seen = new Set([0]);
    for (const here of seen) for (const next of graph[here] ?? []) seen.add(next);
    return points.filter((_, i) => !seen.has(i));
  });
}

const grid = (columns: number, cells = 12): Point[] =>
  Array.from({ length: cells }, (_, i) => [60 * (i % columns), 60 * Math.floor(i / columns)]);

function* subsets<T>(all: readonly T[]): Generator<T[]> {
  for (let set = 1; set < 1 << all.length; set++) yield all.filter((_, i) => (set >> i) & 1);
}

describe("in a grid", () => {
  test("an arrow leads to the next cell, and at the edge nowhere", () => {
    const columns = 4;
    const points = grid(columns);
    points.forEach((_, i) => {
      const [x, y] = [i % columns, Math.floor(i / columns)];
      const expected = {
        ArrowLeft: x > 0 ? i - 1 : -1,
        ArrowRight: x < 3 ? i + 1 : -1,
        ArrowUp: y > 0 ? i - columns : -1,
        ArrowDown: y < 2 ? i + columns : -1,
      };
      const found = KEYS.map((key) => [key, follow(points, i, STEPS[key] ?? [0, 0])]);
      expect(Object.fromEntries(found)).toEqual(expected);
    });
  });

  test.each([1, 2, 3, 4, 5, 6, 12])(
    "of %i columns every cell is reached, whichever there are",
    (columns) => {
      for (const points of subsets(grid(columns))) expect(cutOff(points)).toEqual([]);
    },
  );

  test("down leads to the line below even where nothing stands right below", () => {
    const points: Point[] = [
      [0, 0],
      [100, 0],
      [300, 50],
    ];
    expect(follow(points, 0, [0, 1])).toBe(2);
    expect(follow(points, 1, [0, 1])).toBe(2);
    expect(follow(points, 2, [0, -1])).toBe(1);
    expect(follow(points, 0, [0, -1])).toBe(-1);
  });
});

describe.each(BOARDS)("on the map %s", (board) => {
  const slots = CONNECTIONS[board].map((id) => SLOTS[id]!);

  test.each([false, true])("every place is reached, whichever there are (tall: %s)", (tall) => {
    const high = tall ? STRETCH : 1;
    const signs = Object.values(SPOTS).map(({ name: [x, y] }): Point => [x, y * high]);
    const places = slots.map((slot) => place(slot, tall)).map(({ x, y }): Point => [x, y]);
    for (const links of subsets(places)) expect(cutOff([...signs, ...links])).toEqual([]);
  });
});

test("wherever things lie, every one is reached", () => {
  let seed = 1;
  const random = (): number => (seed = (seed * 48271) % 2147483647) / 2147483647;
  for (let round = 0; round < 500; round++) {
    const room = round % 2 ? 1000 : 8;
    const at = (): number => Math.floor(room * random()) * 50;
    const places = new Set(Array.from({ length: 2 + (round % 20) }, () => `${at()},${at()}`));
    const points = [...places].map((p): Point => p.split(",").map(Number) as [number, number]);
    expect(cutOff(points)).toEqual([]);
  }
});
