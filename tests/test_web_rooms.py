"""Imports between the page's rooms point one way: lib <- art <- board <- game <- the pages."""

import re
from collections.abc import Iterator
from pathlib import Path, PurePath

SOURCE = Path(__file__).parents[1] / "web" / "src"
SHARED = {"lib", "art", "board"}
MAY_IMPORT = {
    "lib": set[str](),
    "styles": set[str](),
    "art": {"lib"},
    "board": {"lib", "art"},
    "game": SHARED,  # what live table and replay both show of a game
    "lobby": SHARED,
    "privacy": SHARED | {"company"},
    "mine": SHARED | {"company"},
    "company": SHARED,  # what people do to, and ask of, each other
    "waiting": SHARED | {"company"},
    "rules": SHARED | {"game", "guide"},  # its pictures are the table's, its tips the coach's
    "guide": SHARED,
    "end": SHARED | {"game", "guide", "company"},
    "review": SHARED | {"game"},  # what the coach says, at the table and in the replay
    "replay": SHARED | {"game", "review"},
    "table": SHARED
    | {"game", "guide", "end", "waiting", "company", "review"},  # before, in and after
    "puzzles": SHARED | {"game", "review", "table"},  # the table, with one question
}
"""The files beside the rooms (main.ts, App.svelte) may import every one."""
IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"']*)["']""")


def imports() -> Iterator[tuple[str, str]]:
    """Both ends of every import, static or not, as paths under web/src. Tests may look anywhere."""
    for path in sorted(SOURCE.rglob("*")):
        if path.suffix in (".ts", ".svelte") and not path.name.endswith(".test.ts"):
            for named in IMPORT.findall(path.read_text("utf-8")):
                target = (path.parent / named).resolve()
                yield str(path.relative_to(SOURCE)), str(target.relative_to(SOURCE))


def room(path: str) -> str:
    first, *rest = PurePath(path).parts
    return first if rest else ""


def test_imports_between_rooms_point_one_way() -> None:
    found = list(imports())
    assert len(found) > 300, "the imports are not read"
    assert not [
        f"{here} imports {there}"
        for here, there in found
        if room(here) not in ("", room(there)) and room(there) not in MAY_IMPORT[room(here)]
    ]


def test_no_arrow_of_the_list_leads_round() -> None:
    """And every room has its place in it."""
    folders = {path.name for path in SOURCE.iterdir() if path.is_dir()}
    assert folders == set(MAY_IMPORT)
    left = {name: set(others) for name, others in MAY_IMPORT.items()}
    while left:
        free = {name for name, others in left.items() if not others & left.keys()}
        assert free, f"a circle among {sorted(left)}"
        left = {name: others for name, others in left.items() if name not in free}
