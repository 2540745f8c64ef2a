"""`locales/GLOSSARY.md`: the words of the game are used, and those it warns of are not."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from rialto.locales import LANGUAGES

LOCALES: Final = Path(__file__).parents[1] / "src" / "rialto" / "locales"
ROWS: Final = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (LOCALES / "GLOSSARY.md").read_text("utf-8").splitlines()
    if line.startswith("| ")
]
TERMS: Final = [row for row in ROWS if len(row) == 6][1:]
WRONG: Final = [row for row in ROWS if len(row) == 4][1:]
COLUMNS: Final = ("en", "pl", "cs", "hu", "de")


def _strings(tree: Any) -> Iterator[str]:
    if isinstance(tree, str):
        yield tree
    else:
        for value in tree.values() if isinstance(tree, dict) else tree:
            yield from _strings(value)


def _all(lang: str) -> list[str]:
    files = sorted((LOCALES / lang).glob("*.json"))
    return [text for path in files for text in _strings(json.loads(path.read_text("utf-8")))]


def test_the_tables_are_read() -> None:
    assert COLUMNS == LANGUAGES
    assert len(TERMS) > 40
    assert len(WRONG) > 50
    assert {row[0] for row in WRONG} == set(LANGUAGES)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_word_is_used_that_the_glossary_warns_of(lang: str) -> None:
    texts = _all(lang)
    used = {
        wrong: text
        for language, wrong, _, _ in WRONG
        if language == lang
        for text in texts
        if re.search(rf"(?<!\w){re.escape(wrong)}", text, re.IGNORECASE)
    }
    assert not used


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_term_is_used(lang: str) -> None:
    """By its stem, for words are inflected; the forms of a cell are told apart by commas."""
    column = COLUMNS.index(lang)
    whole = " ".join(_all(lang)).lower()
    for row in TERMS:
        cell = re.sub(r" \([^)]*\)|\([^)]*\) ", "", row[column])
        for term in cell.split(", "):
            stems = [word[: max(3, len(word) - 3)].lower() for word in term.split()]
            assert all(stem in whole for stem in stems), f"{lang}: {term}"
