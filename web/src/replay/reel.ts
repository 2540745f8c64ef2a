/** Ways through a game that was recorded, and what each viewer sees of it. No rules here. */
import type { Eye } from "../game/told";
import type { ReplayFrame, View } from "../lib/wire";

/** The frame that shows what happened at this version: the server has one frame for each decision. */
export function frameAt(frames: readonly ReplayFrame[], version: number): number {
  const found = frames.findIndex((frame) => frame.version >= version);
  return found < 0 ? frames.length - 1 : found;
}

export interface Mark {
  stop: number;
  round: number;
}

/** The first frame of each round. */
export function rounds(frames: readonly ReplayFrame[]): Mark[] {
  const marks: Mark[] = [];
  frames.forEach(({ view }, stop) => {
    if (view.round > (marks.at(-1)?.round ?? 0)) marks.push({ stop, round: view.round });
  });
  return marks;
}

/** Where to go for one round on (+1) or back (-1); back goes to the start of this round first. */
export function roundStep(marks: readonly Mark[], stop: number, by: 1 | -1, last: number): number {
  if (by > 0) return marks.find((m) => m.stop > stop)?.stop ?? last;
  return marks.findLast((m) => m.stop < stop)?.stop ?? 0;
}

/** The board as this viewer sees it. */
export function seen(frame: ReplayFrame, eye: Eye): View {
  // Who is at the table now says nothing about then.
  const seats = frame.view.seats.map((seat) => ({ ...seat, connected: true, away: false }));
  if (typeof eye !== "number") return { ...frame.view, seats };
  return { ...frame.view, seats, seat: eye, hand: frame.hands?.[eye] ?? null };
}

/** `#move=123`, or null. */
export function moveInHash(hash: string): number | null {
  const found = /(?:^|&)move=(\d{1,7})(?:&|$)/.exec(hash);
  return found ? Number(found[1]) : null;
}
