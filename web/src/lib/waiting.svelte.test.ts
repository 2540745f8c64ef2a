// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { countIn, isMyTurn, titleWith, waiting } from "./waiting.svelte";
import type { TableSummary } from "./wire";

const table = (part: Partial<TableSummary>): TableSummary =>
  ({ status: "running", to_move: [1], mine: [1], ...part }) as TableSummary;

test("a game waits for me when one of my seats is asked", () => {
  expect(isMyTurn(table({}))).toBe(true);
  expect(isMyTurn(table({ mine: [0] }))).toBe(false);
  expect(isMyTurn(table({ status: "over" }))).toBe(false);
});

test("the title counts only what waits", () => {
  expect(titleWith("Rialto", 3)).toBe("(3) Rialto");
  expect(titleWith("Rialto", 0)).toBe("Rialto");
});

test("the badge has the number, and none when nothing waits", () => {
  const badge = {
    setAppBadge: vi.fn(() => Promise.resolve()),
    clearAppBadge: vi.fn(() => Promise.resolve()),
  };
  vi.stubGlobal("navigator", badge);
  countIn([table({}), table({ mine: [0] }), table({ to_move: [0, 1] })]);
  expect(waiting.n).toBe(2);
  expect(badge.setAppBadge).toHaveBeenLastCalledWith(2);
  countIn([table({ mine: [0] })]);
  expect([waiting.n, badge.clearAppBadge.mock.calls.length]).toEqual([0, 1]);
  vi.unstubAllGlobals();
});
