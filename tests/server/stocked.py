"""Databases with games in them, written straight into the store."""

import random
from pathlib import Path

from rialto import Game
from rialto.engine.house import RULES_VERSION
from rialto.server.store import Entry, KeptSeat, KeptTable, open_store
from tests.server.test_long_logs import ENTRIES, random_log


async def half_played(db: Path, games: int) -> int:
    """One game, under many names; how many entries that makes."""
    game = Game.new(4, seed=3)
    rng = random.Random(3)
    while game.state.round_no < 4:
        game.run_chance()
        seat = game.to_move[0]
        game.play(rng.choice(game.legal(seat)))
    game.run_chance()
    asked = game.to_move[0]
    # With bots, so that each game must be gone on with after a restart.
    person, bot = KeptSeat("person", None, "x"), KeptSeat("bot", "random", "x")
    setup = {"house": game.house.as_dict(), "names": list("ABCD"), "position": None, "clock": None}
    log = [Entry(i, 0, "move", m.seat, m.text, 0, None) for i, m in enumerate(game.log)]
    store = open_store(db)
    for g in range(games):
        table = KeptTable(
            id=f"game{g:08d}", created=0, updated=0, rules=RULES_VERSION, status="running",
            open=False, host=b"", setup=setup, holders={},
            seats=[person if p == asked else bot for p in range(4)],
        )  # fmt: skip
        changes = store.transaction()
        changes.create_table(table)
        changes.append(table.id, log)
        await changes.commit()
    store.close()
    return len(game.log) * games


async def long_game(db: Path) -> str:
    """A game in which much is taken back, and taken back again; its table."""
    log, game = random_log(3, 4, undo=0.35)
    last = max(e.seq for e in log if e.what == "undo")
    log = log[: last + 1]
    undone = log[-1]
    while len(log) < ENTRIES:
        for what in ("move", "undo"):
            log.append(Entry(len(log), 0, what, undone.seat, undone.move, 0, None))
    setup = {"house": game.house.as_dict(), "names": list("ABCD"), "position": None, "clock": None}
    store = open_store(db)
    kept = KeptTable(
        id="long", created=0, updated=0, rules=RULES_VERSION, status="running", open=True,
        host=b"", setup=setup, holders={}, seats=[KeptSeat("person", None, "x")] * 4,
    )  # fmt: skip
    changes = store.transaction()
    changes.create_table(kept)
    changes.append(kept.id, log)
    await changes.commit()
    store.close()
    return kept.id
