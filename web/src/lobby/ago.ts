/** "3 minutes ago", in the page's language. */
const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

export function ago(then: number, now: number, lang: string): string {
  const words = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
  const past = Math.max(0, now - then);
  const [unit, ms] = UNITS.find(([, size]) => past >= size) ?? ["second", past + 1];
  return words.format(-Math.floor(past / ms), unit);
}
