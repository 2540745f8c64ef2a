/** The editions as sets of options (the server has the same list and the last word). */
export const OPTIONS = [
  "first_player_builds_first",
  "gondola_bonus_from_any_district",
  "leftovers_rounded_up",
] as const;
export type OptionName = (typeof OPTIONS)[number];
export type Options = Record<OptionName, boolean>;

export const EDITIONS: Record<string, Options> = {
  standard: {
    first_player_builds_first: false,
    gondola_bonus_from_any_district: true,
    leftovers_rounded_up: true,
  },
  czech: {
    first_player_builds_first: false,
    gondola_bonus_from_any_district: false,
    leftovers_rounded_up: true,
  },
  hungarian: {
    first_player_builds_first: true,
    gondola_bonus_from_any_district: false,
    leftovers_rounded_up: true,
  },
  "german-short": {
    first_player_builds_first: false,
    gondola_bonus_from_any_district: true,
    leftovers_rounded_up: false,
  },
};

/** The edition that plays with just these options, or null. */
export function editionOf(options: Options): string | null {
  const found = Object.entries(EDITIONS).find(([, set]) =>
    OPTIONS.every((o) => set[o] === options[o]),
  );
  return found?.[0] ?? null;
}
