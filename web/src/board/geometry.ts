/** Where things stand on the map of art/sprite.svg (1000 by 640); both boards of K7. */
import type { BankId, DistrictId } from "../lib/wire";

export const WIDTH = 1000;
export const HEIGHT = 640;
/** The tall drawing for narrow screens: every y by this, tiles and pieces larger. */
export const STRETCH = 1.2;

interface Spot {
  name: [number, number];
  token: [number, number];
  value: [number, number];
  /** On the tall drawing the whole sign moves by this, away from a connection. */
  aside?: number;
  /** Centre of the councillors' row, and the room it has. */
  council: [number, number];
  room: number;
}

export const SPOTS: Record<DistrictId, Spot> = {
  cannaregio: {
    name: [300, 92],
    token: [235, 92],
    value: [370, 92],
    council: [300, 136],
    room: 200,
  },
  castello: {
    aside: 22,
    name: [752, 112],
    token: [699, 112],
    value: [810, 112],
    council: [752, 156],
    room: 200,
  },
  "san-marco": {
    name: [668, 391],
    token: [609, 391],
    value: [732, 391],
    council: [670, 430],
    room: 196,
  },
  "santa-croce": {
    name: [200, 300],
    token: [135, 300],
    value: [270, 300],
    council: [204, 340],
    room: 160,
  },
  "san-polo": {
    name: [446, 262],
    token: [392, 262],
    value: [505, 262],
    council: [445, 301],
    room: 148,
  },
  dorsoduro: {
    name: [350, 512],
    token: [289, 512],
    value: [416, 512],
    council: [350, 556],
    room: 200,
  },
};

export const BANK_SPOTS: Record<BankId, [number, number]> = { citra: [924, 40], ultra: [73, 604] };

/** `rotate`: the tile's x axis runs from `a` (left end) to `b` (right end). */
export interface Slot {
  a: DistrictId;
  b: DistrictId;
  x: number;
  y: number;
  rotate: number;
  /** The sprite has a dotted lead `route-a-b` to a shore that the tile does not touch. */
  route: boolean;
}

const slot = (
  a: DistrictId,
  b: DistrictId,
  x: number,
  y: number,
  rotate: number,
  route = false,
): Slot => ({ a, b, x, y, rotate, route });

/** By the connection's id, the first-named district first. */
export const SLOTS: Record<string, Slot> = {
  "cannaregio:castello": slot("cannaregio", "castello", 614, 112, 0),
  "cannaregio:santa-croce": slot("cannaregio", "santa-croce", 172, 240, 80),
  "cannaregio:san-polo": slot("cannaregio", "san-polo", 339, 217, 82),
  "castello:dorsoduro": slot("castello", "dorsoduro", 810, 512, 133, true),
  "castello:san-marco": slot("castello", "san-marco", 750, 328, 138),
  "santa-croce:dorsoduro": slot("santa-croce", "dorsoduro", 190, 452, 80),
  "san-marco:dorsoduro": slot("san-marco", "dorsoduro", 694, 516, 94),
  "san-marco:san-polo": slot("san-marco", "san-polo", 572, 314, 210),
  "santa-croce:san-polo": slot("santa-croce", "san-polo", 343, 364, -42),
  "cannaregio:dorsoduro": slot("cannaregio", "dorsoduro", 58, 322, 90, true),
  "castello:san-polo": slot("castello", "san-polo", 596, 226, 180, true),
  "san-marco:santa-croce": slot("san-marco", "santa-croce", 510, 426, 180),
  "castello:santa-croce": slot("castello", "santa-croce", 898, 560, 136, true),
  "cannaregio:san-marco": slot("cannaregio", "san-marco", 596, 226, 84, true),
  "san-polo:dorsoduro": slot("san-polo", "dorsoduro", 506, 430, 92, true),
};
/** The outer route of the board `banks` is so long that it says where it goes. */
export const FAR_ROUTE = "castello:santa-croce";

export interface Placed {
  x: number;
  y: number;
  rotate: number;
  scale: number;
}

/** A slot on the plain or the tall drawing. */
export function place(s: Slot, tall: boolean): Placed {
  if (!tall) return { x: s.x, y: s.y, rotate: s.rotate, scale: 1 };
  const r = (s.rotate * Math.PI) / 180;
  const rotate = (Math.atan2(STRETCH * Math.sin(r), Math.cos(r)) * 180) / Math.PI;
  return { x: s.x, y: s.y * STRETCH, rotate, scale: 1.22 };
}
