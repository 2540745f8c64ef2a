// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from "vitest";
import { change } from "../lib/settings.svelte";
import type { Cards, View } from "../lib/wire";
import { sameQuestion } from "./asked";
import { Choice } from "./choice.svelte";
import { aView } from "./fakes";
import { FakeSession } from "./fakeSession.svelte";
import type { Refused } from "./orders.svelte";
import type { TableSession } from "./session.svelte";

const STALE: Refused = { refusal: "stale", rule: "", move: "" };

let session: FakeSession;
let choice: Choice;
const hand = (cards: Partial<Cards>): Cards => cards as Cards;
const ask = (decision: View["decision"], moves: string[], more: Partial<View> = {}): void =>
  session.show(aView({ decision, moves, ...more }));
const settle = (): Promise<void> => new Promise((done) => setTimeout(done));
const ROWS = ["row 1", "row 2", "row 3"];

beforeEach(() => {
  change({ confirmAll: false });
  session = new FakeSession();
  choice = new Choice(session as unknown as TableSession);
});

describe("touching", () => {
  test("nothing can be touched while another is asked, or on a line that is lost", () => {
    ask("row", ROWS, { to_move: [1] });
    choice.pick("row:1");
    expect(choice.picks).toEqual([]);
    ask("row", ROWS);
    session.current = false;
    choice.pick("row:1");
    expect([choice.active, choice.picks]).toEqual([false, []]);
    session.current = session.busy = true;
    choice.pick("row:1");
    expect([choice.active, choice.picks]).toEqual([true, []]);
  });

  test("another row takes the place of the one that was chosen", () => {
    ask("row", ROWS);
    choice.pick("row:3");
    choice.pick("row:2");
    expect(choice.picks).toEqual(["row:2"]);
    expect(choice.complete?.text).toBe("row 2");
    choice.pick("row:9");
    expect(choice.picks).toEqual(["row:2"]);
  });

  test("the digits go on choosing when something is chosen", () => {
    ask("build", ["build green-1", "build blue-2", "done"], { budget: 2 });
    expect(choice.offers).toEqual(["supply:green-1", "supply:blue-2"]);
    choice.pick("supply:green-1");
    expect(choice.offers).toEqual(["supply:green-1", "supply:blue-2"]);
  });

  test("another card goes with the same building", () => {
    const moves = ["use green-1 gold", "use green-1 doge", "use green-3 doge", "done"];
    change({ confirmAll: true });
    ask("green", moves);
    choice.pick("own:green-1");
    expect(choice.uses.map((m) => m.text)).toEqual(["use green-1 gold", "use green-1 doge"]);
    expect(choice.complete).toBeNull();
    expect(choice.offers).toEqual(["leftover:gold", "leftover:doge"]);
    choice.pick("leftover:gold");
    choice.pick("leftover:doge");
    expect(choice.complete?.text).toBe("use green-1 doge");
    expect(choice.open).toEqual(new Set(["leftover:gold"]));
  });

  test("a gondola alone is a choice of its own, and touching the connection goes back", () => {
    const pair = "castello:san-marco";
    ask("gondola", [
      `gondola ${pair}`,
      "gondola san-marco:castello",
      `gondola ${pair} alone`,
      "done",
    ]);
    choice.pick(`link:${pair}`);
    expect(choice.complete?.text).toBe(`gondola ${pair}`);
    choice.pick("with:nobody");
    expect(choice.complete?.text).toBe(`gondola ${pair} alone`);
    choice.pick(`link:${pair}`);
    expect(choice.complete?.text).toBe(`gondola ${pair}`);
    choice.pick(`link:${pair}`);
    expect(choice.complete?.text).toBe("gondola san-marco:castello");
    choice.pick(`link:${pair}`);
    expect(choice.complete?.text).toBe(`gondola ${pair}`);
  });

  test("a green building can be used with a card or without", () => {
    change({ confirmAll: true });
    ask("green", ["use green-3 gold", "use green-3 draw", "use green-3", "done"]);
    choice.pick("own:green-3");
    expect(choice.complete).toBeNull();
    choice.pickMove(choice.uses.find((m) => m.text === "use green-3")!);
    expect(choice.complete?.text).toBe("use green-3");
    ask("green", ["use green-4", "done"]);
    choice.clear();
    choice.pick("own:green-4");
    expect(choice.complete?.text).toBe("use green-4");
  });

  test("a tile lies on its connection at once, and another touch turns it round", () => {
    ask("bridge", ["bridge castello:san-marco", "bridge san-marco:castello"]);
    expect(choice.open).toEqual(new Set(["link:castello:san-marco"]));
    choice.pick("link:castello:san-marco");
    expect(choice.complete?.text).toBe("bridge castello:san-marco");
    choice.pick("link:castello:san-marco");
    expect(choice.complete?.text).toBe("bridge san-marco:castello");
    expect(session.played).toEqual([]);
  });

  test("a gondola's councillor goes to the end that is touched", () => {
    ask("gondola", ["gondola castello:san-marco", "gondola san-marco:castello"]);
    choice.pick("district:san-marco");
    expect(choice.picks).toEqual([]);
    choice.pick("link:castello:san-marco");
    choice.pick("district:san-marco");
    expect(choice.complete?.text).toBe("gondola san-marco:castello");
  });

  test("why not is found by what would be touched, and by a play's text", () => {
    session.show(
      aView({
        decision: "build",
        moves: ["build green-1"],
        blocked: [
          { move: "build green-4", refusal: "too_dear", rule: "C1" },
          { move: "play 3", refusal: "not_held", rule: "Q3" },
        ],
      }),
    );
    expect(choice.blocked.get("supply:green-4")?.rule).toBe("C1");
    expect(choice.blocked.get("play 3")?.rule).toBe("Q3");
  });
});

