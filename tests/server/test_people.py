"""People: kept away, reported, exported and forgotten."""

import sqlite3
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from rialto.cli.admin import give
from rialto.engine.game import Game
from rialto.server.keeping.orders import List
from rialto.server.store import MailAddress
from rialto.server.table.expiry import DAY_MS, expire
from tests.server import bare
from tests.server.live import Live, new_table, serving, settings
from tests.server.test_expiry import Days
from tests.server.test_tables import finished_table, ok, problem


class Company:
    """A host, two guests and an open table for three."""

    def __init__(self, live: Live, host: Any, ben: Any, eve: Any) -> None:
        self.live, self.host, self.ben, self.eve = live, host, ben, eve
        self.table = ""

    async def meet(self, **more: Any) -> str:
        seats = [{"kind": "me", "name": "Zoe"}, {"kind": "person"}, {"kind": "person"}]
        made = await ok(self.host.post("/api/tables", json={"seats": seats, "open": True}), 201)
        self.table = f"/api/tables/{made['table']}"
        return str(made["table"])

    async def sit(self, browser: Any, name: str) -> int:
        joined = await ok(browser.post(f"{self.table}/sit", json={"name": name}))
        return int(joined["seat"])

    async def names(self) -> list[str]:
        return [s["name"] for s in (await ok(self.host.get(self.table)))["seats"]]


async def company(stack: AsyncExitStack, folder: Path) -> Company:
    live = await stack.enter_async_context(serving(settings(folder)))
    browsers = [await stack.enter_async_context(live.browser()) for _ in range(3)]
    return Company(live, *browsers)


