import { expect, test } from "vitest";
import { isMyTurn, titleWith } from "./waiting";
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
