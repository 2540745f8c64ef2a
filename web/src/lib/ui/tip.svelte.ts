/**
 * Tooltips: one bubble for the page, shown on hover, keyboard focus, and (for what is greyed out)
 * on tap. It can be hovered and Escape hides it. What it says is also in the thing's own label or
 * description, so nobody needs the bubble to learn it.
 */
import type { Attachment } from "svelte/attachments";

export const bubble = $state({ text: "", x: 0, top: 0, bottom: 0 });

const HOVER_MS = 280;
const TAP_MS = 4500;
let timer = 0;
/** Whose tip is shown, or due to be, and what it says. */
let owner: { node: Element; text: string } | null = null;
/** Until it is known whether a thing is gone, or only drawn anew. */
let leaving = 0;

/** Where it was last pressed: what then comes to lie under a resting pointer was not pointed at. */
const pressed = { x: -1, y: -1 };
addEventListener(
  "pointerdown",
  (event) => Object.assign(pressed, { x: event.clientX, y: event.clientY }),
  true,
);

function show(node: Element, text: string): void {
  clearTimeout(timer);
  owner = { node, text };
  if (!node.isConnected) return;
  const box = node.getBoundingClientRect();
  Object.assign(bubble, {
    text,
    x: box.left + box.width / 2,
    top: box.top,
    bottom: box.bottom,
  });
}

export function keepTip(): void {
  clearTimeout(timer);
}

export function hideTip(after = 0): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => (bubble.text = ""), after);
}

/** `on tap`: a click shows it too, because the thing itself does nothing now; `data-tip` is what it says. */
export function tip(text: string, onTap = false): Attachment {
  return (node) => {
    if (!text) return;
    // The table moves on under a tip, and what it says is still true.
    if (owner?.node === node && owner.text === text) clearTimeout(leaving);
    if (onTap) node.setAttribute("data-tip", text);
    const enter = (event: Event): void => {
      const { pointerType, clientX, clientY } = event as PointerEvent;
      if (pointerType === "touch") return;
      if (clientX === pressed.x && clientY === pressed.y) return;
      clearTimeout(timer);
      owner = { node, text };
      timer = window.setTimeout(() => show(node, text), bubble.text ? 40 : HOVER_MS);
    };
    const leave = (): void => hideTip(120);
    const focus = (): void => {
      if (!node.matches(":focus-visible")) return;
      show(node, text);
      node.setAttribute("aria-describedby", "tip");
    };
    const blur = (): void => {
      node.removeAttribute("aria-describedby");
      leave();
    };
    const tap = (): void => {
      if (!onTap) return;
      show(node, text);
      timer = window.setTimeout(() => (bubble.text = ""), TAP_MS);
    };
    node.addEventListener("pointerenter", enter);
    node.addEventListener("pointerleave", leave);
    node.addEventListener("focusin", focus);
    node.addEventListener("focusout", blur);
    node.addEventListener("click", tap);
    return () => {
      node.removeEventListener("pointerenter", enter);
      node.removeEventListener("pointerleave", leave);
      node.removeEventListener("focusin", focus);
      node.removeEventListener("focusout", blur);
      node.removeEventListener("click", tap);
      if (owner?.node === node) leaving = window.setTimeout(hideTip);
    };
  };
}
