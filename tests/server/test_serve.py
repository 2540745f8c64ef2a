"""`rialto serve` and `rialto backup` as they are started, stopped and refused."""

import asyncio
import os
import signal
import sqlite3
import sys
import webbrowser
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

from rialto.cli import serve as command
from rialto.cli.main import main
from rialto.compile.cache import mark_of
from tests.server.crashes import free_port
from tests.server.live import new_table

TAKEN = -1
"""Stands for a port that another program listens on."""


async def rialto(folder: Path, *words: str, **env: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "rialto.cli.main", *words, cwd=folder,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "RIALTO_JIT": "0", "RIALTO_BOT_WORKERS": "0", **env},
    )  # fmt: skip


async def said(process: asyncio.subprocess.Process) -> tuple[int, str, str]:
    out, err = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()


async def started(process: asyncio.subprocess.Process) -> str:
    assert process.stdout is not None
    line = (await asyncio.wait_for(process.stdout.readline(), 60)).decode()
    assert line.startswith("Rialto: http://"), line
    return line.split()[-1].rstrip("/")


async def test_serve_stop_and_backup(tmp_path: Path) -> None:
    server = await rialto(tmp_path, "serve", "--port", "0", "--db", "mine.db")
    base = await started(server)
    async with httpx.AsyncClient(base_url=base) as browser:
        assert (await browser.get("/readyz")).json() == {"status": "ready"}
        made = await new_table(browser, "me", "me")
        code, out, _ = await said(await rialto(tmp_path, "backup", "--db", "mine.db", "copy.db"))
        assert (code, out.startswith("copy.db")) == (0, True)
        second = await rialto(tmp_path, "serve", "--port", "0", "--db", "mine.db")
        code, _, err = await said(second)
        assert code == 2
        assert "another server is using mine.db" in err
        assert "Traceback" not in err
    server.send_signal(signal.SIGTERM)
    code, _, err = await said(server)
    assert code == 0
    assert '"message": "stopped"' in err
    copy = sqlite3.connect(tmp_path / "copy.db")
    assert copy.execute("SELECT id FROM games").fetchall() == [(made["table"],)]
    copy.close()


async def test_metrics_have_a_door_of_their_own(tmp_path: Path) -> None:
    """D6: what Prometheus is told is none of the players' business."""
    door = free_port()
    server = await rialto(tmp_path, "serve", "--port", "0", RIALTO_METRICS_PORT=str(door))
    base = await started(server)
    async with httpx.AsyncClient() as browser:
        told = (await browser.get(f"http://127.0.0.1:{door}/metrics")).text
        assert "rialto_live_tables 0.0" in told
        assert "rialto_live_tables" not in (await browser.get(f"{base}/metrics")).text
        taken = await rialto(tmp_path, "serve", "--port", "0", "--db", "other.db",
                             RIALTO_METRICS_PORT=str(door))  # fmt: skip
        code, _, err = await said(taken)
        assert (code, f"cannot listen on 127.0.0.1:{door}" in err) == (2, True)
    server.send_signal(signal.SIGTERM)
    assert (await said(server))[0] == 0


async def test_on_a_home_network_it_says_where(tmp_path: Path) -> None:
    server = await rialto(tmp_path, "serve", "--host", "0.0.0.0", "--port", "0")
    assert (await started(server)).startswith("http://localhost:")
    server.send_signal(signal.SIGINT)
    await said(server)
    assert server.returncode == 0


@pytest.mark.parametrize(
    ("given", "env", "sentence"),
    [
        ({"port": 99999}, {}, "RIALTO_PORT"),
        ({}, {"RIALTO_COLOUR": "red"}, "unknown setting RIALTO_COLOUR"),
        ({"host": "203.0.113.1"}, {}, "cannot listen on 203.0.113.1"),
        ({"port": TAKEN}, {}, "cannot listen on 127.0.0.1"),
    ],
)
def test_a_wrong_start_gets_a_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    given: dict[str, Any],
    env: dict[str, str],
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RIALTO_JIT", os.environ.get("RIALTO_JIT", "1"))
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    taken = command.listening("127.0.0.1", 0)
    taken.listen()
    if given.get("port") == TAKEN:
        given = {"port": taken.getsockname()[1]}
    words = [word for name, value in given.items() for word in (f"--{name}", str(value))]
    assert main(["serve", *words]) == 2
    taken.close()
    said_so = capsys.readouterr().err
    assert said_so.startswith("rialto: ")
    assert sentence in said_so
    assert list(tmp_path.iterdir()) == [], "nothing was made"


def test_a_wrong_backup_gets_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["backup", "copy.db"]) == 2
    assert capsys.readouterr().err == "rialto: there is no database rialto.db\n"
    (tmp_path / "rialto.db").write_text("no database")
    assert main(["backup", "copy.db"]) == 2
    said_so = capsys.readouterr().err
    assert said_so == "rialto: rialto.db: file is not a database\n"
    monkeypatch.setenv("RIALTO_JIT", os.environ.get("RIALTO_JIT", "1"))
    assert main(["serve", "--port", "0"]) == 2
    assert capsys.readouterr().err == said_so
    made = {f.name for f in tmp_path.iterdir()} - {"rialto.db.lock"}
    assert made == {"rialto.db"}, "nothing was made"


def test_compiled_only_when_that_is_a_matter_of_a_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RIALTO_CACHE", str(tmp_path))
    monkeypatch.delenv("RIALTO_JIT", raising=False)
    command.choose_mode()
    assert os.environ["RIALTO_JIT"] == "0"
    monkeypatch.delenv("RIALTO_JIT")
    mark = mark_of("game")
    mark.parent.mkdir(parents=True)
    mark.touch()
    command.choose_mode()
    assert os.environ["RIALTO_JIT"] == "1"


async def test_play_opens_the_page_of_a_table_that_runs_already(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Any] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    port = free_port()
    assert not command.answers_here(port)
    server = await rialto(tmp_path, "serve", "--port", str(port))
    await started(server)
    code = await asyncio.to_thread(command.play_in_browser, port)
    assert (code, opened) == (0, [f"http://127.0.0.1:{port}/"])
    server.terminate()
    await said(server)
