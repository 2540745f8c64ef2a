"""Tables: made, joined, left, renamed, played again, begun from elsewhere."""

import asyncio
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.server.live import Json, Live, Player, new_table, serving, settings


async def ok(answer: Any, status: int = 200) -> Json:
    response = await answer
    assert response.status_code == status, response.text
    body: Json = response.json()
    return body


async def problem(answer: Any, status: int, code: str) -> str:
    response = await answer
    assert (response.status_code, response.json()["error"]) == (status, code), response.text
    message: str = response.json()["message"]
    return message


def secret_of(link: str) -> str:
    return link.partition("#")[2]


async def finished_table(live: Live, browser: Any, *seats: str, **more: Any) -> Json:
    made = await new_table(browser, *(seats or ("me", "random")), **more)
    async with live.socket(browser, made["table"]) as ws:
        player = Player(ws)
        await player.receive()
        await player.play_to_the_end(random.Random(2))
    return made


async def test_friends_join_by_link(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path)) as live,
        live.browser() as host,
        live.browser() as friend,
    ):
        made = await new_table(host, "me", "person", "random")
        link = made["seats"][1]["link"]
        assert [s["link"] is None for s in made["seats"]] == [True, False, True]
        view = await ok(host.get(f"/api/tables/{made['table']}/view"))
        assert (view["status"], view["decision"], view["legal"]) == ("open", "waiting", [])
        joined = await ok(friend.post("/api/join", json={"secret": secret_of(link), "name": "Ola"}))
        assert joined == {"table": made["table"], "seat": 1}
        view = await ok(friend.get(f"/api/tables/{made['table']}/view"))
        assert (view["status"], view["seat"]) == ("running", 1)
        assert view["seats"][1]["name"] == "Ola"
        # Opened again, on a phone or by mistake, it is the same seat.
        again = await ok(friend.post("/api/join", json={"secret": secret_of(link)}))
        assert again["seat"] == 1
        mine = await ok(friend.get("/api/mine"))
        assert [(t["table"], t["mine"], t["host"]) for t in mine["tables"]] == [
            (made["table"], [1], False)
        ]


async def test_a_lost_link_is_issued_anew(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path)) as live,
        live.browser() as host,
        live.browser() as thief,
        live.browser() as friend,
    ):
        made = await new_table(host, "me", "person")
        path = f"/api/tables/{made['table']}"
        old = secret_of(made["seats"][1]["link"])
        await problem(thief.post(f"{path}/reissue", json={"seat": 1}), 403, "host_only")
        new = await ok(host.post(f"{path}/reissue", json={"seat": 1}))
        await problem(thief.post("/api/join", json={"secret": old}), 404, "no_secret")
        joined = friend.post("/api/join", json={"secret": secret_of(new["seats"][0]["link"])})
        assert (await ok(joined))["seat"] == 1


async def test_open_tables_are_listed(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path)) as live,
        live.browser() as host,
        live.browser() as guest,
        live.browser() as late,
    ):
        hidden = await new_table(host, "me", "person")
        made = await new_table(host, "me", "person", open=True)
        path = f"/api/tables/{made['table']}"
        listed = await ok(guest.get("/api/tables"))
        assert [t["table"] for t in listed["tables"]] == [made["table"]]
        sit = await ok(guest.post(f"{path}/sit", json={"name": "Zoë"}))
        assert sit["seat"] == 1
        assert (await ok(guest.post(f"{path}/sit", json={})))["seat"] == 1
        # It can still be found, to be watched.
        assert [t["status"] for t in (await ok(late.get("/api/tables")))["tables"]] == ["running"]
        await problem(late.post(f"{path}/sit", json={}), 409, "table_full")
        await problem(late.post(f"/api/tables/{hidden['table']}/sit", json={}), 403, "table_closed")


async def test_before_the_start_a_seat_can_be_left(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path)) as live,
        live.browser() as host,
        live.browser() as guest,
    ):
        made = await new_table(host, "me", "person", "person", open=True)
        path = f"/api/tables/{made['table']}"
        await ok(guest.post(f"{path}/sit", json={"seat": 2}))
        await ok(guest.post(f"{path}/rename", json={"name": "Ada"}))
        assert (await ok(host.get(path)))["seats"][2]["name"] == "Ada"
        await ok(guest.post(f"{path}/leave", json={}))
        assert (await ok(host.get(path)))["seats"][2]["kind"] == "empty"
        await problem(guest.post(f"{path}/rename", json={"name": "Ada"}), 403, "no_seat")