async def test_whom_a_host_blocks_sits_at_none_of_their_tables(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        here = await company(stack, tmp_path)
        await here.meet()
        seat = await here.sit(here.eve, "Eve")
        await problem(here.eve.post(f"{here.table}/block", json={"seat": 0}), 403, "host_only")
        for nobody in (0, 2, 4):
            answer = here.host.post(f"{here.table}/block", json={"seat": nobody})
            await problem(answer, 409, "bad_seats")
        await ok(here.host.post(f"{here.table}/block", json={"seat": seat}))
        assert await here.names() == ["Zoe", "Guest 2", "Guest 3"]
        for _ in range(2):  # here, and at the host's next table
            await problem(here.eve.post(f"{here.table}/sit", json={}), 403, "not_welcome")
            assert await here.sit(here.ben, "Ben") == 1
            await here.meet()
        made = await new_table(here.host, "me", "person")
        secret = made["seats"][1]["link"].partition("#")[2]
        await problem(here.eve.post("/api/join", json={"secret": secret}), 403, "not_welcome")

        (kept,) = (await ok(here.host.get("/api/blocked")))["blocked"]
        assert kept["name"] == "Eve"
        assert (await ok(here.ben.get("/api/blocked")))["blocked"] == []
        left = await ok(here.host.post("/api/unblock", json={"who": kept["who"]}))
        assert left == {"blocked": []}
        assert await here.sit(here.eve, "Eve") == 1


async def test_a_running_game_is_not_taken_from_whom_the_host_blocks(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        here = await company(stack, tmp_path)
        await here.meet()
        seats = [await here.sit(here.ben, "Ben"), await here.sit(here.eve, "Eve")]
        await ok(here.host.post(f"{here.table}/block", json={"seat": seats[1]}))
        view = await ok(here.eve.get(f"{here.table}/view"))
        assert (view["seat"], view["status"]) == (seats[1], "running")


async def test_a_report_reaches_whoever_runs_the_server(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        here = await company(stack, tmp_path)
        name = await here.meet()
        seat = await here.sit(here.eve, "Eve")
        path = f"{here.table}/report"
        await problem(here.ben.post(path, json={"seat": seat, "text": "?"}), 403, "no_seat")
        await problem(here.host.post(path, json={"seat": 2, "text": "?"}), 409, "bad_seats")
        await problem(here.host.post(path, json={"seat": 0, "text": "me"}), 409, "bad_seats")
        for bad in ("", "x" * 501, "bell \x07"):
            answer = here.host.post(path, json={"seat": seat, "text": bad})
            await problem(answer, 422, "bad_request")
        await ok(here.host.post(path, json={"seat": seat, "text": "She is rude.\nVery."}))
        (said,) = await give(tmp_path / "rialto.db", List("reports"))
        assert (said["table"], said["seat"], said["name"]) == (name, seat, "Eve")
        assert said["text"] == "She is rude.\nVery."
        assert "rude" not in (await here.eve.get(here.table)).text


# ── what is kept about oneself ──


async def test_what_is_kept_for_how_long_is_told_by_the_settings(tmp_path: Path) -> None:
    given = settings(tmp_path, session_days=7, report_days=3, ended_table_days=11)
    async with serving(given) as live, live.browser() as anybody:
        told = await ok(anybody.get("/api/privacy"))
    assert told == {
        "open_table_days": 14, "idle_table_days": 60, "ended_table_days": 11, "session_days": 7,
        "token_days": 365, "record_days": 365, "report_days": 3,
    }  # fmt: skip


async def test_one_takes_everything_along(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as me, live.browser() as other:
        await problem(me.get("/api/me/export"), 403, "no_seat")
        over = await finished_table(live, me)
        running = await new_table(me, "me", "me")
        await ok(me.post(f"/api/tables/{running['table']}/talk", json={"text": "Hm.", "seat": 0}))
        await ok(me.post(f"/api/tables/{over['table']}/hide"))
        await keep_mail(live, running["table"])
        await new_table(other, "me", "me")
        answer = await me.get("/api/me/export")
        assert "attachment" in answer.headers["content-disposition"]
        mine = {table["table"]: table for table in answer.json()["tables"]}
        assert set(mine) == {over["table"], running["table"]}
        told = answer.json()
        assert [(d["name"], d["seen"] > 0) for d in told["devices"]] == [("", True)]
        assert told["mail"]["address"] == "anna@example.org"
        assert [(line["table"], line["text"]) for line in told["said"]] == [
            (running["table"], "Hm.")
        ]
        assert Game.from_record(mine[over["table"]]["record"]).over
        assert mine[running["table"]]["record"]["format"] == "rialto-record-so-far"


async def keep_mail(live: Live, table: str) -> None:
    services = live.hall.services
    kept = MailAddress(
        who=next(iter(live.hall.tables[table].holders)), address="anna@example.org", lang="hu",
        confirmed=True, quiet_from=None, quiet_to=None, offset_min=0, zone=None, at=1,
    )  # fmt: skip
    changes = services.store.transaction()
    changes.keep_mail(kept, b"yes", b"stop")
    await services.write(changes)


def stored(db: Path) -> bytes:
    """Every value in the database, for names and keys to be looked for."""
    with closing(sqlite3.connect(db)) as store:
        tables = [r[0] for r in store.execute("SELECT name FROM sqlite_schema WHERE type='table'")]
        rows = [row for table in tables for row in store.execute(f"SELECT * FROM {table}")]
    return b"|".join(v if isinstance(v, bytes) else str(v).encode() for r in rows for v in r)


async def test_who_wants_to_be_forgotten_is(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        here = await company(stack, tmp_path)
        await here.meet()
        await here.sit(here.ben, "Benedikta")
        await here.sit(here.eve, "Eve")
        alone = await ok(
            here.ben.post("/api/tables", json={"seats": [{"kind": "me", "name": "Benedikta"},
                                                         {"kind": "bot", "bot": "random"}]}), 201
        )  # fmt: skip
        await ok(here.ben.post(f"{here.table}/report", json={"seat": 2, "text": "rude"}))
        await ok(here.ben.post(f"{here.table}/talk", json={"text": "I am Benedikta!", "seat": 1}))
        seats = [{"kind": "me", "name": "Zoe"}, {"kind": "bot", "bot": "random"}]
        watched = await ok(here.host.post("/api/tables", json={"seats": seats, "open": True}), 201)
        watched_talk = f"/api/tables/{watched['table']}/talk"
        await ok(here.ben.post(watched_talk, json={"text": "Hm.", "name": "Benedikta"}))
        key = holder(here, 1)
        await ok(here.ben.post(f"{here.table}/hide"))
        assert b"Benedikta" in stored(tmp_path / "rialto.db")
        async with here.live.socket(here.host, here.table.rpartition("/")[2]) as ws:
            await ws.recv()
            answer = await here.ben.post("/api/me/forget")
            assert answer.json() == {"deleted": 1, "left": 1}
            await ws.wait_closed()
            assert ws.close_code == 1012
        assert "Max-Age=0" in answer.headers["set-cookie"]
        kept = stored(tmp_path / "rialto.db")
        assert b"Benedikta" not in kept
        assert b"Hm." not in kept, "watchers' talk, too"
        watcher = await ok(here.eve.get(f"/api/tables/{watched['table']}/since/0"))
        assert watcher["talk"] == [], "nor is it remembered at the table"
        assert key not in kept
        await problem(here.host.get(f"/api/tables/{alone['table']}"), 404, "no_table")
        assert await here.names() == ["Zoe", "Guest 2", "Eve"]
        view = await ok(here.host.get(f"{here.table}/view"))
        assert view["status"] == "running"
        for part in ("/record", "/replay", "/since/0"):
            assert "Benedikta" not in (await here.eve.get(here.table + part)).text
        assert view["seats"][1]["away"], "a bot plays on"
        assert (await ok(here.ben.get("/api/mine")))["tables"] == []


def holder(here: Company, seat: int) -> bytes:
    table = here.live.hall.tables[here.table.rpartition("/")[2]]
    return bytes(next(who for who, held in table.holders.items() if seat in held))


async def test_one_table_is_forgotten_and_the_host_is_another(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        here = await company(stack, tmp_path)
        await here.meet()
        await here.sit(here.ben, "Ben")
        await problem(here.eve.post(f"{here.table}/forget"), 403, "no_seat")
        assert await ok(here.host.post(f"{here.table}/forget")) == {"deleted": 0, "left": 1}
        about = await ok(here.ben.get(here.table))
        assert about["host"], "whoever is left"
        assert [s["name"] for s in about["seats"]] == ["Guest 1", "Ben", "Guest 3"]
        assert (await ok(here.host.get("/api/mine")))["tables"] == []
        assert await ok(here.ben.post(f"{here.table}/forget")) == {"deleted": 1, "left": 0}
        await problem(here.ben.get(here.table), 404, "no_table")


@pytest.mark.parametrize(("days", "left"), [(0, 1), (30, 0)])
async def test_games_that_have_ended_expire_if_wanted(tmp_path: Path, days: int, left: int) -> None:
    now = Days()
    with bare.hall(tmp_path, now=now, settings={"ended_table_days": days}) as hall:
        table = await bare.table(hall, "me", "me")
        await table.abandon()
        now.ms += 29 * DAY_MS
        await expire(hall)
        assert len(await hall.services.store.all_tables(None, 9)) == 1
        now.ms += 2 * DAY_MS
        await expire(hall)
        assert len(await hall.services.store.all_tables(None, 9)) == left
