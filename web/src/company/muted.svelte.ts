/** Whose talk this browser does not show; nobody else knows. */
import { SvelteSet } from "svelte/reactivity";

const KEY = "rialto.muted";
const MOST = 200;
const muted = new SvelteSet<string>(load());

function load(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

const nameOf = (table: string, seat: number): string => `${table}.${seat}`;

export const isMuted = (table: string, seat: number | null): boolean =>
  seat !== null && muted.has(nameOf(table, seat));

export function mute(table: string, seat: number, on: boolean): void {
  if (on) muted.add(nameOf(table, seat));
  else muted.delete(nameOf(table, seat));
  keep();
}

/** To another table of the same people on the same seats. */
export function carryMuted(from: string, to: string): void {
  for (const name of [...muted])
    if (name.startsWith(`${from}.`)) muted.add(to + name.slice(from.length));
  keep();
}

function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...muted].slice(-MOST)));
  } catch {
    // Then it lasts as long as the page.
  }
}
