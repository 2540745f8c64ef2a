/** What a seat is called. The server names persons and bots; the neutral player's name is a word. */
import { t } from "./i18n.svelte";
import { LEVELS, type Seat } from "./wire";

export function nameOf(seat: Pick<Seat, "kind" | "name"> | undefined): string {
  return seat?.kind === "neutral" ? t("player.neutral") : (seat?.name ?? "");
}

/** "Round 3 of 6"; before the first one the set-up. */
export function roundName(n: number): string {
  return n ? t("top.round_of", { n }) : t("top.setup");
}

/** A bot's level, and its place on the scale: "Merchant 3/5". Programs have none. */
export function levelName(bot: string | null): string {
  const at = LEVELS.indexOf(bot ?? "");
  return at < 0 ? t("player.bot") : `${t(`bot.${bot}.name`)} ${at + 1}/${LEVELS.length}`;
}
