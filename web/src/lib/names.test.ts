import { expect, test } from "vitest";
import { nameOf } from "./names";

test("persons and bots have their own name, the neutral player a word", () => {
  expect(nameOf({ kind: "bot", name: "Chiara" })).toBe("Chiara");
  expect(nameOf({ kind: "neutral", name: "" })).toBe("player.neutral"); // no words loaded: the key
  expect(nameOf(undefined)).toBe("");
});
