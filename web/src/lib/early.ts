/**
 * Answers that are asked for before the code that wants them has come: the first thing that a page
 * does. Each can be taken once, and soon; whoever comes later asks anew.
 */

const FRESH_MS = 10_000;
/** By path: the answer, and until when it may be taken. */
const asked = new Map<string, { answer: Promise<Response>; until: number }>();

export function askEarly(path: string): Promise<Response> {
  const answer = fetch(path, { credentials: "same-origin", signal: AbortSignal.timeout(15_000) });
  asked.set(path, { answer, until: performance.now() + FRESH_MS });
  // What could not be had is asked for again.
  answer.catch(() => asked.delete(path));
  return answer;
}

export function takeEarly(path: string): Promise<Response> | null {
  const found = asked.get(path);
  asked.delete(path);
  return found && performance.now() < found.until ? found.answer : null;
}
