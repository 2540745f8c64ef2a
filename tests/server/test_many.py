"""Several processes on one database answer as one would."""

import asyncio
import random
from typing import Any

from rialto.server import wire
from rialto.server.store import Place
from rialto.server.table import hosting, seating
from rialto.server.table.table import Table
from tests.server.bare import ME, table
from tests.server.beside import Process, processes
from tests.server.live import until


async def beside(many: list[Process], *seats: str, **more: Any) -> list[Table]:
    """One table, in the memory of each of them."""
    made = await table(many[0].hall, *seats, **more)
    return [made, *[await other.hall.get(made.id) for other in many[1:]]]


async def agree(tables: list[Table]) -> None:
    first = tables[0]
    await until(lambda: all((t.version, t.revision) == (first.version, first.revision)
                            for t in tables))  # fmt: skip
    for seat in (None, *range(first.players)):
        shown = {t.display.view_bytes(seat) for t in tables}
        assert len(shown) == 1, seat


def a_move(there: Table, rng: random.Random) -> tuple[int, str]:
    seat = rng.choice(list(there.to_move))
    return seat, rng.choice(there.game.legal(seat)).text


async def test_every_process_shows_the_same_bytes_throughout_a_game(where: Place) -> None:
    """Whichever of them takes a command; also one that loads the table in the middle."""
    rng = random.Random(4)
    async with processes(where, 3) as many:
        tables = await beside(many, "me", "me", "me")
        n = 0
        while tables[0].status == "running":
            there = rng.choice(tables)
            seat, move = a_move(there, rng)
            n += 1
            answer = await there.submit(seat, f"move-{n:06d}", there.version, [move])
            assert isinstance(answer, wire.AckFrame)
            if n % 5 == 0 and there.status == "running":
                seat = there.game.log[-1].seat
                if seat >= 0 and there.game.can_undo(seat):
                    await there.undo(seat, f"undo-{n:06d}", None)
            if n % 20 == 0:
                many[2].hall.tables.pop(tables[2].id).close()
                tables[2] = await many[2].hall.get(tables[2].id)
            await agree(tables)
        assert n > 50


async def test_of_two_who_move_at_once_the_second_is_stale(where: Place) -> None:
    async with processes(where) as many:
        here, there = await beside(many, "me", "me")
        version, (seat, move) = here.version, a_move(here, random.Random(1))
        answers = await asyncio.gather(
            here.submit(seat, "move-here", version, [move]),
            there.submit(seat, "move-there", version, [move]),
        )
        assert {type(a) for a in answers} == {wire.AckFrame, wire.StaleFrame}
        await agree([here, there])
        entries = await many[0].hall.services.store.entries(here.id)
        acked = next(a.move_id for a in answers if isinstance(a, wire.AckFrame))
        assert [e.move_id for e in entries if e.move_id] == [acked]


async def test_the_same_move_by_two_ways_is_one_move(where: Place) -> None:
    async with processes(where) as many:
        here, there = await beside(many, "me", "me")
        version, (seat, move) = here.version, a_move(here, random.Random(1))
        answers = await asyncio.gather(
            *(t.submit(seat, "move-once", version, [move]) for t in (here, there))
        )
        assert answers[0] == answers[1] and isinstance(answers[0], wire.AckFrame)
        entries = await many[0].hall.services.store.entries(here.id)
        assert [e.move_id for e in entries if e.move_id] == ["move-once"]
        await agree([here, there])


async def test_who_has_heard_nothing_does_not_refuse_wrongly(where: Place) -> None:
    """A deaf process looks before it says no, and carries out what is right by now."""
    rng = random.Random(3)
    async with processes(where) as many:
        here, there = await beside(many, "me", "me")
        many[1].deafen()
        for n in range(4):
            seat, move = a_move(here, rng)
            assert isinstance(
                await here.submit(seat, f"move-{n:04d}", here.version, [move]), wire.AckFrame
            )
        seat, move = a_move(here, rng)
        assert there.version < here.version
        answer = await there.submit(seat, "move-there", here.version, [move])
        assert isinstance(answer, wire.AckFrame)
        await agree([here, there])
        # What it has never heard of it finds, rather than refusing what is no move any more.
        seat, move = a_move(here, rng)
        first = await here.submit(seat, "move-here", None, [move])
        assert there.version < here.version
        assert await there.submit(seat, "move-here", None, ["nonsense"]) == first


