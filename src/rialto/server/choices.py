"""What can be chosen now, with small hints, and what a person would look for in vain, with why."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, get_args

from rialto import Game, Move
from rialto.engine.game import Decision
from rialto.server import wire

if TYPE_CHECKING:
    from rialto.server.present import Facts

KIND_NAMES: Final = ("doge", "gold", "building", "bridge", "gondola", "councillor", "joker")
COLOUR_NAMES: Final = ("green", "yellow", "blue")
BUILDING_NAMES: Final = tuple(f"{c}-{v}" for c in COLOUR_NAMES for v in (1, 2, 3, 4))
JOKER: Final = 6


def options(f: "Facts", seat: int, legal: Sequence[Move]) -> list[wire.Option]:
    made = []
    for move in legal:
        text = move.text
        # After a yellow building even no card from the hand is a play (Q6).
        if text.startswith("play ") or (text == "pass" and f.turned + f.lent_jokers):
            strength = strength_of(f, text)
            made.append(
                wire.Option(move=text, strength=strength, leads=would_lead(f, seat, strength))
            )
        else:
            made.append(wire.Option(move=text))
    return made


def played(text: str) -> tuple[int, int]:
    """`play 2 joker 1` is 2 and 1."""
    words = text.split()
    if text == "pass":
        return 0, 0
    return int(words[1]), int(words[3]) if len(words) > 2 else 0


def strength_of(f: "Facts", text: str) -> int:
    """Q5, for a legal play."""
    n, jokers = played(text)
    base, jokers = n + f.turned, jokers + f.lent_jokers
    return int(base + jokers if base else max(0, jokers - 1))


def would_lead(f: "Facts", seat: int, strength: int) -> bool:
    """Q7: whether this play would win the bonus if nobody played after it."""
    # The list is as long as a full table; what follows the seats is padding, so the first counts.
    rank = {p: i for i, p in reversed(list(enumerate(f.doge_order)))}
    return strength > 0 and all(
        (f.strength[p], -rank[p]) < (strength, -rank[seat])
        for p in range(len(f.strength))
        if p != seat and p in rank
    )


def blocked(
    game: Game, f: "Facts", seat: int, legal: Sequence[Move], hand: list[int]
) -> list[wire.Blocked]:
    """Only what lies before a person's eyes: own tiles, cards in hand, rows, places on the map."""
    have = {move.text for move in legal}
    found = []
    for text in dict.fromkeys(looked_for(game, f, seat, hand)):
        why = None if text in have else game.explain(seat, text)
        if why is not None:
            found.append(wire.Blocked(move=text, refusal=why.refusal.name.lower(), rule=why.rule))
    return found


def looked_for(game: Game, f: "Facts", seat: int, hand: list[int]) -> Iterator[str]:
    asked = game.decision
    own = [b for b, n in zip(BUILDING_NAMES, f.tiles[seat], strict=True) if n]
    if asked == Decision.START:
        yield from (f"build {c}-1" for c in COLOUR_NAMES)
    elif asked == Decision.ROW:
        yield from (f"row {r + 1}" for r in range(game.house.players + 1))
    elif asked == Decision.GREEN:
        yield from (t for b in own if b.startswith("green") for t in green_uses(f, b))
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


def green_uses(f: "Facts", building: str) -> Iterator[str]:
    if building == "green-2":
        yield "use green-2"
        return
    yield f"use {building} draw"


def blue_uses(building: str, own: list[str]) -> Iterator[str]:
    if building == "blue-1":
        yield from (f"use blue-1 {b}" for b in own if not b.endswith("4"))
    else:
        yield f"use {building}"


def plays(f: "Facts", own: list[str], hand: list[int]) -> Iterator[str]:
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
