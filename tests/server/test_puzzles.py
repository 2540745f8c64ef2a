"""Puzzles by HTTP: who sees what before and after an answer."""

from pathlib import Path

import pytest

from rialto.review import puzzles
from rialto.review.puzzles import Puzzle
from tests.review.some_puzzles import SOME, a_puzzle
from tests.server.live import Json, serving, settings

ROW = SOME[0]
DISCARD = """
seats A B; stage discard; round 2; doge A4 B3
hand A 3 doge 3 gold 3 bridge; hand B 7 gold
"""


@pytest.fixture(autouse=True)
def _some(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "load", lambda: SOME)


async def test_a_puzzle_is_listed_shown_tried_and_answered(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as me:
        listed = (await me.get("/api/puzzles")).json()["puzzles"]
        assert [(one["name"], one["theme"], one["difficulty"]) for one in listed] == [
            ("row00001", "row", 1),
            ("bridge01", "bridge", 3),
        ]
        shown = (await me.get("/api/puzzles/row00001")).json()
        view = shown["view"]
        assert (view["seat"], view["decision"], view["to_move"]) == (2, "row", [2])
        assert [option["move"] for option in view["legal"]] == [f"row {n}" for n in range(1, 5)]
        tried = await me.post("/api/puzzles/row00001/try", json={"moves": ["row 2"]})
        assert [row["owner"] for row in tried.json()["rows"]] == [None, 2, None, None]
        wrong = (await me.post("/api/puzzles/row00001/answer", json={"moves": ["row 2"]})).json()
        assert (wrong["solved"], wrong["solution"], wrong["greedy"]) == (False, "row 3", "row 1")
        judgement = wrong["judgement"]
        assert (judgement["played"], judgement["better"]) == ("row 2", "row 3")
        assert (judgement["loss"], judgement["verdict"]) == (0.2, "better")
        assert judgement["choices"][0]["move"] == "row 3"
        assert judgement["reasons"][0]["mostly"] == "castello"
        assert {told["move"] for told in wrong["moves"]} == {f"row {n}" for n in range(1, 5)}
        assert wrong["position"] == ROW.position
        right = (await me.post("/api/puzzles/row00001/answer", json={"moves": ["row 3"]})).json()
        assert (right["solved"], right["judgement"]["verdict"]) == (True, "best")
        assert right["judgement"]["loss"] == 0.0


async def test_before_the_answer_no_byte_depends_on_the_solution(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two puzzles that differ in nothing but the solution look the same until they are answered."""

    async def said(one: Puzzle) -> list[bytes]:
        monkeypatch.setattr(puzzles, "load", lambda: (one,))
        path = f"/api/puzzles/{one.name}"
        return [
            (await me.get("/api/puzzles")).content,
            (await me.get(path)).content,
            (await me.post(f"{path}/try", json={"moves": ["row 3"]})).content,
        ]

    async with serving(settings(tmp_path)) as live, live.browser() as me:
        first = await said(ROW)
        assert first == await said(a_puzzle(ROW.name, ROW.position, "row 4", "row 2"))
        assert not any(b"judgement" in body or b"greedy" in body for body in first)


async def test_of_cards_discarded_together_one_may_be_the_solution(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = a_puzzle("discard1", DISCARD, "discard doge", "discard gold")
    monkeypatch.setattr(puzzles, "load", lambda: (one,))
    async with serving(settings(tmp_path)) as live, live.browser() as me:
        path = "/api/puzzles/discard1/answer"
        for moves, solved in (
            (["discard gold", "discard doge"], True),
            (["discard gold", "discard gold"], False),
        ):
            assert (await me.post(path, json={"moves": moves})).json()["solved"] is solved, moves


async def test_what_cannot_be_answered(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as me:
        assert (await me.get("/api/puzzles/nowhere")).json()["error"] == "not_found"
        for door in ("try", "answer"):
            path = f"/api/puzzles/row00001/{door}"
            nobody = await me.post(f"/api/puzzles/nowhere/{door}", json={"moves": ["row 1"]})
            assert nobody.status_code == 404
            refused = await me.post(path, json={"moves": ["row 9"]})
            assert (refused.status_code, refused.json()["error"]) == (409, "refused")
            assert refused.json()["rule"]
            bad: list[Json] = [{}, {"moves": []}, {"moves": "row 1"}, {"moves": [3]}, {"move": "x"}]
            for body in bad:
                assert (await me.post(path, json=body)).status_code == 422, body


async def test_one_can_play_on_from_there(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as me:
        answer = await me.post("/api/puzzles/row00001/answer", json={"moves": ["row 3"]})
        bot = {"kind": "bot", "bot": "random"}
        wanted = {
            "seats": [bot, bot, {"kind": "me"}],
            "position": answer.json()["position"],
            "first": [{"seat": 2, "move": "row 3"}],
            "practice": True,
        }
        made = await me.post("/api/tables", json=wanted)
        assert made.status_code == 201, made.text
        view = (await me.get(f"/api/tables/{made.json()['table']}/view")).json()
        assert view["practice"]
        assert view["rows"][2]["owner"] == 2
