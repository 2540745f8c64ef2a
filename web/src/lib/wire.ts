/**
 * The wire types: everything the page knows about a game comes in these.
 *
 * Generated from src/rialto/server/wire by `python -m rialto.server.typescript`: do not edit.
 */

export const KINDS = ["doge", "gold", "building", "bridge", "gondola", "councillor", "joker"] as const;
export type Kind = (typeof KINDS)[number];

export const BUILDINGS = ["green-1", "green-2", "green-3", "green-4", "yellow-1", "yellow-2", "yellow-3", "yellow-4", "blue-1", "blue-2", "blue-3", "blue-4"] as const;
export type BuildingId = (typeof BUILDINGS)[number];

export const DISTRICTS = ["cannaregio", "castello", "san-marco", "santa-croce", "san-polo", "dorsoduro"] as const;
export type DistrictId = (typeof DISTRICTS)[number];

export const BOARDS = ["lagoon", "banks"] as const;
export type BoardName = (typeof BOARDS)[number];

export type Edition = "standard" | "polish" | "czech" | "hungarian" | "german-short";

export type Status = "open" | "running" | "over" | "abandoned";

export type Phase = "setup" | "cards" | "steps" | "blue" | "over";

export type Decision = "waiting" | "start" | "row" | "green" | "discard" | "play" | "build" | "bridge" | "gondola" | "source" | "council" | "blue" | "over";

export type NoticeCode = "seated" | "device" | "left" | "returned" | "link" | "bot" | "number" | "removed" | "renamed" | "stand_in" | "turned_down" | "taken_back" | "quiet" | "talk" | "late" | "holiday" | "hint";

export type ProposalKind = "end" | "rematch" | "link" | "bot" | "device" | "takeback";

export const REACTIONS = ["rose", "toast", "mask", "clock", "gondola", "coin"] as const;
export type Reaction = (typeof REACTIONS)[number];

export type FairPhase = "gathering" | "sealing" | "opening";

export type PassUntil = "step" | "round";

export type SeatKind = "person" | "bot" | "neutral" | "empty";

export type SeatColour = "red" | "blue" | "yellow" | "green" | "white" | "grey";

export type LinkState = "free" | "gondola" | "bridge";

export type BankId = "citra" | "ultra";

export type LinkUse = "free" | "yours" | "taken" | "full" | "ended";

export type Language = "en" | "pl" | "cs" | "hu" | "de";

export type ReviewMode = "quick" | "deep";

export type ReviewStage = "none" | "waiting" | "working" | "done" | "failed";

