"""The people at a table: links, and questions that they answer together."""

import random
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.server.live import Json, Live, Player, new_table, serving, settings, until
from tests.server.test_seats import join, notices, view
from tests.server.test_tables import ok, problem, secret_of

MINUTE = 60_000


class Times:
    """A wall clock that the test turns."""

    def __init__(self) -> None:
        self.now = 1_000_000_000

    def __call__(self) -> int:
        return self.now


class Evening:
    """A host and two friends at a private table of three, in three browsers."""

    def __init__(self, live: Live, browsers: list[Any], made: Json, times: Times) -> None:
        self.live, self.made, self.times = live, made, times
        self.anna, self.ben, self.cleo = browsers
        self.path = f"/api/tables/{made['table']}"

    @property
    def table(self) -> Any:
        return self.live.hall.tables[self.made["table"]]

    async def open(self, browser: Any) -> Player:
        player = Player(await self.live.socket(browser, self.made["table"]))
        await player.receive()
        return player

    async def propose(self, browser: Any, kind: str, seat: int | None = None) -> None:
        body = {"kind": kind} | ({} if seat is None else {"seat": seat})
        await ok(browser.post(f"{self.path}/propose", json=body))

    async def answer(self, browser: Any, yes: bool, **more: Any) -> None:
        [asked] = await self.asked()
        await ok(browser.post(f"{self.path}/answer", json={"n": asked["n"], "yes": yes, **more}))

    async def asked(self) -> list[Json]:
        proposals: list[Json] = (await view(self.anna, self.path))["proposals"]
        return proposals


async def seat_three(stack: AsyncExitStack, tmp_path: Path, **given: Any) -> Evening:
    times = Times()
    live = await stack.enter_async_context(serving(settings(tmp_path), now=times))
    browsers = [await stack.enter_async_context(live.browser()) for _ in range(3)]
    made = await new_table(browsers[0], "me", "person", "person", **given)
    for browser, seat, name in zip(browsers[1:], made["seats"][1:], ("Ben", "Cleo"), strict=True):
        await join(browser, seat["link"], name)
    return Evening(live, browsers, made, times)


# ── sitting down ──


async def test_one_link_for_a_whole_group(tmp_path: Path) -> None:
    """H3: first come, first served; it is not used up, and the same browser has one seat by it."""
    async with AsyncExitStack() as stack:
        live = await stack.enter_async_context(serving(settings(tmp_path)))
        anna, ben, cleo, dora = [await stack.enter_async_context(live.browser()) for _ in range(4)]
        made = await new_table(anna, "me", "person", "person")
        path, secret = f"/api/tables/{made['table']}", secret_of(made["group"])
        for _ in range(2):
            seen = await ok(ben.post("/api/link", json={"secret": secret}))
            assert (seen["table"], seen["seat"], seen["use"]) == (made["table"], None, "free")
        assert (await ok(anna.get(path)))["seats"][1]["kind"] == "empty", "looking seats nobody"
        wanted = {"secret": secret, "name": "Ben", "seat": 2}
        assert (await ok(ben.post("/api/join", json=wanted)))["seat"] == 2
        assert (await ok(ben.post("/api/join", json={"secret": secret})))["seat"] == 2
        taken = cleo.post("/api/join", json={**wanted, "name": "Cleo"})
        await problem(taken, 409, "seat_taken")
        assert (await ok(cleo.post("/api/join", json={"secret": secret, "name": "Cleo"})))[
            "seat"
        ] == 1
        assert (await ok(dora.post("/api/link", json={"secret": secret})))["use"] == "full"
        assert (await ok(ben.post("/api/link", json={"secret": secret})))["use"] == "yours"
        full = dora.post("/api/join", json={"secret": secret, "name": "Dora"})
        await problem(full, 409, "table_full")
        assert [s["name"] for s in (await ok(anna.get(path)))["seats"]] == ["Anna", "Cleo", "Ben"]


