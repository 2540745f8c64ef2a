"""Every page loads only what it shows, and little of that (gzip, as it is sent)."""

import gzip
import json
from typing import Any, Final

import pytest

from rialto.server.web.page import FOLDER

MANIFEST: Final = FOLDER / ".manifest.json"
START: Final = "src/main.ts"
LIMITS: Final = {
    "lobby/Lobby": 45_000,
    "lobby/NewTable": 45_000,
    "lobby/History": 45_000,
    "waiting/Waiting": 45_000,
    "rules/RulesPage": 55_000,
    "guide/GuidePage": 45_000,
    "puzzles/PuzzlesPage": 45_000,
    "puzzles/PuzzleTable": 100_000,
    "puzzles/Explanation": 100_000,
    "privacy/PrivacyPage": 45_000,
    "mine/MinePage": 45_000,
    "replay/ReplayPage": 100_000,
    "table/TablePage": 100_000,
    "guide/Coach": 100_000,
    "end/End": 100_000,
    "company/SitDown": 100_000,
    "company/TableMenu": 100_000,
    "company/PersonMenu": 100_000,
    "review/Beliefs": 100_000,
    "table/Help": 100_000,
    "table/Hint": 100_000,
    "table/LastWord": 100_000,
    "replay/ReviewTab": 100_000,
}
"""Bytes of JavaScript that a page loads before it shows, or a part of the table with it."""


LARGE = {page for page, limit in LIMITS.items() if limit > 55_000}
AT_THE_TABLE = (
    "guide/Coach",
    "end/End",
    "company/SitDown",
    "company/TableMenu",
    "company/PersonMenu",
    "review/Beliefs",
    "table/Help",
    "table/Hint",
    "table/LastWord",
)


@pytest.fixture(scope="module")
def chunks() -> dict[str, Any]:
    assert MANIFEST.is_file(), "the client is not built: run `make client`"
    built: dict[str, Any] = json.loads(MANIFEST.read_text("utf-8"))
    return built


def loads(chunks: dict[str, Any], *names: str) -> set[str]:
    """The chunks that these bring with them."""
    seen: set[str] = set()
    todo = list(names)
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo += chunks[name].get("imports", [])
    return seen


def packed(chunks: dict[str, Any], names: set[str]) -> int:
    return sum(len(gzip.compress((FOLDER / chunks[n]["file"]).read_bytes(), 9)) for n in names)


def pages(chunks: dict[str, Any]) -> set[str]:
    """What is loaded on demand and shows something; `lib/fair` only computes."""
    found = {
        name
        for name, chunk in chunks.items()
        if chunk.get("isDynamicEntry") and name.endswith(".svelte")
    }
    return {name.removeprefix("src/").removesuffix(".svelte") for name in found}


def test_every_page_has_its_limit(chunks: dict[str, Any]) -> None:
    assert pages(chunks) == set(LIMITS)


def size(chunks: dict[str, Any], page: str) -> int:
    table = ["src/table/TablePage.svelte"] if page in AT_THE_TABLE else []
    return packed(chunks, loads(chunks, START, f"src/{page}.svelte", *table))


@pytest.mark.parametrize(("page", "limit"), LIMITS.items())
def test_a_page_loads_little(chunks: dict[str, Any], page: str, limit: int) -> None:
    assert size(chunks, page) <= limit


@pytest.mark.parametrize("page", LIMITS)
def test_a_page_comes_in_few_files(chunks: dict[str, Any], page: str) -> None:
    """Code and styles: each file is a round trip, and over HTTP/1.1 six of them are under way at a
    time."""
    brought = loads(chunks, START, f"src/{page}.svelte")
    files = {chunks[name]["file"] for name in brought}
    files |= {css for name in brought for css in chunks[name].get("css", [])}
    assert len(files) <= (18 if page in LARGE else 10), sorted(files)


@pytest.mark.parametrize("page", LIMITS)
def test_a_page_loads_no_other_page(chunks: dict[str, Any], page: str) -> None:
    brought = loads(chunks, START, f"src/{page}.svelte")
    assert {name for name in brought if chunks[name].get("isDynamicEntry")} == {
        START,
        f"src/{page}.svelte",
    }


if __name__ == "__main__":
    built = json.loads(MANIFEST.read_text("utf-8"))
    for page in LIMITS:
        print(f"| {page} | {size(built, page) / 1000:.1f} |")
