/**
 * One tab stop for a group; arrows go to the nearest thing in that direction, Home and End to the
 * first and last. Members are marked `data-rove`. Works for rows, grids and the map alike, because
 * it looks at where things are on the screen.
 */
import type { Attachment } from "svelte/attachments";

const STEP: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

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
    else if (STEP[key]) next = nearest(here, all, STEP[key]);
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

function nearest(here: Member, all: Member[], [dx, dy]: [number, number]): Member | undefined {
  const from = centre(here);
  let best: Member | undefined;
  let least = Infinity;
  for (const member of all) {
    if (member === here) continue;
    const [x, y] = centre(member);
    const along = (x - from[0]) * dx + (y - from[1]) * dy;
    const aside = Math.abs((x - from[0]) * dy) + Math.abs((y - from[1]) * dx);
    if (along <= 2) continue;
    const cost = along + 2 * aside;
    if (cost < least) [best, least] = [member, cost];
  }
  return best;
}

function centre(member: Member): [number, number] {
  const box = member.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}
