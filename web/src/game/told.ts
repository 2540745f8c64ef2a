/** What each viewer may be told. */
import { PRIVATE_EVENTS, type GameEvent } from "../lib/wire";

/** Who looks: a seat, everybody's cards open, or nobody's. */
export type Eye = number | "all" | "nobody";

/** The events as this viewer would have been told them. */
export function told(events: readonly GameEvent[], eye: Eye): GameEvent[] {
  if (eye === "all") return [...events];
  return events.map((event) =>
    PRIVATE_EVENTS.includes(event.code) && event.seat !== eye
      ? { ...event, args: { ...event.args, kind: null } }
      : event,
  );
}
