// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import type { Cards, GameEvent, Replay, ReplayFrame, Variation } from "../lib/wire";

vi.mock("../lib/i18n.svelte", () => ({
  t: (key: string) => key,
  term: (_: string, id: string) => id,
  known: () => true,
  list: (all: string[]) => all.join(),
  parts: (key: string) => [{ text: key }],
}));
const { animate } = vi.hoisted(() => ({ animate: vi.fn() }));
vi.mock("../game/motion.svelte", () => ({ animate }));
const { post } = vi.hoisted(() => ({ post: vi.fn() }));
vi.mock("../lib/api", () => ({ post }));
const { Playback } = await import("./playback.svelte");

/** Six frames, two rounds; the fourth decision leaves no word in the log. */
function game(open = true): Replay {
  const event = (version: number): GameEvent => ({
    version,
    n: 0,
    code: "passed",
    seat: 0,
    args: {},
  });
  const frame = (stop: number): ReplayFrame =>
    ({
      version: stop * 10,
      view: { round: stop < 3 ? 1 : 2, seats: [{ seat: 0, name: "Anna" }, { seat: 1 }] },
      events: stop === 0 || stop === 4 ? [] : [event(stop * 10)],
      hands: open ? [{ gold: 1 } as Cards, { gold: 2 } as Cards] : null,
    }) as unknown as ReplayFrame;
  return { house: {}, names: ["Anna", "Bert"], frames: [0, 1, 2, 3, 4, 5].map(frame) } as Replay;
}
let playback: InstanceType<typeof Playback>;
beforeEach(() => {
  animate.mockClear();
  playback = new Playback(game(), { table: "t" });
});

test("it stays within the game, and stops playing at its end", () => {
  playback.act("back");
  expect(playback.stop).toBe(0);
  playback.act("play");
  playback.go(99);
  expect([playback.stop, playback.playing]).toEqual([5, false]);
  playback.act("play");
  expect([playback.stop, playback.playing]).toEqual([0, true]);
});

test("rounds are steps too, and a hand on the controls ends the playing", () => {
  playback.act("play");
  playback.act("round_on");
  expect([playback.stop, playback.playing]).toEqual([3, false]);
  playback.act("round_back");
  expect(playback.stop).toBe(0);
});

test("pieces fly one move forward only, and not when it is fast", () => {
  const flown = (): unknown => animate.mock.lastCall?.[0];
  playback.go(1);
  expect(flown()).not.toBeNull();
  playback.go(3);
  expect(flown()).toBeNull();
  playback.faster(1);
  playback.faster(1);
  playback.go(4);
  expect([playback.speed, flown()]).toEqual(["fast", null]);
});

test("what happened is what the move made happen; a silent one leaves what came before", () => {
  const told = (stop: number): string[] => {
    playback.jump(stop);
    return playback.happened.map((line) => line.id);
  };
  expect(told(0)).toEqual([]);
  expect(told(2)).toEqual(["20.0"]);
  expect(told(4)).toEqual(["10.0", "20.0", "30.0"]);
});

test("each viewer sees their own hand, and nobody chooses while the game runs", () => {
  playback.nextEye();
  expect([playback.eye, playback.view.hand]).toEqual([0, { gold: 1 }]);
  const running = new Playback(game(false), { table: "t" });
  running.nextEye();
  expect([running.open, running.eye]).toEqual([false, "nobody"]);
});

test("a move is found by its version", () => {
  playback.jumpToVersion(21);
  expect(playback.stop).toBe(3);
});

test("what is tried goes on from where it has led, and back to where the record was left", async () => {
  const tried = (n: number): Variation => ({
    moves: Array.from({ length: n }, (_, i) => ({ seat: i % 2, move: `move ${i}` })),
    frames: Array.from({ length: n }, (_, i) => ({ ...game().frames[2]!, version: 21 + i })),
    then: null,
  });
  playback.jump(2);
  post.mockResolvedValueOnce(tried(2));
  playback.leave(0, "first", await playback.try(0, "pass", true));
  expect([playback.stop, playback.last]).toEqual([3, 4]);
  playback.jump(4);
  post.mockResolvedValueOnce(tried(4));
  playback.leave(0, "second", await playback.try(0, "play 1", true));
  expect(post.mock.lastCall).toEqual([
    "/api/tables/t/variation",
    { at: 20, moves: [...tried(2).moves, { seat: 0, move: "play 1" }], answer: true },
  ]);
  expect([playback.stop, playback.last, playback.branch?.words]).toEqual([
    5,
    6,
    ["first", "second"],
  ]);
  playback.comeBack();
  expect([playback.stop, playback.last]).toEqual([2, 5]);
});
