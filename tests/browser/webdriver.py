"""Browsers that Playwright does not drive as they are shipped: Firefox, by WebDriver BiDi, and
WebKit, the engine of every iPhone, by WebDriver.

Our own few lines, because Selenium would need geckodriver, which no package registry has: it is
fetched from the network by whoever wants it. Both browsers come from Debian.
"""

import base64
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from websockets.sync.client import ClientConnection, connect

from tests.patience import PATIENCE_S

LISTENS = re.compile(r"BiDi listening on (ws://\S+)")
PREFERENCES = {
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.enabled": False,
}
# The window of this browser is as wide as its bar of buttons needs; a phone is narrower.
SLIM_BAR = "* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; }"
LISTEN_FOR_ERRORS = """(() => {
    window.trouble = [];
    // Only says that something is measured in the next picture; both other engines keep it quiet.
    const late = (event) => event.message.startsWith('ResizeObserver loop');
    addEventListener('error', (event) => late(event) || window.trouble.push(event.message));
    addEventListener('unhandledrejection', (event) => window.trouble.push(String(event.reason)));
})()"""


class Missing(Exception):
    """A program that has to be installed first."""


class Remote(Protocol):
    """What a smoke test needs of a browser."""

    def go(self, url: str) -> None: ...
    def run(self, expression: str) -> Any:
        """The value of a JavaScript expression, awaited, as JSON carries it."""

    def press(self, x: float, y: float) -> None: ...
    def resize(self, width: int, height: int) -> None: ...
    def picture(self) -> bytes: ...
    def trouble(self) -> list[str]:
        """Errors of the page so far."""


