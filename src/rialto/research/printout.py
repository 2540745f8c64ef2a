"""A view as plain text, for `render_mode="ansi"`, logs and notebooks."""

from rialto.engine.box import BRIDGE_ENDS, DISTRICTS, PAIRS, rows_for
from rialto.engine.ids import NOBODY, Decision, Link
from rialto.engine.moves import (
    BUILDING_NAMES,
    DISTRICT_NAMES,
    KIND_NAMES,
    SEAT_NAMES,
    pair_name,
    seat_name,
)
from rialto.engine.rules.queue import seats
from rialto.engine.rules.steps import in_steps
from rialto.engine.view import View


def _cards(counts: list[int]) -> str:
    return " ".join(f"{n} {name}" for n, name in zip(counts, KIND_NAMES, strict=True) if n) or "-"


def _seat(view: View, p: int) -> str:
    return seat_name(p, view.players)


def _heading(view: View) -> str:
    decision = Decision(view.asked).name.lower().replace("_", " ")
    who = "chance" if view.actor < 0 else _seat(view, view.actor)
    if view.asked == Decision.OVER:
        return f"round {view.round_no}: over"
    step = f", step {KIND_NAMES[view.step]}" if in_steps(view.table[0]) else ""
    return f"round {view.round_no}{step}: {who} is asked {decision}"


def _seat_line(view: View, p: int) -> str:
    tiles = [f"{n} {name}" for n, name in zip(view.tiles[p], BUILDING_NAMES, strict=True) if n]
    council = [str(int(view.council[d][p])) for d in range(DISTRICTS)]
    return (
        f"{_seat(view, p):>7}  score {int(view.scores[p]):3}  coins {int(view.coins[p]):2}"
        f"  doge {int(view.spaces[p]):2}  cards {int(view.hand_size[p]):2}"
        f"  councillors {int(view.general[p]):2}/{int(view.private[p]):2}"
        f"  districts {' '.join(council)}  {', '.join(tiles) or '-'}"
    )


def _links(view: View) -> list[str]:
    lines = []
    for pair in range(PAIRS):
        if view.link[pair] in (Link.BRIDGE, Link.GONDOLA):
            name = Link(int(view.link[pair])).name.lower()
            low, high = (int(n) for n in view.ends[pair])
            lines.append(f"{name:>8} {pair_name(pair)} {low}:{high}")
    return lines


def printout(view: View) -> str:
    """Everything that the view's seat sees."""
    lines = [_heading(view)]
    lines += [_seat_line(view, p) for p in range(seats(view.table[0]))]
    order = " ".join(_seat(view, int(p)) for p in view.doge_order[: seats(view.table[0])])
    tokens = ", ".join(
        f"{name} {int(n)}" for name, n in zip(DISTRICT_NAMES, view.tokens, strict=True)
    )
    lines += [f"   doge  {order}", f" tokens  {tokens}", *_links(view)]
    if view.top_bridge >= 0:
        low, high = BRIDGE_ENDS[view.top_bridge]
        lines.append(f"    top  {int(low)}/{int(high)}")
    for r in range(rows_for(view.players)):
        if view.row_owner[r] == NOBODY and any(view.rows[r]):
            lines.append(f"  row {r + 1}  {_cards([int(n) for n in view.rows[r]])}")
    lines.append(f"   pile  {view.pile_size}, discards {view.discard_size}")
    if view.seat is not None:
        hand = _cards([int(n) for n in view.hand[view.seat]])
        lines.append(f"   hand  {SEAT_NAMES[view.seat]}: {hand}")
    return "\n".join(lines) + "\n"
