/** What the people at a table ask the server for. */
import { post } from "../lib/api";
import { ask, groupKey, keepGroup } from "../lib/tables";
import type {
  AnswerProposal,
  Block,
  DeviceLink,
  GroupLink,
  Holiday,
  Joined,
  Knock,
  LinkInfo,
  Propose,
  RemovePerson,
  Say,
  SeatOnly,
  SetQuiet,
  Tell,
} from "../lib/wire";

export const say = (table: string, body: Say): Promise<unknown> => ask(table, "talk", body);
export const setQuiet = (table: string, body: SetQuiet): Promise<unknown> =>
  ask(table, "quiet", body);
export const remove = (table: string, body: RemovePerson): Promise<unknown> =>
  ask(table, "remove", body);
/** Host only: they sit at no table of mine any more. */
export const block = (table: string, body: Block): Promise<unknown> => ask(table, "block", body);
/** To whoever runs the server. */
export const report = (table: string, body: Tell): Promise<unknown> => ask(table, "report", body);
/** So many days off more; 0: they are over. */
export const takeHoliday = (table: string, body: Holiday): Promise<unknown> =>
  ask(table, "holiday", body);
export const deviceLink = (table: string, body: SeatOnly): Promise<DeviceLink> =>
  post<DeviceLink>(`/api/tables/${table}/device`, body);
/** What a link is good for; looking uses nothing up. */
export const lookAtLink = (secret: string): Promise<LinkInfo> =>
  post<LinkInfo>("/api/link", { secret });
/** With a link that somebody has used: ask them to let this device in. */
export const knock = (body: Knock): Promise<Joined> => post<Joined>("/api/knock", body);
/** Ask the others; what nobody else has to agree to is done at once. */
export const propose = (table: string, body: Propose): Promise<unknown> =>
  ask(table, "propose", body);
export const answerProposal = (table: string, body: AnswerProposal): Promise<unknown> =>
  ask(table, "answer", body);

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
