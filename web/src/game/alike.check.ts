/** Run by tests/test_told_alike.py: page and terminal tell the same of every recorded game. */
import { expect, inject, test } from "vitest";
import type { GameEvent } from "../lib/wire";
import { Narrator } from "./narrator";

interface Story {
  name: string;
  events: GameEvent[];
  told: [key: string, args: object][];
}

declare module "vitest" {
  interface ProvidedContext {
    told: Story[];
  }
}

test.each(inject("told"))("$name", ({ events, told }) => {
  const own = new Narrator().tell(events).map(({ key, args }) => [key, args]);
  expect(own).toEqual(told);
});
