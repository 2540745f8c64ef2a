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


PAGES = sorted(
    page
    for folder in ("docs", "web", ".")
    for page in (ROOT / folder).glob("**/*.md" if folder == "docs" else "*.md")
)
HOMES = [ROOT / folder for folder in (".", "tests", "web/src", "src/rialto")]
HOMES += (ROOT / "src" / "rialto").glob("*/")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_what_a_page_names_is_there(page: Path) -> None:
    """Files and folders in code, and the targets of links."""
    text = page.read_text("utf-8")
    named = re.findall(r"`((?:[\w.-]+/)+(?:[\w-]+\.(?:py|md|ts|svelte|json|txt|svg|css))?)`", text)
    missing = [
        name for name in named if not any((home / name).exists() for home in [page.parent, *HOMES])
    ]
    for target, anchor in re.findall(r"\]\((?!\w+:)([^)#]*)#?([^)]*)\)", text):
        there = (page.parent / target).resolve() if target else page
        if not there.exists() or (anchor and anchor not in anchors(there)):
            missing.append(f"{target}#{anchor}")
    assert not missing


def test_what_the_code_names_is_there() -> None:
    """Files in comments and docstrings, by their whole path."""
    sources = [*(ROOT / "src").rglob("*.py"), *(ROOT / "tests").rglob("*.py")]
    sources += [p for end in ("ts", "svelte") for p in (ROOT / "web" / "src").rglob(f"*.{end}")]
    path = re.compile(r"(?<![\w/.])(?:docs|tests|web|src)/[\w./-]+\.(?:py|md|ts|svelte|json|txt)\b")
    missing = {
        f"{source.relative_to(ROOT)}: {name}"
        for source in sources
        for name in path.findall(source.read_text("utf-8"))
        if not any((home / name).exists() for home in (ROOT, ROOT / "web"))
    }
    assert not missing


def anchors(page: Path) -> set[str]:
    """As GitHub makes them of headings."""
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_map_has_every_package() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    packages = {
        folder.relative_to(ROOT / "src" / "rialto").as_posix()
        for folder in (ROOT / "src" / "rialto").rglob("*/")
        if (folder / "__init__.py").exists()
    }
    small = {".", "server/web/routes"}  # named with the room that it is a part of
    assert {name for name in packages - small if f"| `{name}/`" not in text
            and f", `{name}/` |" not in text} == set()  # fmt: skip
