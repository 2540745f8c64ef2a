/** Why a move is better: what it brings more, and to whom (as rialto.review.words has it). */
import { known, t, term } from "../lib/i18n.svelte";
import { DISTRICTS, type ReviewReason } from "../lib/wire";

export function partName({ part, mostly }: ReviewReason): string {
  if ((DISTRICTS as readonly string[]).includes(part)) return t(`district.${part}`);
  if (mostly) return t("coach.part.districts_mostly", { district: term("district", mostly) });
  return t(known(`coach.part.${part}`) ? `coach.part.${part}` : `why.${part}`);
}

/** With one decimal. */
export const oneDecimal = (points: number): string =>
  Math.abs(points).toFixed(1).replace(".", t("coach.decimal"));

export function reasonInWords(reason: ReviewReason, names: readonly string[]): string {
  return t(reason.points > 0 ? "coach.gains" : "coach.loses", {
    player: names[reason.seat] ?? "",
    points: oneDecimal(reason.points),
    what: partName(reason),
  });
}
