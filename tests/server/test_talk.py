"""Talk at a table: who hears whom, and what cannot be said."""

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from rialto.server.table.talk import readable
from rialto.server.trouble import Trouble
from tests.server.evening import Evening, seat_three
from tests.server.live import Json, serving, settings
from tests.server.test_seats import notices
from tests.server.test_tables import ok, problem


async def say(evening: Evening, browser: Any, text: str = "", **more: Any) -> Json:
    body = ({"text": text} if text else {}) | more
    return await ok(browser.post(f"{evening.path}/talk", json=body))


async def heard(browser: Any, path: str) -> list[tuple[int | None, str, str]]:
    told = (await ok(browser.get(f"{path}/since/0")))["talk"]
    return [(t["seat"], t["name"], t["text"] or t["reaction"]) for t in told]


async def test_everybody_hears_the_players_and_players_do_not_hear_watchers(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        evening = await seat_three(stack, tmp_path)
        watcher = await stack.enter_async_context(evening.live.browser())
        ben = await evening.open(evening.ben)
        await say(evening, evening.anna, "Ciao!")
        await say(evening, evening.ben, reaction="rose")
        nameless = watcher.post(f"{evening.path}/talk", json={"text": "psst"})
        await problem(nameless, 409, "name_needed")
        await say(evening, watcher, "Anna has three bridges", name="Wanda")
        players = [(0, "Anna", "Ciao!"), (1, "Ben", "rose")]
        assert await heard(evening.cleo, evening.path) == players
        everything = [*players, (None, "Wanda", "Anna has three bridges")]
        assert await heard(watcher, evening.path) == everything
        frames: list[Json] = []
        while len(frames) < 2:
            frames += (await ben.receive())["talk"]
        assert [t["text"] for t in frames] == ["Ciao!", ""]
        await ok(evening.anna.post(f"{evening.path}/propose", json={"kind": "end"}))
        for browser in (evening.ben, evening.cleo):
            await evening.answer(browser, True)
        assert await heard(evening.cleo, evening.path) == everything, "now nothing is given away"


async def test_talk_is_kept_with_the_table_and_not_in_its_game(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        evening = await seat_three(stack, tmp_path)
        before = evening.table.version
        await say(evening, evening.anna, "Ciao!")
        assert evening.table.version == before, "no entry of the log"
        record = (await evening.anna.get(f"{evening.path}/record")).text
        assert "Ciao" not in record
        cookies, path = dict(evening.anna.cookies), evening.path
    async with serving(settings(tmp_path)) as live, live.browser() as anna:
        anna.cookies.update(cookies)
        assert await heard(anna, path) == [(0, "Anna", "Ciao!")]


async def test_talk_is_bounded(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        evening = await seat_three(stack, tmp_path)
        for n in range(5):
            await say(evening, evening.anna, f"line {n}")
        more = evening.anna.post(f"{evening.path}/talk", json={"text": "and on"})
        await problem(more, 429, "too_fast")
        await say(evening, evening.anna, reaction="toast")
        again = evening.anna.post(f"{evening.path}/talk", json={"reaction": "toast"})
        await problem(again, 429, "too_fast")
        await say(evening, evening.ben, "everybody by themselves")
        for body, status, code in (
            ({}, 409, "unreadable_line"),
            ({"text": "a", "seat": 0}, 403, "not_your_seat"),
            ({"text": "x" * 301}, 422, "bad_request"),
            ({"reaction": "skull"}, 422, "bad_request"),
        ):
            await problem(evening.cleo.post(f"{evening.path}/talk", json=body), status, code)


async def test_the_host_switches_talk_off_and_on(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        evening = await seat_three(stack, tmp_path)
        off = f"{evening.path}/quiet"
        await problem(evening.ben.post(off, json={"quiet": True}), 403, "host_only")
        await ok(evening.anna.post(off, json={"quiet": True}))
        await problem(evening.ben.post(f"{evening.path}/talk", json={"text": "?"}), 409, "quiet")
        await ok(evening.anna.post(off, json={"quiet": False}))
        await say(evening, evening.ben, "at last")
        told = [code for code, _, _ in await notices(evening.ben, evening.path)]
        assert told[-2:] == ["quiet", "talk"]


@pytest.mark.parametrize(
    "line",
    ["", "  ", "\u200b\u200b", "a\nb", "a\x00", "\x1b[31mred", "\u202egnirts",
     "z\u0300\u0301\u0302\u0303\u0304", "\ud800", "a\u2028b"],
)  # fmt: skip
def test_lines_that_cannot_be_said(line: str) -> None:
    with pytest.raises(Trouble) as refused:
        readable(line)
    assert refused.value.code == "unreadable_line"


@pytest.mark.parametrize(
    "line", ["Cześć!", "<b>hi</b>", "👩‍👩‍👧 ok", "e\u0301", "שלום", "žluťoučký kůň", "1 < 2 & 3"]
)
def test_lines_that_can(line: str) -> None:
    assert readable(f" {line} ") == line
