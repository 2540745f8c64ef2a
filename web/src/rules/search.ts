/** Finding rules by words or by id, whatever the accents. */
import type { Entry, Section } from "./book";

const PLAIN: Record<string, string> = { ł: "l", ß: "s", "’": "'", "–": "-" };

/** One character for each character, so that places found in it are places in the text. */
export function fold(text: string): string {
  return Array.from(text.toLowerCase(), (c) => PLAIN[c] ?? c.normalize("NFD")[0]!).join("");
}

const wordsOf = (query: string): string[] => fold(query).split(/\s+/).filter(Boolean);

/** A query such as `E2` asks for that rule; `E` or `2` alone is just a word. */
const asId = (query: string): string | null =>
  /^\s*([a-z]\d{1,2})\s*$/i.exec(query)?.[1]?.toUpperCase() ?? null;

/** The sections with only what matches every word. An id gives that rule, then those that mention it. */
export function search(sections: readonly Section[], query: string): Section[] {
  const words = wordsOf(query);
  if (!words.length) return [...sections];
  const id = asId(query);
  const matches = (entry: Entry, section: Section): boolean => {
    if (id && entry.rule === id) return true;
    const texts = [...entry.text, ...(entry.more ?? []), ...(entry.examples ?? [])].map((one) =>
      typeof one === "string" ? one : one.text,
    );
    const hay = fold([entry.rule, entry.title, ...texts, section.title].join(" "));
    return words.every((word) => hay.includes(word));
  };
  return sections
    .map((section) => ({ ...section, entries: section.entries.filter((e) => matches(e, section)) }))
    .filter((section) => section.entries.length > 0);
}

export interface Piece {
  text: string;
  hit: boolean;
}

/** The text cut where words of the query stand in it. */
export function marked(text: string, query: string): Piece[] {
  const words = wordsOf(query);
  if (!words.length) return [{ text, hit: false }];
  const chars = Array.from(text);
  const hay = fold(text);
  const hit = new Array<boolean>(chars.length).fill(false);
  for (const word of words)
    for (let at = hay.indexOf(word); at >= 0; at = hay.indexOf(word, at + 1))
      hit.fill(true, at, at + word.length);
  const pieces: Piece[] = [];
  chars.forEach((c, i) => {
    const last = pieces.at(-1);
    if (last && last.hit === hit[i]) last.text += c;
    else pieces.push({ text: c, hit: hit[i]! });
  });
  return pieces;
}

export const count = (sections: readonly Section[]): number =>
  sections.reduce((n, section) => n + section.entries.length, 0);
