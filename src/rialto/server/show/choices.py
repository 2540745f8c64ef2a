"""What can be chosen now, with small hints, and what a person would look for in vain, with why."""

from collections.abc import Iterator, Sequence
from typing import Final, get_args

from rialto import Game, Move
from rialto.engine.game import BUILDING_NAMES, KIND_NAMES, Decision, Reading
from rialto.server import wire

JOKER: Final = KIND_NAMES.index("joker")


def options(game: Game, f: Reading, seat: int, legal: Sequence[Move]) -> list[wire.Option]:
    if game.decision != Decision.PLAY:
        return [wire.Option(move=move.text) for move in legal]
    to_beat = strongest_other(f, seat, game.house.seats)
    made = []
    for move in legal:
        counts = game.strength(move)
        leads = None if counts is None else counts > 0 and counts >= to_beat
        made.append(wire.Option(move=move.text, strength=counts, leads=leads))
    return made


def strongest_other(f: Reading, seat: int, seats: int) -> int:
    """Q7: what a play must count as to win the bonus if nobody played after it. Ties go to who is
    ahead on the Doge track."""
    rank = {p: place for place, p in enumerate(f.doge_order[:seats])}
    others = (f.strength[p] + (rank[p] < rank[seat]) for p in range(seats) if p != seat)
    return int(max(others))


def blocked(
    game: Game, f: Reading, seat: int, legal: Sequence[Move], hand: list[int]
) -> list[wire.Blocked]:
    """Only what lies before a person's eyes: own tiles, cards in hand, rows, places on the map."""
    have = {move.text for move in legal}
    missing = [t for t in dict.fromkeys(looked_for(game, f, seat, hand)) if t not in have]
    if not missing:
        return []
    reasons = game.explain_all(seat, missing)
    return [
        wire.Blocked(move=text, refusal=why.refusal.name.lower(), rule=why.rule)
        for text, why in zip(missing, reasons, strict=True)
    ]


def looked_for(game: Game, f: Reading, seat: int, hand: list[int]) -> Iterator[str]:
    asked = game.decision
    own = [b for b, n in zip(BUILDING_NAMES, f.tiles[seat], strict=True) if n]
    if asked == Decision.START:
        yield from (f"build {b}" for b in BUILDING_NAMES)
    elif asked == Decision.ROW:
        yield from (f"row {r + 1}" for r in range(game.house.players + 1))
    elif asked == Decision.GREEN:
        yield from (green_use(b) for b in own if b.startswith("green"))
    elif asked == Decision.PLAY:
        yield from plays(f, own, hand)
    elif asked == Decision.BUILD:
        yield from (f"build {b}" for b in BUILDING_NAMES)
        yield from (f"return {b}" for b in own)
        yield "done"
    elif asked == Decision.COUNCIL:
        yield from (f"from {d}" for d in get_args(wire.DistrictId))
        yield "done"
    elif asked == Decision.SOURCE:
        yield from (f"from {d}" for d in get_args(wire.DistrictId))
        yield "from supply"
        yield "done"
    elif asked == Decision.BLUE:
        yield from (t for b in own if b.startswith("blue") for t in blue_uses(b, own))


def green_use(building: str) -> str:
    return "use green-2" if building == "green-2" else f"use {building} draw"


def blue_uses(building: str, own: list[str]) -> Iterator[str]:
    if building == "blue-1":
        yield from (f"use blue-1 {b}" for b in own if not b.endswith("4"))
    else:
        yield f"use {building}"


def plays(f: Reading, own: list[str], hand: list[int]) -> Iterator[str]:
    """Every number of cards of the kind and jokers in hand; the own yellow buildings; a pass."""
    yield "pass"
    yield from (
        f"play {n}" + (f" joker {j}" if j else "")
        for n in range(hand[f.step] + 1)
        for j in range(hand[JOKER] + 1)
        if n or j
    )
    if "yellow-1" in own:
        yield "delay"
    for b in ("yellow-2", "yellow-4"):
        if b in own:
            yield from (f"turn {b} {k}" for k, n in zip(KIND_NAMES, hand, strict=True) if n)
    if "yellow-3" in own:
        yield "use yellow-3"
