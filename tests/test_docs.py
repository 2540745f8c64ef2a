"""What README and docs/api.md show is true: the lines run, and every public name is there."""

import ast
import doctest
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from rialto import Game, House
from rialto.engine import box, ids, moves
from rialto.engine import game as engine

ROOT = Path(__file__).parents[1]
API = (ROOT / "docs" / "api.md").read_text("utf-8")
SECTIONS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", API, re.M | re.S))


def documented(section: str) -> set[str]:
    """The names in the first column of the section's tables."""
    rows = re.findall(r"^\| (`.+?) \|", SECTIONS[section], re.M)
    spans = [span for row in rows for span in re.findall(r"`([^`]+)`", row)]
    return {re.split(r"\W", span.removeprefix(f"{section}."))[0] for span in spans}


def test_the_lines_of_the_readme_run() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    (lines,) = re.findall(r"```pycon\n(.*?)```", text, re.S)
    example = doctest.DocTestParser().get_doctest(lines, {}, "README.md", "README.md", 0)
    found = doctest.DocTestRunner().run(example)
    assert (found.failed, found.attempted) == (0, len(example.examples))


def public(*names: object) -> set[str]:
    return {str(name) for name in names if not str(name).startswith("_")}


def test_every_function_of_game_is_documented() -> None:
    assert documented("Game") == public(*dir(Game.new(players=2, seed=1)))


def test_every_function_of_house_is_documented() -> None:
    options = set(House.__dataclass_fields__)
    assert documented("House") - {"House"} == public(*vars(House)) - options


def test_everything_that_game_gives_is_documented() -> None:
    kinds = {name for name in engine.__all__ if isinstance(getattr(engine, name), type)}
    elsewhere = {"Game", "House", "Reading"}
    assert documented("What it gives and takes") == kinds - elsewhere | {"UnknownMove"}


@pytest.mark.parametrize("module", [box, ids, moves], ids=["box", "ids", "moves"])
def test_every_name_of_the_public_modules_is_documented(module: ModuleType) -> None:
    assert module.__file__ is not None
    tree = ast.parse(Path(module.__file__).read_text("utf-8"))
    assert documented(module.__name__.rpartition(".")[2]) == public(*defined(tree.body))


def defined(body: list[ast.stmt]) -> Iterator[str]:
    """What a module itself defines, imports left out."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id
        elif isinstance(node, ast.Assign):
            yield from (name.id for name in node.targets if isinstance(name, ast.Name))
