// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { LogLine } from "../game/log";
import type { Spoken } from "../lib/wire";
import { withTalk } from "./withTalk";

const line = (version: number): LogLine => ({
  id: `${version}`,
  version,
  code: "passed",
  seat: 0,
  icon: null,
  parts: [],
  points: 0,
  round: 1,
  loud: false,
});
const said = (n: number, version: number, reaction: Spoken["reaction"] = null): Spoken => ({
  n,
  at: 100 * n,
  version,
  seat: 1,
  name: "Bert",
  reaction,
  text: reaction ? "" : "Ciao",
});

test("what was said stands where the game was then", () => {
  const all = withTalk([line(3), line(5)], [said(1, 3), said(2, 4, "rose"), said(3, 9)]);
  expect(all.map((l) => l.id)).toEqual(["3", "talk.1", "talk.2", "5", "talk.3"]);
  expect(all.map((l) => l.reaction ?? null)).toEqual([null, null, "rose", null, null]);
});

test("while the game stands still, what is said and what happens follow the clock", () => {
  const left = { ...line(3), id: "left", at: 150 };
  const all = withTalk([line(3), left], [said(1, 3), said(2, 3)]);
  expect(all.map((l) => l.id)).toEqual(["3", "talk.1", "left", "talk.2"]);
});
