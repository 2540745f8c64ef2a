import { describe, expect, it } from "vitest";
import type { Judgement, Review } from "../lib/wire";
import { costly, shares } from "./reviewing.svelte";

const decision = (index: number, loss: number, verdict: Judgement["verdict"]): Judgement =>
  ({ index, loss, verdict }) as Judgement;

const report = {
  decisions: [
    decision(3, 0.02, "better"),
    decision(5, 0.3, "about_equal"),
    decision(7, 0.09, "better"),
    decision(9, 0, "best"),
  ],
  curves: [
    {
      seat: 1,
      moments: [
        { index: 4, share: 0.25 },
        { index: 8, share: 0.405 },
      ],
    },
  ],
} as unknown as Review;

describe("a review", () => {
  it("names the dearest decisions, but only where another move was better", () => {
    expect(costly(report, 5).map((d) => d.index)).toEqual([7, 3]);
    expect(costly(report, 1).map((d) => d.index)).toEqual([7]);
  });
  it("carries what was last known of a chance along", () => {
    expect(shares(report, 1, [0, 4, 7, 8, 99])).toEqual([25, 25, 25, 41, 41]);
    expect(shares(report, 0, [1])).toEqual([0]);
  });
});
