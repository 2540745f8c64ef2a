"""Reviews of finished games, and other moves tried in them."""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

from rialto import Game
from rialto.review.report import from_dict, to_dict
from rialto.review.reviewing import review
from rialto.server.minds import thoughts
from rialto.server.table import reviews
from tests.patience import PATIENCE_S
from tests.review.late import REPLAYS, be_brief
from tests.server.live import Json, Live, new_table, serving, settings


def last_moves(n: int = 8) -> Game:
    """Of a recorded game, as a game of their own."""
    record = json.loads((REPLAYS / "2-players-standard-lagoon.json").read_text("utf-8"))
    whole = Game.from_record(record)
    before = whole.rewound()
    before.play_all(whole.log[:-n])
    game = Game.from_position(before.position(), seed=1, names=list(whole.names))
    game.play_all(whole.log[-n:])
    return game


@pytest.fixture(autouse=True)
def _brief(monkeypatch: pytest.MonkeyPatch) -> None:
    be_brief(monkeypatch, 4)
    monkeypatch.setattr(thoughts, "STRETCH_S", 0.0)
    monkeypatch.setattr(reviews, "KEEP_EVERY", 1)


@asynccontextmanager
async def visit(folder: Path) -> AsyncIterator[tuple[Live, httpx.AsyncClient]]:
    async with serving(settings(folder)) as live, live.browser() as me:
        yield live, me


async def upload(me: httpx.AsyncClient, game: Game) -> str:
    answer = await me.post("/api/records", json=game.record())
    assert answer.status_code == 201, answer.text
    return f"/api/records/{answer.json()['id']}"


