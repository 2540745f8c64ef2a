/** Which puzzles somebody wants, as the address says it, and which of them comes next. */
import { DECISIONS, type PuzzleSummary } from "../lib/wire";

export interface Filter {
  /** Empty: every kind of decision. */
  theme: string;
  /** 0: any. */
  difficulty: number;
}

/** How hard a puzzle can be. */
export const LEVELS: readonly number[] = [1, 2, 3];

export function filterOf(query: URLSearchParams): Filter {
  const difficulty = Number(query.get("difficulty") ?? 0);
  return {
    theme: query.get("theme") ?? "",
    difficulty: LEVELS.includes(difficulty) ? difficulty : 0,
  };
}

/** For an address; empty without a wish. */
export function queryOf({ theme, difficulty }: Filter): string {
  const query = new URLSearchParams();
  if (theme) query.set("theme", theme);
  if (difficulty) query.set("difficulty", String(difficulty));
  return query.size ? `?${query.toString()}` : "";
}

export const matching = (all: readonly PuzzleSummary[], wanted: Filter): PuzzleSummary[] =>
  all.filter(
    ({ theme, difficulty }) =>
      (!wanted.theme || theme === wanted.theme) &&
      (!wanted.difficulty || difficulty === wanted.difficulty),
  );

export const themesOf = (all: readonly PuzzleSummary[]): string[] =>
  DECISIONS.filter((theme) => all.some((one) => one.theme === theme));

/** The next that is not solved, from this one on and round again; else simply the next. */
export function nextOf(
  wanted: readonly PuzzleSummary[],
  name: string,
  solved: readonly string[],
): PuzzleSummary | undefined {
  const at = wanted.findIndex((one) => one.name === name);
  const others = [...wanted.slice(at + 1), ...wanted.slice(0, Math.max(0, at))];
  return others.find((one) => !solved.includes(one.name)) ?? others[0];
}
