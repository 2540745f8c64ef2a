/** Games that wait for me: counted in the tab's title and on the app's icon. */
import type { TableSummary } from "./wire";

export const isMyTurn = (table: TableSummary): boolean =>
  table.status === "running" && table.to_move.some((seat) => table.mine.includes(seat));

export function titleWith(title: string, waiting: number): string {
  return waiting ? `(${waiting}) ${title}` : title;
}

/** Where the page is installed as an app; elsewhere there is no icon to put it on. */
export function showBadge(waiting: number): void {
  if (!("setAppBadge" in navigator)) return;
  const done = waiting ? navigator.setAppBadge(waiting) : navigator.clearAppBadge();
  done.catch(() => undefined);
}
