/**
 * What the person is choosing. Clicks add picks that narrow `view.legal`; when one move is left it
 * is complete and can be made. Yellow buildings are composed first (`pending`) by asking the server
 * what would be (`try`), so that nothing is announced before the whole turn is.
 */
import { narrow, open, parseMove, starts, touch, type ParsedMove } from "../lib/moves";
import { settings } from "../lib/settings.svelte";
import { KINDS, type Cards, type Kind, type Option, type View } from "../lib/wire";
import { sameQuestion, stillMine } from "./asked";
import type { Refused } from "./orders.svelte";
import type { TableSession } from "./session.svelte";

const NO_CARDS: Cards = {
  doge: 0,
  gold: 0,
  building: 0,
  bridge: 0,
  gondola: 0,
  councillor: 0,
  joker: 0,
};
/** Previewed on the board before they are made. */
const PREVIEWED = new Set(["build", "return", "bridge", "gondola", "from", "use"]);

export class Choice {
  picks = $state<string[]>([]);
  cards = $state(0);
  jokers = $state(0);
  drop = $state<Cards>({ ...NO_CARDS });
  pending = $state.raw<string[]>([]);
  refused = $state.raw<Refused | null>(null);
  /** The kind of card that was touched last, to say what it does. */
  looked = $state<Kind | null>(null);
  /** The server is being asked whether the complete choice can be made without confirming. */
  asking = $state(false);
  #after = $state.raw<View | null>(null);
  #preview = $state.raw<View | null>(null);
  #asked = 0;

  constructor(
    readonly session: TableSession,
    /** A first game confirms everything, so that a click to look is never a move. */
    readonly careful = false,
  ) {}

  /** The view in which the choice is made: the table's, or the one after the pending moves. */
  view = $derived.by((): View | null => this.#after ?? this.session.seen);
  /** What the complete choice would lead to. */
  preview = $derived.by((): View | null => this.#preview);
  /** Something is asked. It stays so while the answer is on its way, so that nothing flickers. */
  active = $derived.by((): boolean => {
    const view = this.session.seen;
    return (
      this.session.current &&
      view !== null &&
      view.seat !== null &&
      view.to_move.includes(view.seat) &&
      view.legal.length > 0
    );
  });
  moves = $derived.by((): ParsedMove[] =>
    this.active && this.view ? this.view.legal.map((o) => parseMove(o.move)) : [],
  );
  /** Moves made by touching things (all but plays, which are counted). */
  touched = $derived.by((): ParsedMove[] => this.moves.filter((m) => m.picks.length > 0));
  /** What can be touched next; of what was touched second something else can be touched instead. */
  open = $derived.by((): Set<string> => {
    const [first] = this.picks;
    if (!first) return starts(this.touched);
    return new Set([...open(this.touched, [first])].filter((p) => !this.picks.includes(p)));
  });
  /** What the digits choose from, in an order that stays while something is chosen. */
  offers = $derived.by((): string[] => {
    const seconds = this.picks[0] ? open(this.touched, this.picks.slice(0, 1)) : null;
    const offered = seconds && seconds.size > 1 ? seconds : starts(this.touched);
    return [...offered].filter((p) => !p.startsWith("button:"));
  });
  options = $derived.by(
    (): Map<string, Option> => new Map(this.view?.legal.map((o) => [o.move, o])),
  );
  /** Why not: by what would be touched, and by the whole text for plays. */
  blocked = $derived.by((): Map<string, Refused> => {
    const why = new Map<string, Refused>();
    for (const b of this.view?.blocked ?? []) {
      const { picks } = parseMove(b.move);
      why.set(b.move, b);
      for (const pick of picks.slice(0, 1)) if (!why.has(pick)) why.set(pick, b);
    }
    return why;
  });

  left = $derived.by((): ParsedMove[] =>
    this.picks.length ? narrow(this.touched, this.picks) : [],
  );

  /** The building that was chosen can be used in these ways. */
  uses = $derived.by((): ParsedMove[] => {
    const first = this.picks[0] ?? "";
    return first.startsWith("own:") ? narrow(this.touched, [first]) : [];
  });

  /** Something is chosen and a second thing has to be: the moves it could lead to. */
  seconds = $derived.by((): ParsedMove[] => {
    if (this.uses.length > 1) return this.uses;
    return this.left.length > 1 && !this.picks[0]?.startsWith("link:") ? this.left : [];
  });
  /** A building can be given back (C3). */
  returns = $derived.by((): boolean => this.moves.some((m) => m.verb === "return"));

  complete = $derived.by((): ParsedMove | null => {
    if (!this.view || !this.active) return null;
    if (this.picks.length) return this.left.length === 1 ? (this.left[0] ?? null) : null;
    if (this.view.decision === "play") {
      if (!this.cards && !this.jokers && !this.built) return null;
      return this.moves.find((m) => m.cards === this.cards && m.jokers === this.jokers) ?? null;
    }
    return null;
  });

  dropped = $derived.by((): number => KINDS.reduce((sum, k) => sum + this.drop[k], 0));
  excess = $derived.by((): number =>
    this.view && this.view.seat !== null ? (this.view.seats[this.view.seat]?.excess ?? 0) : 0,
  );

  /** Yellow buildings are in this turn: playing no card is then a play, else it is a pass. */
  built = $derived.by((): boolean => {
    const turn = this.view?.turn;
    return turn !== undefined && turn.turned + turn.lent_jokers > 0;
  });

  option(move: ParsedMove | null): Option | null {
    return move ? (this.options.get(move.text) ?? null) : null;
  }

  // ── touching ──────────────────────────────────────────────────────────────────────────────────

  /** Whether a touch of this would mean something. */
  can(key: string): boolean {
    return this.picks.includes(key) || touch(this.touched, this.picks, key) !== null;
  }

  pick(key: string): void {
    if (this.session.busy || !this.can(key)) return;
    this.refused = null;
    if (this.picks.includes(key)) this.#again(key);
    else this.#add(key);
    this.#foresee();
  }

  #add(key: string): void {
    this.picks = touch(this.touched, this.picks, key) ?? this.picks;
    // A connection is shown with a tile on it at once; the next click turns it round.
    const first = this.left[0];
    if (key.startsWith("link:") && first && this.left.length > 1) this.picks = [...first.picks];
  }

  #again(key: string): void {
    const link = this.picks.find((p) => p.startsWith("link:"));
    if (key === link) {
      // That the gondola comes alone is a choice of its own, not its other end.
      const ways = narrow(this.touched, [link]).filter((m) => !m.picks.includes("with:nobody"));
      const now = ways.findIndex((m) => m.picks.every((p) => this.picks.includes(p)));
      const next = ways[(now + 1) % ways.length];
      if (next) this.picks = [...next.picks];
    } else if (this.complete && !this.careful) void this.confirm();
    else this.picks = this.picks.filter((p) => p !== key);
  }

