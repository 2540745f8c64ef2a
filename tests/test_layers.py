"""Imports point one way: compile <- engine <- bots <- server, research, cli."""

import ast
from collections.abc import Iterator
from pathlib import Path

import rialto

ROOT = Path(rialto.__file__).parent
MAY_IMPORT = {
    "compile": set[str](),
    "engine": {"compile"},
    "bots": {"compile", "engine"},
    "server": {"compile", "engine", "bots", "locales"},
    "research": {"compile", "engine", "bots", "locales"},
    "cli": {"compile", "engine", "bots", "server", "research", "locales"},
    "locales": set[str](),
    "": {"engine"},  # rialto/__init__.py: `from rialto import Game, House`
}
# The game itself is pure: no I/O, clock, async, pydantic, logging; NumPy and Numba only.
ENGINE_MAY_NOT = set(
    "asyncio datetime fastapi http io locale logging multiprocessing os pathlib pydantic random"
    " requests rich shutil socket sqlite3 subprocess sys tempfile threading time uuid".split()
)
PUBLIC = {"game", "house", "box", "ids", "moves", "jobs"}
"""What the engine is for those who only ask it: a game, and the words and numbers to read it by.
The bots and the research interfaces also take its rules, for they are compiled with them."""
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
            if module == "rialto":  # `from rialto import engine` names the layer on the right
                yield from (f"rialto.{alias.name}" for alias in node.names)
            else:
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


def test_server_and_terminal_take_what_is_public() -> None:
    wrong = []
    for path in sorted([*(ROOT / "server").rglob("*.py"), *(ROOT / "cli").rglob("*.py")]):
        file = path.relative_to(ROOT).as_posix()
        for name in modules_imported(path):
            if name.startswith("rialto.engine.") and file not in MEASURE_THE_ENGINE:
                if name.split(".")[2] not in PUBLIC:
                    wrong.append(f"{file} imports {name}")
    assert not wrong, "\n".join(wrong)