async def test_who_leaves_a_running_game_is_played_on(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path)) as live,
        live.browser() as host,
        live.browser() as guest,
    ):
        made = await new_table(host, "me", "person")
        path = f"/api/tables/{made['table']}"
        secret = secret_of(made["seats"][1]["link"])
        await ok(guest.post("/api/join", json={"secret": secret}))
        await ok(guest.post(f"{path}/leave", json={}))
        table = live.hall.tables[made["table"]]
        assert table.chairs[1].away
        async with live.socket(host, made["table"]) as ws:
            player = Player(ws)
            await player.receive()
            for _ in range(20):
                while not player.view["legal"]:
                    await player.receive()
                answer = await player.play(player.view["legal"][0]["move"])
                assert answer["type"] in ("ack", "stale")
                await player.see(answer["version"])
        await ok(guest.post("/api/join", json={"secret": secret}))
        assert not table.chairs[1].away
        codes = [e["code"] for e in (await ok(host.get(f"{path}/since/0")))["events"]]
        assert codes.index("away") < codes.index("back")


async def test_the_host_gives_a_free_seat_to_a_bot(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path)) as live,
        live.browser() as host,
        live.browser() as guest,
    ):
        made = await new_table(host, "me", "person", "person", open=True)
        path = f"/api/tables/{made['table']}"
        wish = {"seat": 1, "bot": "random"}
        await problem(guest.post(f"{path}/bot", json=wish), 403, "host_only")
        await problem(host.post(f"{path}/bot", json={**wish, "seat": 0}), 409, "seat_taken")
        await problem(host.post(f"{path}/bot", json={**wish, "seat": 4}), 409, "bad_seats")
        await problem(host.post(f"{path}/bot", json={**wish, "bot": "deep"}), 409, "unknown_bot")
        async with live.socket(guest, made["table"]) as ws:
            watching = Player(ws)
            await watching.receive()
            await ok(host.post(f"{path}/bot", json=wish))
            await watching.until(lambda f: f["view"]["seats"][1]["kind"] == "bot")
        assert (watching.view["status"], watching.view["seats"][1]["bot"]) == ("open", "random")
        secret = secret_of(made["seats"][1]["link"])
        await problem(guest.post("/api/join", json={"secret": secret}), 404, "no_secret")
        await problem(host.post(f"{path}/bot", json=wish), 409, "seat_taken")
        await ok(host.post(f"{path}/bot", json={**wish, "seat": 2}))
        about = await ok(host.get(path))
        assert about["status"] == "running", "nobody is missing any more"
        assert [s["kind"] for s in about["seats"]] == ["person", "bot", "bot"]
    async with serving(settings(tmp_path)) as live, live.browser() as other:
        kept = (await ok(other.get(f"{path}/view?watch=true")))["seats"]
        assert [(s["kind"], s["bot"], s["connected"]) for s in kept[1:]] == [
            ("bot", "random", True)
        ] * 2


async def test_a_running_game_is_no_start(tmp_path: Path) -> None:
    """Nor one that has to be folded first."""
    async with serving(settings(tmp_path)) as live, live.browser() as host:
        made = await new_table(host, "me", "me", clock={"bank_s": 60, "increment_s": 0})
        live.hall.tables.pop(made["table"]).close()
        wish = {"seats": [{"kind": "me"}] * 2, "from_table": made["table"]}
        await problem(host.post("/api/tables", json=wish), 409, "still_running")


