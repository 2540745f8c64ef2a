/** The fonts come while the words do: a page that changes its letters moves under the reader. */
import type { Lang } from "./language";

const FACES = ["400 1em 'Source Sans 3'", "600 1em 'Source Sans 3'", "1em Marcellus"];
/** Letters by which the browser knows the files that a language needs. */
const LETTERS: Partial<Record<Lang, string>> = { pl: "ąż", cs: "ěř", hu: "őű" };
/** Later the page is shown as it can be. */
const PATIENCE_MS = 1500;

export async function loadFonts(lang: Lang): Promise<void> {
  const loaded = FACES.map((face) => document.fonts.load(face, `Ra${LETTERS[lang] ?? ""}`));
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([Promise.allSettled(loaded), late]);
}