async def test_one_seat_is_taken_by_one_of_two(where: Place) -> None:
    async with processes(where) as many:
        here, there = await beside(many, "me", "person", "person", open=True)
        taken = await asyncio.gather(
            seating.sit(many[0].hall, here, b"anna", None, "Anna"),
            seating.sit(many[1].hall, there, b"ben", None, "Ben"),
        )
        assert sorted(taken) == [1, 2]
        await agree([here, there])
        assert here.status == "running" and here.holders == there.holders
        assert {here.chairs[p].name for p in (1, 2)} == {"Anna", "Ben"}


async def test_what_is_said_by_two_at_once_is_heard_by_both(where: Place) -> None:
    async with processes(where) as many:
        tables = await beside(many, "me", "me")
        lines = [wire.Say(text=text) for text in ("here", "there")]
        said = zip(tables, lines, strict=True)
        await asyncio.gather(*(t.talk.say(ME.key or b"", 0, "Me", line) for t, line in said))
        await agree(tables)
        for there in tables:
            assert sorted(line.text for line in there.talk.lines) == ["here", "there"]
            assert [line.n for line in there.talk.lines] == [1, 2]


async def play_till_bot_moves(there: Table, moves: int, rng: random.Random) -> None:
    """Seat 0's moves, until the bot at seat 1 has made so many more of its own."""
    goal = bot_moves(there) + moves
    while bot_moves(there) < goal:
        await until(lambda: 0 in there.to_move or bot_moves(there) >= goal)
        if 0 not in there.to_move:
            return
        move = rng.choice(there.game.legal(0)).text
        answer = await there.submit(0, f"move-{there.version:06d}", None, [move])
        assert isinstance(answer, wire.AckFrame)


def bot_moves(there: Table) -> int:
    return sum(move.seat == 1 for move in there.game.log)


async def test_one_process_drives_a_table_and_another_takes_it_over(where: Place) -> None:
    rng = random.Random(2)
    async with processes(where) as many:
        here, there = await beside(many, "me", "random")
        assert [t.drives for t in (here, there)] == [True, False]
        await play_till_bot_moves(there, 6, rng)
        assert not there.autoplay.busy
        many[0].vanish()
        await until(lambda: there.drives)
        await play_till_bot_moves(there, 3, rng)


class Onlooker:
    def __init__(self, seat: int | None) -> None:
        self.seat, self.source, self.shown = seat, "nowhere", 0

    def show(self) -> None:
        self.shown += 1

    def drop(self, code: int) -> None:
        self.shown = -code


async def test_who_looks_on_by_one_process_is_there_for_all(where: Place) -> None:
    async with processes(where) as many:
        here, there = await beside(many, "me", "person", "person", open=True)
        await seating.sit(many[1].hall, there, b"ben", 1, "Ben")
        await agree([here, there])
        looker, chair = Onlooker(1), here.chairs[1]
        seen = []
        for look in (there.display.watch, there.display.unwatch, there.display.watch):
            look(looker)
            await until(lambda: chair.connected == there.chairs[1].connected)
            seen.append((chair.connected, here.display.watched))
            await agree([here, there])
        assert seen == [(True, True), (False, False), (True, True)]
        many[1].vanish()
        await until(lambda: not chair.connected)


async def test_a_seat_lost_by_one_process_is_no_longer_shown_by_another(where: Place) -> None:
    async with processes(where) as many:
        here, there = await beside(many, "me", "person", "person", open=True)
        await seating.sit(many[0].hall, here, b"ben", 1, "Ben")
        await agree([here, there])
        looker = Onlooker(1)
        there.display.watch(looker)
        await hosting.remove(here, 1)
        await until(lambda: looker.shown < 0)
        assert there.holders == here.holders == {ME.key: {0}}
