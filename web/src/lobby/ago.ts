/** "3 minutes ago" and "in 2 days", in the page's language. */
const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

function told(ms: number, sign: 1 | -1, lang: string): string {
  const words = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
  const [unit, size] = UNITS.find(([, at]) => ms >= at) ?? ["second", ms + 1];
  return words.format(sign * Math.floor(ms / size), unit);
}

export const ago = (then: number, now: number, lang: string): string =>
  told(Math.max(0, now - then), -1, lang);

export const within = (ms: number, lang: string): string => told(Math.max(0, ms), 1, lang);
