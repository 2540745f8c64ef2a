"""Whose seat it is: links, devices, leaving, coming back; and that everybody is told."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from rialto.server.store import Place
from tests.server.live import Json, Player, new_table, serving, settings
from tests.server.test_tables import ok, problem, secret_of


async def join(browser: Any, link: str, name: str = "Ola") -> Json:
    return await ok(browser.post("/api/join", json={"secret": secret_of(link), "name": name}))


async def view(browser: Any, path: str) -> Json:
    return await ok(browser.get(f"{path}/view"))


async def notices(browser: Any, path: str) -> list[tuple[str, int, str]]:
    told = (await ok(browser.get(f"{path}/since/0")))["notices"]
    assert [n["n"] for n in told] == list(range(1, len(told) + 1))
    return [(n["code"], n["seat"], n["name"]) for n in told]


async def test_the_hosts_link_opens_no_seat_that_somebody_sat_down_on(tmp_path: Path) -> None:
    """D1: the host of a public table has the link of every seat, and could read the hand there."""
    async with (
        serving(settings(tmp_path)) as live,
        live.browser() as host,
        live.browser() as stranger,
        live.browser() as second,
    ):
        made = await new_table(host, "me", "person", open=True)
        path = f"/api/tables/{made['table']}"
        await ok(stranger.post(f"{path}/sit", json={"name": "Zoë"}))
        secret = secret_of(made["seats"][1]["link"])
        await problem(second.post("/api/join", json={"secret": secret}), 404, "no_secret")
        assert (await view(second, path))["seat"] is None
        assert (await view(stranger, path))["seat"] == 1
        assert await notices(host, path) == [("seated", 1, "Zoë")]


async def test_a_link_is_good_for_one_session(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path)) as live,
        live.browser() as host,
        live.browser() as friend,
        live.browser() as other,
    ):
        made = await new_table(host, "me", "person")
        path, link = f"/api/tables/{made['table']}", made["seats"][1]["link"]
        assert (await host.get(link)).status_code in (200, 503), "a page, built or not"
        assert (await ok(host.get(path)))["seats"][1]["invited"], "looking uses nothing up"
        await join(friend, link)
        assert not (await ok(host.get(path)))["seats"][1]["invited"]
        await problem(other.post("/api/join", json={"secret": secret_of(link)}), 409, "link_used")
        assert (await view(other, path))["hand"] is None
        # Opened again by mistake, or because the answer was lost, it is the same seat.
        assert (await join(friend, link))["seat"] == 1
        assert await notices(host, path) == [("seated", 1, "Ola")]


async def test_of_two_who_open_a_link_at_once_one_sits_down(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path)) as live,
        live.browser() as host,
        live.browser() as one,
        live.browser() as two,
    ):
        made = await new_table(host, "me", "person")
        body = {"secret": secret_of(made["seats"][1]["link"])}
        answers = await asyncio.gather(*(b.post("/api/join", json=body) for b in (one, two)))
        assert sorted(a.status_code for a in answers) == [200, 409]


async def test_who_leaves_before_the_start_does_not_watch_the_next(tmp_path: Path) -> None:
    """D2: two devices have the seat, one leaves it, a stranger sits down there."""
    async with (
        serving(settings(tmp_path)) as live,
        live.browser() as host,
        live.browser() as phone,
        live.browser() as laptop,
        live.browser() as stranger,
    ):
        made = await new_table(host, "me", "person", "person", open=True)
        path, link = f"/api/tables/{made['table']}", made["seats"][1]["link"]
        await join(phone, link)
        let_in = await ok(phone.post(f"{path}/device", json={}))
        await join(laptop, let_in["link"])
        ws = await live.socket(laptop, made["table"])
        await ws.recv()
        await ok(phone.post(f"{path}/leave", json={}))
        await ws.wait_closed()
        assert ws.close_code == 4403
        assert (await ok(host.get(path)))["seats"][1]["kind"] == "empty"
        await ok(stranger.post(f"{path}/sit", json={"seat": 1, "name": "Zoë"}))
        await ok(host.post(f"{path}/bot", json={"seat": 2, "bot": "random"}))
        for gone in (phone, laptop):
            seen = await view(gone, path)
            assert (seen["status"], seen["seat"], seen["hand"]) == ("running", None, None)
        answer = await phone.post("/api/join", json={"secret": secret_of(link)})
        assert answer.status_code in (404, 409), "the link is no longer good"
        assert [code for code, _, _ in await notices(host, path)] == [
            "seated", "device", "left", "seated", "bot",
        ]  # fmt: skip


async def test_another_device_is_let_in_by_the_holder(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path)) as live,
        live.browser() as host,
        live.browser() as phone,
        live.browser() as laptop,
        live.browser() as thief,
    ):
        made = await new_table(host, "me", "person")
        path = f"/api/tables/{made['table']}"
        await join(phone, made["seats"][1]["link"])
        await problem(thief.post(f"{path}/device", json={}), 403, "no_seat")
        await problem(host.post(f"{path}/device", json={"seat": 1}), 403, "not_your_seat")
        let_in = await ok(phone.post(f"{path}/device", json={}))
        watching = Player(await live.socket(host, made["table"]))
        await watching.receive()
        assert (await join(laptop, let_in["link"], "Nobody"))["seat"] == 1
        frame = await watching.receive()
        assert [(n["code"], n["seat"], n["name"]) for n in frame["notices"]] == [
            ("device", 1, "Ola")
        ]
        assert (await view(laptop, path))["hand"] == (await view(phone, path))["hand"] is not None
        used = thief.post("/api/join", json={"secret": secret_of(let_in["link"])})
        await problem(used, 409, "link_used")
        await watching.ws.close()

        await ok(phone.post(f"{path}/leave", json={}))
        assert (await ok(laptop.get(path)))["left"] == [1]
        await problem(thief.post(f"{path}/back", json={}), 403, "no_seat")
        await ok(laptop.post(f"{path}/back", json={}))
        assert (await view(laptop, path))["seat"] == 1
        await problem(phone.post(f"{path}/back", json={}), 403, "no_seat")


async def test_a_device_link_is_for_now(tmp_path: Path) -> None:
    now = 1_000_000
    async with (
        serving(settings(tmp_path), now=lambda: now) as live,
        live.browser() as host,
        live.browser() as other,
    ):
        made = await new_table(host, "me", "me")
        let_in = await ok(host.post(f"/api/tables/{made['table']}/device", json={"seat": 0}))
        now = let_in["expires"] + 1
        late = other.post("/api/join", json={"secret": secret_of(let_in["link"])})
        await problem(late, 404, "no_secret")


@pytest.mark.parametrize("public", [True, False])
async def test_who_left_a_running_game_comes_back(tmp_path: Path, public: bool) -> None:
    """D12: whichever way they came. Until then the seat shows them nothing."""
    async with (
        serving(settings(tmp_path)) as live,
        live.browser() as host,
        live.browser() as guest,
        live.browser() as other,
    ):
        made = await new_table(host, "me", "person", open=public)
        path, link = f"/api/tables/{made['table']}", made["seats"][1]["link"]
        for way in ("back", "sit", "join") if not public else ("back", "sit"):
            if public:
                await ok(guest.post(f"{path}/sit", json={"name": "Zoë"}))
            else:
                await join(guest, link)
            await ok(guest.post(f"{path}/leave", json={}))
            assert (await view(guest, path))["hand"] is None
            assert live.hall.tables[made["table"]].chairs[1].away
            about = await ok(guest.get(path))
            assert (about["mine"], about["left"]) == ([], [1])
            assert made["table"] in [
                t["table"] for t in (await ok(guest.get("/api/mine")))["tables"]
            ]
            await problem(other.post(f"{path}/back", json={}), 403, "no_seat")
            if way == "join":
                await join(guest, link)
            else:
                await ok(guest.post(f"{path}/{way}", json={}))
            assert (await view(guest, path))["seat"] == 1
            assert not live.hall.tables[made["table"]].chairs[1].away
        codes = [e["code"] for e in (await ok(host.get(f"{path}/since/0")))["events"]]
        assert codes.count("away") == codes.count("back") >= 2
        assert [code for code, _, _ in await notices(host, path)][-2:] == ["left", "returned"]


async def test_who_left_does_not_take_the_seat_from_the_next(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path)) as live,
        live.browser() as host,
        live.browser() as guest,
        live.browser() as next_one,
    ):
        made = await new_table(host, "me", "person")
        path, link = f"/api/tables/{made['table']}", made["seats"][1]["link"]
        await join(guest, link)
        await ok(guest.post(f"{path}/leave", json={}))
        new = await ok(host.post(f"{path}/reissue", json={"seat": 1}))
        await join(next_one, new["seats"][0]["link"])
        for way in ("back", "sit"):
            answer = await guest.post(f"{path}/{way}", json={})
            assert answer.status_code == 403, answer.text
        gone = guest.post("/api/join", json={"secret": secret_of(link)})
        await problem(gone, 404, "no_secret")
        seen = await view(next_one, path)
        assert (seen["seat"], live.hall.tables[made["table"]].chairs[1].away) == (1, False)


async def test_a_hot_seat_given_away_is_theirs_alone(tmp_path: Path) -> None:
    """The host plays two seats and gives one to a friend: from then on it is not the host's."""
    async with (
        serving(settings(tmp_path)) as live,
        live.browser() as host,
        live.browser() as friend,
    ):
        made = await new_table(host, "me", "me")
        path = f"/api/tables/{made['table']}"
        new = await ok(host.post(f"{path}/reissue", json={"seat": 1}))
        assert (await ok(host.get(path)))["mine"] == [0, 1], "until the link is used"
        await join(friend, new["seats"][0]["link"])
        assert (await ok(host.get(path)))["mine"] == [0]
        await problem(host.get(f"{path}/view?seat=1"), 403, "not_your_seat")


