/** What the coach says at the table: a hint in three steps, and a word on what was decided. */
import { post } from "../lib/api";
import { t, term } from "../lib/i18n.svelte";
import { parseMove } from "../lib/moves";
import { nameOf } from "../lib/names";
import { reason } from "../lib/reason";
import type { Advice, Judgement, View } from "../lib/wire";
import { reasonInWords } from "../review/reasons";
import type { Choice } from "./choice.svelte";
import { detail, verb } from "./words";

/** First there is a question to think about; then the move, put ready on the board; then why. */
export class Hint {
  judgement = $state.raw<Judgement | null>(null);
  /** Why it could not be had. */
  failed = $state("");
  busy = $state(false);
  why = $state(false);
  #closed = false;

  constructor(
    private readonly choice: Choice,
    readonly view: View,
  ) {}

  move = $derived.by((): string | null => this.judgement?.choices[0]?.move ?? null);

  async ask(): Promise<void> {
    const { table, version, seat } = this.view;
    this.busy = true;
    this.failed = "";
    try {
      const said = await post<Advice>(`/api/tables/${table}/hint`, { version, seat });
      if (this.#closed) return;
      this.judgement = said.judgement as Judgement | null;
      if (this.move) putReady(this.choice, this.move);
    } catch (error) {
      this.failed = reason(error);
    }
    this.busy = false;
  }

  close(): void {
    this.#closed = true;
  }
}

/** Chosen as a person would choose it, and no more: whoever wants it still has to make it. */
export function putReady(choice: Choice, text: string): void {
  choice.clear();
  const move = choice.moves.find((m) => m.text === text);
  if (!move) return;
  if (move.verb === "discard" && move.kind) choice.setDrop(move.kind, 1);
  else if (move.cards !== undefined) {
    choice.setCards(move.cards);
    choice.setJokers(move.jokers ?? 0);
  } else if (!move.picks.some((pick) => pick.startsWith("button:"))) choice.pickMove(move, true);
}

/** A move in words; where it is made is seen on the board as well. */
export function inWords(text: string, view: View): string {
  const move = parseMove(text);
  if (move.verb === "pass") return t("do.pass");
  if (move.verb === "discard")
    return t("hint.discard", { kind: term("kind", move.kind ?? "joker") });
  const option = view.legal.find((o) => o.move === text) ?? null;
  const more = move.pair ? detail(move, view, null) : "";
  return more ? `${verb(move, view, option)}. ${more}` : verb(move, view, option);
}

/** What is said of a hint for which no reason stands out. */
export function noReason({ choices }: Judgement): string {
  const next = choices[1];
  if (!next) return t("hint.at_sight");
  return t(next.behind > next.within ? "hint.many" : "hint.equal");
}

/** What was decided in `before`, in one sentence. */
export function lastWord(judged: Judgement, before: View): string {
  const better = judged.verdict === "better" ? judged.choices[0]?.move : undefined;
  if (!better) return t("guide.word.good");
  const move = inWords(better, before);
  const [first] = judged.reasons;
  if (!first) return t("guide.word.better", { move });
  const names = before.seats.map((seat) => nameOf(seat));
  return t("guide.word.because", { move, reason: reasonInWords(first, names) });
}

/** In a first game: each decision of mine is looked at while the game goes on. */
export class LastWords {
  text = $state("");
  /** Where I had something to choose last, and have not chosen yet. */
  #open: View | null = null;
  #number = 0;

  see(view: View): void {
    const open = this.#open;
    const chooses = view.seat !== null && view.to_move.includes(view.seat) && view.legal.length > 1;
    this.#open = chooses ? view : null;
    const ended = view.status === "abandoned";
    if (open && open.version < view.version && !ended && !(chooses && sameChoice(open, view)))
      void this.#ask(open);
  }

  async #ask(before: View): Promise<void> {
    const number = ++this.#number;
    this.text = "";
    try {
      const said = await post<Advice>(`/api/tables/${before.table}/word`, { seat: before.seat });
      const judged = said.judgement as Judgement | null;
      if (judged && number === this.#number) this.text = lastWord(judged, before);
    } catch {
      // The game goes on without a word; a hint would say why there is none.
    }
  }
}

/** Others may act meanwhile, as when all discard at once. */
const sameChoice = (a: View, b: View): boolean =>
  a.decision === b.decision &&
  a.legal.map((o) => o.move).join() === b.legal.map((o) => o.move).join();
