"""The command: help at once, one line for bad input, never a stack trace."""

import os
import subprocess
import sys
import time

import pytest

from rialto.cli import main as command
from rialto.cli.complaint import BAD_INPUT, OWN_FAULT
from rialto.cli.main import COMMANDS, main
from tests.engine.both_modes import REPLAYS

RECORD = REPLAYS / "2-players-standard-lagoon.json"


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    told = capsys.readouterr().out
    assert all(f"    {name} " in told for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([name, "--help"])
    assert end.value.code == 0
    assert f"rialto {name}" in capsys.readouterr().out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0
    assert capsys.readouterr().out.startswith("rialto 0.")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("nope", "nope"),
        ("bench --threads 0", "threads"),
        ("bench --seconds nan", "seconds"),
        ("bench --no-such", "--no-such"),
        ("perft", "POSITION"),
        ("perft 1 --depth 0", "depth"),
        ("perft 1 --players 6", "players must be 2 to 5"),
        ("perft 1 --players 3 --neutral", "neutral"),
        ("perft 1 --edition klingon", "edition"),
        ("perft 1 --board moon", "board"),
        ("perft no-such-file", "no-such-file"),
        ("verify no-such-file", "no-such-file"),
        ("verify .", "."),
        ("replay no-such-file", "no-such-file"),
        ("play --terminal --lang xx", "--lang must be one of en, pl, cs, hu, de"),
        ("play --terminal --bots ,", "bots"),
        ("play --terminal --bots nobody", "unknown bot 'nobody'"),
        ("play --terminal --players 7", "players must be 2 to 5"),
        ("play --terminal --seed x", "seed"),
        ("play --resume no-such-file", "no-such-file"),
        ("play --resume", "no saved game"),
        ("arena --bots nobody", "unknown bot 'nobody'"),
        ("arena --bots greedy --players two", "players must be numbers from 2 to 5"),
        ("stats --bot greedy --edition klingon", "edition"),
        ("backup --db no-such-file copy.db", "no-such-file"),
        ("restore --db no-such-file no-such-copy", "no-such-copy"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    line: str, words: str, capfd: pytest.CaptureFixture[str]
) -> None:
    try:
        code: object = main(line.split())
    except SystemExit as end:
        code = end.code
    told = capfd.readouterr()
    assert code == BAD_INPUT
    last = told.err.strip().splitlines()[-1]
    assert words in last and last.startswith("rialto")
    assert "Traceback" not in told.err and not told.out


def test_a_position_that_is_none_is_named(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "seats A B  step gold  hand A 12 gold"]) == BAD_INPUT
    assert "only 11 gold cards" in capfd.readouterr().err


def test_our_own_faults_are_one_line_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(wanted: str | None) -> object:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(command, "build_parser", fail)
    assert main(["bench"]) == OWN_FAULT
    told = capsys.readouterr().err
    assert "ZeroDivisionError: oh" in told and len(told.splitlines()) == 1
    monkeypatch.setenv("RIALTO_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["bench"])


def test_help_loads_no_engine() -> None:
    """So that it comes at once, and a command can choose the engine's mode."""
    code = "import sys; from rialto.cli.main import main; main([]); print('numba' in sys.modules)"
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ
    )
    assert done.stdout.strip().endswith("False")
    assert time.monotonic() - began < 60


def test_a_letter_that_the_terminal_lacks_becomes_a_question_mark() -> None:
    """On Windows a file or a pipe has the system's code page."""
    command = [sys.executable, "-m", "rialto.cli.main", "replay", "--lang", "pl", str(RECORD)]
    poor = {**os.environ, "PYTHONIOENCODING": "ascii", "RIALTO_JIT": "0"}
    done = subprocess.run(command, capture_output=True, text=True, env=poor)
    assert done.returncode == 0 and "?" in done.stdout and not done.stderr


def test_a_reader_that_has_seen_enough_is_no_trouble() -> None:
    program = f"{sys.executable} -m rialto.cli.main perft 1 --depth 2 | true"
    done = subprocess.run(
        ["sh", "-c", program], capture_output=True, text=True, env={**os.environ, "RIALTO_JIT": "0"}
    )
    assert done.returncode == 0 and "Traceback" not in done.stderr
