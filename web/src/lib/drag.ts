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

/** `part`: of a thing with several, only the one under the pointer is lifted. */
export function drag(drops: () => Drops, part = ""): Attachment<HTMLElement | SVGElement> {
  return (node) => {
    const dragging = new Dragging(node, drops, part);
    return () => dragging.forget();
  };
}

/** Where the pointer went down, in the page and in what it holds. */
interface Grip {
  x: number;
  y: number;
  dx: number;
  dy: number;
  /** It need not rest first: a mouse, or nothing here scrolls. */
  free: boolean;
  /** It has rested. */
  rested: boolean;
}

class Dragging {
  #grip: Grip | null = null;
  #held: Element;
  #ghost: HTMLElement | null = null;
  #zones = new Map<Element, () => void>();
  #timer = 0;

  constructor(
    private readonly node: HTMLElement | SVGElement,
    private readonly drops: () => Drops,
    private readonly part: string,
  ) {
    this.#held = node;
    node.addEventListener("pointerdown", this.#grab as EventListener);
    // Only this keeps the browser from scrolling; it must not be passive.
    node.addEventListener("touchmove", this.#still, { passive: false });
    node.addEventListener("contextmenu", this.#noMenu);
    // Images and links would start the browser's own dragging.
    node.addEventListener("dragstart", swallow);
  }

  forget(): void {
    this.#stop();
    this.node.removeEventListener("pointerdown", this.#grab as EventListener);
    this.node.removeEventListener("touchmove", this.#still);
    this.node.removeEventListener("contextmenu", this.#noMenu);
    this.node.removeEventListener("dragstart", swallow);
  }

  #listen(on: boolean): void {
    const set = on ? addEventListener : removeEventListener;
    set("pointermove", this.#move as EventListener);
    set("pointerup", this.#release as EventListener);
    set("pointercancel", this.#stop);
    set("keydown", this.#escape as EventListener, { capture: true });
  }

  #grab = (event: PointerEvent): void => {
    if (event.button !== 0 || !event.isPrimary || !this.drops().size) return;
    const { clientX: x, clientY: y, target } = event;
    this.#held = (this.part ? (target as Element).closest(this.part) : null) ?? this.node;
    const box = this.#held.getBoundingClientRect();
    const free = event.pointerType === "mouse" || !scrolls(this.node);
    const grip = { x, y, dx: x - box.left, dy: y - box.top, free, rested: false };
    this.#grip = grip;
    if (!free) this.#timer = window.setTimeout(() => (grip.rested = true), HOLD_MS);
    this.#listen(true);
  };

  #move = (event: PointerEvent): void => {
    const grip = this.#grip;
    if (!grip) return;
    if (!this.#ghost) {
      const far = Math.hypot(event.clientX - grip.x, event.clientY - grip.y);
      if (far < (grip.free ? MOUSE_PX : TOUCH_PX)) return;
      if (!grip.free && !grip.rested) {
        this.#stop();
        return;
      }
      this.#ghost = this.#lift();
    }
    const [x, y] = [event.clientX - grip.dx, event.clientY - grip.dy];
    this.#ghost.style.transform = `translate(${x}px, ${y}px)`;
    const over = this.#under(event);
    for (const zone of this.#zones.keys()) zone.classList.toggle("drop-here", zone === over);
  };

  /** Takes it up: a copy goes with the pointer, and the places where it may go are lit. */
  #lift(): HTMLElement {
    for (const [name, put] of this.drops()) {
      const found = document.querySelectorAll(
        `[data-drop~="${CSS.escape(name)}"], [data-pick="${CSS.escape(name)}"]`,
      );
      for (const zone of found) if (!zone.contains(this.node)) this.#zones.set(zone, put);
    }
    for (const zone of this.#zones.keys()) zone.classList.add("drop-can");
    const ghost = copyOf(this.#held);
    document.body.append(ghost);
    this.#held.classList.add("lifted");
    return ghost;
  }

  /** The place under the pointer where it may be put down. */
  #under(event: PointerEvent): Element | null {
    let at = document.elementFromPoint(event.clientX, event.clientY);
    while (at && !this.#zones.has(at)) at = at.parentElement;
    return at;
  }

  #release = (event: PointerEvent): void => {
    const put = this.#ghost ? this.#zones.get(this.#under(event) ?? this.node) : undefined;
    // The click that ends a drag chooses nothing.
    if (this.#ghost) addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
    this.#stop();
    put?.();
  };

  #stop = (): void => {
    clearTimeout(this.#timer);
    this.#listen(false);
    this.#ghost?.remove();
    this.#ghost = this.#grip = null;
    this.#held.classList.remove("lifted");
    for (const zone of this.#zones.keys()) zone.classList.remove("drop-can", "drop-here");
    this.#zones.clear();
  };

  #escape = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !this.#ghost) return;
    event.stopPropagation();
    this.#stop();
  };

  #still = (event: Event): void => {
    if (this.#grip?.free || this.#grip?.rested) event.preventDefault();
  };

  /** A finger that rests would open a menu. */
  #noMenu = (event: Event): void => {
    if (this.#grip && !this.#grip.free) event.preventDefault();
  };
}

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

/** What goes with the pointer: the thing as it looks, over everything else. */
function copyOf(held: Element): HTMLElement {
  const box = held.getBoundingClientRect();
  const copy = held.cloneNode(true) as Element;
  for (const named of copy.querySelectorAll("[id]")) named.removeAttribute("id");
  const ghost = document.createElement("div");
  ghost.className = "dragged";
  ghost.style.width = `${box.width}px`;
  ghost.style.height = `${box.height}px`;
  const drawn = held instanceof SVGGraphicsElement && held.tagName !== "svg";
  ghost.append(drawn ? framed(held, copy) : copy);
  return ghost;
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
