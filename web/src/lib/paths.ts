/** Where what a page shows first is. */
import type { TableSummary } from "./wire";

/** The first of one's own that is asked; else the first; a spectator has none. */
export function firstSeat({ mine, to_move }: TableSummary): number | null {
  return mine.find((seat) => to_move.includes(seat)) ?? mine[0] ?? null;
}

export const forSeat = (seat: number | null): string => (seat === null ? "" : `?seat=${seat}`);

export const sincePath = (table: string, seat: number | null): string =>
  `/api/tables/${table}/since/0${forSeat(seat)}`;

export const replayPath = (id: string, record: boolean): string =>
  `/api/${record ? "records" : "tables"}/${encodeURIComponent(id)}/replay`;
