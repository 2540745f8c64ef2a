/**
 * What moved from one view to the next. Both are read as piles: so many of a piece at a place of
 * the page (`data-spot`). What left one pile and came to another has moved.
 */
import { KINDS, type BuildingId, type Kind, type SeatColour, type View } from "../lib/wire";

/** Of pieces with the same key one is as good as another. */
export type Piece = { key: string } & (
  | { what: "councillor"; colour: SeatColour }
  | { what: "bridge" | "gondola"; ends: readonly [number, number] | null }
  | { what: "building"; id: BuildingId }
  | { what: "card"; kind: Kind | null }
  | { what: "coin" }
);

export interface Move {
  piece: Piece;
  from: string;
  to: string;
}

type Counted = [piece: Piece, place: string, n: number];
interface Pile {
  piece: Piece;
  places: Map<string, number>;
}

/** Where more of a piece comes from than the piles account for. */
const SOURCES: Partial<Record<Piece["what"], string>> = { coin: "market", card: "pile" };
/** More pieces than this in one go are not followed by anybody's eyes. */
const MOST = 12;

export function moved(from: View, to: View): Move[] {
  const before = piles(from, to);
  const moves: Move[] = [];
  for (const { piece, places } of piles(to, to).values()) {
    const old = before.get(piece.key)?.places ?? new Map<string, number>();
    const left = surplus(old, places);
    surplus(places, old).forEach((place, i) => {
      const start = left[i] ?? SOURCES[piece.what];
      if (start) moves.push({ piece: laid(piece, place, to), from: start, to: place });
    });
  }
  return moves.slice(0, MOST);
}

/** The places that have more in `a` than in `b`, each as often as it has more. */
function surplus(a: Map<string, number>, b: Map<string, number>): string[] {
  return [...a].flatMap(([place, n]) =>
    Array.from({ length: Math.max(0, n - (b.get(place) ?? 0)) }, () => place),
  );
}

/** A tile has its values where it lies. */
function laid(piece: Piece, place: string, { links }: View): Piece {
  if (piece.what !== "bridge" && piece.what !== "gondola") return piece;
  return { ...piece, ends: links.find((link) => place === slot(link.id))?.ends ?? null };
}

const slot = (link: string): string => `slot-${link}`;

function piles(view: View, end: View): Map<string, Pile> {
  const all = new Map<string, Pile>();
  for (const [piece, place, n] of [
    ...councillors(view),
    ...tiles(view),
    ...buildings(view),
    ...coins(view),
    ...cards(view, end),
  ]) {
    const { places } = all.get(piece.key) ?? { places: new Map<string, number>() };
    places.set(place, (places.get(place) ?? 0) + n);
    all.set(piece.key, { piece, places });
  }
  return all;
}

function* councillors({ seats, districts }: View): Iterable<Counted> {
  for (const { seat, colour, private: own, general } of seats) {
    const piece: Piece = { key: `councillor ${seat}`, what: "councillor", colour };
    yield [piece, `council-${seat}`, own + general];
    for (const { id, council } of districts) yield [piece, `district-${id}`, council[seat] ?? 0];
  }
}

function* tiles({ links, bridges_left, gondolas_left }: View): Iterable<Counted> {
  for (const what of ["bridge", "gondola"] as const) {
    const piece: Piece = { key: what, what, ends: null };
    yield [piece, `${what}s`, what === "bridge" ? bridges_left : gondolas_left];
    for (const { id, state } of links) yield [piece, slot(id), Number(state === what)];
  }
}

function* buildings({ seats, supply }: View): Iterable<Counted> {
  const piece = (id: BuildingId): Piece => ({ key: id, what: "building", id });
  for (const [id, n] of Object.entries(supply) as [BuildingId, number][])
    yield [piece(id), `supply-${id}`, n];
  for (const { seat, buildings } of seats)
    for (const { id, count } of buildings) yield [piece(id), `tiles-${seat}`, count];
}

/** A coin that was paid lies on the building it was paid for. */
function* coins({ seats }: View): Iterable<Counted> {
  for (const { seat, coins, buildings } of seats) {
    const piece: Piece = { key: `coin ${seat}`, what: "coin" };
    yield [piece, `coins-${seat}`, coins];
    for (const { used } of buildings) yield [piece, `tiles-${seat}`, used];
  }
}

/** Cards of a row count as those of whoever has it in the end. One's own are told apart. */
function* cards({ seats, rows, hand }: View, end: View): Iterable<Counted> {
  const piece = (seat: number, kind: Kind | null): Piece => ({
    key: `card ${seat} ${kind}`,
    what: "card",
    kind,
  });
  for (const { seat, hand_size, played } of seats) {
    const taken = rows.find((row) => row.row === end.rows.find((r) => r.owner === seat)?.row);
    const own = seat === end.seat ? hand : null;
    if (!own) yield [piece(seat, null), `cards-${seat}`, hand_size];
    for (const kind of KINDS) {
      const shown = piece(seat, own ? kind : null);
      if (own) yield [shown, `hand-${kind}`, own[kind]];
      if (own) yield [shown, `panel-${seat}`, played[kind] ?? 0];
      if (taken) yield [shown, `row-${taken.row}`, taken.cards[kind] ?? 0];
    }
  }
}
