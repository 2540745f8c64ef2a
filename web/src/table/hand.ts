/** The hand in groups, one for each kind, and how large its cards can be. */
import { t } from "../lib/i18n.svelte";
import { KINDS, type Kind, type View } from "../lib/wire";
import type { Choice } from "./choice.svelte";
import { whyNot } from "./words";

export interface Group {
  kind: Kind;
  n: number;
  chosen: number;
  /** Can be counted out or picked now. */
  can: boolean;
  /** A yellow building wants one of them. */
  pickable: boolean;
  /** Why not, while cards are played. */
  why: string;
}

export function groupsOf(view: View, choice: Choice): Group[] {
  const { hand } = view;
  if (!hand) return [];
  return order(view)
    .filter((kind) => hand[kind] > 0)
    .map((kind) => groupOf(kind, hand[kind], view, choice));
}

/** The cards of the step come first, then the jokers that go with them. */
function order({ phase, step }: View): Kind[] {
  if (phase !== "steps" || !step) return [...KINDS];
  return [step, "joker", ...KINDS.filter((kind) => kind !== step && kind !== "joker")];
}

function groupOf(kind: Kind, n: number, view: View, choice: Choice): Group {
  const key = `hand:${kind}`;
  const picked = choice.picks.includes(key);
  const pickable = choice.picks.length > 0 && (picked || choice.open.has(key));
  const can = pickable || counts(kind, view, choice);
  return {
    kind,
    n,
    can,
    pickable,
    chosen: pickable ? Number(picked) : counted(kind, view, choice),
    why: can ? "" : why(kind, view, choice),
  };
}

/** How many are counted out for a play or a discard. */
function counted(kind: Kind, view: View, choice: Choice): number {
  if (choice.active && view.decision === "discard") return choice.drop[kind];
  return kind === view.step ? choice.cards : kind === "joker" ? choice.jokers : 0;
}

/** Whether any can be. */
function counts(kind: Kind, view: View, choice: Choice): boolean {
  if (!choice.active) return false;
  if (view.decision === "discard") return true;
  if (view.decision !== "play" || choice.picks.length) return false;
  return choice.moves.some(
    (move) => ((kind === view.step ? move.cards : kind === "joker" ? move.jokers : 0) ?? 0) > 0,
  );
}

function why(kind: Kind, view: View, choice: Choice): string {
  if (!choice.active || view.decision !== "play") return "";
  if (choice.picks.length) return t("hand.clear");
  const joker = kind === "joker";
  const play = kind === view.step ? "play 1" : joker ? "play 0 joker 1" : `hand:${kind}`;
  const otherwise = joker
    ? t("refusal.lone_joker")
    : t("hand.other_step", { letter: t(`step.${kind}.letter`) });
  return whyNot(choice, play) || otherwise;
}

export interface Size {
  /** Width of a card that can be chosen, and the share of it that others have. */
  full: number;
  rest: number;
  /** The share of a card that the next one in its fan leaves free. */
  over: number;
  /** It does not fit even so, and is scrolled. */
  tight: boolean;
}

const SCALES = [1, 0.92, 0.85, 0.78, 0.71, 0.64, 0.57, 0.5, 0.43];
const OVERS = [0.55, 0.42, 0.3, 0.22, 0.15];

/** Cards of other steps are smaller while a play is chosen; everything shrinks until it fits. */
export function fit(
  groups: readonly Group[],
  { height, width, playing }: { height: number; width: number; playing: boolean },
): Size {
  const full = (height * 120) / 172;
  const many = groups.length > 4;
  const rest = playing && groups.some((g) => g.can) ? (many ? 0.6 : 0.74) : 1;
  const gap = many ? 8 : 12;
  const wide = (over: number, scale: number): number =>
    groups.reduce(
      (sum, g) =>
        sum + full * scale * (g.can || rest === 1 ? 1 : rest) * (1 + (g.n - 1) * over) + gap,
      0,
    );
  for (const scale of SCALES)
    for (const over of OVERS)
      if (wide(over, scale) <= width) return { full: full * scale, rest, over, tight: false };
  return { full: full * 0.43, rest, over: 0.12, tight: true };
}
