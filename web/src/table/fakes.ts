/** For tests: a socket and a server's answers, both under the test's hand, and views to send. */
import { vi } from "vitest";
import type { Command, GameEvent, Option, Reply, Since, View } from "../lib/wire";

export class FakeSocket {
  static readonly OPEN = 1;
  /** Every socket that was opened, the newest last. */
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    return FakeSocket.all.at(-1)!;
  }

  readyState = 0;
  sent: Command[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Command);
  }
  close(): void {
    this.readyState = 3;
  }

  // ── what the server does ──
  accept(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
  say(reply: Reply): void {
    this.onmessage?.({ data: JSON.stringify(reply) });
  }
  fail(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  /** The last command of a kind that was sent through this socket. */
  heard<T extends Command["type"]>(type: T): Extract<Command, { type: T }> {
    const found = this.sent.findLast((c) => c.type === type);
    if (!found) throw new Error(`no ${type} was sent`);
    return found as Extract<Command, { type: T }>;
  }
}

/** A view with what a test cares about; the rest is a quiet table. */
export function aView(given: Partial<View> & { moves?: string[] } = {}): View {
  const { moves = [], ...rest } = given;
  return {
    table: "t",
    version: 1,
    status: "running",
    phase: "steps",
    round: 1,
    step: null,
    decision: "waiting",
    to_move: [0],
    seat: 0,
    seats: [
      { seat: 0, name: "Anna", excess: 0 },
      { seat: 1, name: "Bert", excess: 0 },
    ],
    turn: { turned: 0, lent_jokers: 0 },
    hand: null,
    legal: moves.map((move): Option => ({ move })),
    blocked: [],
    ...rest,
  } as unknown as View;
}

export const anEvent = (
  version: number,
  seat: number | null,
  code = "passed",
  n = 0,
): GameEvent => ({
  version,
  n,
  code,
  seat,
  args: {},
});

/** Answers of `/since/0`, by address. */
export function serve(views: (url: string) => Since): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (url: string) => {
    asked.push(url);
    return Promise.resolve(new Response(JSON.stringify(views(url))));
  });
  return asked;
}
