"""`rialto admin`: beside a running server, and on a database that nobody uses."""

import asyncio
import json
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from rialto.cli.admin import give
from rialto.cli.main import main
from rialto.server.keeping.desk import Desk
from rialto.server.keeping.door import door_of
from rialto.server.keeping.orders import (
    Close,
    Delete,
    List,
    Order,
    Purge,
    Revoke,
    Show,
    carry_out,
)
from rialto.server.store import Place, Report, Transaction, open_store
from rialto.server.store.sql_changes import PARTS
from rialto.server.table.expiry import DAY_MS
from rialto.server.table.making import SEAT_NAMES
from rialto.server.table.seating import rename
from rialto.server.trouble import Trouble
from tests.server import bare
from tests.server.live import Player, new_table, serving, settings, until
from tests.server.storing import ANNA, BEN, entry, keep, table, write
from tests.server.test_expiry import Days
from tests.server.test_tables import ok, problem


def begin(name: str) -> Callable[[Transaction], None]:
    return lambda c: c.append(name, [entry(0)])


async def furnish(db: Path) -> None:
    """One table of each kind, a report, a record."""
    store = open_store(db)
    for n, status in enumerate(("open", "running", "over", "abandoned")):
        await keep(store, table(status, status=status, updated=n * DAY_MS))
        await write(store, begin(status))
    said = Report(
        at=1, table="over", seat=1, name="B\n\x1b[2J", who=BEN, by=0, by_who=ANNA, text="x"
    )
    await write(store, lambda c: c.add_report(said), lambda c: c.keep_record("kept", 1, b"{}"))
    store.close()


async def test_without_a_server_it_works_on_the_database(tmp_path: Path) -> None:
    db = tmp_path / "mine.db"
    await furnish(db)
    assert [t["table"] for t in await give(db, List("tables"))] == [
        "abandoned", "over", "running", "open",
    ]  # fmt: skip
    assert [t["table"] for t in await give(db, List("tables", "open"))] == ["open"]
    await give(db, Close("running"))
    shown = await give(db, Show("running"))
    assert (shown["status"], shown["entries"]) == ("abandoned", 2)
    with pytest.raises(Trouble, match="not being played"):
        await give(db, Close("over"))
    assert (await give(db, Show("over")))["reports"][0]["text"] == "x"
    for what, kind in (("open", "table"), ("kept", "record"), ("1", "report")):
        assert await give(db, Delete(what)) == {"deleted": kind}
        with pytest.raises(Trouble, match="There is no"):
            await give(db, Delete(what))
    left = [t["table"] for t in await give(db, List("tables"))]
    assert sorted(left) == ["abandoned", "over", "running"]
    assert await give(db, Purge(0)) == {"tables": 3, "records": 0, "reports": 0}
    assert await give(db, List("tables")) == []