  /** Chooses between the moves that are left, by a button of its own; `look`: only to be seen. */
  pickMove(move: ParsedMove, look = false): void {
    this.picks = [...move.picks];
    this.#foresee(look);
  }

  /** Of what was touched; what is pending stays. */
  letGo(): void {
    this.picks = [];
    this.looked = null;
    this.#foresee();
  }

  setCards(n: number): void {
    const held = this.#held(this.view?.step ?? null);
    this.refused = null;
    this.picks = [];
    this.cards = Math.max(0, Math.min(n, held));
  }

  setJokers(n: number): void {
    this.refused = null;
    this.picks = [];
    this.jokers = Math.max(0, Math.min(n, this.#held("joker")));
  }

  setDrop(kind: Kind, n: number): void {
    const room = this.excess - (this.dropped - this.drop[kind]);
    this.drop[kind] = Math.max(0, Math.min(n, this.#held(kind), room));
  }

  #held(kind: Kind | null): number {
    return kind ? (this.view?.hand?.[kind] ?? 0) : 0;
  }

  clear(): void {
    this.#asked++;
    this.asking = false;
    this.looked = null;
    this.picks = [];
    this.cards = this.jokers = 0;
    this.drop = { ...NO_CARDS };
    this.pending = [];
    this.refused = null;
    this.#after = this.#preview = null;
  }

  get empty(): boolean {
    return (
      !this.picks.length && !this.cards && !this.jokers && !this.pending.length && !this.dropped
    );
  }

  // ── asking and making ─────────────────────────────────────────────────────────────────────────

  /** Previews the complete choice. One that can be taken back is made without confirming. */
  #foresee(look = false): void {
    this.#preview = null;
    this.asking = false;
    const asked = ++this.#asked;
    const move = this.complete;
    if (!move || move.picks.includes("pile")) return;
    // A tile can still be turned round, so a connection is always confirmed.
    const confirms = look || settings.confirmAll || this.careful;
    const atOnce = !confirms && !move.picks.some((p) => p.startsWith("link:"));
    if (atOnce && this.#prepares(move)) return void this.confirm();
    if (!atOnce && !PREVIEWED.has(move.verb)) return;
    this.asking = atOnce;
    void this.session.try([...this.pending, move.text]).then((view) => {
      if (asked !== this.#asked) return;
      // Made at once, it needs no button on its way either.
      if (atOnce && view && stillMine(view)) return void this.confirm();
      this.asking = false;
      // The last start building also brings the first round, which is not this choice's doing.
      if (PREVIEWED.has(move.verb) && this.view?.decision !== "start") this.#preview = view;
    });
  }

  /** A yellow building is only put ready; the play that uses it is what counts. */
  #prepares(move: ParsedMove): boolean {
    return this.view?.decision === "play" && !["play", "pass", "delay"].includes(move.verb);
  }

  /** Makes the complete choice, or composes it when it only prepares a play. */
  async confirm(): Promise<void> {
    const move = this.complete;
    if (!move) return;
    if (this.#prepares(move)) return this.#compose(move.text);
    return this.make([...this.pending, move.text]);
  }

  async #compose(text: string): Promise<void> {
    const asked = ++this.#asked;
    const pending = [...this.pending, text];
    const view = await this.session.try(pending);
    if (asked !== this.#asked) return;
    if (!view) return this.make(pending);
    this.picks = [];
    this.pending = pending;
    this.#after = view;
    this.cards = Math.min(this.cards, view.hand?.[view.step ?? "doge"] ?? 0);
    this.jokers = Math.min(this.jokers, view.hand?.joker ?? 0);
  }

  async discard(): Promise<void> {
    const moves = KINDS.flatMap((k) => Array.from({ length: this.drop[k] }, () => `discard ${k}`));
    return this.make(moves);
  }

  async make(moves: string[]): Promise<void> {
    if (!this.session.settled) return void (this.asking = false);
    const asked = this.session.latest;
    let answer = await this.session.play(moves);
    // Several discard at once: that another was quicker does not change what was asked of me.
    while (answer?.refusal === "stale" && asked) {
      await this.session.newer();
      if (!sameQuestion(asked, this.session.latest)) break;
      answer = await this.session.play(moves);
    }
    this.clear();
    this.refused = answer;
  }

  async undo(): Promise<void> {
    if (!this.empty) {
      this.clear();
      return;
    }
    this.refused = await this.session.undo();
  }
}
