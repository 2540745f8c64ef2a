/** What pages ask of the server about tables. */
import { get, post } from "./api";
import type {
  CreateTable,
  Created,
  Join,
  Joined,
  Reissue,
  Rename,
  SeatBot,
  SeatIn,
  SeatLink,
  SeatOnly,
  Sit,
  TableSummary,
  Tables,
} from "./wire";
import { me } from "./me.svelte";
import { go } from "./router.svelte";

const list = async (path: string): Promise<TableSummary[]> => (await get<Tables>(path)).tables;

export const openTables = (): Promise<TableSummary[]> => list("/api/tables");
export const myTables = (): Promise<TableSummary[]> => list("/api/mine");
export const finishedTables = (): Promise<TableSummary[]> => list("/api/history");

/** A seat for the person who asks, under the name last used. */
export const mySeat = (): SeatIn => ({ kind: "me", name: me.name.trim() || null });

export const ask = (table: string, what: string, body: object = {}): Promise<unknown> =>
  post(`/api/tables/${table}/${what}`, body);

/** Sitting down adds a sealed number to the table's shuffle (docs/fairness.md). */
export const fairPart = (): Promise<typeof import("./fair/part")> => import("./fair/part");

async function sitDown(path: string, body: Join | Sit): Promise<Joined> {
  const { seal, keep } = (await fairPart()).sealForSeat();
  const joined = await post<Joined>(path, { ...body, seal });
  keep(joined.table, joined.seat);
  return joined;
}

export const join = (body: Join): Promise<Joined> => sitDown("/api/join", body);
export const sit = (table: string, body: Sit): Promise<Joined> =>
  sitDown(`/api/tables/${table}/sit`, body);
export const renameSeat = (table: string, body: Rename): Promise<unknown> =>
  ask(table, "rename", body);
export const seatBot = (table: string, body: SeatBot): Promise<unknown> => ask(table, "bot", body);
export const leave = (table: string, body: SeatOnly = {}): Promise<unknown> =>
  ask(table, "leave", body);
/** To a seat that one left. */
export const comeBack = (table: string, body: SeatOnly): Promise<unknown> =>
  ask(table, "back", body);
export const hide = (table: string): Promise<unknown> => ask(table, "hide");
export const abandon = (table: string): Promise<unknown> => ask(table, "abandon");
/** A new link for a seat; the old one no longer works. */
export async function reissue(table: string, body: Reissue): Promise<void> {
  keepLinks(table, (await post<Created>(`/api/tables/${table}/reissue`, body)).seats);
}

/** Seat links are shown by the server only once: they are kept for this visit. */
const linksKey = (table: string): string => `rialto.links.${table}`;

export async function create(wanted: CreateTable): Promise<Created> {
  const { openAlone, sealForSeat } = await fairPart();
  const { seal, keep } = sealForSeat();
  const made = await post<Created>("/api/tables", { ...wanted, seal });
  keepLinks(made.table, made.seats);
  if (made.group) keepGroup(made.table, made.group);
  const seat = wanted.seats.findIndex((s) => s.kind === "me");
  if (seat >= 0) await openAlone(made, keep(made.table, seat));
  return made;
}

/** Where somebody came from to practise, for when they leave. */
const originKey = (table: string): string => `rialto.practice.${table}`;

export async function practise(wanted: CreateTable): Promise<void> {
  const { table } = await create({ ...wanted, practice: true });
  try {
    sessionStorage.setItem(originKey(table), location.pathname + location.search + location.hash);
  } catch {
    // Without storage they leave for the lobby.
  }
  go(`/t/${table}`);
}

export function practiceOrigin(table: string): string {
  try {
    return sessionStorage.getItem(originKey(table)) ?? "/";
  } catch {
    return "/";
  }
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

/** One link for everybody who is invited; it, too, is shown only once. */
export const groupKey = (table: string): string => `rialto.group.${table}`;

export function keepGroup(table: string, link: string): void {
  try {
    sessionStorage.setItem(groupKey(table), link);
  } catch {
    // Without storage a new link can always be made.
  }
}
