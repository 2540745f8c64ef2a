/** What the lobby asks of the server. */
import { get, post } from "./api";
import type { BotInfo, Bots, Created, House, SeatLink, Tables, TableSummary } from "./wire";

export interface NewSeat {
  kind: "me" | "person" | "bot";
  bot?: string;
  name?: string;
}
export interface NewTable {
  house?: Partial<Omit<House, "players" | "edition">> & { edition?: string };
  seats: NewSeat[];
  open?: boolean;
  clock?: { bank_s: number; increment_s: number };
  position?: string;
  from_table?: string;
  record_id?: string;
  from_move?: number;
}
const list = async (path: string): Promise<TableSummary[]> => (await get<Tables>(path)).tables;

export const openTables = (): Promise<TableSummary[]> => list("/api/tables");
export const myTables = (): Promise<TableSummary[]> => list("/api/mine");
export const finishedTables = (): Promise<TableSummary[]> => list("/api/history");
export const bots = async (): Promise<BotInfo[]> => (await get<Bots>("/api/bots")).bots;

/** Seat links are shown by the server only once: they are kept for this visit. */
const linksKey = (table: string): string => `rialto.links.${table}`;

export async function create(wanted: NewTable): Promise<Created> {
  const made = await post<Created>("/api/tables", wanted);
  keepLinks(made.table, made.seats);
  return made;
}

export function keepLinks(table: string, seats: readonly SeatLink[]): void {
  const kept = new Map(keptLinks(table).map((s) => [s.seat, s]));
  for (const seat of seats) if (seat.link) kept.set(seat.seat, seat);
  try {
    sessionStorage.setItem(linksKey(table), JSON.stringify([...kept.values()]));
  } catch {
    // Without storage a new link can always be made.
  }
}

export function keptLinks(table: string): SeatLink[] {
  try {
    return JSON.parse(sessionStorage.getItem(linksKey(table)) ?? "[]") as SeatLink[];
  } catch {
    return [];
  }
}

/** Names at a table, empty seats left out. */
export const namesOf = (table: TableSummary): string[] =>
  table.seats.filter((s) => s.name && s.kind !== "neutral").map((s) => s.name);
