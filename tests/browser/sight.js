/*
 * What cannot be seen, read or hit on the screen as it is; a list of sentences, empty where all is
 * well. Evaluated in the page (tests/browser/walk.py).
 */
() => {
  const CHOICES = "[data-pick].can, [data-pick].one, .chip.can, #go, #stop, #undo, .hat, .lamp .btn, .coach .btn";
  const FEW_LETTERS = 4;
  const faults = new Set();
  const kept = (ask) => {
    const answers = new Map();
    return (element) => {
      if (!answers.has(element)) answers.set(element, ask(element));
      return answers.get(element);
    };
  };
  const styleOf = kept((element) => {
    const { display, position, overflowX, overflowY, textOverflow, webkitLineClamp, pointerEvents, backgroundColor } =
      getComputedStyle(element);
    return { display, position, overflowX, overflowY, textOverflow, webkitLineClamp, pointerEvents, backgroundColor };
  });
  const boxOf = kept((element) => element.getBoundingClientRect());

  const related = (a, b) => a.contains(b) || b.contains(a);
  const nameOf = (element) => {
    const words = element.closest("[data-pick], [data-panel], [id], [class]");
    return words.dataset.pick ?? (words.id || words.getAttribute("class") || words.tagName);
  };

  /* ── every choice is hit at its own centre ── */
  const unfolds = [...document.querySelectorAll(".more")].filter((more) => more.checkVisibility());
  for (const choice of [...document.querySelectorAll(CHOICES), ...unfolds]) {
    const box = choice.getBoundingClientRect();
    const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (!choice.contains(at))
      faults.add(`not hit: ${choice.dataset.pick ?? (choice.id || choice.className)}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.add("too wide: the page");

  /* ── the map lies in its own place, and neither under the hand nor over it ── */
  for (const map of document.querySelectorAll(".stage .map"))
    if (map.getBoundingClientRect().bottom > map.closest(".stage").getBoundingClientRect().bottom + 1)
      faults.add("sticks out: the map");

  /* ── every text, line by line, as far as it is to be seen ── */
  const scrolls = (style, axis) => /auto|scroll/.test(style[`overflow${axis}`]);
  const cuts = (style, axis) => /hidden|clip/.test(style[`overflow${axis}`]);
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const within = (a, b) => ({
    left: Math.max(a.left, b.left), top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom),
  });
  /* Letters fill the middle of their line; above and below it is air. */
  const inked = ({ left, top, right, bottom }) => {
    const air = (bottom - top) * 0.22;
    return { left: left + 1, top: top + air, right: right - 1, bottom: bottom - air };
  };
  const inside = (a, b) =>
    a.left >= b.left - 1 && a.top >= b.top - 1 && a.right <= b.right + 1 && a.bottom <= b.bottom + 1;
  const empty = (box) => box.right - box.left < 1 || box.bottom - box.top < 1;

  function* frames(element) {
    for (let at = element; at && at !== document.documentElement; at = at.parentElement) {
      const style = styleOf(at);
      if (at instanceof SVGElement && !(at instanceof SVGSVGElement)) continue;
      if (style.display === "inline" || style.display === "contents") continue;
      yield [at, style];
      if (style.position === "fixed") return;
    }
  }
  /* The part of a line that is to be seen, whether something cuts it, and whether it can be scrolled to. */
  function seen(element, line) {
    let box = line, cut = null, scrolled = false;
    for (const [frame, style] of frames(element)) {
      const edge = boxOf(frame);
      for (const [axis, low, high] of [["X", "left", "right"], ["Y", "top", "bottom"]]) {
        if (!cuts(style, axis) && !scrolls(style, axis)) continue;
        if (box[low] >= edge[low] - 1 && box[high] <= edge[high] + 1) continue;
        if (scrolls(style, axis)) scrolled = true;
        else if (!scrolled) cut ??= frame;
        box = { ...box, [low]: Math.max(box[low], edge[low]), [high]: Math.min(box[high], edge[high]) };
      }
    }
    const shown = within(box, screen);
    const away = !scrolled && !inside(box, screen);
    return { box: shown, cut, scrolled, away };
  }
  /* Three points, and the whole text at a tap or to a pointer. */
  const ellipsis = (element, cut) => {
    for (let at = element; at; at = at.parentElement) {
      const style = styleOf(at);
      if (style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none") return true;
      if (at === cut) return false;
    }
    return false;
  };
  /* Folded, with something to touch that unfolds it: that must be hit as every choice. */
  const folded = (cut) => unfolds.some((more) => cut.contains(more));
  const told = (element, text) =>
    [...ancestors(element)].some((at) =>
      (at.title || at.getAttribute("aria-label") || at.dataset?.tip || "").includes(text));
  function* ancestors(element) {
    for (let at = element; at; at = at.parentElement) yield at;
  }
  const alpha = (style) => {
    const found = /rgba\(.*,\s*([\d.]+)\)/.exec(style.backgroundColor);
    return found ? Number(found[1]) : style.backgroundColor === "transparent" ? 0 : 1;
  };
  /* Something opaque that lies over it; `sticks`: to the edge of a box that scrolls, so that the
     text can be moved from under it. */
  function cover(element, box) {
    const at = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    if (!at || related(at, element) || at instanceof SVGElement) return null;
    if (styleOf(element).pointerEvents === "none") return null;
    let opaque = false, sticks = false;
    for (const over of ancestors(at)) {
      if (over.contains(element)) break;
      opaque ||= alpha(styleOf(over)) > 0.5;
      sticks ||= styleOf(over).position === "sticky";
    }
    return opaque ? { at, sticks } : null;
  }

  const lines = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.trim();
    const element = node.parentElement;
    if (!text || element.closest(".unseen, .skip, symbol, defs, script, style, option, title, desc, [role=tooltip]")) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const whole of range.getClientRects()) {
      if (whole.width < 1 || whole.height < 4) continue;
      const line = inked(whole);
      const { box, cut, scrolled, away } = seen(element, line);
      if (cut && !folded(cut) && !(ellipsis(element, cut) && told(element, text)))
        faults.add(`cut: “${text}” in ${nameOf(element)}`);
      else if (!cut && away) faults.add(`out of sight: “${text}” in ${nameOf(element)}`);
      if (empty(box)) continue;
      const panel = element.closest("button, [data-panel]");
      if (panel && !cut && !scrolled && !inside(line, boxOf(panel)))
        faults.add(`sticks out: “${text}” of ${nameOf(element)}`);
      const over = cover(element, box);
      if (!over) lines.push({ element, node, text, box });
      else if (!scrolled && !over.sticks)
        faults.add(`covered: “${text}” in ${nameOf(element)} by ${nameOf(over.at)}`);
    }
  }
  lines.forEach((a, i) => {
    for (let j = i + 1; j < lines.length; j++) {
      const b = lines[j];
      // Cards of one kind lie on each other.
      if (a.node === b.node || a.text === b.text) continue;
      const both = within(a.box, b.box);
      if (both.right - both.left > 2 && both.bottom - both.top > 2)
        faults.add(`overlap: “${a.text}” (${nameOf(a.element)}) and “${b.text}” (${nameOf(b.element)})`);
    }
  });

  /* ── figures and names of every player ── */
  const inView = (element) => lines.some((line) => element.contains(line.element));
  const FIGURES = {
    score: ".score", "end score": ".ends b", coins: "[data-spot^=coins]", cards: "[data-spot^=cards]",
    councillors: "[data-spot^=council]",
  };
  const panels = [...document.querySelectorAll("[data-panel]")];
  for (const seat of new Set(panels.map((panel) => panel.dataset.panel))) {
    const mine = panels.filter((panel) => panel.dataset.panel === seat);
    for (const [name, where] of Object.entries(FIGURES))
      if (!mine.some((panel) => [...panel.querySelectorAll(where)].some(inView)))
        faults.add(`no figure: ${name} of seat ${seat}`);
    for (const panel of mine) {
      const clock = panel.querySelector("time");
      if (clock && !inView(clock)) faults.add(`no figure: clock of seat ${seat}`);
    }
  }
  const names = [...new Set(panels.map((panel) => panel.getAttribute("aria-label")))];
  for (const { element, node, text } of lines) {
    if (!names.includes(text)) continue;
    const edge = element.getBoundingClientRect();
    const range = document.createRange();
    const letters = [...node.data].filter((letter, i) => {
      if (!letter.trim()) return false;
      range.setStart(node, i);
      range.setEnd(node, i + 1);
      const box = range.getBoundingClientRect();
      return box.right <= edge.right + 1 && box.bottom <= edge.bottom + 2;
    });
    if (letters.length < Math.min(FEW_LETTERS, text.length))
      faults.add(`not recognisable: ${text} in ${nameOf(element)}`);
  }
  return [...faults];
};
