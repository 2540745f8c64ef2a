import { expect, test } from "vitest";
import { ago, within } from "./ago";

const MINUTE = 60_000;

test.each([
  [20_000, "now"],
  [MINUTE, "1 minute ago"],
  [59 * MINUTE, "59 minutes ago"],
  [61 * MINUTE, "1 hour ago"],
  [25 * 60 * MINUTE, "yesterday"],
  [49 * 60 * MINUTE, "2 days ago"],
])("%i ms before", (past, words) => {
  expect(ago(1e12 - past, 1e12, "en")).toBe(words);
});

test("in other languages, and never in the future", () => {
  expect(ago(1e12 - 5 * MINUTE, 1e12, "de")).toBe("vor 5 Minuten");
  expect(ago(1e12 + 5, 1e12, "en")).toBe("now");
});

test("what is due is told in the largest unit", () => {
  expect(within(50 * 3_600_000, "en")).toBe("in 2 days");
  expect(within(5 * 3_600_000, "en")).toBe("in 5 hours");
});