describe("counting", () => {
  const PLAYS = ["play 1", "play 2", "play 1 joker 1", "play 2 joker 1", "pass"];
  beforeEach(() => ask("play", PLAYS, { step: "gold", hand: hand({ gold: 2, joker: 1 }) }));

  test("no more cards are played than are held, and none is no play", () => {
    expect(choice.complete).toBeNull();
    choice.setCards(7);
    choice.setJokers(3);
    expect(choice.complete?.text).toBe("play 2 joker 1");
    choice.setCards(-1);
    expect(choice.complete).toBeNull();
  });

  test("as many are discarded as are too many", async () => {
    ask("discard", ["discard gold", "discard doge"], {
      hand: hand({ gold: 2, doge: 3 }),
      seats: [{ seat: 0, excess: 3 }] as View["seats"],
    });
    choice.setDrop("doge", 9);
    choice.setDrop("gold", 2);
    expect([choice.drop.doge, choice.drop.gold, choice.dropped]).toEqual([3, 0, 3]);
    choice.setDrop("doge", 2);
    choice.setDrop("gold", 2);
    await choice.discard();
    expect(session.played).toEqual([["discard doge", "discard doge", "discard gold"]]);
  });

  test("a yellow building is put ready first; the play that uses it makes both", async () => {
    ask("play", ["turn yellow-2 doge", ...PLAYS], {
      step: "gold",
      hand: hand({ gold: 2, doge: 1, joker: 0 }),
    });
    choice.setCards(2);
    session.would = aView({
      decision: "play",
      step: "gold",
      moves: ["play 3"],
      hand: hand({ gold: 3, joker: 0 }),
      turn: { turned: 1, lent_jokers: 0 },
    });
    choice.pick("own:yellow-2");
    await settle();
    expect([choice.pending, session.played]).toEqual([["turn yellow-2 doge"], []]);
    choice.setCards(3);
    await choice.confirm();
    expect(session.played).toEqual([["turn yellow-2 doge", "play 3"]]);
    expect(choice.empty).toBe(true);
  });
});

