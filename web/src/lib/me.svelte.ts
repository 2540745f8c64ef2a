/** The name that this person last sat down with. */
import { LONGEST_NAME } from "./wire";

const KEY = "rialto.name";

function load(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

export const me = $state({ name: load() });

export function rename(name: string): void {
  me.name = name.slice(0, LONGEST_NAME);
  try {
    localStorage.setItem(KEY, me.name);
  } catch {
    // Then it lasts as long as the page.
  }
}