async def test_seats_links_and_notices_outlive_a_restart(tmp_path: Path, where: Place) -> None:
    given = settings(tmp_path, db=where)
    async with serving(given) as live, live.browser() as host, live.browser() as friend:
        made = await new_table(host, "me", "person", "person")
        path = f"/api/tables/{made['table']}"
        await join(friend, made["seats"][1]["link"])
        await ok(friend.post(f"{path}/leave", json={}))
        told = await notices(host, path)
        cookies = [dict(b.cookies) for b in (host, friend)]
    async with serving(given) as live, live.browser() as host, live.browser() as friend:
        for browser, kept in zip((host, friend), cookies, strict=True):
            browser.cookies.update(kept)
        assert await notices(host, path) == told
        about = await ok(friend.get(path))
        assert (about["left"], [s["invited"] for s in about["seats"]]) == (
            [1],
            [False, False, True],
        )
        await ok(friend.post(f"{path}/back", json={}))
        assert (await ok(friend.get(path)))["mine"] == [1]


# ── sessions ──

NEIGHBOURS = (
    'g_state={"i_l":0}',
    "prefs=[1,2]",
    'q="a;b"',
    "bare",
    "naïve=ü",
    "x=a b c",
    "=nothing",
    "a=b=c=d",
    "\x01=\x02",
)


