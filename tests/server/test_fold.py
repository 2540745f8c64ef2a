"""From the log back to a table: the same as before, or refused with the entry that is wrong."""

import json
import random
import sqlite3
from pathlib import Path

import pytest

from rialto.server import wire
from rialto.server.show.replay import replay
from rialto.server.table.hall import Hall
from rialto.server.table.seats import first_game
from rialto.server.table.table import Table
from rialto.server.trouble import Trouble
from rialto.server.web.summaries import summary
from tests.server import bare


async def play_randomly(table: Table, moves: int, when: str = "fold") -> None:
    """Random moves, and now and then one taken back."""
    rng = random.Random(2)
    for n in range(moves):
        seat = table.game.to_move[0]
        move = rng.choice(table.game.legal(seat)).text
        await table.submit(seat, f"{when}-{n:06d}", table.version, [move])
        if table.game.can_undo(seat) and rng.random() < 0.3:
            await table.undo(seat, f"{when}-undo-{n:06d}", table.version)


async def test_a_table_is_the_same_after_a_fold(tmp_path: Path) -> None:
    with bare.hall(tmp_path, now=lambda: 5) as hall:
        table = await bare.table(hall, "me", "me")
        await play_randomly(table, 80)
        told = table.history.since(0, 1)
        assert b'"undone"' in told
        hall.tables.clear()
        again = await hall.get(table.id)
        assert again is not table
        assert again.game.checksum() == table.game.checksum()
        assert again.game.log == table.game.log
        assert (again.version, again.known) == (table.version, table.known)
        await again.recall()
        assert again.history.since(0, 1) == told
        assert again.display.frame(0, 0, 0, 0) == table.display.frame(0, 0, 0, 0)


@pytest.mark.parametrize("change", ["move = 'row 6'", "seat = 4", "seat = 9", "move = 'juggle'"])
async def test_a_log_that_does_not_hold_is_refused(tmp_path: Path, change: str) -> None:
    with bare.hall(tmp_path) as hall:
        table = await bare.table(hall, "me", "me")
        await play_randomly(table, 30)
        entries = await hall.services.store.entries(table.id)
        wrong = next(e.seq for e in entries[20:] if e.what == "move" and e.seat >= 0)
        with sqlite3.connect(tmp_path / "rialto.db") as db:
            db.execute("DROP TRIGGER events_stay")
            db.execute(f"UPDATE events SET {change} WHERE seq = ?", (wrong,))
        db.close()
        hall.tables.clear()
        with pytest.raises(Trouble, match=rf"does not hold at {wrong}:") as refused:
            await hall.get(table.id)
        assert refused.value.code == "bad_log"
        assert hall.tables == {}


async def told(hall: Hall, table: str) -> wire.TableSummary:
    kept = await hall.services.store.table(table)
    assert kept is not None
    return await summary(hall, bare.ME, kept)


async def test_a_game_of_rules_version_1_is_shown_and_goes_on(tmp_path: Path) -> None:
    """As that version stored it: without the later options, and its Czech edition has none."""
    with bare.hall(tmp_path) as hall:
        house = {"edition": "czech", "placing_is_optional": False}
        table = await bare.table(hall, "me", "me", house=house)
        await play_randomly(table, 30)
        assert (await told(hall, table.id)).house.edition is None
        with sqlite3.connect(tmp_path / "rialto.db") as db:
            (header,) = db.execute("SELECT header FROM games").fetchone()
            setup = json.loads(header)
            for later in ("placing_is_optional", "joker_pairs_always"):
                del setup["house"][later]
            db.execute("UPDATE games SET rules = 1, header = ?", (json.dumps(setup),))
        db.close()
        hall.tables.clear()
        again = await hall.get(table.id)
        assert again.game.rules == 1 and again.game.log == table.game.log
        assert (await told(hall, table.id)).house.edition == "czech"
        first = first_game(again.header, 0)
        shown = replay(first, again.game.copy(), again.chairs, again.id, None, [])
        assert shown.house.edition == shown.frames[-1].view.house.edition == "czech"
        await play_randomly(again, 10, "later")
        assert again.game.record()["rules"] == 1
