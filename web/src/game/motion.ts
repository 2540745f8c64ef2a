/**
 * Pieces glide to where they now are. Each event names a start and an end on the page
 * (`data-spot`); a ghost of the piece travels between them and is gone. Markers and councillors
 * that stay on the board move by CSS transitions on their stable keys.
 */
import { lessMotion } from "../lib/settings.svelte";
import type { GameEvent, View } from "../lib/wire";

const EASE = "cubic-bezier(.2,.7,.2,1)";
const LAYER = "flying";

function spot(name: string): DOMRect | null {
  const found = document.querySelector(`[data-spot="${CSS.escape(name)}"]`);
  const box = found?.getBoundingClientRect();
  return box && (box.width || box.height) ? box : null;
}

interface Flight {
  from: string;
  to: string;
  /** A sprite drawing, or a seat's colour for a councillor. */
  symbol: string;
  colour?: string;
  ms: number;
  arc?: number;
  size?: number;
}

const SVG = "http://www.w3.org/2000/svg";

function ghost(flight: Flight): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  const size = flight.size ?? 30;
  svg.setAttribute("class", LAYER);
  svg.setAttribute("width", String(size));
  svg.setAttribute("height", String(size));
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${flight.symbol}`);
  svg.append(use);
  if (flight.colour) svg.style.color = `var(--p-${flight.colour})`;
  return svg;
}

function fly(flight: Flight, delay: number): void {
  // A narrow screen shows no draw pile and no bank: what comes from there comes from the stock.
  const from = spot(flight.from) ?? spot("stock");
  const to = spot(flight.to);
  if (!from || !to) return;
  const piece = ghost(flight);
  document.body.append(piece);
  const half = (flight.size ?? 30) / 2;
  const at = (box: DOMRect): [number, number] => [
    box.left + box.width / 2 - half,
    box.top + box.height / 2 - half,
  ];
  const [x0, y0] = at(from);
  const [x1, y1] = at(to);
  const lift = flight.arc ?? 24;
  const moving = piece.animate(
    [
      { transform: `translate(${x0}px, ${y0}px) scale(.8)`, opacity: 0.2 },
      { transform: `translate(${x0}px, ${y0}px) scale(1)`, opacity: 1, offset: 0.12 },
      {
        transform: `translate(${(x0 + x1) / 2}px, ${(y0 + y1) / 2 - lift}px) scale(1.15)`,
        offset: 0.55,
      },
      { transform: `translate(${x1}px, ${y1}px) scale(.9)`, opacity: 1 },
    ],
    { duration: flight.ms, delay, easing: EASE, fill: "backwards" },
  );
  moving.onfinish = moving.oncancel = () => piece.remove();
}

/** Ends every flight; a click does. */
export function land(): void {
  for (const piece of document.querySelectorAll(`.${LAYER}`)) {
    for (const moving of piece.getAnimations()) moving.cancel();
    piece.remove();
  }
}

function flights(event: GameEvent, view: View): Flight[] {
  const { code, seat, args } = event;
  const who = seat ?? -1;
  const colour = view.seats[who]?.colour ?? "grey";
  const mine = who === view.seat;
  switch (code) {
    case "councillor": {
      const source = String(args.source);
      const from =
        source === "private" || source === "general" || source === "nowhere"
          ? `council-${who}`
          : `district-${source}`;
      return [
        {
          from,
          to: `district-${String(args.district)}`,
          symbol: "i-councillor",
          colour,
          ms: 420,
          arc: 40,
        },
      ];
    }
    case "bridge":
      return [
        {
          from: "bridges",
          to: `slot-${String(args.pair)}`,
          symbol: "i-bridge",
          ms: 420,
          size: 40,
        },
      ];
    case "gondola":
      return [
        {
          from: "gondolas",
          to: `slot-${String(args.pair)}`,
          symbol: "i-gondola",
          ms: 600,
          arc: 6,
          size: 40,
        },
      ];
    case "coins":
      return coins(Number(args.n), {
        from: "market",
        to: `coins-${who}`,
        symbol: "coin",
        ms: 300,
        size: 22,
      });
    case "delayed":
      return [{ from: "market", to: `coins-${who}`, symbol: "coin", ms: 300, size: 22 }];
    case "activated":
      return [{ from: `coins-${who}`, to: `tiles-${who}`, symbol: "coin", ms: 260, size: 22 }];
    case "built":
    case "start_building":
      return [
        {
          from: `supply-${String(args.building)}`,
          to: `tiles-${who}`,
          symbol: `b-${String(args.building)}`,
          ms: 420,
          size: 48,
        },
      ];
    case "returned":
      return [
        {
          from: `tiles-${who}`,
          to: `supply-${String(args.building)}`,
          symbol: `b-${String(args.building)}`,
          ms: 420,
          size: 48,
        },
      ];
    case "played":
      return mine && view.step
        ? [
            {
              from: `hand-${view.step}`,
              to: `panel-${who}`,
              symbol: `card-${view.step}`,
              ms: 260,
              size: 70,
            },
          ]
        : [];
    case "drew":
      return [
        {
          from: "pile",
          to: mine ? "hand" : `cards-${who}`,
          symbol: args.kind ? `card-${String(args.kind)}` : "card-back",
          ms: 300,
          size: 56,
        },
      ];
    case "took_row":
      return [
        {
          from: `row-${String(args.row)}`,
          to: mine ? "hand" : `cards-${who}`,
          symbol: "card-back",
          ms: 320,
          size: 56,
        },
      ];
    case "fetched":
      return [
        { from: `panel-${who}`, to: `council-${who}`, symbol: "i-councillor", colour, ms: 260 },
      ];
    default:
      return [];
  }
}

function coins(n: number, one: Flight): Flight[] {
  return Array.from({ length: Math.min(n, 6) }, () => one);
}

/** Shows what changed, one piece after another, never longer than the pace allows. */
export function animate(view: View, events: GameEvent[]): void {
  if (lessMotion() || document.hidden) return;
  const all = events.flatMap((event) => flights(event, view)).slice(0, 12);
  all.forEach((flight, i) => fly(flight, i * 60));
}
