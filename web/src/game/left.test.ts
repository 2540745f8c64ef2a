import { expect, test, vi } from "vitest";
import { leftText, warnings } from "./left";

vi.mock("../lib/i18n.svelte", () => ({
  t: (key: string, args: object) => `${key} ${JSON.stringify(args)}`,
}));

const HOUR = 3_600_000;

test("a clock of minutes shows seconds, rounded up", () => {
  expect(leftText(61_000, false)).toBe("1:01");
  expect(leftText(500, false)).toBe("0:01");
  expect(leftText(HOUR + 2000, false)).toBe("1:00:02");
});

test("days show days and hours, the last day hours and minutes", () => {
  expect(leftText(53 * HOUR, true)).toBe('clock.days {"days":2,"hours":5}');
  expect(leftText(5 * HOUR, true)).toBe('clock.hours {"hours":5,"minutes":"00"}');
});

test("there are two warnings before the time is up", () => {
  expect([31_000, 30_000, 10_000, 0].map((ms) => warnings(ms, false))).toEqual([0, 1, 2, 2]);
  expect([13, 12, 2].map((h) => warnings(h * HOUR, true))).toEqual([0, 1, 2]);
});
