import { expect, test } from "vitest";
import english from "../../../src/rialto/locales/en/guide.json";
import { KINDS, type View } from "../lib/wire";
import { boxOf, tipsOf, TOPICS, topicsFor } from "./topics";

const view = (part: object): View =>
  ({
    status: "running",
    seat: 0,
    to_move: [0],
    decision: "play",
    step: "gold",
    legal: [],
    seats: [{ buildings: [] }],
    ...part,
  }) as unknown as View;

test("silent while others think, and for those who only watch", () => {
  expect(topicsFor(view({ to_move: [1] }))).toEqual([]);
  expect(topicsFor(view({ seat: null }))).toEqual([]);
  expect(topicsFor(view({ status: "over" }))).toEqual([]);
});

test("a play is about playing, what one could use now, and its step", () => {
  const legal = (...moves: string[]): object => ({ legal: moves.map((move) => ({ move })) });
  expect(topicsFor(view({}))).toEqual(["play", "step.gold"]);
  expect(topicsFor(view(legal("pass", "play 1", "play 1 joker 1")))).toEqual([
    "play",
    "joker",
    "step.gold",
  ]);
  expect(topicsFor(view(legal("pass", "turn gondola yellow-2")))).toEqual([
    "play",
    "yellow",
    "step.gold",
  ]);
  expect(topicsFor(view(legal("delay", "play 1 joker 1")))).toEqual([
    "play",
    "joker",
    "yellow",
    "step.gold",
  ]);
});

test("every kind of decision has its words", () => {
  for (const decision of [
    "row",
    "green",
    "discard",
    "build",
    "bridge",
    "gondola",
    "source",
    "council",
    "blue",
  ])
    expect(topicsFor(view({ decision }))).toEqual([decision]);
  expect(topicsFor(view({ decision: "start" }))).toEqual(["start_building"]);
  for (const topic of TOPICS)
    for (const part of ["title", "text", "tip"])
      expect(english).toHaveProperty([`guide.${topic}.${part}`]);
});

test("one box for a question; a general word shares it", () => {
  expect(boxOf(["play", "joker", "step.doge"])).toEqual(["play", "joker"]);
  expect(boxOf(["given", "row"])).toEqual(["given", "row"]);
  expect(boxOf(["joker", "step.gold"])).toEqual(["joker"]);
  expect(boxOf([])).toEqual([]);
});

test("a start building that somebody has is not recommended", () => {
  const taken = view({
    seats: [{ buildings: [] }, { buildings: [{ id: "green-1", count: 1, used: 0 }] }],
  });
  expect(tipsOf("start_building", taken, false)).toEqual([
    "start_building.tip_taken",
    "point.buildings",
  ]);
  expect(tipsOf("start_building", view({}), true)).toEqual(["start_building.tip", "tap.buildings"]);
  expect(tipsOf("step.gold", taken, true)).toEqual(["step.gold.tip"]);
});

test("each kind of card, and both ways to ask, have their words", () => {
  for (const kind of KINDS) expect(english).toHaveProperty([`guide.kind.${kind}`]);
  for (const how of ["tap", "point"])
    for (const what of ["buildings", "cards"])
      expect(english).toHaveProperty([`guide.${how}.${what}`]);
});
