/** What somebody at the table is doing. */
import { t } from "../lib/i18n.svelte";
import type { Seat, View } from "../lib/wire";

const DAY_MIN = 24 * 60;

export function doing(seat: Seat): string {
  if (seat.away) return t("menu.stand_in");
  if (seat.connected || seat.gone_since === null)
    return t(seat.connected ? "menu.here" : "player.off");
  const gone = Math.max(1, Math.round((Date.now() - seat.gone_since) / 60_000));
  return gone < DAY_MIN ? t("menu.gone", { n: gone }) : t("player.off");
}

/** Whether the game may stand still because of them: by days only who has missed a move. */
export function keepsWaiting(view: View, seat: Seat): boolean {
  if (view.status !== "running" || seat.away) return false;
  if (view.days) return view.days.missed.includes(seat.seat);
  return !seat.connected || view.to_move.includes(seat.seat);
}
