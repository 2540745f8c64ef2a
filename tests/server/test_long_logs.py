"""A log may be long, but nobody has to wait for it (D4)."""

import random
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from rialto import Game
from rialto.engine.game import ALL
from rialto.server.store import Entry, sql_tables
from rialto.server.table import hall
from rialto.server.table import table as table_module
from rialto.server.table.draft import open_since
from rialto.server.table.history import History
from rialto.server.table.log import move_in, standing_moves, tell
from rialto.server.table.table import Table
from rialto.server.trouble import Trouble
from tests.server import bare
from tests.server.live import Player, new_table, serving, settings

ENTRIES = 10_000


def told_slowly(game: Game, entries: list[Entry]) -> list[bytes]:
    """Entry by entry, an undo by the engine: what `tell` must come to as well."""
    told = History(game.house.players)
    for e in entries:
        if e.what == "undo":
            game.undo(e.seat)
            told.add_note("undone", e.seat)
        else:
            game.play(move_in(e))
            told.add(game.events(ALL))
    return [told.since(0, seat) for seat in (None, *range(game.house.players))]


def random_log(seed: int, players: int, undo: float) -> tuple[list[Entry], Game]:
    """A whole game in which much is taken back, also discards among others' discards."""
    rng = random.Random(seed)
    game = Game.new(players, seed=seed)
    entries: list[Entry] = []

    def note(what: str, seat: int, text: str) -> None:
        entries.append(Entry(len(entries), 0, what, seat, text, 0, None))

    while True:
        for drawn in game.run_chance():
            note("move", -1, drawn.text)
        if game.over:
            return entries, game
        can = [p for p in range(players) if game.can_undo(p)]
        if can and rng.random() < undo:
            seat = rng.choice(can)
            note("undo", seat, game.undo(seat).text)
        else:
            seat = rng.choice(game.to_move)
            chosen = rng.choice(game.legal(seat))
            game.play(chosen)
            note("move", seat, chosen.text)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (5, 3)])
def test_what_was_taken_back_is_left_out_of_the_fold_and_told_in_the_log(
    players: int, seed: int
) -> None:
    entries, game = random_log(seed, players, undo=0.35)
    assert sum(e.what == "undo" for e in entries) > 30
    assert [made.move for made in standing_moves(entries)] == game.log
    history = tell(Game.new(players, seed=0), entries, players)
    slowly = told_slowly(Game.new(players, seed=0), entries)
    assert [history.since(0, seat) for seat in (None, *range(players))] == slowly


@pytest.mark.parametrize("wrong", ["seat", "text", "none"])
def test_an_undo_of_something_else_is_a_log_that_does_not_hold(wrong: str) -> None:
    entries, _ = random_log(4, 2, undo=0.2)
    at = next(e for e in entries if e.what == "undo")
    bad = {
        "seat": at._replace(seat=1 - at.seat),
        "text": at._replace(move="row 9"),
        "none": at._replace(seq=0),
    }[wrong]
    log = [bad] if wrong == "none" else [*entries[: at.seq], bad]
    with pytest.raises(Trouble, match=f"does not hold at {bad.seq}:"):
        standing_moves(log)


async def late(table: Table) -> int:
    """Play on until somebody can take a move back; their seat."""
    while True:
        seat = table.game.to_move[0]
        choice = table.game.legal(seat)[0].text
        await table.submit(seat, f"late-{table.version:06d}", table.version, [choice])
        if table.game.can_undo(seat) and table.game.view(None).round_no >= 4:
            return seat


async def test_undos_of_a_turn_are_limited(tmp_path: Path) -> None:
    with bare.hall(tmp_path, settings={"undos_per_turn": 5}, seed=lambda: 1) as there:
        table = await bare.table(there, "me", "me")
        seat = await late(table)
        again = table.game.log[-1].text
        for n in range(5):
            await table.undo(seat, f"undo-{n:06d}", table.version)
            await table.submit(seat, f"redo-{n:06d}", table.version, [again])
        version = table.version
        with pytest.raises(Trouble, match="Enough"):
            await table.undo(seat, "undo-too-many", table.version)
        assert table.version == version
        # The next turn may take back again.
        spent = open_since(table.game, seat)
        while open_since(table.game, seat) == spent:
            seat = await late(table)
        await table.undo(seat, "undo-next-turn", table.version)


async def lengthen(table: Table, seat: int) -> None:
    """The same move, taken back and made again, straight into the store."""
    again = table.game.log[-1].text
    log = [
        Entry(table.version + n, 0, "move" if n % 2 else "undo", seat, again, 0, f"long-{n:06d}")
        for n in range((ENTRIES - table.version) // 2 * 2)
    ]
    for start in range(0, len(log), 1000):
        changes = table.services.store.transaction()
        changes.append(table.id, log[start : start + 1000])
        await changes.commit()


async def test_a_long_log_keeps_nobody_else_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D4: a cold table of 10,000 entries is read, folded and told beside the event loop, and what
    was taken back costs next to nothing."""
    threads: dict[str, str] = {}

    def watched(module: Any, name: str) -> None:
        work = getattr(module, name)

        def noted(*args: Any) -> Any:
            threads[name] = threading.current_thread().name
            return work(*args)

        monkeypatch.setattr(module, name, noted)

    async with serving(settings(tmp_path), seed=lambda: 1) as live, live.browser() as browser:
        made = await new_table(browser, "me", "me")
        table = live.hall.tables[made["table"]]
        seat = await late(table)
        await lengthen(table, seat)
        live.hall.tables.pop(table.id).close()
        watched(hall, "build")
        watched(table_module, "tell")
        watched(sql_tables, "entries")
        began = time.process_time()
        async with live.socket(browser, table.id, f"?seat={seat}") as ws:
            player = Player(ws)
            await player.receive(60)
            cpu = time.process_time() - began
        assert player.view["version"] >= ENTRIES - 1
        assert len(player.events) > ENTRIES / 2
    assert {name: thread.rpartition("_")[0] for name, thread in threads.items()} == {
        "entries": "store-reader",
        "build": "long-work",
        "tell": "long-work",
    }
    # CPU time of this process, the client's included. Undone by the engine one by one, the same
    # log takes ten times as long.
    assert cpu < 1.5
