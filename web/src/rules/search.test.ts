import { expect, test } from "vitest";
import { dealOut, type Section } from "./book";
import { count, fold, marked, search } from "./search";

const book: Section[] = [
  {
    id: "doge",
    title: "The Doge track",
    entries: [
      { rule: "T1", title: "Order", text: ["Further ahead is higher. It breaks every tie."] },
      { rule: "T2", title: "Stacks", text: ["A marker that arrives goes on top."] },
    ],
  },
  {
    id: "steps",
    title: "Kroky",
    entries: [
      { rule: "E2", title: "Prémie", text: ["Položte gondolu na libovolné volné spojení."] },
      { rule: "Q7", title: "Bonus", text: ["A tie goes to the Doge track (see E2)."] },
    ],
  },
];
const ids = (query: string): string[] =>
  search(book, query).flatMap((s) => s.entries.map((e) => e.rule));

test("no query shows everything", () => {
  expect(count(search(book, "  "))).toBe(4);
});

test("every word has to be there, in any order, in title, text or section", () => {
  expect(ids("tie doge")).toEqual(["T1", "Q7"]);
  expect(ids("stack")).toEqual(["T2"]);
  expect(ids("tie stack")).toEqual([]);
});

test("an id finds the rule and what mentions it", () => {
  expect(ids("e2")).toEqual(["E2", "Q7"]);
});

test("accents need not be typed", () => {
  expect(fold("Položte ŁÓDŹ ß")).toBe("polozte lodz s");
  expect(ids("premie volne")).toEqual(["E2"]);
});

test("hits are marked in the text as it is written", () => {
  expect(marked("Volné spojení", "volne")).toEqual([
    { text: "Volné", hit: true },
    { text: " spojení", hit: false },
  ]);
  expect(marked("aaa", "aa").map((p) => p.text)).toEqual(["aaa"]);
  expect(marked("x", "")).toEqual([{ text: "x", hit: false }]);
});

test("parts are dealt out to groups in their order", () => {
  expect(dealOut([1, 3, 2], 0)).toEqual([0, 0, 0]);
  expect(dealOut([1, 3, 2], 3)).toEqual([1, 2, 0]);
  expect(dealOut([1, 3, 2], Infinity)).toEqual([1, 3, 2]);
});