async def until_done(me: httpx.AsyncClient, path: str, least: int | None = None) -> Json:
    """Or until so many decisions are judged."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            state: Json = (await me.get(f"{path}/review")).json()
            if state["stage"] == "done" or (least is not None and state["done"] >= least):
                return state
            assert state["stage"] in ("waiting", "working"), state
            await asyncio.sleep(0.02)


def review_a_part(record: Any, mode: str, so_far: Any, seconds: float) -> Any:
    """Nothing more once two decisions are judged."""
    if so_far is not None and len(so_far["decisions"]) >= 2:
        raise ValueError("too tired")
    return thoughts.review_on(record, mode, so_far, seconds)


async def test_a_review_is_made_once_and_kept_and_goes_on_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = last_moves()
    expected = to_dict(review({**game.record(), "names": ["1", "2"]}))
    with monkeypatch.context() as patch:
        patch.setitem(thoughts.THOUGHTS, "review", review_a_part)
        async with visit(tmp_path) as (_, me):
            path = await upload(me, game)
            assert (await me.get(f"{path}/review")).json()["stage"] == "none"
            begun = [(await me.post(f"{path}/review", json={})).json() for _ in range(3)]
            assert {state["stage"] for state in begun} <= {"waiting", "working"}
            await until_done(me, path, least=2)
    async with visit(tmp_path) as (live, me):
        kept = await live.hall.reviews._kept((path.rsplit("/", 1)[1], "quick"))
        assert 2 <= len(kept["decisions"]) < len(expected["decisions"])
        await me.post(f"{path}/review", json={"mode": "quick"})
        state = await until_done(me, path)
        assert state["report"] == expected
        assert from_dict(state["report"]).complete
        assert (await me.post(f"{path}/review", json={})).json() == state
        assert live.hall.reviews._open == {}


async def test_a_review_that_fails_can_be_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> object:
        raise ValueError("lost the thread")

    async with visit(tmp_path) as (_, me):
        path = await upload(me, last_moves())
        with monkeypatch.context() as patch:
            patch.setitem(thoughts.THOUGHTS, "review", fail)
            await me.post(f"{path}/review", json={})
            while (await me.get(f"{path}/review")).json()["stage"] != "failed":
                await asyncio.sleep(0.01)
        await me.post(f"{path}/review", json={})
        await until_done(me, path)


async def test_a_running_game_is_not_looked_back_at(tmp_path: Path) -> None:
    async with visit(tmp_path) as (_, me):
        table = (await new_table(me, "me", "random"))["table"]
        here = f"/api/tables/{table}"
        step = {"at": 1, "moves": [{"seat": 0, "move": "pass"}]}
        told = [
            await me.post(f"{here}/review", json={}),
            await me.get(f"{here}/moves?at=1"),
            await me.post(f"{here}/variation", json=step),
        ]
        assert {answer.json()["error"] for answer in told} == {"still_running"}
        for where in ("/api/tables/nowhere", "/api/records/nowhere"):
            assert (await me.post(f"{where}/review", json={})).status_code == 404
            assert (await me.get(f"{where}/moves?at=1")).status_code == 404


async def test_another_move_is_told_tried_and_answered_and_leaves_nothing(tmp_path: Path) -> None:
    game = last_moves(34)
    at = next(n for n, move in enumerate(game.log) if move.seat >= 0)
    async with visit(tmp_path) as (live, me):
        path = await upload(me, game)
        there = (await me.get(f"{path}/moves?at={at}")).json()
        assert there["seat"] == game.log[at].seat
        fold = game.rewound()
        fold.play_all(game.log[:at])
        legal = [move.text for move in fold.legal(there["seat"])]
        assert [told["move"] for told in there["moves"]] == legal
        other = next(m for m in there["moves"] if m["move"] != game.log[at].text)
        assert all(event["version"] == at + 1 for event in other["events"])
        step: dict[str, Any] = {"seat": there["seat"], "move": other["move"]}
        bare = (
            await me.post(f"{path}/variation", json={"at": at, "moves": [step], "answer": False})
        ).json()
        assert (bare["moves"], len(bare["frames"])) == ([step], 1)
        wanted = {"at": at, "moves": [step]}
        tried = [(await me.post(f"{path}/variation", json=wanted)).json() for _ in range(2)]
        assert tried[0] == tried[1], "who tries the same again sees the same"
        frames = tried[0]["frames"]
        assert frames[0] == bare["frames"][0]
        assert tried[0]["moves"][0] == step
        assert {m["seat"] for m in tried[0]["moves"][1:]} <= {1 - step["seat"]}
        last = frames[-1]["view"]
        assert step["seat"] in last["to_move"] and tried[0]["then"]["seat"] == step["seat"]
        again = (
            await me.post(f"{path}/variation", json={**wanted, "moves": tried[0]["moves"]})
        ).json()
        assert again["frames"] == frames
        then = {"seat": step["seat"], "move": tried[0]["then"]["moves"][-1]["move"]}
        line = [*tried[0]["moves"], then]
        more = (await me.post(f"{path}/variation", json={**wanted, "moves": line})).json()
        assert more["moves"][: len(line)] == line
        assert more["frames"][: len(frames)] == frames, "what was tried before stays as it was"
        assert (live.hall.tables, await live.hall.services.store.count_tables()) == ({}, 0)


async def test_whatever_is_asked_is_answered_or_refused(tmp_path: Path) -> None:
    rng = random.Random(5)
    odd: list[Any] = [None, -1, 0, 1, 1.5, 10**9, "", "pass", "build blue-4", [], {}, True, "\x00"]

    def anything() -> Any:
        move = {"seat": rng.choice(odd), "move": rng.choice(odd)}
        good = {"seat": rng.randrange(5), "move": rng.choice(["pass", "play 1", "row 2", "?"])}
        moves = [rng.choice([move, good]) for _ in range(rng.randrange(3))]
        return {"at": rng.choice([*odd, 5, 20]), "moves": rng.choice([moves, moves, *odd])}

    async with visit(tmp_path) as (_, me):
        path = await upload(me, last_moves())
        for _ in range(60):
            answer = await me.post(f"{path}/variation", json=anything())
            assert answer.status_code in (200, 409, 422), answer.text
            for query in ({"at": str(rng.choice(odd))}, {}):
                assert (await me.get(f"{path}/moves", params=query)).status_code in (200, 409, 422)
            body = rng.choice([*odd, {"mode": rng.choice(odd)}, {"mode": "quick", "x": 1}])
            if body != {}:
                assert (await me.post(f"{path}/review", json=body)).status_code == 422, body
