/** What can be touched now, in words: the choice as the board and the panels want it. */
import type { Target, Targets } from "../board/targets";
import { t, term } from "../lib/i18n.svelte";
import { parseMove } from "../lib/moves";
import { DISTRICTS, type View } from "../lib/wire";
import type { Choice } from "./choice.svelte";
import type { Drops } from "../lib/drag";
import { refusalText } from "./words";

const ON_BOARD = ["link", "district", "own", "supply"];

function label(key: string, view: View): string {
  const [area = "", ...rest] = key.split(":");
  const id = rest.join(":");
  if (area === "link") {
    const [a = "", b = ""] = rest;
    return t("map.link", { a: term("district", a), b: term("district", b) });
  }
  if (area === "district") {
    const district = view.districts[DISTRICTS.indexOf(id as (typeof DISTRICTS)[number])];
    const mine = view.seat === null ? 0 : (district?.council[view.seat] ?? 0);
    return t("map.mine", { district: term("district", id), n: mine });
  }
  return `${t(`building.${id}`)}: ${t(`building.${id}.does`)}`;
}

export function targetsOf(choice: Choice): Targets {
  const view = choice.view;
  const targets: Targets = {};
  if (!view || !choice.active) return targets;
  const set = (key: string, state: Target["state"], why?: string): void => {
    if (!ON_BOARD.includes(key.split(":")[0] ?? "") || key === "district:supply") return;
    targets[key] = why
      ? { label: label(key, view), state, why }
      : { label: label(key, view), state };
  };
  const active = view.districts.find((d) => d.active)?.id;
  for (const blocked of view.blocked) {
    const first = parseMove(blocked.move).picks[0];
    // That nothing need be returned is no reason to grey one's own buildings.
    if (first && !(view.decision === "build" && first.startsWith("own:")))
      set(first, "no", refusalText(blocked));
  }
  for (const move of choice.touched) for (const pick of move.picks.slice(0, 1)) set(pick, "can");
  for (const pick of choice.open) set(pick, "can");
  for (const pick of choice.picks) set(pick, "chosen");
  if (view.decision === "council" && active)
    for (const target of Object.values(targets)) target.to = active;
  return targets;
}

/** Where a piece may be put down: the same picks that clicks make. */
export function dropsFor(choice: Choice, piece: "bridge" | "gondola" | "councillor"): Drops {
  const area = piece === "councillor" ? "district:" : "link:";
  const decision = choice.view?.decision;
  if (decision !== (piece === "bridge" ? "bridge" : "gondola")) return new Map();
  const keys =
    piece === "councillor" ? choice.open : new Set(choice.touched.flatMap((m) => m.picks));
  return new Map(
    [...keys].filter((k) => k.startsWith(area)).map((key) => [key, (): void => once(choice, key)]),
  );
}

/** Dropping a thing where it already is must not turn it round or confirm it. */
export function once(choice: Choice, key: string): void {
  if (!choice.picks.includes(key)) choice.pick(key);
}
