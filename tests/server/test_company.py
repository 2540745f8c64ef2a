"""The people at a table: who sits down, who is away, who ends the game, who wants it listed."""

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.server.evening import MINUTE, Times, seat_three
from tests.server.live import Player, new_table, serving, settings, until
from tests.server.test_seats import join, notices, view
from tests.server.test_tables import ok, problem, secret_of


async def test_nobody_sits_down_under_a_bots_name(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as host, live.browser() as ben:
        made = await new_table(host, "me", "person", "random")
        await ok(ben.post("/api/join", json={"secret": secret_of(made["seats"][1]["link"])}))
        names = [s["name"] for s in (await view(host, f"/api/tables/{made['table']}"))["seats"]]
        assert names == ["Anna", "Guest 2", "Chiara"]


async def test_a_clock_waits_until_the_game_was_opened_once(tmp_path: Path) -> None:
    """H3, H4: whoever has not seen that the game runs loses no time; for a day at most."""
    times, ticks = Times(), Times()
    given = settings(tmp_path)
    clock = {"bank_s": 60, "increment_s": 0}
    async with (
        serving(given, now=times, ticks=ticks) as live,
        live.browser() as host,
        live.browser() as ben,
    ):
        made = await new_table(host, "me", "person", clock=clock)
        await join(ben, made["seats"][1]["link"], "Ben")
        table = live.hall.tables[made["table"]]
        [asked] = table.to_move
        browser = (host, ben)[asked]
        seen = await view(browser, f"/api/tables/{made['table']}")
        assert seen["clock"]["running"] == []
        times.now += 25 * 60 * MINUTE
        table.announce()
        seen = await view(browser, f"/api/tables/{made['table']}")
        assert seen["clock"]["running"] == [asked], "a day has gone by"
        times.now -= 25 * 60 * MINUTE
        table.announce()
        player = Player(await live.socket(browser, made["table"]))
        await player.until(lambda f: f["view"]["clock"]["running"] == [asked])
        await player.ws.close()
        cookies = [dict(b.cookies) for b in (host, ben)]
    async with serving(given, now=times, ticks=ticks) as live, live.browser() as host:
        host.cookies.update(cookies[0])
        seen = await view(host, f"/api/tables/{made['table']}")
        assert seen["clock"]["running"] == [asked], "a restart does not forget who has seen it"


# ── ending ──


async def test_a_game_ends_when_all_who_are_here_agree(tmp_path: Path) -> None:
    """H2: who has been gone for a while is not asked; one no is enough."""
    async with AsyncExitStack() as stack:
        evening = await seat_three(stack, tmp_path)
        for browser in (evening.anna, evening.ben):
            await evening.open(browser)
        await evening.propose(evening.ben, "end")
        [asked] = await evening.asked()
        assert (asked["kind"], asked["by"], asked["yes"]) == ("end", 1, [1])
        assert asked["waits_for"] == [0, 2], "Cleo may come back in a moment"
        await evening.answer(evening.anna, False)
        assert await evening.asked() == []
        again = evening.ben.post(f"{evening.path}/propose", json={"kind": "end"})
        await problem(again, 409, "asked_just_now")
        assert ("turned_down", 0, "Anna") in await notices(evening.anna, evening.path)
        evening.times.now += 3 * MINUTE
        await evening.propose(evening.ben, "end")
        assert (await evening.asked())[0]["waits_for"] == [0]
        await evening.answer(evening.anna, True)
        assert (await view(evening.cleo, evening.path))["status"] == "abandoned"


async def test_who_plays_alone_asks_nobody(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as host:
        made = await new_table(host, "me", "random", "random")
        path = f"/api/tables/{made['table']}"
        await ok(host.post(f"{path}/propose", json={"kind": "end"}))
        assert (await view(host, path))["status"] == "abandoned"
        await problem(host.post(f"{path}/propose", json={"kind": "end"}), 409, "not_running")


async def test_questions_outlive_a_restart_and_lapse_after_a_day(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        evening = await seat_three(stack, tmp_path)
        await evening.propose(evening.ben, "end")
        cookies, path, times = dict(evening.anna.cookies), evening.path, evening.times
    async with serving(settings(tmp_path), now=times) as live, live.browser() as anna:
        anna.cookies.update(cookies)
        [asked] = (await view(anna, path))["proposals"]
        assert (asked["kind"], asked["yes"], asked["waits_for"]) == ("end", [1], [0, 2])
        assert [t["asked"] for t in (await ok(anna.get("/api/mine")))["tables"]] == [True]
        times.now += 25 * 60 * MINUTE
        late = anna.post(f"{path}/answer", json={"n": asked["n"], "yes": True})
        await problem(late, 409, "no_proposal")
        assert (await view(anna, path))["status"] == "running"
        assert [t["asked"] for t in (await ok(anna.get("/api/mine")))["tables"]] == [False]


async def test_by_days_a_question_waits_until_all_have_looked_in(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        evening = await seat_three(stack, tmp_path, days={"days": 3})
        await evening.propose(evening.ben, "end")
        for days, waits in ((5, True), (2, False)):
            evening.times.now += days * 24 * 60 * MINUTE
            assert (await ok(evening.anna.get(evening.path)))["asked"] is waits


# ── somebody who is away ──


async def test_the_host_lets_a_bot_play_for_somebody_until_they_return(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        evening = await seat_three(stack, tmp_path)
        cleo = await evening.open(evening.cleo)
        body = {"kind": "bot", "seat": 2}
        here = evening.anna.post(f"{evening.path}/propose", json=body)
        await problem(here, 409, "not_missing")
        await cleo.ws.close()
        await until(lambda: not evening.table.chairs[2].connected)
        await evening.propose(evening.anna, "bot", 2)
        assert evening.table.chairs[2].away
        assert ("stand_in", 2, "Cleo") in await notices(evening.anna, evening.path)
        await evening.open(evening.cleo)
        await until(lambda: not evening.table.chairs[2].away)


async def test_without_the_host_all_others_have_to_agree_to_a_bot(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        evening = await seat_three(stack, tmp_path)
        for browser in (evening.ben, evening.cleo):
            await evening.open(browser)
        evening.times.now += 3 * MINUTE
        await evening.propose(evening.ben, "bot", 0)
        assert not evening.table.chairs[0].away
        assert (await evening.asked())[0]["waits_for"] == [2]
        await evening.answer(evening.cleo, True)
        assert evening.table.chairs[0].away


async def test_a_game_with_absent_friends_never_freezes(tmp_path: Path) -> None:
    """The host and the other guest are gone; whoever is left goes on."""
    async with AsyncExitStack() as stack:
        evening = await seat_three(stack, tmp_path)
        ben = await evening.open(evening.ben)
        evening.times.now += 3 * MINUTE
        for seat in (0, 2):
            await evening.propose(evening.ben, "bot", seat)
            assert evening.table.chairs[seat].away
        while not ben.view.get("legal"):
            await ben.receive()


# ── removing, forgetting ──


async def test_the_host_frees_a_seat_before_the_start(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as host, live.browser() as ben:
        made = await new_table(host, "me", "person", "person")
        path = f"/api/tables/{made['table']}"
        await join(ben, made["seats"][1]["link"], "Ben")
        await problem(ben.post(f"{path}/remove", json={"seat": 0}), 403, "host_only")
        await problem(host.post(f"{path}/remove", json={"seat": 0}), 409, "bad_seats")
        ws = await live.socket(ben, made["table"])
        await ws.recv()
        await ok(host.post(f"{path}/remove", json={"seat": 1}))
        await ws.wait_closed()
        assert ws.close_code == 4403
        about = await ok(ben.get(path))
        assert (about["mine"], about["left"], about["seats"][1]["kind"]) == ([], [], "empty")
        old = ben.post("/api/join", json={"secret": secret_of(made["seats"][1]["link"])})
        await problem(old, 404, "no_secret")
        assert (await notices(host, path))[-1] == ("removed", 1, "Ben")


async def test_a_table_leaves_my_list_when_i_say_so(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        evening = await seat_three(stack, tmp_path)

        async def listed(browser: Any) -> list[str]:
            return [t["table"] for t in (await ok(browser.get("/api/mine")))["tables"]]

        await ok(evening.ben.post(f"{evening.path}/hide"))
        assert evening.table.chairs[1].away
        assert await listed(evening.ben) == []
        assert await listed(evening.anna) == [evening.made["table"]]
        await ok(evening.ben.post(f"{evening.path}/back", json={}))
        assert await listed(evening.ben) == [evening.made["table"]], "who comes back wants it"


async def test_a_game_that_nobody_plays_says_when_it_closes(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        evening = await seat_three(stack, tmp_path)
        day = 24 * 60 * MINUTE
        assert (await ok(evening.anna.get(evening.path)))["closes"] is None
        played = evening.table.updated
        evening.times.now += 47 * day
        [listed] = (await ok(evening.anna.get("/api/mine")))["tables"]
        assert listed["closes"] == played + 60 * day


@pytest.mark.parametrize("kind", ["end", "rematch", "bot", "link", "takeback"])
async def test_strangers_ask_nothing(tmp_path: Path, kind: str) -> None:
    async with AsyncExitStack() as stack:
        evening = await seat_three(stack, tmp_path)
        stranger = await stack.enter_async_context(evening.live.browser())
        body = {"kind": kind, "seat": 1}
        await problem(stranger.post(f"{evening.path}/propose", json=body), 403, "no_seat")
        assert await evening.asked() == []
