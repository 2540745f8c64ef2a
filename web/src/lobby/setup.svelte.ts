/** A table to be: what is chosen so far, and the request that makes it. */
import {
  EDITIONS,
  type BoardName,
  type ClockIn,
  type CreateTable,
  type Edition,
  type Options,
  type SeatIn,
} from "../lib/wire";
import { editionOf } from "./editions";

/** Minutes for the game, seconds for each decision. */
export const CLOCKS = [
  { minutes: 5, seconds: 5 },
  { minutes: 10, seconds: 10 },
  { minutes: 20, seconds: 20 },
] as const;

/** Days for each move. */
export const DAYS = [1, 2, 3, 7] as const;

export class TableSetup {
  players = $state(3);
  neutral = $state(false);
  /** By seat: me, here (beside me), person (by link), or a bot's id. */
  who = $state(["me", "person", "person", "person", "person"]);
  names: string[] = $state([]);
  board = $state<BoardName>("lagoon");
  picked = $state<Edition>("standard");
  options = $state<Options>({ ...EDITIONS.standard });
  open = $state(false);
  /** The number of a clock in CLOCKS, "own", "none", or "days:" and one of DAYS. */
  clock = $state("none");
  /** By days: a bot plays on once a move is late; otherwise it moves once. */
  playOn = $state(false);
  /** Everybody may ask the coach. */
  hints = $state(false);
  /** Who plays may look up what the others may hold. */
  beliefs = $state(true);
  own = $state({ minutes: 15, seconds: 15 });
  position = $state("");

  constructor(name: string) {
    this.names = [name, "", "", "", ""];
  }

  seats = $derived.by((): string[] => this.who.slice(0, this.players));
  invites = $derived.by((): number => this.seats.filter((seat) => seat === "person").length);
  here = $derived.by((): number => this.seats.filter((s) => s === "me" || s === "here").length);
  /** With bots alone hints and beliefs are there in any case. */
  company = $derived.by((): boolean => this.invites + this.here > 1);
  edition = $derived.by((): Edition | null => editionOf(this.options, this.picked));
  days = $derived.by((): (typeof DAYS)[number] | null =>
    this.clock.startsWith("days:")
      ? (DAYS.find((n) => n === Number(this.clock.slice(5))) ?? null)
      : null,
  );
  withNeutral = $derived.by((): boolean => this.neutral && this.players === 2);
  time = $derived.by((): { minutes: number; seconds: number } | null =>
    this.clock === "none" || this.days ? null : (CLOCKS[Number(this.clock)] ?? this.own),
  );

  /** Only one seat can be me; the others on this screen are beside me. */
  seat(i: number, who: string): void {
    this.who[i] = who;
    const first = this.who.indexOf("me");
    const second = this.who.indexOf("me", first + 1);
    if (second >= 0) this.who[second] = "here";
  }

  /** The name I have given myself, if I sit at the table. */
  get myName(): string {
    return this.names[this.seats.indexOf("me")]?.trim() ?? "";
  }

  /** Others come, and would find somebody without a name. */
  nameless = $derived.by((): boolean => {
    const me = this.seats.indexOf("me");
    return this.invites > 0 && me >= 0 && !this.names[me]?.trim();
  });

  request(): CreateTable {
    const { options, edition, board, withNeutral: neutral } = this;
    const wanted: CreateTable = {
      seats: this.seats.map((who, i) => this.#seatIn(who, i)),
      open: this.open,
      house: { ...options, ...(edition ? { edition } : {}), board, neutral },
    };
    if (this.days) wanted.days = { days: this.days, play_on: this.playOn };
    if (this.time) wanted.clock = this.#clockIn(this.time);
    if (this.hints && this.company) wanted.hints = true;
    if (!this.beliefs && this.company) wanted.beliefs = false;
    if (this.position.trim()) wanted.position = this.position.trim();
    return wanted;
  }

  #seatIn(who: string, i: number): SeatIn {
    if (who === "person") return { kind: who };
    if (who !== "me" && who !== "here") return { kind: "bot", bot: who };
    const name = this.names[i]?.trim();
    return name ? { kind: "me", name } : { kind: "me" };
  }

  #clockIn({ minutes, seconds }: { minutes: number; seconds: number }): ClockIn {
    return { bank_s: minutes * 60, increment_s: seconds };
  }
}
