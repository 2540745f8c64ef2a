/** What a seat is called. The server names persons and bots; the neutral player's name is a word. */
import { t } from "./i18n.svelte";
import type { Seat } from "./wire";

export function nameOf(seat: Pick<Seat, "kind" | "name"> | undefined): string {
  return seat?.kind === "neutral" ? t("player.neutral") : (seat?.name ?? "");
}
