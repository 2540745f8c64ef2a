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
      air.flights.push({ id: ++flown, piece, from: start, to: end, delay: i * APART_MS });
    }
  });
}

/** Ends one flight, or every one: a click does. */
export function land(id?: number): void {
  air.flights = id === undefined ? [] : air.flights.filter((flight) => flight.id !== id);
}

/** The middle of a place, if it is on the screen. */
function spot(name: string): Point | null {
  const box = document.querySelector(`[data-spot="${CSS.escape(name)}"]`)?.getBoundingClientRect();
  if (!box || !(box.width || box.height)) return null;
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
