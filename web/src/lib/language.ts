/** Which language this person reads; known before anything else of the page is. */

export const LANGUAGES = {
  en: "English",
  pl: "Polski",
  cs: "Čeština",
  hu: "Magyar",
  de: "Deutsch",
} as const;
export type Lang = keyof typeof LANGUAGES;

export const SETTINGS_KEY = "rialto.settings";

/** What was chosen on this device. */
export function stored(): { lang?: Lang } {
  try {
    return JSON.parse(localStorage.getItem(SETTINGS_KEY) ?? "{}") as { lang?: Lang };
  } catch {
    return {};
  }
}

/** The first of ours that the browser names. */
export function firstLanguage(): Lang {
  for (const wanted of navigator.languages) {
    const short = wanted.slice(0, 2).toLowerCase();
    if (short in LANGUAGES) return short as Lang;
  }
  return "en";
}
