import { t } from "../lib/i18n.svelte";
import type { View } from "../lib/wire";

/** How leftovers count at the end (Z1, and an option of the house). */
export function rounding(view: View): string {
  return t(view.house.leftovers_rounded_up ? "score.half.up" : "score.half.down");
}
