"""Imports point one way: compile <- engine <- bots <- server, research <- learning, cli."""

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import rialto

ROOT = Path(rialto.__file__).parent
MAY_IMPORT = {
    "compile": set[str](),
    "engine": {"compile"},
    "bots": {"compile", "engine"},
    "fair": {"engine"},
    "server": {"compile", "engine", "bots", "review", "fair", "locales"},
    "research": {"compile", "engine", "bots", "locales"},
    "review": {"compile", "engine", "bots", "locales"},
    "learning": {"compile", "engine", "bots", "research"},
    "cli": {"compile", "engine", "bots", "fair", "review", "server", "research", "locales"},
    "locales": set[str](),
    "": {"engine"},  # rialto/__init__.py: `from rialto import Game, House`
}
# The game itself is pure: no I/O, clock, async, pydantic, logging; NumPy and Numba only.
ENGINE_MAY_NOT = set(
    "asyncio datetime fastapi http io locale logging multiprocessing os pathlib pydantic random"
    " requests rich shutil socket sqlite3 subprocess sys tempfile threading time uuid".split()
)
PUBLIC = {"game", "past", "house", "box", "ids", "moves", "jobs", "narrator", "telling"}
"""What the engine is for those who only ask it: a game, and the words and numbers to read it by.
The bots and the research interfaces also take its rules, for they are compiled with them."""
ROOMS: dict[str, dict[str, set[str]]] = {
    "server": {
        "places": set(),  # where a store is, in a setting or on the command line
        "": {"places"},  # auth, limits, logs, metrics, settings, trouble
        "wire": set(),
        "typescript": {"wire"},
        "store": {"places", "wire"},
        "show": {"wire"},  # a view of a game; it knows no table
        "minds": {"", "wire"},
        "services": {"", "minds", "store"},  # what every table is given
        "table": {"", "minds", "services", "show", "store", "wire"},
        "keeping": {"", "services", "store", "table", "wire"},
        "notify": {"", "services", "store", "table"},  # told of a table's changes, never asked
        "web": {"", "keeping", "minds", "notify", "services", "show", "store", "table", "wire"},
    },
    "bots": {
        "thought": set(),  # how a bot judges and searches; it knows no bot
        "observation": set(),
        "net": {"observation"},
        "belief": {"net"},
        "": {"thought", "net", "belief"},  # the bots themselves, and their names
        "tournament": {"", "net"},
        "tuning": {"thought"},
    },
}
"""What the rooms of a package may import of each other. A room is a folder, or a file that is named
here; the other files are the room without a name."""
MEASURE_THE_ENGINE = {"cli/bench.py", "cli/perft.py"}


def modules_imported(path: Path) -> Iterator[str]:
    """Full names of what a file imports, relative imports resolved, function bodies included."""
    package = ("rialto", *path.relative_to(ROOT).parent.parts)
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*base, *filter(None, [node.module])))
            # `from rialto.server import wire` names the room on the right.
            inside = ROOT.parent.joinpath(*module.split("."))
            named = [alias.name for alias in node.names]
            rooms = [n for n in named if (inside / n).is_dir() or (inside / f"{n}.py").exists()]
            yield from (f"{module}.{room}" for room in rooms)
            if len(rooms) < len(named):
                yield module


def layer(path: Path) -> str:
    parts = path.relative_to(ROOT).parts
    return parts[0] if len(parts) > 1 else ""


def test_imports_point_one_way() -> None:
    wrong = []
    for path in sorted(ROOT.rglob("*.py")):
        here = layer(path)
        for name in modules_imported(path):
            top, *rest = name.split(".")
            there = rest[0] if top == "rialto" and rest and (ROOT / rest[0]).is_dir() else here
            if there != here and there not in MAY_IMPORT[here]:
                wrong.append(f"{path.relative_to(ROOT)} imports {name}")
            if here == "engine" and top in ENGINE_MAY_NOT:
                wrong.append(f"{path.relative_to(ROOT)} imports {name}")
    assert not wrong, "\n".join(wrong)


def test_every_folder_has_its_layer() -> None:
    folders = {p.relative_to(ROOT).parts[0] for p in ROOT.rglob("*.py")} - {"__init__.py"}
    assert {f for f in folders if (ROOT / f).is_dir()} <= set(MAY_IMPORT)


def room_of(package: str, parts: Sequence[str]) -> str:
    """Of a module, by its name or path below the package."""
    first = parts[0].removesuffix(".py") if parts else ""
    return first if first in ROOMS[package] or (ROOT / package / first).is_dir() else ""


@pytest.mark.parametrize("package", ROOMS)
def test_rooms_take_only_from_rooms_below(package: str) -> None:
    wrong = []
    for path in sorted((ROOT / package).rglob("*.py")):
        here = room_of(package, path.relative_to(ROOT / package).parts)
        for name in modules_imported(path):
            top, *parts = name.split(".")
            if (top, *parts[:1]) == ("rialto", package):
                there = room_of(package, parts[1:])
                if there != here and there not in ROOMS[package][here]:
                    wrong.append(f"{path.relative_to(ROOT)} imports {name}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("package", ROOMS)
def test_no_arrow_between_rooms_leads_round(package: str) -> None:
    """And every folder is a room."""
    folders = {path.parent.name for path in (ROOT / package).glob("*/__init__.py")}
    assert folders <= ROOMS[package].keys()
    left = ROOMS[package]
    while left:
        free = {room for room, others in left.items() if not others & left.keys()}
        assert free, f"a circle among {sorted(left)}"
        left = {room: others for room, others in left.items() if room not in free}


def test_server_and_terminal_take_what_is_public() -> None:
    wrong = []
    for path in sorted([*(ROOT / "server").rglob("*.py"), *(ROOT / "cli").rglob("*.py")]):
        file = path.relative_to(ROOT).as_posix()
        for name in modules_imported(path):
            if name.startswith("rialto.engine.") and file not in MEASURE_THE_ENGINE:
                if name.split(".")[2] not in PUBLIC:
                    wrong.append(f"{file} imports {name}")
    assert not wrong, "\n".join(wrong)
