/** One other hand in numbers: what is certain, what is likely, and how far it may go. */
import { KINDS, type Holding, type Kind, type SomeCards } from "../lib/wire";

export interface Column {
  kind: Kind;
  sure: number;
  /** On average. */
  mean: number;
  /** Nine times in ten it is no less and no more. */
  low: number;
  high: number;
  /** In hundredths, by number of cards; only what is not out of the question. */
  chances: { count: number; percent: number }[];
}

const TAIL = 5;

export function columns(hand: Holding): Column[] {
  return KINDS.map((kind) => {
    const percents = hand.chances[kind];
    const chances = percents.flatMap((percent, count) => (percent > 0 ? [{ count, percent }] : []));
    const total = chances.reduce((sum, c) => sum + c.percent, 0);
    return {
      kind,
      sure: hand.sure[kind] ?? 0,
      mean: chances.reduce((sum, c) => sum + c.count * c.percent, 0) / Math.max(1, total),
      low: chances.find((_, i) => upTo(chances, i) > TAIL)?.count ?? 0,
      high: chances.find((_, i) => upTo(chances, i) >= total - TAIL)?.count ?? 0,
      chances,
    };
  });
}

const upTo = (chances: Column["chances"], i: number): number =>
  chances.slice(0, i + 1).reduce((sum, c) => sum + c.percent, 0);

export const count = (cards: SomeCards): number =>
  KINDS.reduce((sum, kind) => sum + (cards[kind] ?? 0), 0);

const none = ({ chances }: Column): number => chances.find((c) => c.count === 0)?.percent ?? 0;

/** Up to three kinds that are not certain, but rather there than not; the likeliest first. */
export const probable = (columns: Column[]): Kind[] =>
  columns
    .filter((c) => !c.sure && c.mean > 0 && none(c) < 50)
    .sort((a, b) => none(a) - none(b))
    .slice(0, 3)
    .map((c) => c.kind);

/** “2–3”, “2”, or a dash for none. */
export function range({ low, high }: Column): string {
  if (high === 0) return "–";
  return low === high ? String(low) : `${low}–${high}`;
}