async def test_the_host_closes_a_table_that_has_not_begun(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path)) as live,
        live.browser() as host,
        live.browser() as guest,
    ):
        made = await new_table(host, "me", "person", "person")
        path = f"/api/tables/{made['table']}"
        await ok(guest.post("/api/join", json={"secret": secret_of(made["seats"][1]["link"])}))
        await problem(guest.post(f"{path}/abandon"), 403, "host_only")
        await ok(host.post(f"{path}/abandon"))
        view = await ok(guest.get(f"{path}/view"))
        assert (view["status"], view["to_move"], view["legal"]) == ("abandoned", [], [])
        command = {"move_id": "too-late-1", "version": view["version"], "moves": ["pass"]}
        await problem(guest.post(f"{path}/command", json=command), 409, "not_running")
        await problem(host.post(f"{path}/abandon"), 409, "not_running")
        running = await new_table(host, "me", "me")
        await problem(host.post(f"/api/tables/{running['table']}/abandon"), 409, "has_begun")


async def test_another_game_has_the_same_house_and_is_made_once(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        made = await finished_table(live, browser, house={"edition": "czech"})
        path = f"/api/tables/{made['table']}"
        body = {"kind": "rematch"}
        await asyncio.gather(*(browser.post(f"{path}/propose", json=body) for _ in range(2)))
        new = (await ok(browser.get(path)))["rematch"]
        running = [t for t in (await ok(browser.get("/api/mine")))["tables"]
                   if t["status"] == "running"]  # fmt: skip
        assert [t["table"] for t in running] == [new]
        again = await ok(browser.get(f"/api/tables/{new}"))
        assert (again["status"], again["mine"]) == ("running", [0])
        assert again["house"]["edition"] == "czech"


async def test_what_if_from_any_move_of_a_finished_game(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        made = await finished_table(live, browser)
        record = await ok(browser.get(f"/api/tables/{made['table']}/record"))
        middle = next(
            i for i, move in enumerate(record["moves"]) if i > 150 and not move.startswith("*")
        )
        for start in ({"from_table": made["table"]}, {"record": record}):
            branch = await new_table(browser, "me", "me", from_move=middle, **start)
            view = await ok(browser.get(f"/api/tables/{branch['table']}/view"))
            assert (view["version"], view["status"]) == (middle, "running")
            seat = "ABCDE".index(record["moves"][middle][0])
            assert view["to_move"] == [seat]
            legal = [option["move"] for option in view["legal"]]
            assert record["moves"][middle][2:] in legal
        beyond = browser.post(
            "/api/tables",
            json={"seats": [{"kind": "me"}] * 2, "from_table": made["table"], "from_move": 9999},
        )
        await problem(beyond, 409, "bad_move_number")


async def test_a_table_can_begin_from_a_position(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        made = await new_table(browser, "me", "me")
        position = live.hall.tables[made["table"]].game.position()
        puzzle = await new_table(browser, "me", "me", position=position)
        view = await ok(browser.get(f"/api/tables/{puzzle['table']}/view"))
        assert view["decision"] == "start"
        wrong = browser.post(
            "/api/tables", json={"seats": [{"kind": "me"}] * 2, "position": "seats A B coins C9"}
        )
        assert "stage" in await problem(wrong, 409, "bad_position")


@pytest.mark.parametrize(
    ("body", "code", "word"),
    [
        ({"seats": [{"kind": "me"}]}, "bad_request", "seats"),
        ({"seats": [{"kind": "me"}] * 3, "house": {"neutral": True}}, "bad_house", "neutral"),
        ({"seats": [{"kind": "me"}, {"kind": "bot"}]}, "bad_seats", "seats.1"),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "bot": "hal"}]}, "unknown_bot", "hal"),
        ({"seats": [{"kind": "me"}, {"kind": "me", "name": "<b>"}]}, "bad_request", "name"),
        ({"seats": [{"kind": "me"}, {"kind": "me", "name": "\x0bAnn"}]}, "bad_request", "name"),
        ({"seats": [{"kind": "me"}, {"kind": "me", "name": "  "}]}, "bad_request", "name"),
        ({"seats": [{"kind": "me"}] * 2, "opne": True}, "bad_request", "opne"),
        ({"seats": [{"kind": "me"}] * 2, "from_move": 3}, "bad_start", "record"),
    ],
)
async def test_bad_tables_are_refused_with_what_is_wrong(
    tmp_path: Path, body: Json, code: str, word: str
) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        status = 422 if code == "bad_request" else 409
        assert word in await problem(browser.post("/api/tables", json=body), status, code)
        assert await live.hall.services.store.count_tables() == 0