def pointer(x: float, y: float) -> list[dict[str, Any]]:
    """One press, in the words that both protocols share."""
    moves = [
        {"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)},
        {"type": "pointerDown", "button": 0},
        {"type": "pointerUp", "button": 0},
    ]
    return [{"type": "pointer", "id": "pointer", "actions": moves}]


def as_json(expression: str) -> str:
    return f"(async () => JSON.stringify((await ({expression})) ?? null))()"


class Bidi:
    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._sent = 0
        self._errors: list[str] = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        tree = self._ask("browsingContext.getTree")
        self._page = {"context": tree["contexts"][0]["context"]}

    def _ask(self, method: str, **params: Any) -> Any:
        self._sent += 1
        self._line.send(json.dumps({"id": self._sent, "method": method, "params": params}))
        while True:
            said = json.loads(self._line.recv(PATIENCE_S))
            if said.get("method") == "log.entryAdded" and said["params"]["level"] == "error":
                self._errors.append(said["params"]["text"])
            if said.get("id") == self._sent:
                assert said["type"] == "success", f"{method}: {said}"
                return said["result"]

    def go(self, url: str) -> None:
        self._ask("browsingContext.navigate", **self._page, url=url, wait="complete")

    def run(self, expression: str) -> Any:
        told = self._ask(
            "script.evaluate", expression=as_json(expression), target=self._page, awaitPromise=True
        )
        assert told["type"] == "success", told["exceptionDetails"]["text"]
        return json.loads(told["result"]["value"])

    def press(self, x: float, y: float) -> None:
        self._ask("input.performActions", **self._page, actions=pointer(x, y))

    def resize(self, width: int, height: int) -> None:
        self._ask(
            "browsingContext.setViewport",
            **self._page,
            viewport={"width": width, "height": height},
        )

    def picture(self) -> bytes:
        shot = self._ask("browsingContext.captureScreenshot", **self._page)
        return base64.b64decode(shot["data"])

    def trouble(self) -> list[str]:
        return self._errors


class Classic:
    def __init__(self, address: str, browser: str) -> None:
        self._address = address
        options = {"binary": browser, "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        made = self._ask("POST", "/session", capabilities=wanted)
        self._address += f"/session/{made['sessionId']}"

    def _ask(self, method: str, path: str, **body: Any) -> Any:
        request = urllib.request.Request(
            self._address + path,
            method=method,
            data=json.dumps(body).encode() if method == "POST" else None,
            headers={"content-type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as refused:
            raise AssertionError(f"{path}: {refused.read().decode()}") from None

    def go(self, url: str) -> None:
        self._ask("POST", "/url", url=url)
        self.run(LISTEN_FOR_ERRORS)

    def run(self, expression: str) -> Any:
        script = (
            f"const done = arguments[0]; {as_json(expression)}"
            ".then((told) => done({ told }), (error) => done({ error: String(error) }))"
        )
        answer = self._ask("POST", "/execute/async", script=script, args=[])
        assert "told" in answer, answer["error"]
        return json.loads(answer["told"])

    def press(self, x: float, y: float) -> None:
        self._ask("POST", "/actions", actions=pointer(x, y))

    def resize(self, width: int, height: int) -> None:
        """The page; the window is higher, by its bar."""
        self._ask("POST", "/window/rect", width=width, height=height)
        bar = height - self.run("innerHeight")
        self._ask("POST", "/window/rect", width=width, height=height + bar)
        assert self.run("[innerWidth, innerHeight]") == [width, height]

    def picture(self) -> bytes:
        return base64.b64decode(self._ask("GET", "/screenshot"))

    def trouble(self) -> list[str]:
        errors: list[str] = self.run("window.trouble")
        return errors

    def close(self) -> None:
        self._ask("DELETE", "")


def need(program: str, package: str) -> str:
    found = shutil.which(program)
    if found is None:
        raise Missing(f"{program} is missing: apt-get install {package}")
    return found


@contextmanager
def started(command: list[str], **how: Any) -> Iterator[subprocess.Popen[str]]:
    """A program that is ended with the block."""
    with subprocess.Popen(command, text=True, **how) as process:
        try:
            yield process
        finally:
            process.terminate()
            process.wait(PATIENCE_S)


@contextmanager
def firefox() -> Iterator[Remote]:
    program = need("firefox-esr", "firefox-esr")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in PREFERENCES.items()]
        (Path(profile) / "user.js").write_text("\n".join(lines), "utf-8")
        command = [program, "--headless", "--no-remote", "--profile", profile]
        with started(
            [*command, "--remote-debugging-port=0"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        ) as process:  # fmt: skip
            assert process.stderr is not None
            heard = next((h for line in process.stderr if (h := LISTENS.search(line))), None)
            assert heard, "Firefox did not start"
            # A full pipe would stop it.
            threading.Thread(target=process.stderr.read, daemon=True).start()
            with connect(f"{heard[1]}/session", max_size=None) as line:
                yield Bidi(line)


@contextmanager
def webkit() -> Iterator[Remote]:
    driver = need("WebKitWebDriver", "webkit2gtk-driver")
    screen = need("Xvfb", "xvfb")
    browser = next(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"), None)
    if browser is None:
        raise Missing("MiniBrowser is missing: apt-get install libwebkit2gtk-4.1-0")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home,
        started(
            [screen, "-displayfd", "1", "-screen", "0", "1920x1200x24", "-nolisten", "tcp"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        ) as display,
    ):  # fmt: skip
        assert display.stdout is not None
        style = Path(home) / "gtk-3.0" / "gtk.css"
        style.parent.mkdir()
        style.write_text(SLIM_BAR, "utf-8")
        places = {f"XDG_{what}_HOME": home for what in ("CONFIG", "CACHE", "DATA", "STATE")}
        shown = {"DISPLAY": f":{display.stdout.readline().strip()}", "GDK_BACKEND": "x11"}
        with started(
            [driver, "--host=127.0.0.1", f"--port={port}"], env={**os.environ, **places, **shown}
        ):
            wait_for(port)
            session = Classic(f"http://127.0.0.1:{port}", str(browser))
            yield session
            session.close()


def wait_for(port: int) -> None:
    for _ in range(100):
        with socket.socket() as door:
            door.settimeout(1)
            if door.connect_ex(("127.0.0.1", port)) == 0:
                return
        threading.Event().wait(0.1)
    sys.exit("WebKitWebDriver did not start")
