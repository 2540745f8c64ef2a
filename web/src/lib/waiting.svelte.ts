/** Games that wait for me: counted in the tab's title and on the app's icon. */
import { myTables } from "./tables";
import type { TableSummary } from "./wire";

const EVERY_MS = 60_000;
export const waiting = $state({ n: 0 });

export const isMyTurn = (table: TableSummary): boolean =>
  table.status === "running" && table.to_move.some((seat) => table.mine.includes(seat));

export function titleWith(title: string, n: number): string {
  return n ? `(${n}) ${title}` : title;
}

/** By what the server has just listed. */
export function countIn(mine: readonly TableSummary[]): void {
  waiting.n = mine.filter(isMyTurn).length;
  showBadge(waiting.n);
}

/** Asks the server; without an answer the last number stands. */
export async function countWaiting(): Promise<void> {
  const mine = await myTables().catch(() => null);
  if (mine) countIn(mine);
}

/** Now and then, and whenever the page is looked at again. */
export function keepCounting(): () => void {
  const look = (): void => void countWaiting();
  const seen = (): void => {
    if (!document.hidden) look();
  };
  look();
  const timer = setInterval(look, EVERY_MS);
  document.addEventListener("visibilitychange", seen);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", seen);
  };
}

/** Where the page is installed as an app; elsewhere there is no icon to put it on. */
function showBadge(n: number): void {
  if (!("setAppBadge" in navigator)) return;
  const done = n ? navigator.setAppBadge(n) : navigator.clearAppBadge();
  done.catch(() => undefined);
}
