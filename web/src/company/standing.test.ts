import { expect, test } from "vitest";
import type { Proposal } from "../lib/wire";
import { standing } from "./standing";

const asked = (more: Partial<Proposal>): Proposal => ({
  n: 1,
  kind: "end",
  seat: 0,
  by: 0,
  yes: [0],
  no: [],
  waits_for: [1, 2],
  agreed: false,
  ...more,
});

test("who is waited for answers, who asked may withdraw, others look on", () => {
  expect(standing(asked({}), [1])).toBe("answer");
  expect(standing(asked({}), [0])).toBe("withdraw");
  expect(standing(asked({ waits_for: [2] }), [1])).toBe("wait");
  expect(standing(asked({}), [])).toBe("wait");
});

test("who wants another game is asked again whether with bots", () => {
  const game = asked({ kind: "rematch", yes: [0, 1], no: [2], waits_for: [0, 1] });
  expect(standing(game, [0])).toBe("with_bots");
  expect(standing(game, [2])).toBe("wait");
});

test("only who asked makes the link", () => {
  const link = asked({ kind: "link", seat: 2, agreed: true, waits_for: [] });
  expect(standing(link, [0])).toBe("make_link");
  expect(standing(link, [2])).toBe("wait");
});

test("somebody who knocks has no seat to be recognised by", () => {
  const knock = asked({ kind: "device", by: null, yes: [], seat: 1, waits_for: [1] });
  expect(standing(knock, [1])).toBe("answer");
  expect(standing(knock, [0])).toBe("wait");
});
