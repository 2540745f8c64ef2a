import { list, t } from "../lib/i18n.svelte";
import { type House, KINDS, type Kind, type SomeCards } from "../lib/wire";

/** “2 Doge cards and a Joker”. */
export function cardsInWords(cards: SomeCards): string {
  const told = KINDS.filter((k) => (cards[k] ?? 0) > 0).map((k) =>
    t(`kind.${k}.count`, { n: cards[k] ?? 0 }),
  );
  return told.length ? list(told) : t("log.no_cards");
}

/** What a kind of card is, and does by these rules. */
export function aboutKind(kind: Kind, house?: House): string {
  const always = kind === "joker" && house?.joker_pairs_always;
  return `${t(`kind.${kind}`)}: ${t(always ? "kind.joker.about.always" : `kind.${kind}.about`)}`;
}
