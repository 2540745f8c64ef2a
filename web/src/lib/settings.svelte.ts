/** What this person prefers on this device. Kept in local storage, never sent anywhere. */

import { firstLanguage, SETTINGS_KEY, stored, type Lang } from "./language";

export type Theme = "system" | "light" | "dark";
export type Pace = "slow" | "normal" | "instant";
export type Motion = "system" | "full" | "less";

interface Settings {
  lang: Lang;
  theme: Theme;
  pace: Pace;
  motion: Motion;
  sound: boolean;
  notify: boolean;
  /** Every choice is confirmed, not only what cannot be taken back. */
  confirmAll: boolean;
  /** Letters and digits as shortcuts (WCAG 2.1.4: they can be turned off). */
  keys: boolean;
}

const defaults: Settings = {
  lang: firstLanguage(),
  theme: "system",
  pace: "normal",
  motion: "system",
  sound: false,
  notify: false,
  confirmAll: false,
  keys: true,
};

export const settings = $state<Settings>({ ...defaults, ...stored() });

export function change(part: Partial<Settings>): void {
  Object.assign(settings, part);
  try {
    localStorage.setItem(SETTINGS_KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays; the choice lasts until the page is closed.
  }
}

const wantsLess = matchMedia("(prefers-reduced-motion: reduce)");

export function lessMotion(): boolean {
  return settings.motion === "less" || (settings.motion === "system" && wantsLess.matches);
}

const wantsDark = matchMedia("(prefers-color-scheme: dark)");

/** Writes theme and motion on the root element, where styles/tokens.css reads them. */
export function applySettings(): void {
  const dark = settings.theme === "dark" || (settings.theme === "system" && wantsDark.matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  document.documentElement.dataset.motion = lessMotion() ? "less" : "full";
}

export function watchSystem(): void {
  wantsDark.addEventListener("change", applySettings);
  wantsLess.addEventListener("change", applySettings);
}

/** A day, as people say it: Wed, 18 Nov. */
export const dayOf = (at: number): string =>
  new Date(at).toLocaleDateString(settings.lang, {
    weekday: "short",
    day: "numeric",
    month: "short",
  });
