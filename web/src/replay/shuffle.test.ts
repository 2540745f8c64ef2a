import { describe, expect, test } from "vitest";
import type { Memory } from "../lib/fair/own";
import { commitmentTo, fromHex, PROTOCOL, sealOf } from "../lib/fair/protocol";
import { checkShuffle, type FairRecord } from "./shuffle";

const [SECRET, ANNA, BRUNO] = ["01", "02", "03"].map((pair) => pair.repeat(32)) as [
  string,
  string,
  string,
];
const seal = (number: string): string => sealOf(fromHex(number)!);
const options = { rules: 2, house: { players: 2 }, start: null, live: true, given: ["* first A"] };
const commitment = commitmentTo(fromHex(SECRET)!, "venice", options);
const record: FairRecord & { fair: NonNullable<FairRecord["fair"]> } = {
  rules: 2,
  house: { players: 2 },
  names: ["Anna", "Bruno"],
  start: null,
  moves: ["* first A", "A row 2"],
  fair: {
    protocol: PROTOCOL,
    game: "venice",
    live: true,
    given: 1,
    commitment,
    secret: SECRET,
    attempts: 2,
    numbers: [
      { seat: 0, seal: seal(ANNA), number: ANNA },
      { seat: 1, seal: seal(BRUNO), number: BRUNO },
    ],
    missing: [{ attempt: 1, seat: 1, name: "Bruno" }],
  },
};
const memory = {
  commitment,
  numbers: [{ seat: 0, seal: seal(ANNA), number: ANNA, opened: true as const }],
};
const codes = (changed: Partial<FairRecord["fair"]>, kept: Memory = memory): string[] =>
  checkShuffle({ ...record, fair: { ...record.fair, ...changed } }, kept)
    .filter(({ state }) => state === "good" || state === "bad")
    .map(({ state, code }) => `${state} ${code}`);

test("a fair game, and what the page says it did not check", () => {
  expect(checkShuffle(record, memory).map(({ state, code }) => [state, code])).toEqual([
    ["good", "secret.good"],
    ["good", "shown.good"],
    ["good", "number.good"],
    ["good", "number.good"],
    ["good", "mine.good"],
    ["note", "missing"],
    ["open", "draws"],
  ]);
});

describe("a forged one", () => {
  test.each<[string, Partial<FairRecord["fair"]>, string]>([
    ["secret", { secret: BRUNO }, "bad secret.bad"],
    ["no secret at all", { secret: "x" }, "bad secret.bad"],
    ["game", { game: "rome" }, "bad secret.bad"],
    ["given", { given: 0 }, "bad secret.bad"],
    ["commitment", { commitment: SECRET }, "bad shown.bad"],
    ["number", { numbers: [{ seat: 0, seal: seal(ANNA), number: BRUNO }] }, "bad number.bad"],
    ["not sealed", { numbers: [{ seat: 0, seal: null, number: ANNA }] }, "bad number.bad"],
    ["mine changed", { numbers: [{ seat: 0, seal: seal(BRUNO), number: BRUNO }] }, "bad mine.bad"],
    ["mine dropped", { numbers: [] }, "bad mine.bad"],
  ])("%s", (_, changed, found) => expect(codes(changed)).toContain(found));
});

test("before the end, and for whom it is not known", () => {
  const running = { ...record, fair: { ...record.fair } };
  delete running.fair.secret;
  const found = checkShuffle(running, null).map(({ code }) => code);
  expect(found.slice(0, 2)).toEqual(["secret.later", "shown.unknown"]);
});

test("old games and numbers in clear are shown as such", () => {
  const old: FairRecord = { ...record };
  delete old.fair;
  expect(checkShuffle(old, memory).map(({ code }) => code)).toEqual(["none"]);
  const clear = { live: false, numbers: [{ seat: 0, seal: null, number: ANNA }] };
  const found = checkShuffle({ ...record, fair: { ...record.fair, ...clear } }, memory);
  expect(found.map(({ code }) => code)).toContain("number.clear");
});

test("who was missing, or went before the game, is not told that their number was dropped", () => {
  const numbers = [record.fair.numbers[0]!];
  const bruno = { seat: 1, seal: seal(BRUNO), number: BRUNO };
  const found = (kept: Memory["numbers"], changed: Partial<FairRecord["fair"]>): string[] =>
    checkShuffle(
      { ...record, fair: { ...record.fair, numbers, ...changed } },
      {
        commitment,
        numbers: kept,
      },
    )
      .map(({ state, code }) => `${state} ${code}`)
      .filter((line) => line.includes("mine"));
  expect(found([{ ...bruno, opened: true }], {})).toEqual(["note mine.absent"]);
  expect(found([bruno], { missing: [] })).toEqual(["note mine.absent"]);
  expect(found([{ ...bruno, opened: true }], { missing: [] })).toEqual(["bad mine.bad"]);
});
