import { expect, test } from "vitest";
import english from "../../../src/rialto/locales/en/guide.json";
import type { View } from "../lib/wire";
import { TOPICS, topicsFor } from "./topics";

const view = (part: object): View =>
  ({
    status: "running", seat: 0, to_move: [0], decision: "play", step: "gold", hand: { joker: 0 },
    seats: [{ coins: 1, buildings: [] }], ...part,
  }) as unknown as View;

test("silent while others think, and for those who only watch", () => {
  expect(topicsFor(view({ to_move: [1] }))).toEqual([]);
  expect(topicsFor(view({ seat: null }))).toEqual([]);
  expect(topicsFor(view({ status: "over" }))).toEqual([]);
});

test("a play is about playing, its step, and what one could use", () => {
  expect(topicsFor(view({}))).toEqual(["play", "step.gold"]);
  expect(topicsFor(view({ hand: { joker: 2 } }))).toEqual(["play", "step.gold", "joker"]);
  const yellow = [{ id: "yellow-2", count: 1, used: 0 }];
  expect(topicsFor(view({ seats: [{ coins: 1, buildings: yellow }] }))).toContain("yellow");
  expect(topicsFor(view({ seats: [{ coins: 0, buildings: yellow }] }))).not.toContain("yellow");
  expect(topicsFor(view({ seats: [{ coins: 1, buildings: [{ ...yellow[0], used: 1 }] }] }))).not.toContain("yellow");
});

test("every kind of decision has its words", () => {
  for (const decision of ["row", "green", "discard", "build", "bridge", "gondola", "source", "council", "blue"])
    expect(topicsFor(view({ decision }))).toEqual([decision]);
  expect(topicsFor(view({ decision: "start" }))).toEqual(["start_building"]);
  for (const topic of TOPICS)
    for (const part of ["title", "text", "tip"]) expect(english).toHaveProperty([`guide.${topic}.${part}`]);
});
