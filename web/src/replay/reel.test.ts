import { expect, test } from "vitest";
import type { GameEvent, ReplayFrame } from "../lib/wire";
import { told } from "../game/told";
import { frameAt, moveInHash, rounds, roundStep, seen } from "./reel";

const frame = (version: number, round: number): ReplayFrame =>
  ({
    version,
    view: { round, seat: null, hand: null, seats: [{ connected: false, away: true }] },
    events: [],
    hands: [{ doge: 1 }, { doge: 2 }],
  }) as unknown as ReplayFrame;
const game = [
  frame(7, 0),
  frame(8, 0),
  frame(33, 1),
  frame(36, 1),
  frame(60, 2),
  frame(61, 2),
  frame(62, 2),
];

test("a version between two frames shows in the later one", () => {
  expect(frameAt(game, 0)).toBe(0);
  expect(frameAt(game, 8)).toBe(1);
  expect(frameAt(game, 9)).toBe(2);
  expect(frameAt(game, 999)).toBe(6);
});

test("rounds on and back", () => {
  const marks = rounds(game);
  expect(marks).toEqual([
    { stop: 2, round: 1 },
    { stop: 4, round: 2 },
  ]);
  expect(roundStep(marks, 0, 1, 6)).toBe(2);
  expect(roundStep(marks, 4, 1, 6)).toBe(6);
  expect(roundStep(marks, 4, -1, 6)).toBe(2);
  expect(roundStep(marks, 3, -1, 6)).toBe(2);
  expect(roundStep(marks, 2, -1, 6)).toBe(0);
});

test("a viewer is told no card of another's hand", () => {
  const drew = { version: 1, n: 0, code: "drew", seat: 1, args: { kind: "gold" } } as GameEvent;
  const dealt = { ...drew, code: "dealt", seat: null } as GameEvent;
  expect(told([drew], 1)[0]!.args.kind).toBe("gold");
  expect(told([drew], 0)[0]!.args.kind).toBeNull();
  expect(told([drew], "nobody")[0]!.args.kind).toBeNull();
  expect(told([drew], "all")[0]!.args.kind).toBe("gold");
  expect(told([dealt], 0)[0]!.args.kind).toBe("gold");
});

test("a seat sees its own hand only", () => {
  expect(seen(game[2]!, 1)).toMatchObject({ seat: 1, hand: { doge: 2 } });
  expect(seen(game[2]!, "nobody")).toMatchObject({ seat: null, hand: null });
  expect(seen(game[2]!, "all").seats).toEqual([{ connected: true, away: false }]);
});

test("deep links", () => {
  expect(moveInHash("move=123")).toBe(123);
  expect(moveInHash("x=1&move=7&y=2")).toBe(7);
  expect(moveInHash("remove=7")).toBeNull();
  expect(moveInHash("")).toBeNull();
});
