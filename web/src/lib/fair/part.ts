/** This page's part in the shuffle of a table that has not begun: it seals and opens by itself. */
import { post } from "../api";
import type { BeginAnew, Created, Fair, OpenNumber, Seal, View } from "../wire";
import { freshNumber, keepCommitment, keepNumber, memoryOf, type OwnNumber } from "./own";

const path = (table: string, what: string): string => `/api/tables/${table}/fair/${what}`;

async function openNumber(table: string, attempt: number, own: OwnNumber): Promise<void> {
  const body: OpenNumber = { attempt, number: own.number, seat: own.seat };
  await post(path(table, "open"), body);
  keepNumber(table, { ...own, opened: true });
}

async function sealNumber(table: string, seat: number, attempt: number): Promise<void> {
  const { number, seal } = freshNumber();
  keepNumber(table, { seat, seal, number });
  const body: Seal = { attempt, seal, seat };
  await post(path(table, "seal"), body);
}

export const beginAnew = (table: string, body: BeginAnew): Promise<unknown> =>
  post(path(table, "anew"), body);

/** The seal that goes with sitting down, and what is to be kept of it then. */
export function sealForSeat(): { seal: string; keep: (table: string, seat: number) => OwnNumber } {
  const fresh = freshNumber();
  const keep = (table: string, seat: number): OwnNumber => {
    const own = { seat, ...fresh };
    keepNumber(table, own);
    return own;
  };
  return { seal: fresh.seal, keep };
}

/** At a new table that waits for nobody else the game begins before the table is opened. */
export async function openAlone(made: Created, own: OwnNumber): Promise<void> {
  if (made.commitment) keepCommitment(made.table, made.commitment);
  if (made.commitment && made.seats.every((s) => s.link === null))
    await openNumber(made.table, 1, own).catch(() => null);
}

type Task = { what: "seal"; seat: number } | { what: "open"; seat: number; own: OwnNumber };

/** What this page owes the shuffle now, for the seats that it holds. */
export function tasks(table: string, fair: Fair, mine: readonly number[]): Task[] {
  const own = fair.seats.filter((part) => mine.includes(part.seat));
  const [first] = mine;
  if (!own.length && first !== undefined && fair.phase === "gathering")
    return [{ what: "seal", seat: first }];
  return own.flatMap(({ seat, seal, opened }): Task[] => {
    if (opened) return [];
    if (!seal) return [{ what: "seal", seat }];
    if (fair.live && fair.phase !== "opening") return [];
    const kept = memoryOf(table)?.numbers.find((own) => own.seal === seal);
    // Sealed on another device: it is opened there.
    return kept ? [{ what: "open", seat, own: kept }] : [];
  });
}

const done = new Set<string>();

/** Does once what is owed. What cannot be sent is tried again with the next view. */
export async function takePart(view: View, mine: readonly number[]): Promise<void> {
  const { table, fair } = view;
  if (!fair) return;
  keepCommitment(table, fair.commitment);
  for (const task of tasks(table, fair, mine)) {
    const id = `${table} ${fair.attempt} ${task.what} ${task.seat}`;
    if (done.has(id)) continue;
    done.add(id);
    try {
      if (task.what === "seal") await sealNumber(table, task.seat, fair.attempt);
      else await openNumber(table, fair.attempt, task.own);
    } catch {
      done.delete(id);
    }
  }
}
