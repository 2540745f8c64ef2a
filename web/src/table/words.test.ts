import { expect, test, vi } from "vitest";
import { parseMove } from "../lib/moves";
import type { Choice } from "./choice.svelte";
import { aView } from "./fakes";
import { detail, meaning, question, watching } from "./words";

vi.mock("../lib/i18n.svelte", () => ({
  t: (key: string, { player = "" }: { player?: string } = {}) => `${key} ${player}`.trim(),
  term: (_: string, id: string) => id,
  known: () => true,
}));

const NOTHING = { picks: [], uses: [] } as unknown as Choice;
const said = (moves: string[]): string[] => {
  const view = aView({ decision: "build", moves, districts: [] });
  return [question(view, NOTHING), meaning(view, NOTHING)];
};

test("what goes back is another question than what comes", () => {
  expect(said(["done", "return blue-1"])).toEqual(["decision.return", "about.return"]);
  expect(said(["build blue-1"])).toEqual(["decision.build", "about.build"]);
  const does = (move: string): string => detail(parseMove(move), aView(), null);
  expect([does("return blue-1"), does("build blue-1")]).toEqual(["", "building.blue-1.does"]);
});

test("enough for two buildings is enough for any", () => {
  const view = aView({ decision: "build", moves: ["build blue-4"], budget: 6, builds_again: true });
  expect(question(view, NOTHING)).toBe("decision.build.any");
});

test("one other player is called by name", () => {
  const [me, other] = aView().seats;
  expect(watching(aView())).toBe("table.watching_one Bert");
  expect(watching(aView({ seat: null }))).toBe("table.watching");
  expect(watching(aView({ seats: [me!, other!, { ...other!, seat: 2 }] }))).toBe("table.watching");
});
