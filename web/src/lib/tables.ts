/** What pages ask of the server about tables. */
import { get, post } from "./api";
import type {
  AnswerProposal,
  BotInfo,
  Bots,
  CreateTable,
  Created,
  DeviceLink,
  GroupLink,
  Join,
  Joined,
  Knock,
  LinkInfo,
  Propose,
  Reissue,
  RemovePerson,
  Rename,
  Say,
  SeatBot,
  SeatIn,
  SeatLink,
  SeatOnly,
  SetQuiet,
  Sit,
  TableSummary,
  Tables,
} from "./wire";
import { me } from "./me.svelte";

const list = async (path: string): Promise<TableSummary[]> => (await get<Tables>(path)).tables;

export const openTables = (): Promise<TableSummary[]> => list("/api/tables");
export const myTables = (): Promise<TableSummary[]> => list("/api/mine");
export const finishedTables = (): Promise<TableSummary[]> => list("/api/history");
export const bots = async (): Promise<BotInfo[]> => (await get<Bots>("/api/bots")).bots;

/** A seat for the person who asks, under the name last used. */
export const mySeat = (): SeatIn => ({ kind: "me", name: me.name.trim() || null });

const ask = (table: string, what: string, body: object = {}): Promise<unknown> =>
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
export const hide = (table: string): Promise<unknown> => ask(table, "hide");
export const say = (table: string, body: Say): Promise<unknown> => ask(table, "talk", body);
export const setQuiet = (table: string, body: SetQuiet): Promise<unknown> =>
  ask(table, "quiet", body);
export const remove = (table: string, body: RemovePerson): Promise<unknown> =>
  ask(table, "remove", body);
export const deviceLink = (table: string, body: SeatOnly): Promise<DeviceLink> =>
  post<DeviceLink>(`/api/tables/${table}/device`, body);
/** What a link is good for; looking uses nothing up. */
export const lookAtLink = (secret: string): Promise<LinkInfo> =>
  post<LinkInfo>("/api/link", { secret });
/** With a link that somebody has used: ask them to let this device in. */
export const knock = (body: Knock): Promise<Joined> => post<Joined>("/api/knock", body);
export const abandon = (table: string): Promise<unknown> => ask(table, "abandon");
/** Ask the others; what nobody else has to agree to is done at once. */
export const propose = (table: string, body: Propose): Promise<unknown> =>
  ask(table, "propose", body);
export const answerProposal = (table: string, body: AnswerProposal): Promise<unknown> =>
  ask(table, "answer", body);

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
const groupKey = (table: string): string => `rialto.group.${table}`;

function keepGroup(table: string, link: string): void {
  try {
    sessionStorage.setItem(groupKey(table), link);
  } catch {
    // Without storage a new link can always be made.
  }
}

export function keptGroup(table: string): string | null {
  try {
    return sessionStorage.getItem(groupKey(table));
  } catch {
    return null;
  }
}

/** In place of the old one, which no longer works. */
export async function newGroupLink(table: string): Promise<string> {
  const { link } = await post<GroupLink>(`/api/tables/${table}/group`);
  keepGroup(table, link);
  return link;
}