@pytest.mark.parametrize("neighbour", NEIGHBOURS)
async def test_a_neighbours_cookie_takes_no_seat_away(tmp_path: Path, neighbour: str) -> None:
    """D7: cookies of other programs on the same host come along, and may be odd."""
    async with serving(settings(tmp_path)) as live, live.browser() as host:
        made = await new_table(host, "me", "me")
        own = "; ".join(f"{k}={v}" for k, v in host.cookies.items())
        assert own
        for cookies in (f"{neighbour}; {own}", f"{own}; {neighbour}"):
            head = f"GET /api/tables/{made['table']} HTTP/1.1\r\nHost: localhost\r\n"
            asked = head + f"Cookie: {cookies}\r\nConnection: close\r\n\r\n"
            reader, writer = await asyncio.open_connection("127.0.0.1", live.port)
            writer.write(asked.encode())
            answer = (await reader.read()).partition(b"\r\n\r\n")[2]
            writer.close()
            assert json.loads(answer)["mine"] == [0, 1], cookies


async def test_only_sessions_that_were_issued_are_sessions(tmp_path: Path) -> None:
    """D8: whoever plants a cookie of their choosing does not share what is done with it."""
    async with serving(settings(tmp_path)) as live, live.browser() as victim:
        planted = {"cookie": "rialto=ATTACKERCHOSENVALUE_22"}
        body = {"seats": [{"kind": "me"}, {"kind": "me"}]}
        made = await victim.post("/api/tables", json=body, headers=planted)
        assert made.status_code == 201
        given = made.headers["set-cookie"].partition(";")[0]
        assert given.startswith("rialto=")
        assert "ATTACKER" not in given
        path = f"/api/tables/{made.json()['table']}"
        assert (await ok(victim.get(path, headers=planted)))["mine"] == []
        assert (await ok(victim.get(path, headers={"cookie": given})))["mine"] == [0, 1]


async def test_under_tls_only_the_hosts_own_cookie_counts(tmp_path: Path) -> None:
    """D8: a neighbour (another port, a sibling domain) cannot set `__Host-` cookies."""
    tls = {"x-forwarded-proto": "https"}
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        body = {"seats": [{"kind": "me"}, {"kind": "me"}]}
        plain = await browser.post("/api/tables", json=body)
        planted = plain.headers["set-cookie"].partition(";")[0]
        browser.cookies.clear()
        secure = await browser.post("/api/tables", json=body, headers={**tls, "cookie": planted})
        own = secure.headers["set-cookie"].partition(";")[0]
        assert own.startswith("__Host-rialto=")
        assert planted.partition("=")[2] not in own
        browser.cookies.clear()
        path = f"/api/tables/{secure.json()['table']}"
        for cookie, mine in ((f"{planted}; {own}", [0, 1]), (planted, [])):
            about = await ok(browser.get(path, headers={**tls, "cookie": cookie}))
            assert about["mine"] == mine


async def test_a_wrong_link_makes_no_session(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        answer = await browser.post("/api/join", json={"secret": "A" * 22})
        assert (answer.status_code, answer.headers.get("set-cookie")) == (404, None)
