// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from "vitest";
import { change } from "../lib/settings.svelte";
import type { Cards, View } from "../lib/wire";
import { Buttons } from "./buttons.svelte";
import { Choice } from "./choice.svelte";
import { anEvent, aView } from "./fakes";
import { FakeSession } from "./fakeSession.svelte";
import type { TableSession } from "./session.svelte";

/** Words that exist beside the general ones. */
const KNOWN = ["do.pass.bridge", "do.done.build"];
vi.mock("../lib/i18n.svelte", () => ({
  t: (key: string, args: object = {}) => [key, ...Object.values(args).map(String)].join(" "),
  term: (_: string, id: string) => id,
  known: (key: string) => KNOWN.includes(key),
  list: (all: string[]) => all.join(),
}));

let session: FakeSession;
let choice: Choice;
let buttons: Buttons;
const settle = (): Promise<void> => new Promise((done) => setTimeout(done));

function sit(careful = false): void {
  session = new FakeSession();
  choice = new Choice(session as unknown as TableSession, careful);
  buttons = new Buttons(choice, () => choice.view!);
}
const ask = (decision: View["decision"], moves: string[], more: Partial<View> = {}): void =>
  session.show(aView({ decision, moves, ...more }));
const PLAY = ["pass", "play 1"];
const HELD = { step: "gold", hand: { gold: 1 } as Cards } as const;

beforeEach(() => {
  change({ confirmAll: true });
  sit();
});

describe("taking back", () => {
  test("is always there, and says why it cannot be done", () => {
    ask("row", ["row 1", "row 2"]);
    expect(buttons.undo).toMatchObject({ label: "do.undo", why: "undo.none" });
    ask("row", ["row 1", "row 2"], { can_undo: true });
    expect(buttons.undo).toMatchObject({ label: "do.undo", why: "" });
    session.busy = true;
    ask("row", ["row 1", "row 2"], { can_undo: true });
    expect(buttons.undo.why).toBe("undo.none");
  });

  test("is not lit while a bot plays for me", () => {
    const [me, other] = aView({}).seats;
    ask("waiting", [], {
      can_undo: true,
      can_ask_back: true,
      seats: [{ ...me!, away: true }, other!],
    });
    expect(buttons.undo).toMatchObject({ label: "do.undo", why: "undo.none" });
  });

  test("clears what was chosen before it takes back a move", () => {
    ask("row", ["row 1", "row 2"], { can_undo: true });
    choice.pick("row:1");
    expect(buttons.undo).toMatchObject({ label: "do.clear", why: "" });
    buttons.undo.press();
    expect([choice.picks, session.undone]).toEqual([[], 0]);
    buttons.undo.press();
    expect(session.undone).toBe(1);
  });
});

describe("making the choice", () => {
  test("nothing to press, then what it does", () => {
    ask("row", ["row 1", "row 2"]);
    expect([buttons.go, buttons.hint]).toEqual([null, "choose.row"]);
    choice.pick("row:2");
    expect([buttons.go?.label, buttons.hint]).toEqual(["do.row 2", ""]);
    buttons.go?.press();
    expect(session.played).toEqual([["row 2"]]);
  });

  test("nobody else's turn has buttons", () => {
    ask("row", ["row 1"], { to_move: [1] });
    expect([buttons.go, buttons.stop, buttons.turn, buttons.hint]).toEqual([null, null, null, ""]);
  });

  test("a discard says how many are missing", () => {
    ask("discard", ["discard gold"], {
      hand: { gold: 9 } as Cards,
      seats: [{ seat: 0, excess: 2 }] as View["seats"],
    });
    choice.setDrop("gold", 1);
    expect(buttons.go).toMatchObject({ label: "do.discard 1", why: "discard.choose 1" });
    choice.setDrop("gold", 2);
    expect(buttons.go).toMatchObject({ label: "do.discard 2", why: "" });
    buttons.go?.press();
    expect(session.played).toEqual([["discard gold", "discard gold"]]);
  });

  test("a building that can be used in two ways asks for the second choice", () => {
    ask("green", ["use green-1 gold", "use green-1 doge", "done"]);
    choice.pick("own:green-1");
    expect([buttons.go, buttons.hint]).toEqual([null, "choose.second"]);
  });

  test("a tile is turned round by a button, which stands where stopping would", () => {
    const ways = ["bridge castello:san-marco", "bridge san-marco:castello"];
    ask("bridge", [...ways, "done"]);
    expect([buttons.turn, buttons.stop?.label]).toEqual([null, "do.done"]);
    choice.pick("link:castello:san-marco");
    expect([buttons.turn?.label, buttons.stop]).toEqual(["do.turn_round", null]);
    expect(choice.complete?.text).toBe(ways[0]);
    buttons.turn?.press();
    expect(choice.complete?.text).toBe(ways[1]);
  });

  test("without a card to play the hint says what is left", () => {
    ask("play", ["pass"], HELD);
    expect(buttons.hint).toBe("choose.pass");
    ask("play", ["pass", "turn yellow-2 gold"], HELD);
    expect(buttons.hint).toBe("choose.building");
  });
});

