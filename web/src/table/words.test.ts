import { expect, test, vi } from "vitest";
import type { Choice } from "./choice.svelte";
import { aView } from "./fakes";
import { meaning, question } from "./words";

vi.mock("../lib/i18n.svelte", () => ({
  t: (key: string) => key,
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
});
