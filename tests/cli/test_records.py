"""`rialto verify` and `rialto replay`: good records, and every way a file can be bad."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rialto import House
from rialto.cli.complaint import BAD_INPUT
from rialto.cli.main import main
from rialto.fair.section import Missing
from tests.engine.both_modes import REPLAYS
from tests.fair.played import fair_record

GOOD = REPLAYS / "2-players-standard-lagoon.json"
Change = Callable[[dict[str, Any]], object]


def read() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(GOOD.read_text("utf-8"))
    return data


def test_a_good_record(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(GOOD)]) == 0
    assert f"{len(read()['moves'])} moves, 2 players, over" in capsys.readouterr().out


def other_card(data: dict[str, Any]) -> None:
    """Another card than the one that came: legal, but not what happened."""
    number = next(i for i, line in enumerate(data["moves"]) if line == "* card gold")
    data["moves"][number] = "* card doge"
    data["number"] = number + 1


CHANGES: dict[str, tuple[Change, str]] = {
    "future": (lambda d: d.update(version=99), "version 99 is from the future"),
    "future rules": (lambda d: d.update(rules=99), "rules 99 is from the future"),
    "other file": (lambda d: d.update(format="chess"), "not a Rialto record"),
    "fewer moves": (lambda d: d["moves"].pop(), "truncated"),
    "wrong type": (lambda d: d.update(moves="all"), "'moves' has the wrong type"),
    "unknown move": (lambda d: d["moves"].__setitem__(40, "A juggle"), "move 41: unknown move"),
    "unknown seat": (lambda d: d["moves"].__setitem__(40, "X pass"), "move 41: unknown seat"),
    "illegal move": (lambda d: d["moves"].__setitem__(40, "A use blue-4"), "move 41 is not legal"),
    "no options": (lambda d: d.pop("house"), "lacks 'house'"),
    "options": (lambda d: d["house"].update(players=9), "players must be 2 to 5"),
    "result": (
        lambda d: d["result"]["scores"][0].update(total=999),
        "the result is not what the moves lead to",
    ),
    "checksum": (lambda d: d["checks"].__setitem__(9, "0" * 8), "move 10: the state differs"),
}


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_record_is_refused(
    command: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change, words = CHANGES[name]
    data = read()
    change(data)
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(data), "utf-8")
    assert main([command, str(path)]) == BAD_INPUT
    told = capsys.readouterr()
    assert words in told.err and len(told.err.splitlines()) == 1 and not told.out


def test_a_tampered_card_is_found_where_it_stands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = read()
    other_card(data)
    path = tmp_path / "tampered.json"
    path.write_text(json.dumps(data), "utf-8")
    assert main(["verify", str(path)]) == BAD_INPUT
    assert f"move {data['number']}: the state differs" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (GOOD.read_bytes()[:5000], "damaged or cut short"),
        (b"", "damaged or cut short"),
        (b"\xff\xfe\x00", "not a text file"),
        (b"[]", "a record is a JSON object"),
        (b"[" * 100_000, "nested too deep"),
    ],
    ids=["cut short", "empty", "binary", "list", "deep"],
)
def test_a_damaged_file(
    content: bytes, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "damaged.json"
    path.write_bytes(content)
    assert main(["verify", str(path)]) == BAD_INPUT
    assert words in capsys.readouterr().err


def test_replay_until(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(GOOD), "--until", "60", "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert f"Move 60 of {len(read()['moves'])}" in told
    assert "Doge track" in told and "Final scoring" not in told


def test_replay_shows_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(GOOD)]) == 0
    told = capsys.readouterr().out
    assert "Final scoring" in told
    assert all(str(score["total"]) in told for score in read()["result"]["scores"])


@pytest.mark.parametrize("until", ["-1", "99999"])
def test_replay_until_a_move_that_is_not_there(
    until: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(GOOD), f"--until={until}"]) == BAD_INPUT
    assert f"until must be 0 to {len(read()['moves'])}" in capsys.readouterr().err


def fair_file(folder: Path, **changed: Any) -> Path:
    data = fair_record(House(players=2), missing=(Missing(1, 1, "Bruno"),))
    data["fair"].update(changed)
    path = folder / "fair.json"
    path.write_text(json.dumps(data), "utf-8")
    return path


def test_a_fair_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = fair_file(tmp_path)
    commitment = json.loads(path.read_text("utf-8"))["fair"]["commitment"]
    assert main(["verify", "--fair", "--commitment", commitment, str(path)]) == 0
    told = capsys.readouterr().out
    assert f"commitment {commitment}: the one that you were shown" in told
    assert "numbers of players: 2, as they were sealed" in told
    assert "attempt 1: the number of Bruno (seat 2) was missing" in told
    assert "draws follow from the secret and the numbers" in told
    assert main(["verify", str(path)]) == 0, "and it is an ordinary record"


def test_a_game_that_is_not_fair(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--fair", str(fair_file(tmp_path, secret="00" * 32))]) == BAD_INPUT
    assert "not fair: the secret, the game or its options are not" in capsys.readouterr().err
    other = ["verify", "--fair", "--commitment", "00" * 32, str(fair_file(tmp_path))]
    assert main(other) == BAD_INPUT
    assert "not what was shown" in capsys.readouterr().err
    assert main(["verify", "--fair", str(GOOD)]) == BAD_INPUT
    assert "no fair shuffle that could be checked" in capsys.readouterr().err
    assert main(["verify", "--commitment", "00", str(GOOD)]) == BAD_INPUT
    assert "--commitment goes with --fair" in capsys.readouterr().err
