/** What the lobby asks of the server. */
import { get, post } from "../lib/api";
import type { GameEvent, House, Cards, View } from "../lib/wire";

export interface SeatSummary {
  seat: number;
  name: string;
  kind: "person" | "bot" | "neutral" | "empty";
  bot: string | null;
  total: number | null;
}
export interface TableSummary {
  table: string;
  status: "open" | "running" | "over" | "abandoned";
  open: boolean;
  /** Whether you made this table. */
  host: boolean;
  mine: number[];
  house: House;
  seats: SeatSummary[];
  version: number;
  round: number;
  to_move: number[];
  created: number;
  updated: number;
  ranking: number[] | null;
  rematch: string | null;
}
export interface SeatLink {
  seat: number;
  link: string | null;
}
export interface Created {
  table: string;
  seats: SeatLink[];
}
export interface BotInfo {
  id: string;
  /** Keys of the locale. */
  name: string;
  blurb: string;
}
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
export interface ReplayFrame {
  version: number;
  /** Null for the beginning. */
  move: string | null;
  seat: number | null;
  view: View;
  events: GameEvent[];
}
export interface Replay {
  house: House;
  names: string[];
  /** By frame and seat: open hands, for the game is over. */
  hands: Cards[][];
  frames: ReplayFrame[];
}

const list = async (path: string): Promise<TableSummary[]> =>
  (await get<{ tables: TableSummary[] }>(path)).tables;

export const openTables = (): Promise<TableSummary[]> => list("/api/tables");
export const myTables = (): Promise<TableSummary[]> => list("/api/mine");
export const finishedTables = (): Promise<TableSummary[]> => list("/api/history");
export const bots = async (): Promise<BotInfo[]> => (await get<{ bots: BotInfo[] }>("/api/bots")).bots;

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
