"""Taking back past another's move, by everybody's leave."""

import random
from contextlib import AsyncExitStack
from pathlib import Path

from rialto.engine.ids import Decision
from rialto.server.table.draft import Draft
from rialto.server.table.table import Table
from tests.server.evening import MINUTE, Evening, seat_three
from tests.server.live import new_table, serving, settings
from tests.server.test_seats import notices, view
from tests.server.test_tables import ok


async def play_until_somebody_may_ask(evening: Evening) -> tuple[int, int]:
    """Any moves, until one seat has moved, another after it, and nothing was shown since. Who may
    ask, and who moved last."""
    rng, table = random.Random(3), evening.table
    while True:
        seat = rng.choice(list(table.to_move))
        move = rng.choice(table.game.legal(seat)).text
        await table.submit(seat, f"move-{table.version:05d}", None, [move])
        for p in range(3):
            if table.display.view(p).can_ask_back:
                return p, table.game.log[-1].seat


async def test_everybody_may_let_somebody_take_back_past_another(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        evening = await seat_three(stack, tmp_path)
        browsers = [evening.anna, evening.ben, evening.cleo]
        first, second = await play_until_somebody_may_ask(evening)
        log = list(evening.table.game.log)
        mine = max(i for i, move in enumerate(log) if move.seat == first)
        assert (await view(browsers[first], evening.path))["can_ask_back"]
        assert not (await view(browsers[second], evening.path))["can_ask_back"], "can undo"
        await evening.propose(browsers[first], "takeback")
        [asked] = await evening.asked()
        assert asked["waits_for"] == sorted({0, 1, 2} - {first})
        for seat in asked["waits_for"]:
            await evening.answer(browsers[seat], True)
        assert evening.table.game.log == log[:mine]
        assert list(evening.table.to_move) == [first]
        told = (await ok(evening.anna.get(f"{evening.path}/since/0")))["events"]
        assert [e["code"] for e in told[-2:]] == ["undone", "undone"]
        name, moves = evening.table.id, list(evening.table.game.log)
    async with serving(settings(tmp_path)) as live:
        assert (await live.hall.get(name)).game.log == moves, "the log tells it again"


async def test_a_takeback_that_was_asked_for_outlives_a_restart(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        evening = await seat_three(stack, tmp_path)
        browsers = [evening.anna, evening.ben, evening.cleo]
        first, _ = await play_until_somebody_may_ask(evening)
        log = list(evening.table.game.log)
        mine = max(i for i, move in enumerate(log) if move.seat == first)
        await evening.propose(browsers[first], "takeback")
        jars = [dict(browser.cookies) for browser in browsers]
    async with AsyncExitStack() as stack:
        live = await stack.enter_async_context(serving(settings(tmp_path), now=evening.times))
        browsers = [await stack.enter_async_context(live.browser()) for _ in jars]
        for browser, jar in zip(browsers, jars, strict=True):
            browser.cookies.update(jar)
        again = Evening(live, browsers, evening.made, evening.times)
        [asked] = await again.asked()
        assert (asked["kind"], asked["seat"]) == ("takeback", first)
        for seat in asked["waits_for"]:
            await again.answer(browsers[seat], True)
        assert again.table.game.log == log[:mine]
        assert (await notices(browsers[0], again.path))[-1][:2] == ("taken_back", first)


async def test_a_takeback_lapses_with_the_next_move_and_one_no_is_enough(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        evening = await seat_three(stack, tmp_path)
        browsers = [evening.anna, evening.ben, evening.cleo]
        first, second = await play_until_somebody_may_ask(evening)
        await evening.propose(browsers[first], "takeback")
        await evening.answer(browsers[second], False)
        assert await evening.asked() == []
        evening.times.now += 2 * MINUTE
        await evening.propose(browsers[first], "takeback")
        [seat] = evening.table.to_move
        move = evening.table.game.legal(seat)[0].text
        await evening.table.submit(seat, "goes-on-1", None, [move])
        assert await evening.asked() == []


def has_discards(table: Table) -> bool:
    return table.game.decision == Decision.DISCARD


async def test_nobody_asks_back_past_what_was_shown(tmp_path: Path) -> None:
    """To the end of a game: only while chance drew nothing, no other hand lost a card since, and
    not everybody has discarded (P6). What is offered can be done."""
    async with serving(settings(tmp_path), seed=lambda: 7) as live, live.browser() as host:
        made = await new_table(host, "me", "me", "me")
        table = live.hall.tables[made["table"]]
        rng, offered = random.Random(5), 0
        shown = [0, 0, 0]
        while table.status == "running":
            seat = rng.choice(list(table.to_move))
            before = table.game.hand(seat)
            n, discarding = len(table.game.log), has_discards(table)
            move = rng.choice(table.game.legal(seat)).text
            await table.submit(seat, f"move-{n:05d}", None, [move])
            log = table.game.log
            for p in range(3):
                if any(m.seat < 0 for m in log[n:]) or (discarding and not has_discards(table)):
                    shown[p] = len(log)
                elif p != seat and any(map(int.__lt__, table.game.hand(seat), before)):
                    shown[p] = len(log)
                mine = [i for i, m in enumerate(log) if m.seat == p and i >= shown[p]]
                possible = bool(mine) and log[-1].seat != p and table.status == "running"
                assert table.display.view(p).can_ask_back == possible
                offered += possible
                if possible:
                    draft = Draft.of(table.game)
                    while draft.game.log[-1].seat != p:
                        draft.undo(draft.game.log[-1].seat)
                    draft.undo(p)
        assert offered > 10
