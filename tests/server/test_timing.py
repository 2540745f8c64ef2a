"""How long a bot's move takes does not tell whether it had a choice."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from rialto import Game, Move
from rialto.server.auth import Secrets
from rialto.server.table.autoplay import STAND_IN_BEATS, Autoplay
from tests.server.leaping import in_no_time

BEAT_S = 0.45


class Desk:
    """As much of a table as a bot's turn needs, at which moves are only timed."""

    version, id = 7, "t"

    def __init__(self, most: int, thought: float, away: bool = False) -> None:
        self.game = Game.new(3, seed=1)
        self.game.run_chance()
        self.seat = self.game.to_move[0]
        self.chairs = [SimpleNamespace(bot="merchant", kind="bot", away=away)] * 3
        self.display = SimpleNamespace(watchers=[])
        self.others = SimpleNamespace(term=0)
        self.asked: list[int] = []
        self.moved_at = 0.0
        legal = self.game.legal(self.seat)[:most]
        self.game.legal = lambda seat: legal  # type: ignore[method-assign]

        async def choose(level: str, view: Any, given: list[Move], *who: Any) -> Move:
            self.asked.append(len(given))
            await asyncio.sleep(thought)
            return given[0]

        self.services = SimpleNamespace(
            bots=SimpleNamespace(choose=choose),
            settings=SimpleNamespace(bot_pause_ms=round(BEAT_S * 1000)),
            secrets=Secrets(),
        )

    async def submit(
        self, seat: int, move_id: str, version: int, moves: list[str], *, term: int
    ) -> None:
        self.moved_at = asyncio.get_running_loop().time()


@pytest.mark.parametrize(("thought", "beats"), [(0.0, 1), (0.3, 1), (0.5, 2)])
def test_a_forced_move_comes_at_the_same_beat(thought: float, beats: int) -> None:
    """Who has one move is asked like anybody, and moves at the next beat like anybody."""
    times = []

    async def both() -> None:
        for most in (1, 99):
            desk: Any = Desk(most, thought)
            began = asyncio.get_running_loop().time()
            assert await Autoplay(desk)._move(desk.seat)
            assert (desk.asked == [1]) == (most == 1)
            times.append(desk.moved_at - began)

    in_no_time(both())
    assert times == [pytest.approx(beats * BEAT_S)] * 2


def test_a_stand_in_leaves_time_to_return() -> None:
    """M10: it played a round and a half in the time somebody needs to look up."""

    async def play() -> None:
        desk: Any = Desk(99, 0.0, away=True)
        assert await Autoplay(desk)._move(desk.seat)
        assert desk.moved_at == pytest.approx(STAND_IN_BEATS * BEAT_S)

    in_no_time(play())
