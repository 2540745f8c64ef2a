"""Links for a group, for seats that are taken, and for a second device."""

from contextlib import AsyncExitStack
from pathlib import Path

from tests.server.evening import MINUTE, seat_three
from tests.server.live import new_table, serving, settings, until
from tests.server.test_seats import join, notices, view
from tests.server.test_tables import ok, problem, secret_of


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


async def test_by_days_a_missed_move_counts_and_minutes_do_not(tmp_path: Path) -> None:
    """Whoever is waited for may be away for hours; who has missed a move may lose the seat."""
    async with AsyncExitStack() as stack:
        evening = await seat_three(stack, tmp_path, days={"days": 1})
        people = [evening.anna, evening.ben, evening.cleo]
        [late] = evening.table.to_move
        one, other = (seat for seat in range(3) if seat != late)
        await evening.propose(people[one], "link", late)
        evening.times.now += 11 * MINUTE
        assert (await evening.asked())[0]["waits_for"] == [late]
        evening.times.now += 48 * 60 * MINUTE
        evening.table.announce()
        await until(lambda: late not in evening.table.to_move)
        await evening.propose(people[one], "link", late)
        assert (await evening.asked())[0]["waits_for"] == [other]
        no_consent = people[one].post(f"{evening.path}/reissue", json={"seat": late})
        await problem(no_consent, 409, "ask_first")
        await evening.answer(people[other], True)
        new = await ok(people[one].post(f"{evening.path}/reissue", json={"seat": late}))
        dora = await stack.enter_async_context(evening.live.browser())
        assert (await join(dora, new["seats"][0]["link"], "Dora"))["seat"] == late


async def test_nobody_sits_down_at_a_game_that_has_ended(tmp_path: Path) -> None:
    """By whatever link, nor who left it before: they are told, and nothing changes."""
    async with AsyncExitStack() as stack:
        evening = await seat_three(stack, tmp_path)
        await ok(evening.cleo.post(f"{evening.path}/leave", json={}))
        new = await ok(evening.anna.post(f"{evening.path}/reissue", json={"seat": 2}))
        for browser in (evening.anna, evening.ben):
            await evening.open(browser)
        await evening.propose(evening.anna, "end")
        await evening.answer(evening.ben, True)
        before = await ok(evening.anna.get(evening.path))
        dora = await stack.enter_async_context(evening.live.browser())
        for link in (new["seats"][0]["link"], evening.made["group"]):
            secret = {"secret": secret_of(link)}
            assert (await ok(dora.post("/api/link", json=secret)))["use"] == "ended"
            for way in ("join", "knock"):
                wanted = {**secret, "seat": 2} if way == "knock" else secret
                await problem(dora.post(f"/api/{way}", json=wanted), 409, "game_ended")
        for way in ("back", "sit"):
            await problem(evening.cleo.post(f"{evening.path}/{way}", json={}), 409, "game_ended")
        assert (await ok(evening.anna.get(evening.path)))["seats"] == before["seats"]
        assert (await ok(evening.cleo.get(evening.path)))["mine"] == []


async def test_a_table_that_was_closed_before_the_start_takes_nobody(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as host, live.browser() as ben:
        made = await new_table(host, "me", "person", open=True)
        path = f"/api/tables/{made['table']}"
        await ok(host.post(f"{path}/abandon", json={}))
        await problem(ben.post(f"{path}/sit", json={"name": "Ben"}), 409, "game_ended")
        assert (await ok(host.get(path)))["seats"][1]["kind"] == "empty"


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
