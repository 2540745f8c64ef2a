/** Pieces fly from where they were to where they are now; `Flights` draws them. */
import { lessMotion } from "../lib/settings.svelte";
import type { View } from "../lib/wire";
import { moved, type Piece } from "./moved";

export interface Flight {
  id: number;
  piece: Piece;
  from: Point;
  to: Point;
  delay: number;
  /** What lies hidden until it arrives. */
  due: Element | null;
}
export interface Point {
  x: number;
  y: number;
}

/** One piece takes off after the other. */
const APART_MS = 60;

export const air = $state<{ flights: Flight[] }>({ flights: [] });
let flown = 0;

/** To be called while the page still shows the old view: that is where the pieces take off. */
export function animate(from: View | null, to: View): void {
  if (!from || lessMotion() || document.hidden) return;
  // A narrow screen shows no draw pile and no market: what comes from there comes from the stock.
  const starts = moved(from, to).map((move) => ({
    move,
    start: spot(move.from) ?? spot("stock"),
  }));
  requestAnimationFrame(() => {
    for (const [i, { move, start }] of starts.entries()) {
      const end = spot(move.to);
      if (!start || !end) continue;
      const { piece } = move;
      // A tile is laid when it arrives; of the rest there are several, and one more is no riddle.
      const due = piece.what === "bridge" || piece.what === "gondola" ? place(move.to) : null;
      due?.setAttribute("data-due", "");
      air.flights.push({ id: ++flown, piece, from: start, to: end, delay: i * APART_MS, due });
    }
  });
}

/** Ends one flight, or every one: a click does. */
export function land(id?: number): void {
  for (const flight of air.flights)
    if (id === undefined || flight.id === id) flight.due?.removeAttribute("data-due");
  air.flights = id === undefined ? [] : air.flights.filter((flight) => flight.id !== id);
}

const place = (name: string): Element | null =>
  document.querySelector(`[data-spot="${CSS.escape(name)}"]`);

/** The middle of a place, if it is on the screen. */
function spot(name: string): Point | null {
  const box = place(name)?.getBoundingClientRect();
  if (!box || !(box.width || box.height)) return null;
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
