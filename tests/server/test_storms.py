"""Several servers and what can happen to them; `make long` has many times as much of it."""

import os
import signal
from dataclasses import replace

import pytest

from rialto.server.store import Entry
from tests.server.crashes import Stubborn
from tests.server.history import History, check, stored_log
from tests.server.live import until
from tests.server.postgres import ask
from tests.server.storms import Sky, sky


async def test_a_storm() -> None:
    async with sky(servers=2, players=3, seed=11) as there:
        await there.rage(kills=3, crashes=1, cuts=1, lost=2)
        assert there.games >= 3 and there.acked > 20


def driver_of(there: Sky, table: str) -> tuple[str, int]:
    ((peer, term),) = ask(there.url, f"SELECT peer, term FROM drivers WHERE game = '{table}'")
    return peer, term


def bot_moves(there: Sky, player: Stubborn) -> list[int]:
    """The terms of the drivers that made them."""
    log = stored_log(there.url, player.table)
    return [int(e.move_id.split("-")[1]) for e in log if e.move_id and e.move_id[:4] == "bot-"]


async def test_a_driver_that_is_paused_is_replaced_and_writes_nothing_when_it_wakes() -> None:
    """The only table has a bot; the process that drives it stops in the middle of a game."""
    async with sky(servers=2, players=0, seed=3) as there:
        first = there.servers[0].life
        player = Stubborn([first.port], there.rng, "p")
        await player.open("me", "random")
        await player.play(4)
        before = driver_of(there, player.table)
        assert first.pid is not None
        os.kill(first.pid, signal.SIGSTOP)
        player.ports = [there.servers[1].life.port]
        await player.play(4)
        after = driver_of(there, player.table)
        assert after[0] != before[0] and after[1] > before[1]
        os.kill(first.pid, signal.SIGCONT)
        player.ports = there.ports
        await player.play(8)
        terms = bot_moves(there, player)
        assert terms == sorted(terms) and set(terms) == {before[1], after[1]}
        await there.reckon(player)


# ── the checker itself ──

LOG = [
    Entry(0, 5, "move", -1, "draw", 0, None),
    Entry(1, 5, "move", 0, "pass", 0, "a"),
    Entry(2, 5, "move", 1, "pass", 0, "bot-1-x"),
    Entry(3, 5, "move", 0, "pass", 0, "b"),
    Entry(4, 5, "move", 1, "pass", 0, "bot-2-y"),
]


def told() -> History:
    history = History()
    history.add("p", "ask", "t", "a", 1)
    history.add("p", "ack", "t", "a", 2)
    history.add("q", "ask", "t", "b", 3)
    history.add("q", "ack", "t", "b", 4)
    for who in ("here", "there"):
        history.add(who, "saw", "t", "first", 2)
        history.add(who, "saw", "t", "second", 4)
    return history


def test_the_checker_takes_what_is_right() -> None:
    check(told(), "t", LOG)


@pytest.mark.parametrize(
    ("log", "why"),
    [
        (LOG[:3], "b is at None"),
        (LOG[:2] + LOG[3:], "without a gap"),
        ([*LOG, Entry(5, 5, "move", 0, "pass", 0, "a")], "a is at"),
        ([*LOG[:1], LOG[3]._replace(seq=1), LOG[2], LOG[1]._replace(seq=3), LOG[4]], "a is at"),
        ([*LOG[:2], LOG[2]._replace(move_id="bot-3-x"), *LOG[3:]], "after its successor"),
    ],
)
def test_the_checker_finds_what_is_lost_doubled_or_reordered(log: list[Entry], why: str) -> None:
    with pytest.raises(AssertionError, match=why):
        check(told(), "t", log)


@pytest.mark.parametrize(
    ("who", "what", "version", "why"),
    [
        ("there", "other", 4, "something else at 4"),
        ("there", "first", 2, "backwards"),
        ("there", "third", 9, "not stored"),
    ],
)
def test_the_checker_finds_what_was_seen_otherwise(
    who: str, what: str, version: int, why: str
) -> None:
    history = told()
    history.add(who, "saw", "t", what, version)
    with pytest.raises(AssertionError, match=why):
        check(history, "t", LOG)


def test_the_checker_finds_an_order_that_time_forbids() -> None:
    """What was acknowledged before the other was asked stands after it, in log and answers."""
    log = [*LOG[:1], LOG[3]._replace(seq=1), LOG[2], LOG[1]._replace(seq=3), LOG[4]]
    swapped = {("a", 2): 4, ("b", 4): 2}
    notes = [n._replace(version=swapped.get((n.about, n.version), n.version)) for n in told().notes]
    with pytest.raises(AssertionError, match="stands before what was acknowledged"):
        check(replace(told(), notes=notes), "t", log)


async def test_a_driver_that_is_killed_is_replaced_and_a_planted_loss_is_found() -> None:
    async with sky(servers=2, players=0, seed=5) as there:
        first, second = (server.life for server in there.servers)
        player = Stubborn([first.port], there.rng, "p")
        await player.open("me", "random")
        await player.play(3)
        before = driver_of(there, player.table)
        await first.kill()
        await until(lambda: driver_of(there, player.table)[1] > before[1])
        player.ports = [second.port]
        await player.play(3)
        await there.reckon(player)
        # An entry is taken out of the log behind the servers' back.
        ask(there.url, "ALTER TABLE events DISABLE TRIGGER ALL")
        ask(there.url, f"DELETE FROM events WHERE move_id = '{player.acked[-1][0]}'")
        with pytest.raises(AssertionError):
            await there.reckon(player)
