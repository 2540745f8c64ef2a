import { list, t } from "../lib/i18n.svelte";
import { KINDS, type SomeCards } from "../lib/wire";

/** “2 Doge cards and a Joker”. */
export function cardsInWords(cards: SomeCards): string {
  const told = KINDS.filter((k) => (cards[k] ?? 0) > 0).map((k) =>
    t(`kind.${k}.count`, { n: cards[k] ?? 0 }),
  );
  return told.length ? list(told) : t("log.no_cards");
}
