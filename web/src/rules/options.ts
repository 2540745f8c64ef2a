import { t } from "../lib/i18n.svelte";
import { EDITIONS, OPTIONS } from "../lib/wire";
import type { Entry, RuleBook } from "./book";

/** The options and editions of section 9, told with the words of the set-up page. */
function optionEntries(): Entry[] {
  const about = (key: string): { title: string; text: string[] } => ({
    title: t(key),
    text: [t(`${key}.about`)],
  });
  const told = [
    about("option.players"),
    about("option.neutral"),
    about("option.board"),
    ...OPTIONS.map(({ name, rule }) => ({
      title: `${t(`option.${name}`)} (${rule})`,
      text: [["about", "true", "false"].map((part) => t(`option.${name}.${part}`)).join(" ")],
    })),
    ...Object.keys(EDITIONS).map((name) => about(`edition.${name}`)),
  ];
  return told.map((entry, i) => ({ rule: `O${i + 1}`, ...entry }));
}

/** The rules with the entries of their last section, which the book leaves to the words. */
export function withOptions(book: RuleBook): RuleBook {
  const sections = book.sections.map((section) =>
    section.id === "options" ? { ...section, entries: optionEntries() } : section,
  );
  return { ...book, sections };
}
