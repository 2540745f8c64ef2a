import { describe, expect, it } from "vitest";
import { KINDS, type Holding, type Kind } from "../lib/wire";
import { columns, count, probable, range } from "./holding";

const hand = (chances: Partial<Record<Kind, number[]>>, sure: Holding["sure"] = {}): Holding => ({
  seat: 1,
  cards: 5,
  seen: sure,
  gone: 0,
  sure,
  chances: Object.fromEntries(KINDS.map((k) => [k, chances[k] ?? [100]])) as Record<Kind, number[]>,
});

describe("what may they hold", () => {
  it("leaves out one case in twenty at each end", () => {
    const [doge] = columns(hand({ doge: [4, 56, 36, 4] }));
    expect([doge?.low, doge?.high]).toEqual([1, 2]);
    expect(doge?.mean).toBeCloseTo(1.4);
    expect(range(doge!)).toBe("1–2");
  });
  it("keeps what is certain and says what is rather there than not", () => {
    const found = columns(
      hand({ bridge: [0, 0, 70, 30], joker: [40, 60], gold: [60, 40] }, { bridge: 2 }),
    );
    expect(found.find((c) => c.kind === "bridge")).toMatchObject({ sure: 2, low: 2, high: 3 });
    expect(probable(found)).toEqual(["joker"]);
    expect(count({ bridge: 2, joker: 1 })).toBe(3);
  });
  it("has a dash for none", () => {
    expect(columns(hand({})).map(range)).toEqual(KINDS.map(() => "–"));
  });
});
