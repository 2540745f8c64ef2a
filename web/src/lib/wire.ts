/** The wire types of docs/protocol.md: everything the page knows about a game comes in these. */

export const KINDS = [
  "doge", "gold", "building", "bridge", "gondola", "councillor", "joker",
] as const;
export type Kind = (typeof KINDS)[number];
/** The six steps A-F of phase II are the first six kinds. */
export const STEPS: readonly Kind[] = KINDS.slice(0, 6);
export type Cards = Record<Kind, number>;

export const DISTRICTS = [
  "cannaregio", "castello", "san-marco", "santa-croce", "san-polo", "dorsoduro",
] as const;
export type DistrictId = (typeof DISTRICTS)[number];

export const COLOURS = ["green", "yellow", "blue"] as const;
export type BuildingId = `${(typeof COLOURS)[number]}-${1 | 2 | 3 | 4}`;
export const BUILDINGS: readonly BuildingId[] = COLOURS.flatMap((c) =>
  ([1, 2, 3, 4] as const).map((v): BuildingId => `${c}-${v}`),
);

export type BankId = "citra" | "ultra";
export type SeatColour = "red" | "blue" | "yellow" | "green" | "white" | "grey";
export type Phase = "setup" | "cards" | "steps" | "blue" | "over";
export type Decision =
  | "start" | "row" | "green" | "discard" | "play" | "build" | "bridge"
  | "gondola" | "source" | "council" | "blue" | "over";

export interface House {
  players: number;
  neutral: boolean;
  board: "lagoon" | "banks";
  first_player_builds_first: boolean;
  gondola_bonus_from_any_district: boolean;
  leftovers_rounded_up: boolean;
  edition: string | null;
}

export interface Score {
  during: number;
  leftovers: number;
  buildings: number;
  districts: number[];
  total: number;
}

export interface OwnBuilding {
  id: BuildingId;
  count: number;
  used: number;
}

export interface Seat {
  seat: number;
  name: string;
  kind: "person" | "bot" | "neutral" | "empty";
  bot: string | null;
  colour: SeatColour;
  connected: boolean;
  score: number;
  coins: number;
  private: number;
  general: number;
  hand_size: number;
  hand_limit: number;
  excess: number;
  strength: number | null;
  played: Partial<Cards>;
  buildings: OwnBuilding[];
  slots_free: number;
  projected: Score;
}

export interface Row {
  row: number;
  cards: Partial<Cards>;
  owner: number | null;
}

export interface Place {
  seat: number;
  count: number;
  points: number;
}

export interface District {
  id: DistrictId;
  token: number;
  active: boolean;
  value: number;
  council: number[];
  /** In rank order, ties already broken. */
  places: Place[];
}

export interface Link {
  id: string;
  a: DistrictId;
  b: DistrictId;
  state: "free" | "bridge" | "gondola";
  ends: [number, number];
}

export interface Bank {
  id: BankId;
  turned: boolean;
  have: number[];
}

export interface Gain {
  score?: number;
  coins?: number;
  doge?: number;
  councillors?: number;
}

export interface Option {
  move: string;
  strength?: number;
  leads?: boolean;
  gain?: Gain;
  to?: Record<string, number>;
}

export interface Blocked {
  move: string;
  refusal: string;
  rule: string;
}

export interface Clock {
  bank_ms: number[];
  running: number[];
  increment_ms: number;
}

export interface View {
  table: string;
  version: number;
  seat: number | null;
  house: House;
  status: "open" | "running" | "over" | "abandoned";
  phase: Phase;
  round: number;
  step: Kind | null;
  decision: Decision;
  to_move: number[];
  lead: number | null;
  winner: number | null;
  queue: number[];
  seats: Seat[];
  doge: { order: number[]; spaces: number[] };
  hand: Cards | null;
  sealed: Cards | null;
  rows: Row[];
  neutral_cards: Partial<Cards> | null;
  districts: District[];
  links: Link[];
  top_bridge: [number, number] | null;
  bridges_left: number;
  gondolas_left: number;
  marker: string | null;
  banks: Bank[];
  supply: Record<BuildingId, number>;
  pile: number;
  discards: number;
  budget: number;
  councillors_due: number;
  turn: { turned: number; lent_jokers: number };
  legal: Option[];
  blocked: Blocked[];
  can_undo: boolean;
  clock: Clock | null;
  reckoning: Score[] | null;
  ranking: number[] | null;
}

export type EventArg = string | number | boolean | null | number[] | Partial<Cards>;
export interface GameEvent {
  version: number;
  n: number;
  code: string;
  seat: number | null;
  args: Record<string, EventArg>;
}

export type Command =
  | { type: "command"; move_id: string; version: number; moves: string[] }
  | { type: "try"; id: string; version: number; moves: string[] }
  | { type: "undo"; move_id: string; version: number }
  | { type: "resync" }
  | { type: "ping" };

export type Reply =
  | { type: "view"; view: View; events: GameEvent[] }
  | { type: "tried"; id: string; view: View }
  | { type: "ack"; move_id: string; version: number }
  | { type: "refused"; move_id: string; refusal: string; rule: string; move: string }
  | { type: "stale"; move_id: string; version: number }
  | { type: "pong" }
  | { type: "error"; code: string };
