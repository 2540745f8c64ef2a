/**
 * Dragging: the third way to choose, beside clicks and keys. What is dragged says where it may be
 * put down and what that means; it narrows the same legal moves and never confirms anything.
 *
 * A finger that has something to scroll must rest before it drags, so that scrolling still works.
 */
import type { Attachment } from "svelte/attachments";

/** Where it may be put down (`data-drop`, `data-pick`), and what is then chosen. */
export type Drops = Map<string, () => void>;

const MOUSE_PX = 6;
const TOUCH_PX = 10;
const HOLD_MS = 260;

export function drag(drops: () => Drops, part = ""): Attachment<HTMLElement | SVGElement> {
  return (node) => {
    let ghost: HTMLElement | null = null;
    let zones = new Map<Element, () => void>();
    let grip = { x: 0, y: 0, dx: 0, dy: 0, free: false, held: false, down: false };
    let held: Element = node;
    let timer = 0;

    function grab(event: PointerEvent): void {
      if (event.button !== 0 || !event.isPrimary || !drops().size) return;
      held = (part ? (event.target as Element).closest(part) : null) ?? node;
      const box = held.getBoundingClientRect();
      const { clientX: x, clientY: y } = event;
      const touch = event.pointerType !== "mouse";
      grip = {
        x,
        y,
        dx: x - box.left,
        dy: y - box.top,
        free: !touch || !scrolls(node),
        held: false,
        down: true,
      };
      if (!grip.free) timer = window.setTimeout(() => (grip.held = true), HOLD_MS);
      listen(true);
    }

    function move(event: PointerEvent): void {
      if (!ghost) {
        const far = Math.hypot(event.clientX - grip.x, event.clientY - grip.y);
        if (far < (grip.free ? MOUSE_PX : TOUCH_PX)) return;
        if (!grip.free && !grip.held) {
          stop();
          return;
        }
        lift();
      }
      if (ghost)
        ghost.style.transform = `translate(${event.clientX - grip.dx}px, ${event.clientY - grip.dy}px)`;
      const over = under(event);
      for (const zone of zones.keys()) zone.classList.toggle("drop-here", zone === over);
    }

    function lift(): void {
      const box = held.getBoundingClientRect();
      const copy = held.cloneNode(true) as Element;
      for (const named of copy.querySelectorAll("[id]")) named.removeAttribute("id");
      ghost = document.createElement("div");
      ghost.className = "dragged";
      ghost.style.width = `${box.width}px`;
      ghost.style.height = `${box.height}px`;
      ghost.append(
        held instanceof SVGGraphicsElement && held.tagName !== "svg" ? framed(held, copy) : copy,
      );
      document.body.append(ghost);
      held.classList.add("lifted");
      for (const [name, put] of drops()) {
        const found = document.querySelectorAll(
          `[data-drop~="${CSS.escape(name)}"], [data-pick="${CSS.escape(name)}"]`,
        );
        for (const zone of found) if (!zone.contains(node)) zones.set(zone, put);
      }
      for (const zone of zones.keys()) zone.classList.add("drop-can");
    }

    function under(event: PointerEvent): Element | null {
      let at = document.elementFromPoint(event.clientX, event.clientY);
      while (at && !zones.has(at)) at = at.parentElement;
      return at;
    }

    function release(event: PointerEvent): void {
      const put = ghost ? zones.get(under(event) ?? node) : undefined;
      // The click that ends a drag chooses nothing.
      if (ghost) addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }));
      stop();
      put?.();
    }
    const swallow = (event: Event): void => {
      event.stopPropagation();
      event.preventDefault();
    };

    function stop(): void {
      clearTimeout(timer);
      listen(false);
      ghost?.remove();
      ghost = null;
      grip.down = false;
      held.classList.remove("lifted");
      for (const zone of zones.keys()) zone.classList.remove("drop-can", "drop-here");
      zones = new Map();
    }

    const escape = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || !ghost) return;
      event.stopPropagation();
      stop();
    };
    /** Only this keeps the browser from scrolling; it must not be passive. */
    const still = (event: Event): void => {
      if (grip.down && (grip.free || grip.held)) event.preventDefault();
    };
    const menu = (event: Event): void => {
      if (grip.down && !grip.free) event.preventDefault();
    };
    function listen(on: boolean): void {
      const set = on ? addEventListener : removeEventListener;
      set("pointermove", move as EventListener);
      set("pointerup", release as EventListener);
      set("pointercancel", stop);
      set("keydown", escape as EventListener, { capture: true });
    }

    node.addEventListener("pointerdown", grab as EventListener);
    node.addEventListener("touchmove", still, { passive: false });
    node.addEventListener("contextmenu", menu);
    // Images and links would start the browser's own dragging.
    node.addEventListener("dragstart", swallow);
    return () => {
      stop();
      node.removeEventListener("pointerdown", grab as EventListener);
      node.removeEventListener("touchmove", still);
      node.removeEventListener("contextmenu", menu);
      node.removeEventListener("dragstart", swallow);
    };
  };
}

/** A part of the board needs a drawing of its own around it. */
function framed(part: SVGGraphicsElement, copy: Element): Element {
  const { x, y, width, height } = part.getBBox();
  const frame = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  frame.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  (copy as SVGElement).style.transform = "none";
  frame.append(copy);
  return frame;
}

/** Whether a finger on this could mean to scroll something. */
function scrolls(node: Element): boolean {
  for (let at: Element | null = node; at; at = at.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(at);
    const root = at === document.documentElement;
    if (at.scrollHeight > at.clientHeight + 1 && (root || /auto|scroll/.test(overflowY)))
      return true;
    if (at.scrollWidth > at.clientWidth + 1 && /auto|scroll/.test(overflowX)) return true;
  }
  return false;
}