export const ROUNDS = 6;
/** In the order in which a round asks for them. */
export const DECISIONS: readonly Decision[] = ["waiting", "start", "row", "green", "discard", "play", "build", "bridge", "gondola", "source", "council", "blue", "over"];
/** The steps A-F of phase II are the first kinds. */
export const STEPS: readonly Kind[] = KINDS.slice(0, 6);
export const COLOURS = ["green", "yellow", "blue"] as const;
/** By seat; the neutral player has a colour of its own. */
export const SEAT_COLOURS: readonly SeatColour[] = ["red", "blue", "yellow", "green", "white"];
export type Shape = "disc" | "square" | "triangle" | "diamond" | "clover";
export const SHAPES: Record<SeatColour, Shape> = {
  "red": "disc",
  "blue": "square",
  "yellow": "triangle",
  "green": "diamond",
  "white": "clover",
  "grey": "clover"
};
export const BANK_OF: Record<DistrictId, BankId> = {
  "cannaregio": "citra",
  "castello": "citra",
  "san-marco": "citra",
  "santa-croce": "ultra",
  "san-polo": "ultra",
  "dorsoduro": "ultra"
};
/** Each board's, by the districts that it links. */
export const CONNECTIONS: Record<BoardName, readonly string[]> = {
  "lagoon": [
    "cannaregio:castello",
    "cannaregio:santa-croce",
    "cannaregio:san-polo",
    "cannaregio:dorsoduro",
    "castello:san-marco",
    "castello:san-polo",
    "castello:dorsoduro",
    "san-marco:santa-croce",
    "san-marco:san-polo",
    "san-marco:dorsoduro",
    "santa-croce:san-polo",
    "santa-croce:dorsoduro"
  ],
  "banks": [
    "cannaregio:castello",
    "cannaregio:san-marco",
    "cannaregio:santa-croce",
    "cannaregio:san-polo",
    "castello:san-marco",
    "castello:santa-croce",
    "castello:dorsoduro",
    "san-marco:san-polo",
    "san-marco:dorsoduro",
    "santa-croce:san-polo",
    "santa-croce:dorsoduro",
    "san-polo:dorsoduro"
  ]
};
export const DISTRICTS_PER_BANK = 3;
export const BANK_BONUS = 5;
/** Letters. */
export const LONGEST_NAME = 24;
/** The bots that people play against, from gentle to strong. */
export const LEVELS: readonly string[] = ["gondolier", "glassblower", "merchant", "procurator", "chancellor"];
/** What a building becomes: the next value of its colour. */
export const BETTER: Partial<Record<BuildingId, BuildingId>> = {
  "green-1": "green-2",
  "green-2": "green-3",
  "green-3": "green-4",
  "yellow-1": "yellow-2",
  "yellow-2": "yellow-3",
  "yellow-3": "yellow-4",
  "blue-1": "blue-2",
  "blue-2": "blue-3",
  "blue-3": "blue-4"
};
/** Events whose kind of card only their seat may know. */
export const PRIVATE_EVENTS: readonly string[] = ["drew", "sealed"];

export type Cards = Record<Kind, number>;

export type SomeCards = Partial<Cards>;

/** The rule options that the editions set differently, each with its rule. */
export const OPTIONS = [
  {
    "name": "first_player_builds_first",
    "rule": "S6"
  },
  {
    "name": "gondola_bonus_from_any_district",
    "rule": "E2"
  },
  {
    "name": "leftovers_rounded_up",
    "rule": "Z1"
  },
  {
    "name": "placing_is_optional",
    "rule": "Q9"
  },
  {
    "name": "joker_pairs_always",
    "rule": "Q4"
  }
] as const;
export type OptionName = (typeof OPTIONS)[number]["name"];
export type Options = Record<OptionName, boolean>;
export const EDITIONS: Record<Edition, Options> = {
  "standard": {
    "first_player_builds_first": false,
    "gondola_bonus_from_any_district": true,
    "leftovers_rounded_up": true,
    "placing_is_optional": false,
    "joker_pairs_always": false
  },
  "polish": {
    "first_player_builds_first": false,
    "gondola_bonus_from_any_district": true,
    "leftovers_rounded_up": true,
    "placing_is_optional": false,
    "joker_pairs_always": false
  },
  "czech": {
    "first_player_builds_first": false,
    "gondola_bonus_from_any_district": false,
    "leftovers_rounded_up": true,
    "placing_is_optional": true,
    "joker_pairs_always": false
  },
  "hungarian": {
    "first_player_builds_first": true,
    "gondola_bonus_from_any_district": false,
    "leftovers_rounded_up": true,
    "placing_is_optional": true,
    "joker_pairs_always": false
  },
  "german-short": {
    "first_player_builds_first": false,
    "gondola_bonus_from_any_district": true,
    "leftovers_rounded_up": false,
    "placing_is_optional": false,
    "joker_pairs_always": true
  }
};

export type EventArg = string | number | null;

export interface Days {
  days: number;
  play_on: boolean;
  left_ms: (number | null)[];
  holiday_ms: number[];
  holiday_until: (number | null)[];
  missed: number[];
}

export interface Proposal {
  n: number;
  kind: ProposalKind;
  seat: number;
  by: number | null;
  yes: number[];
  no: number[];
  waits_for: number[];
  agreed: boolean;
}

