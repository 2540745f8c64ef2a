/** Time that is left, as a clock shows it. */
import { t } from "../lib/i18n.svelte";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const two = (n: number): string => String(n).padStart(2, "0");

/** By days in days and hours, the last day in hours and minutes; otherwise to the second. */
export function leftText(ms: number, byDays: boolean): string {
  if (byDays && ms >= DAY_MS)
    return t("clock.days", {
      days: Math.floor(ms / DAY_MS),
      hours: Math.floor((ms % DAY_MS) / HOUR_MS),
    });
  const s = Math.ceil(ms / 1000);
  const minutes = Math.floor(s / 60);
  if (byDays)
    return t("clock.hours", { hours: Math.floor(minutes / 60), minutes: two(minutes % 60) });
  return s >= 3600
    ? `${Math.floor(s / 3600)}:${two(minutes % 60)}:${two(s % 60)}`
    : `${minutes}:${two(s % 60)}`;
}

/** When somebody is warned, and again: by days half a day and two hours before the end. */
export const WARN_MS = { clock: [30_000, 10_000], days: [12 * HOUR_MS, 2 * HOUR_MS] } as const;

/** How many of the warnings are due. */
export function warnings(ms: number, byDays: boolean): number {
  return WARN_MS[byDays ? "days" : "clock"].filter((at) => ms <= at).length;
}