describe("stopping", () => {
  test("a pass is called after its step where it has a word", () => {
    ask("play", PLAY, HELD);
    expect(buttons.stop?.label).toBe("do.pass");
    ask("play", PLAY, { ...HELD, step: "bridge" });
    expect(buttons.stop?.label).toBe("do.pass.bridge");
  });

  test("no building is another thing than no more buildings", () => {
    session.events = [anEvent(1, null, "step"), anEvent(2, 1, "built")];
    ask("build", ["build green-1", "done"]);
    expect(buttons.stop?.label).toBe("do.none.build");
    session.events = [...session.events, anEvent(3, 0, "built")];
    ask("build", ["build green-1", "done"]);
    expect(buttons.stop?.label).toBe("do.done.build");
    session.events = [...session.events, anEvent(4, 0, "undone")];
    ask("build", ["build green-1", "done"]);
    expect(buttons.stop?.label).toBe("do.none.build");
  });

  test("with a yellow building in the turn, playing no card is a play", () => {
    ask("play", PLAY, { ...HELD, turn: { turned: 1, lent_jokers: 0 } });
    expect(buttons.stop).toBeNull();
    expect(buttons.go?.label).toBe("do.play 0");
  });

  test("a yellow building in the turn leaves no pass to be spoken of", () => {
    const ready = { ...HELD, turn: { turned: 0, lent_jokers: 1 } };
    for (const moves of [["play 1"], ["use yellow-3"], ["use yellow-3", "turn yellow-2 doge"]]) {
      ask("play", moves, ready);
      expect([buttons.stop, buttons.go, buttons.hint]).toEqual([null, null, "choose.more"]);
    }
  });

  test("is done at once", () => {
    ask("play", PLAY, HELD);
    buttons.stop?.press();
    expect([session.played, buttons.doubted]).toEqual([[["pass"]], false]);
  });
});

describe("in a first game", () => {
  beforeEach(() => sit(true));

  test("stopping is asked twice, and nothing else is offered meanwhile", async () => {
    ask("play", PLAY, HELD);
    choice.setCards(1);
    expect(buttons.go?.label).toBe("do.play 1");
    buttons.stop?.press();
    expect(buttons).toMatchObject({ doubted: true, go: null, hint: "" });
    expect(buttons.stop?.label).toBe("do.sure do.pass");
    buttons.stop?.press();
    await settle();
    expect([session.played, buttons.doubted]).toEqual([[["pass"]], false]);
  });

  test("taking back the doubt leaves the choice", () => {
    ask("play", PLAY, HELD);
    choice.setCards(1);
    buttons.stop?.press();
    buttons.undo.press();
    expect([buttons.doubted, choice.cards, session.undone]).toEqual([false, 1, 0]);
    expect(buttons.go?.label).toBe("do.play 1");
  });

  test("a doubt is gone when something else is chosen or asked", () => {
    ask("play", PLAY, HELD);
    buttons.stop?.press();
    choice.setCards(1);
    expect(buttons.doubted).toBe(false);
    choice.setCards(0);
    expect(buttons.doubted).toBe(true);
    ask("play", PLAY, { ...HELD, version: 2 });
    expect(buttons.doubted).toBe(false);
  });

  test("what has no other way is not asked twice", () => {
    ask("play", ["pass"], HELD);
    buttons.stop?.press();
    expect(session.played).toEqual([["pass"]]);
  });
});
