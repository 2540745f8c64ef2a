/** Which puzzles were solved in this browser, and how many in a row at the first try. */
const KEY = "rialto.puzzles";

export interface Memory {
  solved: string[];
  /** Answered otherwise at first: to solve them later is no part of a streak. */
  missed: string[];
  streak: number;
  best: number;
}

const names = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((name): name is string => typeof name === "string") : [];
const count = (n: unknown): number =>
  typeof n === "number" && Number.isInteger(n) && n > 0 ? n : 0;

/** Whatever of it can be used. */
export function recall(): Memory {
  let kept: Partial<Record<keyof Memory, unknown>> = {};
  try {
    kept = (JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {}) as typeof kept;
  } catch {
    // Without storage, or with something else in it, nothing is solved yet.
  }
  return {
    solved: names(kept.solved),
    missed: names(kept.missed),
    streak: count(kept.streak),
    best: count(kept.best),
  };
}

export const memory: Memory = $state(recall());

/** Somebody has answered. */
export function note(name: string, solved: boolean): void {
  if (!solved) {
    memory.streak = 0;
    if (!memory.missed.includes(name)) memory.missed.push(name);
  } else if (!memory.solved.includes(name)) {
    memory.solved.push(name);
    if (!memory.missed.includes(name)) memory.streak++;
    memory.best = Math.max(memory.best, memory.streak);
  }
  try {
    localStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // Then it is known until the page is closed.
  }
}
