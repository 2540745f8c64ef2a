import { expect, test } from "vitest";
import type { Cards, View } from "../lib/wire";
import { moved } from "./moved";

type SeatGiven = Partial<View["seats"][number]>;
const NONE = { doge: 0, gold: 0, building: 0, bridge: 0, gondola: 0, councillor: 0, joker: 0 };

/** Two seats with a little of everything, and the changes of a test. */
function view(given: Partial<View> = {}, first: SeatGiven = {}, second: SeatGiven = {}): View {
  const seat = (n: number, more: SeatGiven): object => ({
    seat: n,
    colour: ["red", "blue"][n],
    coins: 3,
    private: 2,
    general: 4,
    hand_size: 2,
    played: {},
    buildings: [],
    ...more,
  });
  return {
    seat: 0,
    seats: [seat(0, first), seat(1, second)],
    districts: [
      { id: "castello", council: [1, 0] },
      { id: "san-polo", council: [0, 2] },
    ],
    links: [{ id: "castello:san-polo", state: "free", ends: [0, 0] }],
    bridges_left: 5,
    gondolas_left: 3,
    supply: { "green-1": 2, "blue-3": 1 },
    rows: [],
    hand: { ...NONE, gold: 2 },
    ...given,
  } as unknown as View;
}
const paths = (from: View, to: View): string[] =>
  moved(from, to).map(({ piece, from, to }) => `${piece.key}: ${from} > ${to}`);
const hand = (cards: Partial<Cards>): Cards => ({ ...NONE, ...cards });

test("nothing moves between equal views", () => {
  expect(moved(view(), view())).toEqual([]);
});

test("a councillor goes from its owner's supply to a district, in its owner's colour", () => {
  const districts = [
    { id: "castello", council: [1, 1] },
    { id: "san-polo", council: [0, 2] },
  ] as View["districts"];
  expect(moved(view(), view({ districts }, {}, { general: 3 }))).toEqual([
    {
      piece: { key: "councillor 1", what: "councillor", colour: "blue" },
      from: "council-1",
      to: "district-castello",
    },
  ]);
});

test("one that is moved goes from district to district", () => {
  const districts = [
    { id: "castello", council: [0, 0] },
    { id: "san-polo", council: [1, 2] },
  ] as View["districts"];
  expect(paths(view(), view({ districts }))).toEqual([
    "councillor 0: district-castello > district-san-polo",
  ]);
});

test("a tile is laid with the values that it shows there", () => {
  const links = [{ id: "castello:san-polo", state: "bridge", ends: [3, 5] }] as View["links"];
  const [move, ...more] = moved(view(), view({ links, bridges_left: 4 }));
  expect(more).toEqual([]);
  expect(move).toMatchObject({
    piece: { what: "bridge", ends: [3, 5] },
    from: "bridges",
    to: "slot-castello:san-polo",
  });
});

test("coins come from the market, and go on the building they pay for", () => {
  const buildings = [{ id: "green-1", count: 1, used: 0 }] as View["seats"][number]["buildings"];
  const used = [{ id: "green-1", count: 1, used: 1 }] as View["seats"][number]["buildings"];
  expect(paths(view(), view({}, { coins: 5 }))).toEqual([
    "coin 0: market > coins-0",
    "coin 0: market > coins-0",
  ]);
  expect(paths(view({}, { buildings }), view({}, { buildings: used, coins: 2 }))).toEqual([
    "coin 0: coins-0 > tiles-0",
  ]);
  expect(paths(view({}, { coins: 2 }), view({}, { coins: 0 }))).toEqual([]);
});

test("a building is taken from the supply, and one that is given back returns to it", () => {
  const has = [{ id: "blue-3", count: 1, used: 0 }] as View["seats"][number]["buildings"];
  const taken = view(
    { supply: { "green-1": 2, "blue-3": 0 } as View["supply"] },
    {},
    { buildings: has },
  );
  expect(paths(view(), taken)).toEqual(["blue-3: supply-blue-3 > tiles-1"]);
  expect(paths(taken, view())).toEqual(["blue-3: tiles-1 > supply-blue-3"]);
});

test("one's own cards are played and drawn by kind", () => {
  const played = view({ hand: hand({ gold: 1 }) }, { hand_size: 1, played: { gold: 1 } });
  expect(paths(view(), played)).toEqual(["card 0 gold: hand-gold > panel-0"]);
  const drawn = view({ hand: hand({ gold: 2, doge: 1 }) }, { hand_size: 3 });
  expect(paths(view(), drawn)).toEqual(["card 0 doge: pile > hand-doge"]);
});

test("a row goes to whoever takes it, and the rest is drawn", () => {
  const rows = (owner: number | null): View["rows"] => [
    { row: 2, cards: owner === null ? { gold: 1, doge: 1 } : {}, owner },
  ];
  const taken = view({ rows: rows(1) }, {}, { hand_size: 5 });
  expect(paths(view({ rows: rows(null) }), taken)).toEqual([
    "card 1 null: row-2 > cards-1",
    "card 1 null: row-2 > cards-1",
    "card 1 null: pile > cards-1",
  ]);
  const mine = view({ rows: rows(0), hand: hand({ gold: 3, doge: 1 }) }, { hand_size: 4 });
  expect(paths(view({ rows: rows(null) }), mine)).toEqual([
    "card 0 doge: row-2 > hand-doge",
    "card 0 gold: row-2 > hand-gold",
  ]);
});

test("what another plays is not known by kind and does not fly", () => {
  expect(paths(view(), view({}, {}, { hand_size: 1, played: { gold: 1 } }))).toEqual([]);
});

test("of very much only the first pieces fly", () => {
  expect(moved(view(), view({}, { coins: 40 }))).toHaveLength(12);
});
