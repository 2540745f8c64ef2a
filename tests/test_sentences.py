"""Numbers and names in sentences: `sentences.json`, which the page's own test reads as well."""

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest

from rialto.locales import LANGUAGES, Argument, Term, article, words

SENTENCES: Final = json.loads((Path(__file__).parent / "sentences.json").read_text("utf-8"))
LOCALES: Final = Path(__file__).parents[1] / "src" / "rialto" / "locales"
NUMBERS: Final = (0, 1, 2, 5, 12, 21, 22)


def _argument(value: Any) -> Argument:
    return Term(*value) if isinstance(value, list) else value


@pytest.mark.parametrize("case", SENTENCES, ids=lambda case: f"{case['lang']}-{case['key']}")
def test_a_sentence_is_right_for_every_number_and_name(case: dict[str, Any]) -> None:
    speech = words(case["lang"])
    args = {name: _argument(value) for name, value in case["args"].items()}
    if isinstance(case["says"], str):
        assert speech.t(case["key"], **args) == case["says"]
        return
    said = {n: speech.t(case["key"], n=int(n), **args) for n in case["says"]}
    assert said == case["says"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_plural_has_a_form_for_every_number(lang: str) -> None:
    speech = words(lang)
    for path in (LOCALES / lang).glob("*.json"):
        for key, entry in json.loads(path.read_text("utf-8")).items():
            if isinstance(entry, dict) and "one" in entry:
                for n in NUMBERS:
                    assert re.search(rf"(?<!\d){n}(?!\d)|^[^{{]*$", speech.t(key, n=n)), (key, n)


def test_the_hungarian_article_goes_by_the_sound() -> None:
    vowels = ("Anna", "Éva", "Ödön", "ultra", "1", "5", "50", "512", "F", "S6", "X11")
    assert {article(text) for text in vowels} == {"az"}
    consonants = ("Béla", "Zoltán", "Citra", "0", "2", "10", "12", "21", "15", "B", "Q7", "Feri")
    assert {article(text) for text in consonants} == {"a"}
