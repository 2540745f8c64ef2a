/** The keyboard: single keys as the help dialog lists them; arrows live in lib/roving. */
import { settings } from "../lib/settings.svelte";
import type { Act } from "./buttons.svelte";
import type { Choice } from "./choice.svelte";
import type { Desk } from "./desk.svelte";

const AREAS: Record<string, string> = {
  h: "#hand [tabindex='0'], #hand [data-rove]",
  m: ".map [data-rove][tabindex='0']",
  b: ".supply [data-rove][tabindex='0']",
  l: ".log",
  r: "#rows [data-rove][tabindex='0']",
};

export function onKey(event: KeyboardEvent, desk: Desk): void {
  const { choice, buttons } = desk;
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  const target = event.target as Element;
  if (target.closest("input, select, textarea, dialog")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === "Escape") {
    if (desk.hint) desk.closeHint();
    else if (!choice.empty) choice.clear();
    return;
  }
  if (key === "Enter" && !target.closest("button, a, [role=button]")) {
    press(buttons.go);
    return;
  }
  if (!settings.keys) return;
  if (key === "?") desk.help = true;
  else if (key === "w" && desk.remembers) desk.beliefs = true;
  else if (key === "i" && desk.advised) desk.hint = true;
  else if (key === "u") press(buttons.undo);
  else if (key === "p") press(buttons.stop);
  else if (key === "s") choice.session.hurry();
  else if (key === "j") choice.setJokers(jokersAfter(choice));
  else if (AREAS[key]) document.querySelector<HTMLElement>(AREAS[key])?.focus();
  else if (/^[0-9]$/.test(key)) digit(Number(key), choice);
  else return;
  event.preventDefault();
}

function press(act: Act | null): void {
  if (act && !act.why) act.press();
}

function jokersAfter(choice: Choice): number {
  const held = choice.view?.hand?.joker ?? 0;
  return choice.jokers >= held ? 0 : choice.jokers + 1;
}

/** A digit counts cards in a play, else it takes the row of that number or the nth choice. */
function digit(n: number, choice: Choice): void {
  const decision = choice.view?.decision;
  if (decision === "play" && !choice.picks.length) choice.setCards(n);
  else if (decision === "row") choice.pick(`row:${n}`);
  else {
    const key = choice.offers[n - 1];
    if (key) choice.pick(key);
  }
}
