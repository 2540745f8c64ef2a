/** Several people at one screen: what may be seen before the next of them has it in hand. */
import type { Decision, View } from "../lib/wire";

/** What can be chosen depends on the cards; everything else is decided with them covered. */
const BY_CARDS: readonly Decision[] = ["play", "discard"];

export const byCards = (view: View): boolean => BY_CARDS.includes(view.decision);

/** The view with its seat's cards covered, and with them what follows from them. */
export function covered(view: View): View {
  const open = { ...view, hand: null, sealed: null };
  return byCards(view) ? { ...open, legal: [], blocked: [] } : open;
}