describe("making", () => {
  const BLUE = ["use blue-4", "use blue-3", "done"];
  const mine = aView({ version: 2, decision: "blue", moves: ["done"] });
  const others = aView({ version: 2, decision: "blue", to_move: [1] });

  test("what can be taken back is made at once", async () => {
    ask("blue", BLUE);
    session.would = mine;
    choice.pick("own:blue-4");
    expect(choice.asking).toBe(true);
    await settle();
    expect(session.played).toEqual([["use blue-4"]]);
  });

  test("what cannot is previewed, and waits for the button", async () => {
    ask("blue", BLUE);
    session.would = others;
    choice.pick("own:blue-4");
    await settle();
    expect([session.played, choice.asking, choice.preview]).toEqual([[], false, others]);
    choice.pick("own:blue-4");
    await settle();
    expect(session.played).toEqual([["use blue-4"]]);
  });

  test("those who want it confirm everything", async () => {
    change({ confirmAll: true });
    ask("blue", BLUE);
    session.would = mine;
    choice.pick("own:blue-4");
    await settle();
    expect(session.played).toEqual([]);
  });

  test("in a first game a second touch takes the choice back", async () => {
    choice = new Choice(session as unknown as TableSession, true);
    ask("blue", BLUE);
    session.would = mine;
    choice.pick("own:blue-4");
    await settle();
    choice.pick("own:blue-4");
    await settle();
    expect([session.played, choice.picks]).toEqual([[], []]);
  });

  test("an answer that comes too late changes nothing", async () => {
    ask("blue", BLUE);
    session.would = mine;
    choice.pick("own:blue-4");
    session.would = others;
    choice.pick("own:blue-3");
    await settle();
    expect([session.played, choice.preview]).toEqual([[], others]);
  });

  test("a refusal is kept to be said, and the choice begins anew", async () => {
    ask("row", ROWS);
    session.answers = [{ refusal: "row_taken", rule: "P3", move: "row 1" }];
    await choice.make(["row 1"]);
    expect([choice.refused?.rule, choice.empty]).toEqual(["P3", true]);
    choice.pick("row:2");
    expect(choice.refused).toBeNull();
  });

  test("nothing is sent while something is on its way", async () => {
    ask("row", ROWS);
    session.busy = true;
    await choice.make(["row 1"]);
    expect(session.played).toEqual([]);
  });

  test("taking back first clears what is half chosen", async () => {
    ask("row", ROWS);
    choice.pick("row:1");
    await choice.undo();
    expect([choice.empty, session.undone]).toEqual([true, 0]);
    await choice.undo();
    expect(session.undone).toBe(1);
  });
});

describe("a stale move", () => {
  const discards = (version: number, to_move: number[]): View =>
    aView({ version, decision: "discard", moves: ["discard gold"], to_move });

  test("is made again when the same is still asked: others discard at the same time", async () => {
    session.show(discards(1, [0, 1]));
    session.answers = [STALE, STALE, null];
    session.onnewer = () => session.show(discards(2, [0]));
    await choice.make(["discard gold"]);
    expect(session.played).toHaveLength(3);
    expect(choice.refused).toBeNull();
  });

  test("is given up when something else is asked", async () => {
    ask("row", ROWS);
    session.answers = [STALE];
    session.onnewer = () => ask("row", ["row 2", "row 3"]);
    await choice.make(["row 1"]);
    expect(session.played).toHaveLength(1);
    expect(choice.refused).toEqual(STALE);
  });
});

test("the same question is the same seat, decision, step, round and moves", () => {
  const now = aView({ decision: "row", moves: ROWS });
  expect(sameQuestion(now, aView({ version: 7, decision: "row", moves: ROWS }))).toBe(true);
  for (const other of [{ round: 2 }, { step: "gold" }, { seat: 1 }, { moves: ["row 1"] }] as const)
    expect(
      sameQuestion(now, aView({ decision: "row", moves: ROWS, ...(other as Partial<View>) })),
    ).toBe(false);
  expect(sameQuestion(null, now)).toBe(false);
});
