/** How strong bots may be, and how strong they were last time. */
import { t } from "./i18n.svelte";
import { LEVELS } from "./wire";

const PRACTICE = "rialto.practice";

/** The second, where none was chosen yet or the chosen one is no more. */
export const knownLevel = (bot: string): string => (LEVELS.includes(bot) ? bot : (LEVELS[1] ?? ""));

/** To choose from, with the place on the scale. */
export const levelOptions = (): { value: string; label: string }[] =>
  LEVELS.map((bot, i) => ({ value: bot, label: `${i + 1} ${t(`bot.${bot}.name`)}` }));

/** As strong as in the last practice. */
export function practiceLevel(): string {
  try {
    return knownLevel(localStorage.getItem(PRACTICE) ?? "");
  } catch {
    return knownLevel(""); // without storage there was none
  }
}
export function keepPracticeLevel(bot: string): void {
  try {
    localStorage.setItem(PRACTICE, bot);
  } catch {
    // Next time it is the second again.
  }
}