async def test_a_new_group_link_ends_the_old_one(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as host, live.browser() as ben:
        made = await new_table(host, "me", "person")
        path = f"/api/tables/{made['table']}"
        await problem(ben.post(f"{path}/group"), 403, "host_only")
        new = await ok(host.post(f"{path}/group"))
        old = ben.post("/api/link", json={"secret": secret_of(made["group"])})
        await problem(old, 404, "no_secret")
        assert (await join(ben, new["link"], "Ben"))["seat"] == 1
        await problem(host.post(f"{path}/group"), 409, "has_begun")


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
        [asked] = table.asked()
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
        times.now += 25 * 60 * MINUTE
        late = anna.post(f"{path}/answer", json={"n": asked["n"], "yes": True})
        await problem(late, 409, "no_proposal")
        assert (await view(anna, path))["status"] == "running"


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


# ── links to seats that are taken ──


async def test_a_new_link_needs_the_holders_yes(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        evening = await seat_three(stack, tmp_path)
        await evening.open(evening.cleo)
        at_once = evening.anna.post(f"{evening.path}/reissue", json={"seat": 2})
        await problem(at_once, 409, "ask_first")
        await evening.propose(evening.anna, "link", 2)
        assert (await evening.asked())[0]["waits_for"] == [2]
        await evening.answer(evening.ben, True)
        assert not (await evening.asked())[0]["agreed"], "it is not his to give"
        await evening.answer(evening.cleo, True)
        assert (await evening.asked())[0]["agreed"]
        others = evening.ben.post(f"{evening.path}/reissue", json={"seat": 2})
        await problem(others, 409, "ask_first")
        new = await ok(evening.anna.post(f"{evening.path}/reissue", json={"seat": 2}))
        assert await evening.asked() == []
        assert (await view(evening.cleo, evening.path))["seat"] == 2, "until it is used"
        dora = await stack.enter_async_context(evening.live.browser())
        assert (await join(dora, new["seats"][0]["link"], "Dora"))["seat"] == 2
        assert (await view(evening.cleo, evening.path))["seat"] is None
        again = evening.anna.post(f"{evening.path}/reissue", json={"seat": 2})
        await problem(again, 409, "ask_first")


async def test_a_link_for_somebody_long_gone_needs_all_others(tmp_path: Path) -> None:
    """And if they come back before it is used, it is good for nothing."""
    async with AsyncExitStack() as stack:
        evening = await seat_three(stack, tmp_path)
        await evening.propose(evening.anna, "link", 2)
        assert (await evening.asked())[0]["waits_for"] == [2]
        evening.times.now += 11 * MINUTE
        evening.table.announce()
        assert (await evening.asked())[0]["waits_for"] == [1]
        await evening.answer(evening.ben, True)
        new = await ok(evening.anna.post(f"{evening.path}/reissue", json={"seat": 2}))
        dora = await stack.enter_async_context(evening.live.browser())
        secret = secret_of(new["seats"][0]["link"])
        cleo = await evening.open(evening.cleo)
        assert (await ok(dora.post("/api/link", json={"secret": secret})))["use"] == "taken"
        late = dora.post("/api/join", json={"secret": secret, "name": "Dora"})
        await problem(late, 409, "link_used")
        await cleo.ws.close()
        await until(lambda: not evening.table.chairs[2].connected)
        assert (await join(dora, new["seats"][0]["link"], "Dora"))["seat"] == 2


async def test_a_second_device_knocks_and_is_let_in(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        evening = await seat_three(stack, tmp_path)
        phone = await stack.enter_async_context(evening.live.browser())
        secret = secret_of(evening.made["seats"][1]["link"])
        assert (await ok(phone.post("/api/link", json={"secret": secret})))["use"] == "taken"
        assert (await ok(phone.post("/api/knock", json={"secret": secret})))["seat"] == 1
        [asked] = await evening.asked()
        assert (asked["kind"], asked["seat"], asked["by"]) == ("device", 1, None)
        body = {"n": asked["n"], "yes": True}
        await problem(evening.anna.post(f"{evening.path}/answer", json=body), 403, "not_your_seat")
        await problem(phone.post(f"{evening.path}/answer", json=body), 403, "no_seat")
        assert (await view(phone, evening.path))["hand"] is None
        await evening.answer(evening.ben, True)
        assert (await view(phone, evening.path))["seat"] == 1
        assert (await notices(evening.anna, evening.path))[-1] == ("device", 1, "Ben")


async def test_a_knock_that_is_not_answered_shows_nothing(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        evening = await seat_three(stack, tmp_path)
        thief = await stack.enter_async_context(evening.live.browser())
        secret = secret_of(evening.made["group"])
        nobody = thief.post("/api/knock", json={"secret": secret})
        await problem(nobody, 409, "bad_seats")
        await ok(thief.post("/api/knock", json={"secret": secret, "seat": 1}))
        await evening.answer(evening.ben, False)
        assert (await view(thief, evening.path))["seat"] is None
        assert await evening.asked() == []


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


# ── taking back past another's move ──


async def play_until_somebody_may_ask(evening: Evening) -> tuple[int, int]:
    """Any moves, until one seat has moved, another after it, and nothing was shown since. Who may
    ask, and who moved last."""
    rng, table = random.Random(3), evening.table
    while True:
        seat = rng.choice(list(table.asked()))
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
        assert list(evening.table.asked()) == [first]
        told = (await ok(evening.anna.get(f"{evening.path}/since/0")))["events"]
        assert [e["code"] for e in told[-2:]] == ["undone", "undone"]
        name, moves = evening.table.id, list(evening.table.game.log)
    async with serving(settings(tmp_path)) as live:
        assert (await live.hall.get(name)).game.log == moves, "the log tells it again"


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
        [seat] = evening.table.asked()
        move = evening.table.game.legal(seat)[0].text
        await evening.table.submit(seat, "goes-on-1", None, [move])
        assert await evening.asked() == []


async def test_nobody_asks_back_past_what_was_shown(tmp_path: Path) -> None:
    """To the end of a game: only while chance drew nothing and no other hand lost a card since."""
    async with serving(settings(tmp_path), seed=lambda: 7) as live, live.browser() as host:
        made = await new_table(host, "me", "me", "me")
        table = live.hall.tables[made["table"]]
        rng, offered = random.Random(5), 0
        shown = [0, 0, 0]
        while table.status == "running":
            seat = rng.choice(list(table.asked()))
            before = table.game.hand(seat)
            n = len(table.game.log)
            move = rng.choice(table.game.legal(seat)).text
            await table.submit(seat, f"move-{n:05d}", None, [move])
            log = table.game.log
            for p in range(3):
                if any(m.seat < 0 for m in log[n:]):
                    shown[p] = len(log)
                elif p != seat and any(map(int.__lt__, table.game.hand(seat), before)):
                    shown[p] = len(log)
                mine = [i for i, m in enumerate(log) if m.seat == p and i >= shown[p]]
                possible = bool(mine) and log[-1].seat != p and table.status == "running"
                assert table.display.view(p).can_ask_back == possible
                offered += possible
        assert offered > 10


# ── another game ──


async def finished(stack: AsyncExitStack, tmp_path: Path) -> Evening:
    """Ended by agreement, which ends it as well."""
    evening = await seat_three(stack, tmp_path)
    for browser in (evening.anna, evening.ben, evening.cleo):
        await evening.open(browser)
    await evening.propose(evening.anna, "end")
    await evening.answer(evening.ben, True)
    await evening.answer(evening.cleo, True)
    return evening


async def test_another_game_starts_when_all_have_said_yes(tmp_path: Path) -> None:
    """H4: nobody is seated, and nobody's clock runs, without having been asked."""
    async with AsyncExitStack() as stack:
        evening = await finished(stack, tmp_path)
        await evening.propose(evening.ben, "rematch")
        assert (await evening.asked())[0]["waits_for"] == [0, 2]
        await evening.answer(evening.anna, True)
        assert (await view(evening.anna, evening.path))["rematch"] is None
        await evening.answer(evening.cleo, True)
        new = (await view(evening.anna, evening.path))["rematch"]
        about = await ok(evening.cleo.get(f"/api/tables/{new}"))
        assert (about["status"], about["mine"]) == ("running", [2])
        assert [s["name"] for s in about["seats"]] == ["Anna", "Ben", "Cleo"]
        again = evening.anna.post(f"{evening.path}/propose", json={"kind": "rematch"})
        await problem(again, 409, "rematch_made")
        let_in = await ok(evening.cleo.post(f"/api/tables/{new}/device", json={}))
        phone = await stack.enter_async_context(evening.live.browser())
        assert (await join(phone, let_in["link"]))["seat"] == 2


async def test_who_declines_is_replaced_if_the_others_want_that(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        evening = await finished(stack, tmp_path)
        await evening.propose(evening.ben, "rematch")
        await evening.answer(evening.cleo, False)
        await evening.answer(evening.anna, True)
        [asked] = await evening.asked()
        assert (asked["no"], asked["waits_for"]) == ([2], [0, 1])
        await evening.answer(evening.anna, True, bots=True)
        assert (await evening.asked())[0]["waits_for"] == [1]
        await evening.answer(evening.ben, True, bots=True)
        new = (await view(evening.anna, evening.path))["rematch"]
        about = await ok(evening.cleo.get(f"/api/tables/{new}"))
        assert (about["mine"], [s["kind"] for s in about["seats"]]) == (
            [], ["person", "person", "bot"],
        )  # fmt: skip


async def test_if_nobody_wants_another_game_there_is_none(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        evening = await finished(stack, tmp_path)
        await evening.propose(evening.ben, "rematch")
        for browser in (evening.cleo, evening.anna, evening.ben):
            await evening.answer(browser, False)
        assert await evening.asked() == []
        assert (await view(evening.anna, evening.path))["rematch"] is None


@pytest.mark.parametrize("kind", ["end", "rematch", "bot", "link", "takeback"])
async def test_strangers_ask_nothing(tmp_path: Path, kind: str) -> None:
    async with AsyncExitStack() as stack:
        evening = await seat_three(stack, tmp_path)
        stranger = await stack.enter_async_context(evening.live.browser())
        body = {"kind": kind, "seat": 1}
        await problem(stranger.post(f"{evening.path}/propose", json=body), 403, "no_seat")
        assert await evening.asked() == []
