"""The seats of a table, as everybody sees them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Protocol

from rialto import Game
from rialto.engine.box import DISTRICTS, SLOTS
from rialto.engine.game import Reading, Score
from rialto.engine.ids import Stage
from rialto.server import wire
from rialto.server.show.memo import Memo
from rialto.server.show.names import BUILDINGS, COLOURS, KINDS, NEUTRAL_COLOUR


class Person(Protocol):
    """What the table knows of a seat beside the game."""

    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> wire.SeatKind: ...
    @property
    def bot(self) -> str | None: ...
    @property
    def connected(self) -> bool: ...
    @property
    def away(self) -> bool: ...
    @property
    def gone_since(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Neutral:
    """N1: the player that nobody is."""

    name: str = ""
    kind: wire.SeatKind = "neutral"
    bot: str | None = None
    connected: bool = True
    away: bool = False
    gone_since: int | None = None


NEUTRAL: Final = Neutral()
NO_SCORE: Final = wire.Score(during=0, leftovers=0, buildings=0, districts=[0] * DISTRICTS, total=0)


def score(s: Score) -> wire.Score:
    return wire.Score(
        during=s.during,
        leftovers=s.leftovers,
        buildings=s.buildings,
        districts=list(s.districts),
        total=s.total,
    )


def cards(counts: Sequence[int]) -> dict[wire.Kind, int]:
    return dict(zip(KINDS, counts, strict=True))


def some_cards(counts: Sequence[int]) -> dict[wire.Kind, int]:
    return {k: n for k, n in zip(KINDS, counts, strict=True) if n} if any(counts) else {}


@cache
def own_building(building: wire.BuildingId, count: int, used: int) -> wire.OwnBuilding:
    return wire.OwnBuilding(id=building, count=count, used=used)


def tiles(f: Reading, p: int) -> list[wire.OwnBuilding]:
    return [
        own_building(b, n, used)
        for b, n, used in zip(BUILDINGS, f.tiles[p], f.used[p], strict=True)
        if n
    ]


def seats(
    game: Game,
    f: Reading,
    people: Sequence[Person],
    projected: list[wire.Score],
    in_steps: bool,
    memo: Memo,
) -> list[wire.Seat]:
    """The neutral player comes after the others."""
    waiting = f.queue[: f.queue_length] if f.stage == Stage.PLAYS else ()
    all_seats = range(game.house.seats)
    limits = memo.get("limits", f.keep_more, lambda: [game.hand_limit(p) for p in all_seats])
    played = memo.get("played", f.cards_played, lambda: [some_cards(c) for c in f.cards_played])
    owned = memo.get("tiles", (f.tiles, f.used), lambda: [tiles(f, p) for p in all_seats])
    made = []
    for p in all_seats:
        neutral = p == game.house.players
        who = NEUTRAL if neutral else people[p]
        made.append(
            wire.Seat(
                seat=p,
                name=who.name,
                kind=who.kind,
                bot=who.bot,
                colour=NEUTRAL_COLOUR if neutral else COLOURS[p],
                connected=who.connected,
                away=who.away,
                gone_since=who.gone_since,
                score=f.scores[p],
                coins=f.coins[p],
                private=f.private[p],
                general=f.general[p],
                hand_size=f.hand_size[p],
                hand_limit=limits[p],
                excess=f.excess[p],
                strength=f.strength[p] if in_steps and p not in waiting else None,
                played=played[p],
                buildings=owned[p],
                slots_free=0 if neutral else SLOTS - sum(f.tiles[p]),
                projected=NO_SCORE if neutral else projected[p],
            )
        )
    return made
