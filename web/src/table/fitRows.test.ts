import { expect, it } from "vitest";
import { fitRows } from "./fitRows";

const five = { open: 5, taken: 0 };

it("takes the largest size that is allowed where there is room", () => {
  expect(fitRows(five, { width: 374, height: 600 }, 40)).toBe(40);
  expect(fitRows(five, { width: 800, height: 900 }, 54)).toBe(54);
});

it("shrinks until the last row is in sight", () => {
  const size = fitRows(five, { width: 374, height: 276 }, 40);
  expect(size).toBeLessThan(40);
  expect(5 * (size * 1.32 + 16)).toBeLessThanOrEqual(276);
});

it("counts rows that stand side by side once", () => {
  expect(fitRows({ open: 6, taken: 0 }, { width: 560, height: 210 }, 40)).toBe(36);
});

it("leaves cards that can still be read where nothing fits", () => {
  expect(fitRows(five, { width: 300, height: 10 }, 40)).toBe(24);
});
