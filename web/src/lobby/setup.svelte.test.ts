// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from "vitest";
import { EDITIONS } from "../lib/wire";
import { TableSetup } from "./setup.svelte";

let setup: TableSetup;
beforeEach(() => (setup = new TableSetup("Anna")));

describe("seats", () => {
  test("one is mine, the others by link", () => {
    expect(setup.request().seats).toEqual([
      { kind: "me", name: "Anna" },
      { kind: "person" },
      { kind: "person" },
    ]);
    expect([setup.here, setup.invites, setup.myName]).toEqual([1, 2, "Anna"]);
  });

  test("whoever else sits at this screen sits beside me", () => {
    setup.seat(1, "me");
    expect(setup.seats).toEqual(["me", "here", "person"]);
    setup.seat(0, "random");
    setup.seat(2, "me");
    setup.seat(0, "me");
    expect(setup.seats).toEqual(["me", "here", "here"]);
  });

  test("a name is trimmed, an empty one is none", () => {
    setup.names = ["  ", " Bert ", "", "", ""];
    setup.seat(1, "here");
    setup.seat(2, "random");
    expect(setup.request().seats).toEqual([
      { kind: "me" },
      { kind: "me", name: "Bert" },
      { kind: "bot", bot: "random" },
    ]);
    expect(setup.myName).toBe("");
  });

  test("the neutral player comes only with two", () => {
    setup.neutral = true;
    expect(setup.request().house?.neutral).toBe(false);
    setup.players = 2;
    expect(setup.request().house?.neutral).toBe(true);
    expect(setup.request().seats).toHaveLength(2);
  });
});

test("hints and beliefs are agreed on with others, and go without saying with bots alone", () => {
  expect(setup.request()).not.toHaveProperty("hints");
  expect(setup.request()).not.toHaveProperty("beliefs");
  setup.hints = true;
  expect(setup.request().hints).toBe(true);
  setup.beliefs = false;
  expect(setup.request().beliefs).toBe(false);
  setup.seat(1, "random");
  setup.seat(2, "random");
  expect(setup.request()).not.toHaveProperty("hints");
  expect(setup.request()).not.toHaveProperty("beliefs");
});

describe("rules", () => {
  test("an edition is named as long as its options are", () => {
    expect(setup.request().house).toMatchObject({ edition: "standard", ...EDITIONS.standard });
    setup.options = { ...EDITIONS.czech };
    expect(setup.request().house?.edition).toBe("czech");
    setup.options.leftovers_rounded_up = false;
    expect(setup.request().house).not.toHaveProperty("edition");
    expect(setup.request().house?.leftovers_rounded_up).toBe(false);
  });

  test("of two editions that play alike the one that was picked", () => {
    setup.picked = "polish";
    expect(setup.request().house?.edition).toBe("polish");
  });

  test("a position goes along without its blanks", () => {
    expect(setup.request()).not.toHaveProperty("position");
    setup.position = "\nround 3\n";
    expect(setup.request().position).toBe("round 3");
  });
});

test.each([
  ["none", undefined],
  ["1", { bank_s: 600, increment_s: 10 }],
  ["own", { bank_s: 420, increment_s: 3 }],
])("the clock %s", (clock, sent) => {
  setup.own = { minutes: 7, seconds: 3 };
  setup.clock = clock;
  expect(setup.request().clock).toEqual(sent);
});
