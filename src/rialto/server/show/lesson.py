"""The worked round of the rules page: three players in round 3, stopped after every step.

The words about it are in `locales/*/rules.json`, part `round`.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

from rialto import Game, Move
from rialto.engine.game import ALL
from rialto.engine.moves import SEAT_NAMES, action_of
from rialto.server import wire
from rialto.server.show import present
from rialto.server.show.replay import frame

POSITION: Final = """
seats A B C   stage rows   round 3
tokens castello cannaregio san-polo dorsoduro san-marco santa-croce
doge C5 A4 B3   coins A1 B1 C0   score A8 B9 C7
private A4 B4 C3   general A12 B12 C12
buildings A yellow-1;  buildings B green-1;  buildings C blue-2
council castello A2 C1;  council cannaregio B2 C2
bridge castello:dorsoduro 3/4;  bridge cannaregio:san-polo 5/3;  top 4/5
gondola cannaregio:santa-croce;  gondola san-marco:dorsoduro
row 1 2 doge 2 bridge building gold
row 2 2 doge 2 building gold gondola
row 3 2 gold 2 gondola councillor doge
row 4 councillor bridge gold gondola building joker
"""
STEPS: Final = (
    """
    C row 3;  * card bridge;  * card councillor
    A row 1;  * card councillor;  * card joker
    B row 2;  * card joker;  * card councillor
    B use green-1 building
    A discard gold;  B discard gold;  B discard gondola;  C discard doge
    """,
    "C pass;  A play 2;  B play 2",
    "A pass;  B pass;  C play 2",
    "C pass;  A play 1;  B play 3 joker 1;  A build green-1;  B build yellow-4;  B build blue-1",
    "B pass;  C play 1;  A play 2;  A bridge castello:san-polo;  * top 3/6",
    "A pass;  B pass;  C play 2;  C gondola san-marco:castello",
    "C play 2;  A delay;  B play 1;  A play 1 joker 1",
    "C use blue-2",
)
"""Phase I, the steps A to F, phase III."""


@dataclass(frozen=True, slots=True)
class Player:
    name: str
    kind: wire.SeatKind = "person"
    bot: str | None = None
    connected: bool = True
    away: bool = False
    gone_since: int | None = None


PLAYERS: Final = (Player("Anna"), Player("Marco"), Player("Lucia"))


@cache
def worked_round() -> wire.Replay:
    """The table before the round and after each step, hands open."""
    game = Game.from_position(POSITION)
    frames = [_frame(game, [])]
    for step in STEPS:
        events: list[wire.GameEvent] = []
        for line in step.replace("\n", ";").split(";"):
            if line.strip():
                game.play(_move(line.strip()))
                version = len(game.log)
                events += [present.event(e, version, n) for n, e in enumerate(game.events(ALL))]
        frames.append(_frame(game, events))
    names = [player.name for player in PLAYERS]
    house = present.house_out(game.house, game.rules)
    return wire.Replay(house=house, names=names, hints=[], frames=frames)


def _move(line: str) -> Move:
    """`A row 2`; chance is `*`."""
    who, _, text = line.partition(" ")
    return Move(-1 if who == "*" else SEAT_NAMES.index(who), action_of(text))


def _frame(game: Game, events: list[wire.GameEvent]) -> wire.ReplayFrame:
    return frame(game.copy(), True, PLAYERS, "", None, len(game.log), (None, None), events)
