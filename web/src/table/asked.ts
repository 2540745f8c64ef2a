/** What a view asks of its seat. */
import type { View } from "../lib/wire";

/** Whether the seat could still take back what led here: nothing is drawn and nobody else acts. */
export const stillMine = (view: View): boolean =>
  view.decision !== "waiting" &&
  view.seat !== null &&
  view.to_move.includes(view.seat) &&
  view.status === "running";

/** Whether something is put on the map, or moved there. */
export const putOnMap = (view: View): boolean =>
  ["bridge", "gondola", "source", "council"].includes(view.decision);

/** Whether the same thing is asked in both, so that a half-made choice still holds. */
export function sameQuestion(a: View | null, b: View | null): boolean {
  if (
    !b ||
    a?.seat !== b.seat ||
    a.decision !== b.decision ||
    a.step !== b.step ||
    a.round !== b.round
  )
    return false;
  return (
    a.legal.length > 0 &&
    a.legal.length === b.legal.length &&
    a.legal.every((o, i) => o.move === b.legal[i]?.move)
  );
}
