import { expect, test } from "vitest";
import english from "../../../src/rialto/locales/en/guide.json";
import { KINDS, type View } from "../lib/wire";
import { boxOf, tipsOf, TOPICS, topicsFor } from "./topics";

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

test("one box for a question; a general word shares it", () => {
  expect(boxOf(["play", "step.doge", "joker"])).toEqual(["play", "step.doge"]);
  expect(boxOf(["given", "row"])).toEqual(["given", "row"]);
  expect(boxOf(["step.gold", "joker"])).toEqual(["step.gold"]);
  expect(boxOf([])).toEqual([]);
});

test("a start building that somebody has is not recommended", () => {
  const taken = view({ seats: [{ buildings: [] }, { buildings: [{ id: "green-1", count: 1, used: 0 }] }] });
  expect(tipsOf("start_building", taken, false)).toEqual(["start_building.tip_taken", "point.buildings"]);
  expect(tipsOf("start_building", view({}), true)).toEqual(["start_building.tip", "tap.buildings"]);
  expect(tipsOf("step.gold", taken, true)).toEqual(["step.gold.tip"]);
});

test("each kind of card, and both ways to ask, have their words", () => {
  for (const kind of KINDS) expect(english).toHaveProperty([`guide.kind.${kind}`]);
  for (const how of ["tap", "point"])
    for (const what of ["buildings", "cards"]) expect(english).toHaveProperty([`guide.${how}.${what}`]);
});