export interface House {
  edition: Edition | null;
  players: number;
  neutral: boolean;
  board: BoardName;
  first_player_builds_first: boolean;
  gondola_bonus_from_any_district: boolean;
  leftovers_rounded_up: boolean;
  placing_is_optional: boolean;
  joker_pairs_always: boolean;
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
  kind: SeatKind;
  bot: string | null;
  colour: SeatColour;
  connected: boolean;
  away: boolean;
  gone_since: number | null;
  score: number;
  coins: number;
  private: number;
  general: number;
  hand_size: number;
  hand_limit: number;
  excess: number;
  strength: number | null;
  played: SomeCards;
  buildings: OwnBuilding[];
  slots_free: number;
  projected: Score;
}

export interface DogeTrack {
  order: number[];
  spaces: number[];
}

export interface Row {
  row: number;
  cards: SomeCards;
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
  places: Place[];
}

export interface Link {
  id: string;
  a: DistrictId;
  b: DistrictId;
  state: LinkState;
  ends: [number, number];
}

export interface Bank {
  id: BankId;
  turned: boolean;
  have: number[];
}

export interface Turn {
  turned: number;
  lent_jokers: number;
}

export interface Option {
  move: string;
  strength?: number;
  leads?: boolean;
  wins?: boolean;
  tied_with?: number;
  short?: boolean;
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

export interface FairSeat {
  seat: number;
  seal: string | null;
  opened: boolean;
}

export interface FairMissing {
  attempt: number;
  seat: number;
  name: string;
}

export interface Fair {
  commitment: string;
  live: boolean;
  attempt: number;
  phase: FairPhase;
  seats: FairSeat[];
  late: number[];
  missing: FairMissing[];
}

export interface View {
  table: string;
  version: number;
  house: House;
  status: Status;
  phase: Phase;
  round: number;
  step: Kind | null;
  decision: Decision;
  to_move: number[];
  lead: number | null;
  winner: number | null;
  queue: number[];
  seats: Seat[];
  doge: DogeTrack;
  rows: Row[];
  neutral_cards: SomeCards | null;
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
  builds_again: boolean;
  councillors_due: number;
  turn: Turn;
  clock: Clock | null;
  reckoning: Score[] | null;
  ranking: number[] | null;
  fair: Fair | null;
  days: Days | null;
  rematch: string | null;
  proposals: Proposal[];
  quiet: boolean;
  practice: boolean;
  hints: boolean;
  beliefs: boolean;
  seat: number | null;
  hand: Cards | null;
  sealed: Cards | null;
  legal: Option[];
  blocked: Blocked[];
  can_undo: boolean;
  can_ask_back: boolean;
  passing: PassUntil | null;
}

export interface Notice {
  n: number;
  at: number;
  version: number;
  code: NoticeCode;
  seat: number;
  name: string;
}

export interface GameEvent {
  version: number;
  n: number;
  code: string;
  seat: number | null;
  args: Record<string, string | number | null>;
}

export interface Spoken {
  n: number;
  at: number;
  version: number;
  seat: number | null;
  name: string;
  reaction: Reaction | null;
  text: string;
}

export interface DayRules {
  days: number;
  play_on: boolean;
}

export interface ViewFrame {
  type: "view";
  view: View;
  events: GameEvent[];
  notices: Notice[];
  talk: Spoken[];
}

export interface AckFrame {
  type: "ack";
  move_id: string;
  version: number;
}

export interface RefusedFrame {
  type: "refused";
  move_id: string;
  refusal: string;
  rule: string;
  move: string;
}

export interface StaleFrame {
  type: "stale";
  move_id: string;
  version: number;
}

export interface TriedFrame {
  type: "tried";
  id: string;
  view: View;
}

export interface PongFrame {
  type: "pong";
}

export interface ErrorFrame {
  type: "error";
  code: string;
  message: string;
  ref: string | null;
}

export interface StartLine {
  type: "start";
  table: string;
  seat: number;
}

export interface TurnLine {
  type: "turn";
  table: string;
  seat: number;
  version: number;
}

export interface FinishLine {
  type: "finish";
  table: string;
  seat: number;
}

export interface Problem {
  error: string;
  message: string;
  where?: string;
  refusal?: string;
  rule?: string;
  move?: string;
  version?: number;
}

export interface SeatLink {
  seat: number;
  link: string | null;
}

export interface Created {
  table: string;
  seats: SeatLink[];
  commitment: string | null;
  group: string | null;
}

export interface Joined {
  table: string;
  seat: number;
}

export interface Drawing {
  svg: string;
}

export interface DeviceLink {
  link: string;
  expires: number;
}

export interface Done {
  version: number;
}

export interface Since {
  view: View;
  events: GameEvent[];
  notices: Notice[];
  talk: Spoken[];
}

export interface SeatSummary {
  seat: number;
  name: string;
  kind: SeatKind;
  bot: string | null;
  total: number | null;
  invited: boolean;
  hinted: boolean;
}

export interface TableSummary {
  table: string;
  status: Status;
  open: boolean;
  host: boolean;
  host_seat: number | null;
  mine: number[];
  left: number[];
  house: House;
  seats: SeatSummary[];
  version: number;
  round: number;
  to_move: number[];
  clock: Record<string, number> | null;
  days: DayRules | null;
  hints: boolean;
  beliefs: boolean;
  due_ms: number | null;
  created: number;
  updated: number;
  ranking: number[] | null;
  rematch: string | null;
  asked: boolean;
  closes: number | null;
}

export interface Tables {
  tables: TableSummary[];
}

export interface ReplayFrame {
  version: number;
  move: string | null;
  seat: number | null;
  view: View;
  events: GameEvent[];
  hands: Cards[] | null;
}

export interface Replay {
  house: House;
  names: string[];
  hints: number[];
  frames: ReplayFrame[];
}

export interface RecordSaved {
  id: string;
  moves: number;
}

export interface BotInfo {
  id: string;
  name: string;
  blurb: string;
}

export interface Bots {
  bots: BotInfo[];
}

export interface BotToken {
  token: string;
  name: string;
}

export interface Version {
  version: string;
  rules: number;
  protocol: number;
}

export interface Health {
  status: string;
}

export interface BlockedPerson {
  who: string;
  name: string;
  at: number;
}

export interface BlockedPeople {
  blocked: BlockedPerson[];
}

export interface Privacy {
  open_table_days: number;
  idle_table_days: number;
  ended_table_days: number;
  session_days: number;
  token_days: number;
  record_days: number;
  report_days: number;
}

export interface Forgotten {
  deleted: number;
  left: number;
}

export interface FairNumber {
  seat: number;
  seal: string | null;
  number: string;
}

export interface FairFacts {
  protocol: string;
  game: string;
  live: boolean;
  given: number;
  commitment: string;
  attempts: number;
  numbers: FairNumber[];
  missing: FairMissing[];
}

export interface LinkInfo {
  table: string;
  seat: number | null;
  device: boolean;
  use: LinkUse;
}

export interface GroupLink {
  link: string;
}

export interface Rival {
  bot: string | null;
  name: string;
  games: number;
  ahead: number;
}

export interface PointParts {
  during: number;
  leftovers: number;
  buildings: number;
  districts: number;
}

export interface MyGames {
  name: string | null;
  games: number;
  won: number;
  mean_points: number | null;
  streak: number;
  best_streak: number;
  against: Rival[];
  parts: PointParts | null;
}

export interface NewCode {
  code: string;
}

export interface Device {
  device: string;
  name: string;
  created: number;
  seen: number;
  here: boolean;
}

export interface Devices {
  devices: Device[];
  code: number | null;
}

export interface PushState {
  key: string;
  on: boolean;
}

export interface MailState {
  possible: boolean;
  address: string | null;
  confirmed: boolean;
  quiet_from: number | null;
  quiet_to: number | null;
}

export interface MailAnswered {
  done: boolean;
}

export interface Holding {
  seat: number;
  cards: number;
  seen: SomeCards;
  gone: number;
  sure: SomeCards;
  chances: Record<Kind, number[]>;
}

export interface Beliefs {
  version: number;
  seat: number;
  hands: Holding[];
}

export interface Advice {
  seat: number;
  judgement: Record<string, unknown> | null;
}

export interface ReviewState {
  stage: ReviewStage;
  done: number;
  of: number;
  report: Record<string, unknown> | null;
}

export interface ToldMove {
  move: string;
  events: GameEvent[];
}

export interface MovesThere {
  seat: number;
  moves: ToldMove[];
}

export interface SeatMove {
  seat: number;
  move: string;
}

export interface Variation {
  moves: SeatMove[];
  frames: ReplayFrame[];
  then: MovesThere | null;
}

export interface PuzzleSummary {
  name: string;
  theme: string;
  difficulty: number;
  players: number;
  round: number;
}

export interface Puzzles {
  puzzles: PuzzleSummary[];
}

export interface Puzzle {
  summary: PuzzleSummary;
  view: View;
}

export interface PuzzleAnswer {
  solved: boolean;
  solution: string;
  greedy: string;
  judgement: Judgement;
  moves: ToldMove[];
  position: string;
}

export type Verdict = "best" | "about_equal" | "better";

export interface ReviewChoice {
  move: string;
  action: number;
  likely: number;
  share: number;
  behind: number;
  within: number;
  points: number;
}

export interface ReviewReason {
  part: string;
  seat: number;
  points: number;
  within: number;
  mostly: string | null;
}

export interface Judgement {
  index: number;
  seat: number;
  round: number;
  kind: string;
  played: string | null;
  shares: number[];
  points: number[];
  choices: ReviewChoice[];
  guesses: number;
  verdict: Verdict | null;
  better: string | null;
  loss: number;
  loss_points: number;
  parts: ReviewReason[];
  reasons: ReviewReason[];
}

export interface ReviewMoment {
  index: number;
  share: number;
}

export interface ReviewCurve {
  seat: number;
  moments: ReviewMoment[];
}

export interface ReviewTurn {
  number: number;
  index: number;
  until: number;
  seat: number;
  before: number;
  after: number;
  lost: number;
}

export interface ReviewSum {
  start: number;
  end: number;
  lost: number;
  rest: number;
  within: number;
}

export interface ReviewAccount {
  round: number | null;
  share: ReviewSum;
  points: ReviewSum;
}

export interface ReviewPlayer {
  seat: number;
  decisions: number;
  better: number;
  accuracy: number;
  lost: number;
  accounts: ReviewAccount[];
}

export interface Review {
  format: string;
  version: number;
  record: string;
  net: string;
  mode: ReviewMode;
  seed: number;
  names: string[];
  seats: number[];
  moves: number;
  over: boolean;
  complete: boolean;
  decisions: Judgement[];
  curves: ReviewCurve[];
  turns: ReviewTurn[];
  players: ReviewPlayer[];
}

export type Reply = ViewFrame | AckFrame | RefusedFrame | StaleFrame | TriedFrame | PongFrame | ErrorFrame;

export interface PlayCommand {
  type: "command";
  move_id: string;
  version: number;
  moves: string[];
}

export interface Try {
  type: "try";
  id: string;
  version: number;
  moves: string[];
}

export interface Undo {
  type: "undo";
  move_id: string;
  version: number;
}

export interface Resync {
  type: "resync";
}

export interface Back {
  type: "back";
}

export interface Pass {
  type: "pass";
  until: PassUntil | null;
}

export interface Ping {
  type: "ping";
}

export interface PostCommand {
  move_id: string;
  version: number;
  moves: string[];
  seat?: number | null;
}

export interface PostTry {
  version: number;
  moves: string[];
  seat?: number | null;
}

export interface PostUndo {
  move_id: string;
  version: number;
  seat?: number | null;
}

export interface PostPass {
  until: PassUntil | null;
  seat?: number | null;
}

export interface PostMove {
  move: string;
  move_id?: string | null;
  version?: number | null;
  seat?: number | null;
}

export interface HouseIn {
  first_player_builds_first?: boolean | null;
  gondola_bonus_from_any_district?: boolean | null;
  leftovers_rounded_up?: boolean | null;
  placing_is_optional?: boolean | null;
  joker_pairs_always?: boolean | null;
  edition?: Edition;
  neutral?: boolean;
  board?: BoardName;
}

export interface SeatIn {
  kind: "me" | "person" | "bot";
  bot?: string | null;
  name?: string | null;
}

export interface ClockIn {
  bank_s: number;
  increment_s: number;
}

export interface ByDays {
  days: 1 | 2 | 3 | 7;
  play_on?: boolean;
}

export interface Holiday {
  days: number;
  seat?: number | null;
}

export interface FirstMove {
  seat: number;
  move: string;
}

export interface CreateTable {
  house?: HouseIn;
  seats: SeatIn[];
  open?: boolean;
  clock?: ClockIn | null;
  days?: ByDays | null;
  live?: boolean;
  seal?: string | null;
  position?: string | null;
  record?: Record<string, unknown> | null;
  record_id?: string | null;
  from_table?: string | null;
  from_move?: number | null;
  first?: FirstMove[];
  hints?: boolean;
  beliefs?: boolean;
  practice?: boolean;
}

export interface Join {
  secret: string;
  seat?: number | null;
  name?: string | null;
  seal?: string | null;
}

export interface Sit {
  seat?: number | null;
  name?: string | null;
  seal?: string | null;
}

export interface Rename {
  name: string;
  seat?: number | null;
}

export interface SeatOnly {
  seat?: number | null;
}

export interface DrawLink {
  link: string;
}

export interface Reissue {
  seat: number;
}

export interface SeatBot {
  seat: number;
  bot: string;
}

export interface Block {
  seat: number;
}

export interface Unblock {
  who: string;
}

export interface Tell {
  seat: number;
  text: string;
}

export interface NewBotToken {
  name: string;
}

export interface Seal {
  attempt: number;
  seal: string;
  seat?: number | null;
}

export interface OpenNumber {
  attempt: number;
  number: string;
  seat?: number | null;
}

export interface BeginAnew {
  attempt: number;
  free?: boolean;
}

export interface LookAtLink {
  secret: string;
}

export interface Knock {
  secret: string;
  seat?: number | null;
}

export interface Propose {
  kind: "end" | "rematch" | "link" | "bot" | "takeback";
  seat?: number | null;
}

export interface AnswerProposal {
  n: number;
  yes: boolean;
  bots?: boolean;
}

export interface RemovePerson {
  seat: number;
}

export interface Say {
  text?: string;
  reaction?: Reaction | null;
  seat?: number | null;
  name?: string | null;
}

export interface SetQuiet {
  quiet: boolean;
}

export interface EnterCode {
  code: string;
}

export interface SignOut {
  device: string;
}

export interface Subscribe {
  endpoint: string;
  key: string;
  auth: string;
  lang: Language;
}

export interface Unsubscribe {
  endpoint: string;
}

export interface SetMail {
  address: string;
  lang: Language;
  quiet_from?: number | null;
  quiet_to?: number | null;
  offset_min?: number;
  zone?: string | null;
}

export interface MailSecret {
  secret: string;
}

export interface PostHint {
  version: number;
  seat?: number | null;
}

export interface PostReview {
  mode?: ReviewMode;
}

export interface PostVariation {
  at: number;
  moves: FirstMove[];
  answer?: boolean;
}

export interface PostPuzzle {
  moves: string[];
}

export type Command = PlayCommand | Try | Undo | Resync | Back | Pass | Ping;
