// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { change } from "../lib/settings.svelte";
import type { View } from "../lib/wire";
import { anEvent, aView, FakeSocket, serve } from "./fakes";
import type { Refused } from "./orders.svelte";
import { TableSession } from "./session.svelte";

let asked: string[];
let session: TableSession;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
  change({ pace: "normal", motion: "full" });
  asked = serve((url) => ({
    view: aView({ seat: url.includes("seat=1") ? 1 : 0, to_move: [0], moves: ["pass"] }),
    events: [anEvent(1, 1)],
    notices: [],
    talk: [],
  }));
  session = new TableSession("t", 0);
});
afterEach(() => {
  session.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function sit(): Promise<FakeSocket> {
  await session.open();
  FakeSocket.last.accept();
  return FakeSocket.last;
}
const show = (socket: FakeSocket, view: View, events = [anEvent(view.version, 1)]): void =>
  socket.say({ type: "view", view, events, notices: [], talk: [] });

/** What became of a promise by now; undefined while it is open. */
async function by<T>(promise: Promise<T>): Promise<T | undefined> {
  let found: T | undefined;
  void promise.then((value) => (found = value));
  await vi.advanceTimersByTimeAsync(0);
  return found;
}

test("what happens at the table is told once, also when the line comes again", async () => {
  const socket = await sit();
  const notice = { n: 1, at: 0, version: 1, code: "device", seat: 1, name: "Bert" } as const;
  const { view, events } = { view: session.latest!, events: [] };
  socket.say({ type: "view", view, events, notices: [notice], talk: [] });
  socket.say({ type: "view", view, events, notices: [notice, { ...notice, n: 2 }], talk: [] });
  expect(session.notices.map((told) => told.n)).toEqual([1, 2]);
});

describe("sitting down", () => {
  test("the history comes first, then the line, and what is newest is asked for", async () => {
    const socket = await sit();
    expect(asked).toEqual(["/api/tables/t/since/0?seat=0"]);
    expect(socket.url).toMatch(/^ws:\/\/.+\/ws\/tables\/t\?seat=0$/);
    expect(socket.sent).toEqual([{ type: "resync" }]);
    expect(session.settled).toBe(true);
    expect(session.events).toHaveLength(1);
  });

  test("whoever is quicker than the line is heard once it stands", async () => {
    await session.open();
    expect([session.line.state, session.settled]).toEqual(["connecting", true]);
    const tried = session.try(["pass"]);
    void session.play(["pass"]);
    expect(session.settled).toBe(false);
    const socket = FakeSocket.last;
    expect(socket.sent).toEqual([]);
    socket.accept();
    expect(socket.sent.map(({ type }) => type)).toEqual(["resync", "command", "try"]);
    socket.say({ type: "tried", id: socket.heard("try").id, view: aView({ version: 2 }) });
    expect((await by(tried))?.version).toBe(2);
  });

  test("a spectator asks for no seat", async () => {
    session = new TableSession("t", null);
    const socket = await sit();
    expect([asked[0], socket.url.split("/tables/")[1]]).toEqual(["/api/tables/t/since/0", "t"]);
  });

  test("a page that is left while it loads opens no line", async () => {
    const opening = session.open();
    session.close();
    await opening;
    expect(FakeSocket.all).toHaveLength(0);
  });
});

describe("commands", () => {
  test("an acknowledged move is settled once its state has come", async () => {
    const socket = await sit();
    const answer = session.play(["pass"]);
    const { move_id, version, moves } = socket.heard("command");
    expect([version, moves]).toEqual([1, ["pass"]]);
    expect(session.settled).toBe(false);
    socket.say({ type: "ack", move_id, version: 2 });
    expect(await by(answer)).toBeUndefined();
    expect(session.busy).toBe(true);
    show(socket, aView({ version: 2 }));
    expect(await by(answer)).toBeNull();
    expect(session.busy).toBe(false);
  });

  test("a state that comes before its acknowledgement is as good", async () => {
    const socket = await sit();
    const answer = session.play(["pass"]);
    show(socket, aView({ version: 2 }));
    socket.say({ type: "ack", move_id: socket.heard("command").move_id, version: 2 });
    expect(await by(answer)).toBeNull();
  });

  test("a refusal says its rule, and nothing has changed", async () => {
    const socket = await sit();
    const before = session.latest;
    const answer = session.play(["play 9"]);
    const { move_id } = socket.heard("command");
    const why = { refusal: "not_held", rule: "Q3", move: "play 9" };
    socket.say({ type: "refused", move_id, ...why });
    expect(await by(answer)).toMatchObject(why);
    expect(session.latest).toBe(before);
    expect(session.settled).toBe(true);
  });

  test("a stale move is told apart from a refused one", async () => {
    const socket = await sit();
    const answer = session.play(["pass"]);
    socket.say({ type: "stale", move_id: socket.heard("command").move_id, version: 5 });
    expect((await by(answer))?.refusal).toBe("stale");
  });

  test("an error that names the command ends it; one that names nothing is a problem", async () => {
    const socket = await sit();
    const answer = session.undo();
    const ref = socket.heard("undo").move_id;
    socket.say({ type: "error", code: "disk_full", message: "", ref });
    expect((await by(answer))?.refusal).toBe("disk_full");
    expect(session.problem).toBeNull();
    socket.say({ type: "error", code: "too_fast", message: "", ref: null });
    expect(session.problem).toBe("too_fast");
  });

  test("a try is answered with the view, or with nothing", async () => {
    const socket = await sit();
    const first = session.try(["pass"]);
    socket.say({ type: "tried", id: socket.heard("try").id, view: aView({ version: 2 }) });
    expect((await by(first))?.version).toBe(2);
    const second = session.try(["pass"]);
    socket.say({ type: "error", code: "stale", message: "", ref: socket.heard("try").id });
    expect(await by(second)).toBeNull();
    expect(session.latest?.version).toBe(1);
  });
});

describe("a line that breaks", () => {
  test("in mid-command the same command is sent again and settled once", async () => {
    const socket = await sit();
    const settled: (Refused | null)[] = [];
    void session.play(["pass"]).then((answer) => settled.push(answer));
    const sent = socket.heard("command");
    socket.fail();
    expect(session.line.state).toBe("lost");
    expect(session.busy).toBe(true);
    await vi.advanceTimersByTimeAsync(300);
    const again = FakeSocket.last;
    expect(again).not.toBe(socket);
    again.accept();
    expect(again.sent).toEqual([{ type: "resync" }, sent]);
    show(again, aView({ version: 2 }));
    again.say({ type: "ack", move_id: sent.move_id, version: 2 });
    again.say({ type: "ack", move_id: sent.move_id, version: 2 });
    await vi.advanceTimersByTimeAsync(0);
    expect(settled).toEqual([null]);
    expect(session.settled).toBe(true);
  });

  test("what was only tried is forgotten, and nothing is tried without a line", async () => {
    const socket = await sit();
    const tried = session.try(["pass"]);
    socket.fail();
    expect(await by(tried)).toBeNull();
    expect(await by(session.try(["pass"]))).toBeNull();
  });

  test("it is tried again and again, ever more rarely, or at once on demand", async () => {
    await sit();
    FakeSocket.last.fail();
    for (const [wait, sockets] of [
      [299, 1],
      [1, 2],
    ] as const) {
      await vi.advanceTimersByTimeAsync(wait);
      expect(FakeSocket.all).toHaveLength(sockets);
    }
    FakeSocket.last.fail();
    await vi.advanceTimersByTimeAsync(799);
    expect(FakeSocket.all).toHaveLength(2);
    session.line.retryNow();
    expect(FakeSocket.all).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(5000);
    expect(FakeSocket.all).toHaveLength(3);
    expect(session.line.lostFor).toBeGreaterThan(5000);
    FakeSocket.last.accept();
    expect([session.line.state, session.line.lostFor]).toEqual(["live", 0]);
  });

  test("a server that says nothing is not there, whatever the socket says", async () => {
    const socket = await sit();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(socket.heard("ping")).toBeTruthy();
    socket.say({ type: "pong" });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(session.line.state).toBe("live");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(session.line.state).toBe("lost");
  });

  test("the browser knows when the network goes and comes", async () => {
    await sit();
    dispatchEvent(new Event("offline"));
    expect(session.line.state).toBe("lost");
    dispatchEvent(new Event("online"));
    expect(FakeSocket.all).toHaveLength(2);
  });

  test("a table that is no longer there is not looked for", async () => {
    const socket = await sit();
    socket.fail(4404);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(session.line.state).toBe("gone");
  });

  test("a seat that is somebody else's now is not asked for again", async () => {
    const socket = await sit();
    socket.fail(4403);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(session.line.state).toBe("unseated");
    expect(FakeSocket.all).toHaveLength(1);
    expect(FakeSocket.all).toHaveLength(1);
  });
});

describe("one device for several seats", () => {
  test("the other seat's view, log and line take the place of the first's", async () => {
    const first = await sit();
    show(first, aView({ version: 2, to_move: [1] }), [anEvent(2, 0)]);
    expect(session.mark).toBe(2);
    await session.switchTo(1);
    FakeSocket.last.accept();
    expect(asked.at(-1)).toBe("/api/tables/t/since/0?seat=1");
    expect([session.shown?.seat, session.events.length, session.mark]).toEqual([1, 1, 0]);
    // What the old socket still says is the other seat's hand.
    show(first, aView({ version: 9, seat: 0 }));
    expect(session.latest?.seat).toBe(1);
  });

  test("the next seat's cards are covered, and so is what follows from them", async () => {
    await sit();
    await session.switchTo(1);
    const hand = { gold: 2 } as unknown as View["hand"];
    const drew = { ...anEvent(2, 1, "drew"), args: { kind: "gold" } };
    FakeSocket.last.accept();
    const asks = (decision: View["decision"], version: number): View =>
      aView({ version, seat: 1, to_move: [1], decision, hand, moves: ["pass", "play 2"] });
    show(FakeSocket.last, asks("play", 2), [drew]);
    expect([session.seen?.hand, session.seen?.legal]).toEqual([null, []]);
    expect(session.told.at(-1)?.args).toEqual({ kind: null });
    // Where a bridge goes does not depend on them.
    show(FakeSocket.last, asks("bridge", 3), []);
    expect([session.seen?.hand, session.seen?.legal.length]).toEqual([null, 2]);
    session.covered = false;
    expect([session.seen?.hand, session.told.at(-1)?.args]).toEqual([hand, { kind: "gold" }]);
  });

  test("a command of the seat that is left is not sent for the other", async () => {
    await sit();
    const answer = session.play(["pass"]);
    await session.switchTo(1);
    FakeSocket.last.accept();
    expect(FakeSocket.last.sent).toEqual([{ type: "resync" }]);
    expect(await by(answer)).toBeNull();
    expect(session.settled).toBe(true);
  });
});

test("a pass that nobody was asked for is known as such", async () => {
  const socket = await sit();
  const sent = session.play(["pass"]);
  socket.say({ type: "ack", move_id: socket.heard("command").move_id, version: 2 });
  // The second pass came by itself in the next step.
  show(socket, aView({ version: 3, to_move: [1] }), [anEvent(2, 0), anEvent(3, 0)]);
  await sent;
  expect(session.unasked).toEqual([3]);
  // One that was said beforehand is no news.
  session.hurry();
  show(socket, aView({ version: 4, to_move: [1], passing: "step" }), []);
  session.hurry();
  show(socket, aView({ version: 5, to_move: [1] }), [anEvent(5, 0)]);
  expect(session.unasked).toEqual([3]);
});

describe("views, one at a time", () => {
  const other = (version: number): View => aView({ version, to_move: [1] });

  test("another's move stays for a while before the next is shown", async () => {
    const socket = await sit();
    for (const version of [2, 3]) show(socket, other(version));
    expect([session.shown?.version, session.latest?.version]).toEqual([2, 3]);
    expect(session.behind).toBe(true);
    await vi.advanceTimersByTimeAsync(849);
    expect(session.shown?.version).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(session.shown?.version).toBe(3);
  });

  test("nobody waits at the pace that is called instant", async () => {
    change({ pace: "instant" });
    const socket = await sit();
    for (const version of [2, 3, 4]) show(socket, other(version));
    expect(session.shown?.version).toBe(4);
  });

  test("whoever hurries sees the newest state, and the log has everything", async () => {
    const socket = await sit();
    for (const version of [2, 3, 4]) show(socket, other(version));
    session.hurry();
    expect(session.shown?.version).toBe(4);
    expect(session.events.map((e) => e.version)).toEqual([1, 2, 3, 4]);
  });

  test("what is told twice is in the log once", async () => {
    change({ pace: "instant" });
    const socket = await sit();
    const shown: number[] = [];
    session.onshow = (_, to, events) => void shown.push(to.version, events.length);
    show(socket, other(2));
    show(socket, other(2));
    expect(session.events.map((e) => e.version)).toEqual([1, 2]);
    expect(shown).toEqual([2, 1]);
  });

  test("a move that was taken back leaves the log", async () => {
    change({ pace: "instant" });
    const socket = await sit();
    for (const version of [2, 3]) show(socket, other(version));
    show(socket, other(2), []);
    expect(session.shown?.version).toBe(2);
    expect(session.events.map((e) => e.version)).toEqual([1, 2]);
  });

  test("waiting for a newer state ends when one comes, or after a while", async () => {
    const socket = await sit();
    const first = session.newer();
    show(socket, other(2));
    await expect(first).resolves.toBeUndefined();
    let waited = false;
    void session.newer().then(() => (waited = true));
    await vi.advanceTimersByTimeAsync(1999);
    expect(waited).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(waited).toBe(true);
  });
});
