import { expect, test, vi } from "vitest";

vi.mock("./i18n.svelte", () => ({ t: (key: string) => key }));

test("before the first round comes the set-up", async () => {
  const { roundName } = await import("./names");
  expect(roundName(0)).toBe("top.setup");
  expect(roundName(3)).toBe("top.round_of");
});

test("persons and bots have their own name, the neutral player a word", async () => {
  const { nameOf } = await import("./names");
  expect(nameOf({ kind: "bot", name: "Chiara" })).toBe("Chiara");
  expect(nameOf({ kind: "neutral", name: "" })).toBe("player.neutral");
  expect(nameOf(undefined)).toBe("");
});
