/** Sentences that several parts of the table page need. */
import { known, list, t, term, type Term } from "../lib/i18n.svelte";
import { nameOf } from "../lib/names";
import type { ParsedMove } from "../lib/moves";
import { BETTER, type BuildingId, type Option, type View } from "../lib/wire";
import type { Choice } from "./choice.svelte";
import type { Refused } from "./orders.svelte";

/** A refusal in a sentence, with the rule that says so. */
export function refusalText(refused: Refused): string {
  const key = `refusal.${refused.refusal}`;
  const text = known(key) ? t(key) : t("refusal.unknown_move");
  return refused.rule ? t("why.rule", { text, rule: refused.rule }) : text;
}

export function whyNot(choice: Choice, key: string): string {
  const refused = choice.blocked.get(key);
  return refused ? refusalText(refused) : "";
}

/** The building that was chosen and can be used in several ways. */
function half(choice: Choice): string {
  return choice.uses.length > 1 ? (choice.uses[0]?.building ?? "") : "";
}

/** What is asked, for the words: councillors of one's own supply are placed, others moved (F1). */
export function asked(view: View): string {
  const supply = view.decision === "council" && view.legal.some((o) => o.move === "from supply");
  return supply ? "council.supply" : view.decision;
}

/** With a full board a building goes back before another can come (C3). */
const returning = (view: View): boolean => view.legal.some((o) => o.move.startsWith("return"));

/** What is being asked, in a whole sentence. */
export function question(view: View, choice: Choice): string {
  if (returning(view)) return t("decision.return");
  const building = half(choice);
  if (building) return t("decision.second", { building: term("building", building) });
  const key = view.decision === "play" ? `decision.play.${view.step}` : `decision.${asked(view)}`;
  if (view.decision === "discard" && choice.dropped === choice.excess)
    return t("decision.discard.ready");
  if (key === "decision.build" && view.builds_again) return t("decision.build.any");
  const numbers: Partial<Record<string, number>> = {
    build: view.budget,
    council: view.councillors_due,
    discard: choice.excess - choice.dropped,
  };
  const [low, high] = view.top_bridge ?? [0, 0];
  return t(key, { n: numbers[view.decision] ?? 0, low, high });
}

/** Whom the table waits for; nobody once the game has ended, one way or the other. */
export function waiting(view: View): string {
  if (view.status === "over") return t("decision.over");
  if (view.status === "abandoned") return t("end.abandoned");
  const names = view.to_move.map((seat) => nameOf(view.seats[seat]));
  if (!names.length) return t("ui.loading");
  if (names.length > 1) return t("table.waiting_many", { names: list(names) });
  return t(`waiting.${view.decision}`, { player: names[0] ?? "" });
}

/** What the others did is still being shown. */
export function watching(view: View): string {
  const [other, ...more] = view.seats.filter((s) => s.seat !== view.seat);
  return more.length ? t("table.watching") : t("table.watching_one", { player: nameOf(other) });
}

/** The step's meaning, or the phase's: one line under the question. */
export function meaning(view: View, choice?: Choice): string {
  const building = choice ? half(choice) : "";
  if (building)
    return `${t(`building.${building}.does`)} ${known(`about.${building}`) ? t(`about.${building}`) : ""}`;
  if (returning(view)) return t("about.return");
  const district = term("district", view.districts.find((d) => d.active)?.id ?? "castello");
  const key = `about.${asked(view)}`;
  if (view.decision === "build" && view.builds_again) return t("about.build.two");
  if (known(key)) return t(key, { district });
  if (!view.step) return "";
  return `${t(`step.${view.step}.does`, { district })} ${t(`step.${view.step}.bonus`)}`;
}

/** What a play of this strength comes to as things stand. */
export function outlook(view: View, option: Option): string {
  const rival = option.tied_with;
  const key = option.wins
    ? "wins"
    : option.leads
      ? "leads"
      : rival === undefined
        ? "behind"
        : "tied";
  const says = t(`preview.${key}`, {
    n: option.strength ?? 0,
    player: nameOf(view.seats[rival ?? 0]),
  });
  return option.short ? `${says} ${t(`preview.short.${view.step}`)}` : says;
}

/** What a click on the button does. */
export function verb(move: ParsedMove, view: View, option: Option | null = null): string {
  const building = move.building ? term("building", move.building) : "";
  switch (move.verb) {
    case "play":
    case "pass": {
      const cards = (move.cards ?? 0) + (move.jokers ?? 0);
      const strength = option?.strength ?? cards;
      return strength === cards ? t("do.play", { n: cards }) : t("do.strength", { n: strength });
    }
    case "row":
      return t("do.row", { n: move.row ?? 0 });
    case "build":
      return t(view.decision === "start" ? "do.start" : "do.build", { building });
    case "return":
      return t("do.return", { building });
    case "from":
      return move.district === "supply"
        ? t("do.from_supply")
        : t("do.from", { district: term("district", move.district ?? "castello") });
    case "turn":
      return t("do.turn", { kind: term("kind", move.kind ?? "joker"), building });
    case "delay":
      return t("do.delay");
    case "gondola":
      return t(move.picks.includes("with:nobody") ? "do.gondola_alone" : "do.gondola");
    case "use":
      return useVerb(move);
    default:
      return t(`do.${move.verb}`);
  }
}

/** More about a complete choice than its button has room for; `then`: what it would lead to. */
export function detail(move: ParsedMove, view: View, then: View | null): string {
  const uses = ["use", "turn", "delay"].includes(move.verb);
  const swapped = backPick(move);
  if (swapped) return `${t("say.cost")} ${t("say.swap", gained(swapped))}`;
  if (move.building && move.verb !== "return")
    return `${uses ? `${t("say.cost")} ` : ""}${t(move.picks[1] === "with:nobody" ? "about.blue-2" : `building.${move.building}.does`)}`;
  const [a, b] = (move.pair ?? []).map((d) => term("district", d));
  if (!a || !b) return "";
  const [low, high] = view.top_bridge ?? [0, 0];
  if (move.verb === "bridge") return t("say.bridge", { a, b, low, high });
  if (move.picks.includes("with:nobody")) return t("say.gondola_alone");
  const bank = then?.banks.find((b, i) => b.turned && !view.banks[i]?.turned)?.id;
  return `${t("say.gondola", { district: a })}${bank ? ` ${t("say.bank", { bank: term("bank", bank) })}` : ""}`;
}

/** The building that a move gives back for a better one. */
function backPick({ picks }: ParsedMove): BuildingId | null {
  const back = picks[1]?.startsWith("back:") ? picks[1].slice(5) : null;
  return back as BuildingId | null;
}

/** What comes for it: the next value of its colour, and what that does. */
function gained(id: BuildingId): { building: Term; does: string } {
  const better = BETTER[id] ?? id;
  return { building: term("building", better), does: t(`building.${better}.does`) };
}

/** Which building becomes which. */
export function swap(id: BuildingId): string {
  return t("do.use_swap", { building: term("building", id), better: gained(id).building });
}

function useVerb(move: ParsedMove): string {
  const building = term("building", move.building ?? "green-1");
  const second = move.picks[1] ?? "";
  if (second === "pile") return t("do.use_draw", { building });
  if (second.startsWith("leftover:"))
    return t("do.use_take", { building, kind: term("kind", move.kind ?? "joker") });
  const back = backPick(move);
  if (back) return swap(back);
  if (second === "with:nobody") return t("do.use_alone", { building });
  if (second === "with:nothing") return t("do.use_bare", { building });
  return t("do.use", { building });
}
