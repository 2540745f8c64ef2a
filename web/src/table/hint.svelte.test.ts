// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from "vitest";
import { change } from "../lib/settings.svelte";
import type { Advice, Cards, Judgement, View } from "../lib/wire";
import { Choice } from "./choice.svelte";
import { aView } from "./fakes";
import { FakeSession } from "./fakeSession.svelte";
import { Hint, LastWords, noReason, putReady } from "./hint.svelte";
import type { TableSession } from "./session.svelte";

let session: FakeSession;
let choice: Choice;
/** What was asked for, and what the server answers to each, in turn. */
let asked: [string, unknown][];
let answers: (Advice | { error: string })[];
const settle = (): Promise<void> => new Promise((done) => setTimeout(done));
const says = (move: string, more: Partial<Judgement> = {}): Advice => ({
  seat: 0,
  judgement: { choices: [{ move }], reasons: [], verdict: null, ...more },
});

beforeEach(() => {
  change({ confirmAll: false });
  session = new FakeSession();
  choice = new Choice(session as unknown as TableSession);
  asked = [];
  answers = [];
  vi.stubGlobal("fetch", (url: string, { body }: { body: string }) => {
    asked.push([url, JSON.parse(body)]);
    const said = answers.shift() ?? says("row 2");
    const status = "error" in said ? 503 : 200;
    return Promise.resolve(new Response(JSON.stringify(said), { status }));
  });
});

describe("a move that is put ready", () => {
  const cases: [string, Partial<View> & { moves: string[] }, string, () => unknown, unknown][] = [
    [
      "a row",
      { decision: "row", moves: ["row 1", "row 2"] },
      "row 2",
      () => choice.picks,
      ["row:2"],
    ],
    [
      "a building that could be made at once",
      { decision: "build", moves: ["build green-1", "build blue-1", "done"] },
      "build blue-1",
      () => choice.complete?.text,
      "build blue-1",
    ],
    [
      "a tile the right way round",
      {
        decision: "bridge",
        moves: ["bridge castello:san-marco", "bridge san-marco:castello"],
      },
      "bridge san-marco:castello",
      () => choice.complete?.text,
      "bridge san-marco:castello",
    ],
    [
      "cards and jokers",
      {
        decision: "play",
        step: "gold",
        hand: { gold: 3, joker: 2 } as unknown as Cards,
        moves: ["pass", "play 2", "play 2 joker 1"],
      },
      "play 2 joker 1",
      () => [choice.cards, choice.jokers, choice.complete?.text],
      [2, 1, "play 2 joker 1"],
    ],
    [
      "nothing to end with",
      { decision: "build", moves: ["build green-1", "done"] },
      "done",
      () => choice.empty,
      true,
    ],
  ];
  test.each(cases)("%s", async (_, view, move, found, wanted) => {
    session.show(aView(view));
    session.would = aView(view);
    putReady(choice, move);
    await settle();
    expect(found()).toEqual(wanted);
    expect(session.played).toEqual([]);
  });
});

describe("a hint", () => {
  const view = aView({ decision: "row", moves: ["row 1", "row 2"], version: 7 });
  test("is asked for once it is wanted, and only shown", async () => {
    session.show(view);
    const hint = new Hint(choice, view);
    expect(asked).toEqual([]);
    await hint.ask();
    expect(asked).toEqual([["/api/tables/t/hint", { version: 7, seat: 0 }]]);
    expect([hint.move, choice.complete?.text, session.played]).toEqual(["row 2", "row 2", []]);
  });
  test("that comes too late is not shown", async () => {
    session.show(view);
    const hint = new Hint(choice, view);
    const coming = hint.ask();
    hint.close();
    await coming;
    expect([hint.move, choice.empty]).toEqual([null, true]);
  });
  test("that cannot be had says so, and can be asked for again", async () => {
    session.show(view);
    answers = [{ error: "no_answer" }];
    const hint = new Hint(choice, view);
    await hint.ask();
    expect([hint.failed !== "", hint.busy, hint.move]).toEqual([true, false, null]);
    await hint.ask();
    expect([hint.failed, hint.move]).toEqual(["", "row 2"]);
  });
});

test("no reason is no proof that moves are equal", () => {
  const first = { move: "row 1" };
  const said = (...others: object[]): string =>
    noReason({ choices: [first, ...others] } as unknown as Judgement);
  const all = [said(), said({ behind: 0.02, within: 0.05 }), said({ behind: 0.08, within: 0.05 })];
  expect(new Set(all).size).toBe(3);
});

describe("a word on the last decision", () => {
  const mine = (version: number, ...moves: string[]): View =>
    aView({ decision: "row", version, moves });
  const theirs = (version: number): View => aView({ decision: "row", version, to_move: [1] });

  test("is asked for after each choice of mine, and after nothing else", async () => {
    const words = new LastWords();
    words.see(theirs(1));
    words.see(mine(2, "row 1", "row 2"));
    words.see(mine(2, "row 1", "row 2"));
    words.see(mine(3, "row 1", "row 2"));
    expect(asked).toEqual([]);
    answers = [says("row 2", { verdict: "best" })];
    words.see(theirs(4));
    await settle();
    expect(asked).toEqual([["/api/tables/t/word", { seat: 0 }]]);
    expect(words.text).not.toBe("");
    words.see(theirs(5));
    words.see(mine(6, "pass"));
    words.see(theirs(7));
    await settle();
    expect(asked).toHaveLength(1);
  });
  test("is gone with the next choice, and an old one does not come back", async () => {
    const words = new LastWords();
    answers = [says("row 2", { verdict: "best" }), { error: "no_answer" }];
    words.see(mine(1, "row 1", "row 2"));
    words.see(theirs(2));
    words.see(mine(3, "row 1", "row 3"));
    words.see(theirs(4));
    await settle();
    expect(words.text).toBe("");
  });
});
