/**
 * One tab stop for a group; arrows go to the nearest thing in that direction, Home and End to the
 * first and last. Members are marked `data-rove`. Works for rows, grids and the map alike, because
 * it looks at where things are on the screen.
 */
import type { Attachment } from "svelte/attachments";

export type Point = readonly [x: number, y: number];

export const STEPS: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const TILT = Math.SQRT1_2 / 1000;
/** What is no more than this many pixels above or below still stands in the same line. */
const SAME_LINE = 2;
/** More than any screen measures: puts what lies outside the 45° behind what lies within. */
const FAR = 1e6;

type Member = HTMLElement | SVGElement;

export const rove: Attachment = (group) => {
  const members = (): Member[] => [...group.querySelectorAll<Member>("[data-rove]")];

  const settle = (chosen?: Member): void => {
    const all = members();
    const stop = chosen ?? all.find((m) => m.getAttribute("tabindex") === "0") ?? all[0];
    for (const member of all) {
      const wanted = member === stop ? "0" : "-1";
      if (member.getAttribute("tabindex") !== wanted) member.setAttribute("tabindex", wanted);
    }
  };

  const onKey = (event: Event): void => {
    const { key, target, altKey, ctrlKey, metaKey } = event as KeyboardEvent;
    if (altKey || ctrlKey || metaKey) return;
    const all = members();
    const here = all.find((m) => m.contains(target as Node));
    if (!here) return;
    let next: Member | undefined;
    if (key === "Home") next = all[0];
    else if (key === "End") next = all.at(-1);
    else if (STEPS[key]) next = all[follow(all.map(centre), all.indexOf(here), STEPS[key])];
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (!next) return;
    settle(next);
    next.focus();
  };
  const onFocus = (event: Event): void => {
    const member = members().find((m) => m.contains(event.target as Node));
    if (member) settle(member);
  };

  settle();
  const watch = new MutationObserver(() => settle());
  watch.observe(group, { childList: true, subtree: true });
  group.addEventListener("keydown", onKey);
  group.addEventListener("focusin", onFocus);
  return () => {
    watch.disconnect();
    group.removeEventListener("keydown", onKey);
    group.removeEventListener("focusin", onFocus);
  };
};

function centre(member: Member): Point {
  const box = member.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/**
 * The number of the point that an arrow leads to, or -1: the nearest within 45° of its direction,
 * or, if there is none, the nearest on that side at all.
 *
 * From everything, arrows lead to everything. Say that b lies within 45° of an arrow of a. The
 * arrow leads from a to some c no farther than b, measuring distance as |x| + |y|, and c is closer
 * to b than a was. So whoever always takes the arrow in whose direction b lies gets there. This
 * needs every thing to lie in one direction only, hence the tilt: unless two centres coincide,
 * nothing lies exactly at 45°.
 */
export function follow(points: readonly Point[], from: number, [right, down]: Point): number {
  const here = points[from];
  let best = -1;
  let least = Infinity;
  if (here) {
    points.forEach(([px, py], i) => {
      if (i === from) return;
      const x = px - here[0] + TILT * (py - here[1]);
      const y = py - here[1] - TILT * (px - here[0]);
      const along = x * right + y * down;
      const aside = Math.abs(x * down) + Math.abs(y * right);
      const outside = along <= aside;
      if (outside && along <= SAME_LINE) return;
      const cost = along + aside + (outside ? FAR : 0);
      if (cost < least) [best, least] = [i, cost];
    });
  }
  return best;
}