def test_it_speaks_to_people_and_to_programs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = tmp_path / "mine.db"
    asyncio.run(furnish(db))
    at = ["admin", "--db", str(db)]
    assert main([*at, "list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["table", "status", "open", "seats", "entries", "created", "updated"]
    assert "1970-01-04" in lines[1]
    assert main([*at, "--json", "list", "--status", "over"]) == 0
    assert [t["table"] for t in json.loads(capsys.readouterr().out)] == ["over"]
    assert main([*at, "list", "reports"]) == 0
    told = capsys.readouterr().out
    assert "\x1b" not in told, "a name cannot move the cursor"
    assert main([*at, "show", "nothing"]) == 2
    assert capsys.readouterr().err == "rialto: There is no such table.\n"
    assert main([*at, "purge", "--older-than", "-1"]) == 2
    capsys.readouterr()
    assert main(["admin", "--db", str(tmp_path / "none.db"), "list"]) == 2
    assert "there is no database" in capsys.readouterr().err
    assert not (tmp_path / "none.db").exists()


async def order(live: Any, wanted: Order) -> Any:
    return await give(live.hall.services.settings.db, wanted)


async def test_a_running_server_obeys(tmp_path: Path, where: Place) -> None:
    """At its door, or because PostgreSQL has told it."""
    async with serving(settings(tmp_path, db=where)) as live, live.browser() as host:
        if isinstance(where, Path):
            assert stat.S_IMODE(door_of(where).stat().st_mode) == 0o600
        made = await new_table(host, "me", "me")
        async with live.socket(host, made["table"], "?seat=0") as ws:
            player = Player(ws)
            await player.receive()
            assert await order(live, Close(made["table"])) == {"closed": made["table"]}
            await ws.wait_closed()
            assert ws.close_code == 1012, "come again"
        view = await ok(host.get(f"/api/tables/{made['table']}/view?seat=0"))
        assert view["status"] == "abandoned"
        await order(live, Delete(made["table"]))
        await until(lambda: made["table"] not in live.hall.tables)
        await problem(host.get(f"/api/tables/{made['table']}"), 404, "no_table")
        assert await order(live, List("tables")) == []
    if isinstance(where, Path):
        assert not door_of(where).exists()


async def test_who_waited_for_a_table_that_was_closed_is_refused(tmp_path: Path) -> None:
    """A move that was about to be made does not come after the end."""
    with bare.hall(tmp_path) as hall:
        there = await bare.table(hall, "me", "me")
        seat = there.game.to_move[0]
        desk = Desk(hall.services.store, hall.services.now, hall)
        first = [there.game.legal(seat)[0].text]
        await there.lock.acquire()
        waiting = [
            asyncio.create_task(carry_out(desk, Close(there.id))),
            asyncio.create_task(there.submit(seat, "a-late-move", None, first)),
            asyncio.create_task(rename(there, seat, "Zoe")),
        ]
        await asyncio.sleep(0)
        there.lock.release()
        closed, *late = await asyncio.gather(*waiting, return_exceptions=True)
        assert closed == {"closed": there.id}
        assert [type(trouble) for trouble in late] == [Trouble, Trouble]
        again = await hall.get(there.id)
        assert (again.status, again.chairs[seat].name) == ("abandoned", SEAT_NAMES[seat])


async def test_whoever_is_revoked_is_unknown_at_once(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as host, live.browser() as guest:
        made = await new_table(host, "me", "person", "person")
        for link in made["seats"][1:2]:
            secret = link["link"].partition("#")[2]
            await ok(guest.post("/api/join", json={"secret": secret, "name": "Ben"}))
        held = (await order(live, Show(made["table"])))["seats"][1]["held_by"]
        with pytest.raises(Trouble, match="at least 6"):
            await order(live, Revoke(held[0][:3]))
        with pytest.raises(Trouble, match="Nobody"):
            await order(live, Revoke("000000000000"))
        done = await order(live, Revoke(held[0]))
        assert done == {"revoked": held[0], "tables_deleted": 0, "tables_left": 1}
        assert (await ok(guest.get("/api/mine")))["tables"] == []
        seats = (await ok(host.get(f"/api/tables/{made['table']}")))["seats"]
        assert [(s["kind"], s["name"]) for s in seats[1:]] == [
            ("empty", "Guest 2"), ("empty", "Guest 3"),
        ]  # fmt: skip
        token = (await ok(guest.post("/api/bot/tokens", json={"name": "Bot"}), 201))["token"]
        headers = {"authorization": f"Bearer {token}"}
        await ok(guest.get("/api/mine", headers=headers))
        (kept,) = await order(live, List("tokens"))
        await order(live, Revoke(kept["who"]))
        await problem(guest.get("/api/mine", headers=headers), 401, "token_needed")


async def test_purge_leaves_what_is_young_or_goes_on(tmp_path: Path) -> None:
    now = Days()
    async with serving(settings(tmp_path), now=now) as live, live.browser() as host:
        old = await new_table(host, "me", "me")
        await live.hall.tables[old["table"]].abandon()
        now.ms += 40 * DAY_MS
        young = await new_table(host, "me", "me")
        await live.hall.tables[young["table"]].abandon()
        running = await new_table(host, "me", "me")
        assert (await order(live, Purge(30)))["tables"] == 1
        left = {t["table"] for t in await order(live, List("tables"))}
        assert left == {young["table"], running["table"]}


async def test_nonsense_at_the_door_is_answered(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)):
        for line in (b"{}\n", b"\xff\n", b'{"type":"list","what":"cards"}\n', b"\n"):
            reader, writer = await asyncio.open_unix_connection(door_of(tmp_path / "rialto.db"))
            writer.write(line)
            assert "problem" in json.loads(await reader.readline())
            writer.close()


async def test_nothing_of_a_table_outlives_it(tmp_path: Path) -> None:
    """Whoever adds something that belongs to a table says that it goes with it."""
    open_store(tmp_path / "mine.db").close()
    with closing(sqlite3.connect(tmp_path / "mine.db")) as db:
        names = [
            row[0] for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        ]
        of_games = {
            name
            for name in names
            if "game" in [row[1] for row in db.execute(f"PRAGMA table_info({name})")]
        }
    assert of_games == {*PARTS, "reports"}
