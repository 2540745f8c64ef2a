"""What may they hold: who is told, and what follows from it."""

import json
from pathlib import Path

import pytest

from rialto import Game
from rialto.review.holdings import QUICK, holdings
from rialto.server.minds import botpool
from tests.server.live import new_table, serving, settings, until


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was thought about."""
    asked: list[str] = []

    def think(what: str, args: tuple[object, ...], seconds: float) -> object:
        asked.append(what)
        (view,) = args
        return holdings(view, guesses=4)  # type: ignore[arg-type]  # a View, from the server

    monkeypatch.setattr(botpool, "think", think)
    return asked


async def test_only_a_seat_believes_and_each_move_is_thought_about_once(
    tmp_path: Path, counted: list[str]
) -> None:
    given = settings(tmp_path)
    async with serving(given, seed=lambda: 1) as live, live.browser() as me:
        table = (await new_table(me, "me", "random", "random"))["table"]
        path = f"/api/tables/{table}/beliefs"
        game = live.hall.tables[table]
        await until(lambda: game.game.to_move == (0,))
        first = await me.get(path)
        assert [hand["seat"] for hand in first.json()["hands"]] == [1, 2]
        assert (await me.get(path)).content == first.content
        assert counted == ["holdings"]
        assert (await me.get(f"{path}?at=1")).json()["version"] == 1
        async with live.browser() as stranger:
            assert (await stranger.get(path)).json()["error"] == "no_seat"
            assert (await stranger.get(f"{path}?seat=1")).status_code == 403
        for query, status in (
            ("seat=1", 403), ("seat=4", 403), ("seat=9", 422), ("seat=x", 422),
            ("at=-1", 422), ("at=99999", 409), ("at=1.5", 422),
        ):  # fmt: skip
            assert (await me.get(f"{path}?{query}")).status_code == status, query
        waiting = (await new_table(me, "me", "person"))["table"]
        assert (await me.get(f"/api/tables/{waiting}/beliefs")).json()["error"] == "not_running"
        assert (await me.get("/api/tables/nowhere/beliefs")).status_code == 404
        assert (await me.get("/api/records/nowhere/beliefs")).status_code == 404


async def test_at_a_table_set_up_without_they_wait_for_the_end(
    tmp_path: Path, counted: list[str]
) -> None:
    """Refused while the game runs, for every seat and every moment; then there for everybody."""
    record = json.loads(Path("tests/replays/2-players-standard-lagoon.json").read_text("utf-8"))
    last = {"record": record, "from_move": len(record["moves"]) - 1}
    async with (
        serving(settings(tmp_path), seed=lambda: 1) as live,
        live.browser() as me,
        live.browser() as stranger,
    ):
        made = await new_table(me, "me", "me", beliefs=False, **last)
        table = live.hall.tables[made["table"]]
        assert table.status == "running"
        path = f"/api/tables/{table.id}/beliefs"
        for query in ("seat=0", "seat=1", "seat=0&at=1"):
            told = await me.get(f"{path}?{query}")
            assert (told.status_code, told.json()["error"]) == (409, "no_beliefs"), query
        assert (await stranger.get(path)).json()["error"] == "no_seat"
        assert counted == []
        assert (await me.get(f"/api/tables/{table.id}/view")).json()["beliefs"] is False
        assert (await stranger.get(f"/api/tables/{table.id}")).json()["beliefs"] is False
        seat = table.to_move[0]
        body = {"move_id": "the-last-one", "version": table.version, "seat": seat}
        move = table.game.legal(seat)[0].text
        done = await me.post(f"/api/tables/{table.id}/command", json={**body, "moves": [move]})
        assert done.status_code == 200, done.text
        await until(lambda: table.status == "over")
        assert (await stranger.get(f"{path}?seat=1&at=60")).status_code == 200


async def test_older_tables_say_nothing_of_it_and_have_them(
    tmp_path: Path, counted: list[str]
) -> None:
    async with serving(settings(tmp_path), seed=lambda: 1) as live, live.browser() as me:
        made = await new_table(me, "me", "me")
        assert (await me.get(f"/api/tables/{made['table']}")).json()["beliefs"] is True
        table = live.hall.tables[made["table"]]
        del table.header.setup["beliefs"]
        assert (await me.get(f"/api/tables/{table.id}/beliefs?seat=0")).status_code == 200
        assert (await me.get(f"/api/tables/{table.id}/view?seat=0")).json()["beliefs"] is True


async def test_of_a_finished_game_everybody_may_ask_for_every_seat(
    tmp_path: Path, counted: list[str]
) -> None:
    record = next(Path("tests/replays").glob("*.json")).read_text("utf-8")
    async with serving(settings(tmp_path)) as live, live.browser() as me:
        headers = {"content-type": "application/json"}
        saved = (await me.post("/api/records", content=record, headers=headers)).json()
        path = f"/api/records/{saved['id']}/beliefs"
        for seat in (0, 1):
            answer = await me.get(f"{path}?seat={seat}&at=60")
            assert answer.status_code == 200, answer.text
            assert seat not in [hand["seat"] for hand in answer.json()["hands"]]
        assert (await me.get(f"{path}?seat=4")).status_code == 403


async def test_a_thought_that_fails_is_said_so_and_can_be_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(what: str, args: tuple[object, ...], seconds: float) -> object:
        raise ValueError("lost the thread")

    async with serving(settings(tmp_path), seed=lambda: 1) as live, live.browser() as me:
        table = (await new_table(me, "me", "random"))["table"]
        path = f"/api/tables/{table}/beliefs"
        with monkeypatch.context() as patch:
            patch.setattr(botpool, "think", fail)
            assert (await me.get(path)).json()["error"] == "no_answer"
        assert (await me.get(path)).status_code == 200


def test_what_is_certain_is_certain_and_chances_add_up() -> None:
    game = Game.new(3, seed=4)
    game.run_chance()
    while game.version < 120:
        game.play(game.legal(game.to_move[0])[0])
        game.run_chance()
    for hand in holdings(game.view(0), QUICK):
        truth = game.hand(hand.seat)
        assert hand.cards == sum(truth)
        assert all(sure <= held for sure, held in zip(hand.sure, truth, strict=True))
        missing = sum(max(0, s - h) for s, h in zip(hand.seen, truth, strict=True))
        assert missing <= hand.gone
        for k, chances in enumerate(hand.chances):
            assert 97 <= sum(chances) <= 103, "hundredths, rounded"
            assert not any(chances[: hand.sure[k]])
            assert len(chances) <= hand.cards + 1
