/** What the parts of a table page share: what is shown, what is chosen, which windows are open. */
import type { Targets } from "../board/targets";
import { bankWinners, logLines, withNotices, type LogLine } from "../game/log";
import type { Drops } from "../lib/drag";
import type { BankId, DistrictId, View } from "../lib/wire";
import { Buttons } from "./buttons.svelte";
import { Choice } from "./choice.svelte";
import type { TableSession } from "./session.svelte";
import { dropsFor, targetsOf } from "./targets";

export type Tab = "table" | "players" | "supply" | "log";

export class Desk {
  readonly choice: Choice;
  readonly buttons: Buttons;
  tab = $state<Tab>("table");
  /** On a narrow screen: the map, though there are many rows to choose from. */
  peeking = $state(false);
  /** Windows: help, settings, a player's points, a district. */
  help = $state(false);
  settings = $state(false);
  scoreOf = $state<number | null>(null);
  district = $state<DistrictId | null>(null);

  constructor(
    readonly session: TableSession,
    /** What the table shows; `view` may be ahead of it by what is put ready. */
    readonly shown: () => View,
    /** The coach speaks in this game: nothing is made by one click. */
    careful: boolean,
  ) {
    this.choice = new Choice(session, careful);
    this.buttons = new Buttons(this.choice, () => this.view);
  }

  /** The view in which a choice is made. */
  view = $derived.by((): View => this.choice.view ?? this.shown());
  lines = $derived.by((): LogLine[] =>
    withNotices(logLines(this.session.events, this.shown()), this.session.notices),
  );
  /** Who scored each bank's bonus. */
  won = $derived.by((): Partial<Record<BankId, number[]>> => bankWinners(this.session.events));
  targets = $derived.by((): Targets => targetsOf(this.choice));
  /** Both ends of the connection that is chosen. */
  glow = $derived.by((): DistrictId[] => {
    const link = this.choice.picks.find((p) => p.startsWith("link:"));
    return link ? (link.split(":").slice(1) as DistrictId[]) : [];
  });
  /** While a tile is laid a district is no window to open: a finger may miss the tile. */
  opens = $derived.by((): ((district: DistrictId) => void) | undefined => {
    const { decision } = this.view;
    if (this.choice.active && (decision === "bridge" || decision === "gondola")) return undefined;
    return (district) => (this.district = district);
  });

  pick = (key: string): void => this.choice.pick(key);
  showScore = (seat: number): void => {
    this.scoreOf = seat;
  };
  drops = (piece: "bridge" | "gondola" | "councillor"): Drops => dropsFor(this.choice, piece);
}
