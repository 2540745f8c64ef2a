"""Hints while playing: who gets them, what is said of it afterwards, and what stops them."""

import json
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

from rialto import Game
from rialto.server.minds import botpool
from tests.server.live import Json, Live, new_table, serving, settings, until

ASKED = "advice"


async def asked(live: Live, table: str, seat: int = 0) -> Any:
    """The table, once it waits for a choice of this seat."""
    found = live.hall.tables[table]
    await until(lambda: seat in found.to_move and len(found.game.legal(seat)) > 1)
    return found


async def hint(browser: httpx.AsyncClient, table: Any, **more: Any) -> httpx.Response:
    body = {"version": table.version, **more}
    return await browser.post(f"/api/tables/{table.id}/hint", json=body)


async def play(browser: httpx.AsyncClient, table: Any, move: str, move_id: str) -> None:
    body = {"move_id": move_id, "version": table.version, "moves": [move]}
    done = await browser.post(f"/api/tables/{table.id}/command", json=body)
    assert done.status_code == 200, done.text


def lost(what: str, args: tuple[object, ...], seconds: float) -> object:
    raise ValueError("lost the thread")


async def summary(browser: httpx.AsyncClient, table: str) -> Json:
    found: Json = (await browser.get(f"/api/tables/{table}")).json()
    return found


async def test_alone_with_bots_a_hint_is_a_legal_move_and_is_noted(tmp_path: Path) -> None:
    async with serving(settings(tmp_path), seed=lambda: 1) as live, live.browser() as me:
        name = (await new_table(me, "me", "random", "random"))["table"]
        table = await asked(live, name)
        assert (await me.get(f"/api/tables/{name}/view")).json()["hints"] is True
        before = (await me.get(f"/api/tables/{name}/record")).json()
        assert "hints" not in before
        said = await hint(me, table)
        assert said.status_code == 200, said.text
        judged = said.json()["judgement"]
        assert judged["choices"][0]["move"] in [m.text for m in table.game.legal(0)]
        assert judged["played"] is None
        told = await summary(me, name)
        assert [seat["hinted"] for seat in told["seats"]] == [True, False, False]
        assert told["hints"] is False, "nothing was agreed on"
        record = (await me.get(f"/api/tables/{name}/record")).json()
        assert record == {**before, "hints": [0]}
        assert (await me.get(f"/api/tables/{name}/replay")).json()["hints"] == [0]
        assert not table.notices, "there is nobody to tell"
        # Asked again it is the same, and the move is still to be made.
        assert (await hint(me, table)).content == said.content
        await play(me, table, judged["choices"][0]["move"], "as-the-coach-says")


async def test_the_mark_outlives_the_server(tmp_path: Path) -> None:
    async with serving(settings(tmp_path), seed=lambda: 1) as live, live.browser() as me:
        name = (await new_table(me, "me", "random"))["table"]
        assert (await hint(me, await asked(live, name))).status_code == 200
        cookies = dict(me.cookies)
    async with serving(settings(tmp_path)) as live, live.browser() as me:
        me.cookies.update(cookies)
        assert [s["hinted"] for s in (await summary(me, name))["seats"]] == [True, False]
        assert (await me.get(f"/api/tables/{name}/record")).json()["hints"] == [0]


async def test_with_other_people_only_as_agreed_and_everybody_is_told(tmp_path: Path) -> None:
    async with serving(settings(tmp_path), seed=lambda: 1) as live, live.browser() as me:
        without = await asked(live, (await new_table(me, "me", "me"))["table"])
        refused = await hint(me, without, seat=0)
        assert (refused.status_code, refused.json()["error"]) == (409, "no_hints")
        word = await me.post(f"/api/tables/{without.id}/word", json={"seat": 0})
        assert word.json()["error"] == "no_hints"
        assert not (await me.get(f"/api/tables/{without.id}/view")).json()["hints"]
        made = await new_table(me, "me", "person", hints=True)
        name = made["table"]
        assert (await summary(me, name))["hints"] is True, "before anybody sits down"
        async with live.browser() as guest:
            assert (await guest.get(f"/api/tables/{name}")).json()["hints"] is True
            secret = made["seats"][1]["link"].partition("#")[2]
            assert (await guest.post("/api/join", json={"secret": secret})).is_success
            table = await asked(live, name)
            assert (await hint(me, table)).status_code == 200
            assert (await hint(me, table)).status_code == 200
            notices = (await guest.get(f"/api/tables/{name}/since/0")).json()["notices"]
            hints = [n["seat"] for n in notices if n["code"] == "hint"]
            assert hints == [0], "told once"