async def test_what_is_wrong_is_named_in_no_language(tmp_path: Path) -> None:
    """The page has its own words for a code; only the place is the server's to say."""
    twice = [{"kind": "me"}] * 2
    wrong: dict[str, Json] = {
        "body.seats.0.kind": {"seats": [{"kind": "cat"}, {"kind": "me"}]},
        "seats.1": {"seats": [{"kind": "me"}, {"kind": "bot"}]},
        "neutral": {"seats": [{"kind": "me"}] * 3, "house": {"neutral": True}},
        "coins": {"seats": twice, "position": "seats A B; stage rows; coins C9"},
        "stage": {"seats": twice, "position": "seats A B"},
    }
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        for where, body in wrong.items():
            answer = await browser.post("/api/tables", json=body)
            assert answer.json()["where"] == where, answer.text


async def test_hot_seat(tmp_path: Path) -> None:
    """Several seats of one browser: each sees its own hand, one at a time."""
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        made = await new_table(browser, "me", "me", "random")
        path = f"/api/tables/{made['table']}"
        assert (await ok(browser.get(path)))["mine"] == [0, 1]
        table = live.hall.tables[made["table"]]
        for seat in (0, 1):
            view = await ok(browser.get(f"{path}/view?seat={seat}"))
            hand = [int(n) for n in table.game.view(seat).hand[seat]]
            assert list(view["hand"].values()) == hand
        await problem(browser.get(f"{path}/view?seat=2"), 403, "not_your_seat")
        assert (await ok(browser.get(f"{path}/view?watch=true")))["hand"] is None


async def test_the_neutral_variant(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        made = await finished_table(live, browser, "me", "random", house={"neutral": True})
        view = await ok(browser.get(f"/api/tables/{made['table']}/view"))
        assert [s["kind"] for s in view["seats"]] == ["person", "bot", "neutral"]
        assert sorted(view["ranking"]) == [0, 1]


async def test_restart_keeps_tables_seats_and_names(tmp_path: Path) -> None:
    given = settings(tmp_path)
    async with serving(given) as live, live.browser() as browser:
        made = await new_table(browser, "me", "person", open=True)
        cookies = dict(browser.cookies)
        before = await ok(browser.get(f"/api/tables/{made['table']}"))
    async with serving(given) as live, live.browser() as browser:
        browser.cookies.update(cookies)
        after = await ok(browser.get(f"/api/tables/{made['table']}"))
        assert after == before


async def test_rules_from_the_future_are_refused_whole(tmp_path: Path) -> None:
    given = settings(tmp_path)
    async with serving(given) as live, live.browser() as browser:
        made = await new_table(browser, "me", "me")
    with sqlite3.connect(tmp_path / "rialto.db") as db:
        db.execute("UPDATE games SET rules = 99")
    db.close()
    async with serving(given) as live, live.browser() as browser:
        message = await problem(
            browser.get(f"/api/tables/{made['table']}/view"), 409, "rules_unknown"
        )
        assert "99" in message
        assert made["table"] not in live.hall.tables
        assert (await ok(browser.get("/readyz")))["status"] == "ready"


async def test_a_crash_at_the_last_seat_does_not_keep_a_game_from_starting(tmp_path: Path) -> None:
    """D9: the state that a crash between the last seat and the start has left in an old database;
    and today both are one transaction."""
    given = settings(tmp_path)
    async with serving(given) as live, live.browser() as host, live.browser() as guest:
        made = await new_table(host, "me", "person", open=True)
        path = f"/api/tables/{made['table']}"
        commits: list[int] = []
        live.hall.services.store.on_commit(lambda size, seconds: commits.append(size))
        await ok(guest.post(f"{path}/sit", json={}))
        assert len(commits) == 2, "a session, and the seat with the start"
        assert (await ok(host.get(path)))["status"] == "running"
    with sqlite3.connect(tmp_path / "rialto.db") as db:
        db.execute("UPDATE games SET status = 'deleted'")
        db.execute("DELETE FROM events")
        db.execute("UPDATE games SET status = 'open'")
    db.close()
    async with serving(given) as live, live.browser() as other:
        assert (await ok(other.get(path)))["status"] == "running"
