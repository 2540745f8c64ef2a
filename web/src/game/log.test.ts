import { expect, test, vi } from "vitest";
import type { GameEvent, Notice, View } from "../lib/wire";

vi.mock("../lib/i18n.svelte", () => ({
  t: (key: string) => key,
  term: (_: string, id: string) => id,
  known: () => true,
  list: (all: string[]) => all.join(),
  parts: (key: string, { what }: { what?: string } = {}) => [
    { text: what === undefined ? key : `${key} ${what}` },
  ],
}));
const { acted, bankWinners, dealtRows, drawn, logLines, moveInWords, withNotices } =
  await import("./log");

let version = 0;
const event = (code: string, seat: number | null, args: object = {}): GameEvent =>
  ({ version: ++version, n: 0, code, seat, args }) as unknown as GameEvent;
const dealt = (row: number): GameEvent => event("dealt", null, { row, kind: "gold" });
const view = { seats: [{ name: "Anna" }, { name: "Bert" }], step: null } as unknown as View;

test("a reshuffle in mid-deal does not tell of the rows twice", () => {
  const events = [
    event("round", null, { n: 1, district: "castello" }),
    dealt(1),
    event("reshuffled", null, { n: 9 }),
    dealt(2),
  ];
  expect(logLines(events, view).map((l) => l.code)).toEqual(["round", "reshuffled", "dealt"]);
  expect([...dealtRows(events)]).toEqual([
    [1, { gold: 1 }],
    [2, { gold: 1 }],
  ]);
});

test("a move in words names what lies in its row, and leaves out what is not the mover's", () => {
  const events = [event("took_row", 0, { row: 2 }), event("points", 1, { points: 1, why: "doge" })];
  const rows: View["rows"] = [
    { row: 1, cards: { doge: 1 }, owner: null },
    { row: 2, cards: { gold: 2, joker: 1 }, owner: null },
  ];
  expect(moveInWords(events, 0, { ...view, rows })).toBe(
    "event.took_row kind.gold.count,kind.joker.count",
  );
  expect(moveInWords([], 0, { ...view, rows })).toBe("");
});

test("a bank belongs to whoever scored it, before or after its tile is turned", () => {
  const place = (seat: number, district: string): GameEvent =>
    event("councillor", seat, { district, source: "general" });
  const five = (seat: number): GameEvent => event("points", seat, { points: 5, why: "bank" });
  expect(
    bankWinners([
      place(1, "san-polo"),
      event("bank_turned", null, { bank: "ultra" }),
      five(1),
      place(0, "castello"),
      five(0),
      place(1, "castello"),
      five(1),
      event("bank_turned", null, { bank: "citra" }),
    ]),
  ).toEqual({ ultra: [1], citra: [0, 1] });
});

test("what was drawn counts from the row on", () => {
  const drew = (kind: string): GameEvent => event("drew", 0, { kind });
  expect(
    drawn(
      [
        drew("doge"),
        event("took_row", 0, { row: 1 }),
        drew("gold"),
        event("drew", 1, { kind: null }),
        drew("gold"),
      ],
      0,
    ),
  ).toEqual({ gold: 2 });
  expect(
    drawn([event("took_row", 0, { row: 1 }), drew("gold"), event("round", null, { n: 2 })], 0),
  ).toEqual({});
});

test("a round and a bank's bonus are loud, and words fit what is special", () => {
  const lines = logLines(
    [
      event("round", null, { n: 1 }),
      event("points", 0, { points: 5, why: "bank" }),
      event("points", 0, { points: 1, why: "blue_2" }),
    ],
    view,
  );
  expect(lines.map((l) => l.loud)).toEqual([true, true, false]);
  const first = event("start_building", 0, { building: "green-1" });
  const left = { ...first, n: 1, seat: 1 };
  expect(logLines([first, left], view).map((l) => l.parts[0]?.text)).toEqual([
    "event.start_building",
    "event.start_building.left",
  ]);
  const last = logLines([event("round", null, { n: 5 }), event("round", null, { n: 6 })], view);
  expect(last.map((l) => l.parts[0]?.text)).toEqual(["event.round", "event.round.last"]);
});

test("a tie says what decided it, within its own step only", () => {
  const played = (seat: number, strength: number): GameEvent =>
    event("played", seat, { cards: strength, jokers: 0, strength });
  const step = (kind: string): GameEvent => event("step", null, { kind });
  const lines = logLines(
    [
      step("doge"),
      played(0, 2),
      played(1, 2),
      event("bonus", 1, { kind: "doge", strength: 2 }),
      step("gold"),
      played(1, 2),
      event("bonus", 1, { kind: "gold", strength: 2 }),
    ],
    view,
  );
  expect(lines.filter((l) => l.code === "bonus").map((l) => l.parts)).toEqual([
    [{ text: "event.bonus.tie" }],
    [{ text: "event.bonus" }],
  ]);
});

test("a play of somebody else that moves my councillors is not my turn", () => {
  const mine = event("played", 0, { cards: 1, jokers: 0, strength: 1 });
  const theirs = event("played", 1, { cards: 2, jokers: 0, strength: 2 });
  const placed = {
    ...theirs,
    n: 1,
    code: "councillor",
    seat: 0,
    args: { district: "castello", source: "private" },
  };
  expect(acted([event("built_none", 0)], 0)).toBe(true);
  expect([
    acted([mine], 0),
    acted([theirs, placed], 0),
    acted([theirs, placed], 1),
    acted([mine], null),
  ]).toEqual([true, false, true, false]);
});

test("what happens at the table stands where the game was then", () => {
  const notice = (n: number, version: number, code: string): Notice =>
    ({ n, at: 0, version, code, seat: 1, name: "Bert" }) as Notice;
  const lines = [1, 2, 2, 3].map((at) => ({
    ...logLines([event("round", null, { n: 1 })], view)[0]!,
    version: at,
  }));
  const told = withNotices(lines, [notice(1, 0, "seated"), notice(2, 2, "device")]);
  expect(told.map((line) => line.parts[0]?.text)).toEqual([
    "notice.seated",
    "event.round",
    "event.round",
    "event.round",
    "notice.device",
    "event.round",
  ]);
});