async def test_who_is_refused_and_why(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path), seed=lambda: 1) as live,
        live.browser() as me,
        live.browser() as stranger,
    ):
        name = (await new_table(me, "me", "me", hints=True))["table"]
        table = live.hall.tables[name]
        await until(lambda: table.status == "running")
        first = table.game.to_move[0]
        for browser, body, code in (
            (stranger, {"version": table.version}, "no_seat"),
            (stranger, {"version": table.version, "seat": first}, "no_seat"),
            (me, {"version": table.version, "seat": 1 - first}, "not_your_turn"),
            (me, {"version": table.version + 1, "seat": first}, "stale"),
            (me, {"version": table.version, "seat": 3}, "not_your_seat"),
            (me, {"seat": first}, "bad_request"),
        ):
            told = await browser.post(f"/api/tables/{name}/hint", json=body)
            assert told.json()["error"] == code
        waiting = (await new_table(me, "me", "person", hints=True))["table"]
        early = await me.post(f"/api/tables/{waiting}/hint", json={"version": 0})
        assert early.json()["error"] == "not_running"
        assert not any(chair.hinted for chair in table.chairs)


async def test_a_coach_that_fails_says_so_stops_nobody_and_leaves_no_mark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(settings(tmp_path), seed=lambda: 1) as live, live.browser() as me:
        table = await asked(live, (await new_table(me, "me", "random"))["table"])
        with monkeypatch.context() as patch:
            patch.setattr(botpool, "think", lost)
            told = await hint(me, table)
            assert (told.status_code, told.json()["error"]) == (503, "no_answer")
        assert not table.chairs[0].hinted
        assert (await hint(me, table)).status_code == 200
        await play(me, table, table.game.legal(0)[0].text, "goes-on-as-ever")


async def test_the_last_decision_is_judged_by_what_was_seen_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[tuple[Any, Any]] = []
    said: list[object] = [{"verdict": "best"}]

    def think(what: str, args: tuple[Any, ...], seconds: float) -> object:
        assert what == ASKED
        judged.append((args[0], args[1]))
        return said.pop()

    async with serving(settings(tmp_path), seed=lambda: 1) as live, live.browser() as me:
        table = await asked(live, (await new_table(me, "me", "random"))["table"])
        path = f"/api/tables/{table.id}/word"
        assert (await me.post(path, json={})).json() == {"seat": 0, "judgement": None}
        then: Game = table.game.copy()
        move = then.legal(0)[-1]
        await play(me, table, move.text, "the-first-choice")
        with monkeypatch.context() as patch:
            patch.setattr(botpool, "think", think)
            told = await me.post(path, json={})
        assert told.json() == {"seat": 0, "judgement": {"verdict": "best"}}
        ((view, played),) = judged
        assert played == move
        assert view.table.tobytes() == then.view(0).table.tobytes()
        assert table.chairs[0].hinted, "it can be taken back, so it counts"


async def test_where_the_coach_has_nothing_to_say_nothing_is_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(settings(tmp_path), seed=lambda: 1) as live, live.browser() as me:
        table = await asked(live, (await new_table(me, "me", "random"))["table"])
        await play(me, table, table.game.legal(0)[0].text, "the-first-choice")
        path, silent = f"/api/tables/{table.id}/word", {"seat": 0, "judgement": None}
        with monkeypatch.context() as patch:
            # The bots are still compiling: nothing else is begun beside them.
            patch.setattr(botpool.BotPool, "compiled", False)
            patch.setattr(botpool, "think", lambda what, args, seconds: pytest.fail("too early"))
            assert (await me.post(path, json={})).json() == silent
        await until(lambda: 0 in table.to_move)
        await play(me, table, table.game.legal(0)[0].text, "the-second-choice")
        for thinks in (lost, lambda what, args, seconds: None):
            monkeypatch.setattr(botpool, "think", thinks)
            assert (await me.post(path, json={})).json() == silent
        assert not table.chairs[0].hinted


async def test_a_record_that_says_so_is_read_and_kept(tmp_path: Path) -> None:
    record = json.loads(Path("tests/replays/2-players-standard-lagoon.json").read_text("utf-8"))
    async with serving(settings(tmp_path)) as live, live.browser() as me:
        saved = await me.post("/api/records", json={**record, "hints": [1]})
        assert saved.status_code == 201, saved.text
        kept = (await me.get(f"/api/records/{saved.json()['id']}")).json()
        assert kept == {**record, "hints": [1]}
        replay = (await me.get(f"/api/records/{saved.json()['id']}/replay")).json()
        assert replay["hints"] == [1]
        for wrong in ([2], [-1], ["A"], 1, [0] * 6):
            told = await me.post("/api/records", json={**record, "hints": wrong})
            assert told.json()["error"] == "bad_record", wrong
            assert told.json()["where"].startswith("hints"), wrong
