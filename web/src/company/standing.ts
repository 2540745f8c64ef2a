/** What somebody can do about a proposal, and whether anybody would hear them. */
import type { Proposal, View } from "../lib/wire";

export type Standing = "answer" | "with_bots" | "make_link" | "withdraw" | "wait";

export function standing(asked: Proposal, mine: readonly number[]): Standing {
  const ours = (seats: readonly number[]): boolean => mine.some((seat) => seats.includes(seat));
  const byMe = asked.by !== null && mine.includes(asked.by);
  if (asked.agreed) return byMe ? "make_link" : "wait";
  if (ours(asked.waits_for)) return ours(asked.yes) ? "with_bots" : "answer";
  if (byMe || (asked.kind === "rematch" && ours(asked.yes))) return "withdraw";
  return "wait";
}

/** Somebody would hear what is said here. Bots do not, and then the log has the room. */
export function hasListeners({ seat, seats }: Pick<View, "seat" | "seats">): boolean {
  return seat === null || seats.some((s) => s.kind === "person" && s.seat !== seat);
}
