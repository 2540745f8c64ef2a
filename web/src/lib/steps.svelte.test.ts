import { describe, expect, it } from "vitest";
import { pause } from "./pause";
import { Steps } from "./steps.svelte";

describe("steps", () => {
  it("takes one in each task, and lets what waits come between", async () => {
    const steps = new Steps(2);
    const seen: number[] = [];
    void steps.take();
    while (!steps.done) {
      seen.push(steps.taken);
      await pause();
    }
    expect(seen).toEqual([0, 1]);
  });

  it("waits for nothing once all are taken", async () => {
    const steps = new Steps(1);
    await steps.take();
    let waited = false;
    setTimeout(() => (waited = true));
    await steps.take();
    expect([steps.taken, waited]).toEqual([1, false]);
  });
});
