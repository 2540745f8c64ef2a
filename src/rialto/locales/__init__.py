"""Words: one set of JSON files for the page and the terminal.

A template holds placeholders: `{name}` puts in the argument; when the argument is a `Term` (a thing
of the game that has a word of its own), `{kind}` puts in the word `kind.<id>` and `{kind:acc}` the
form `kind.<id>.acc`, or the plain word where the language needs no such form. `{name:az}` and
`{name:Az}` put the Hungarian article before it. A plural entry is an object by category; the number
that decides is the argument `n`. The page does the same in `web/src/lib/i18n.svelte.ts`;
`tests/sentences.json` holds both to it.
"""

import json
import re
from functools import cache
from importlib import resources
from typing import Final, NamedTuple

LANGUAGES: Final = ("en", "pl", "cs", "hu", "de")
_PLACEHOLDER: Final = re.compile(r"\{(\w+)(?::(\w+))?\}")
_SPOKEN_VOWEL: Final = re.compile(
    r"[aáeéiíoóöőuúüűAÁEÉIÍOÓÖŐUÚÜŰ]|[FLMNRSXY](?![^\W\d_])|1(?!\d)|5"
)
"""A vowel, a letter by its name (ef, el, …), egy, or öt, ötven, ötszáz."""
_RULES_TEXT: Final = "rules.json"
"""Long texts that only the page shows."""

Entry = str | dict[str, str]


class Term(NamedTuple):
    """A thing of the game with a word of its own."""

    area: str
    id: str


Argument = int | str | Term


class UnknownLanguage(ValueError):
    """There are no words in that language."""


def plural(language: str, n: int) -> str:
    """The category of a whole number, as the Unicode rules have it."""
    if n == 1:
        return "one"
    if language == "pl":
        return "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many"
    if language == "cs":
        return "few" if n in (2, 3, 4) else "other"
    return "other"


def article(text: str) -> str:
    """The Hungarian article goes by the sound that follows: az Ultra, a Citra, az 1., a 2."""
    return "az" if _SPOKEN_VOWEL.match(text) else "a"


class Words:
    """The words of one language; where one is missing, the English one."""

    def __init__(self, language: str, entries: dict[str, Entry]) -> None:
        self.language = language
        self._entries = entries

    def known(self, key: str) -> bool:
        return key in self._entries

    def t(self, key: str, **args: Argument) -> str:
        """The sentence of a key; the key itself if there is none."""
        entry = self._entries.get(key, key)
        if isinstance(entry, dict):
            n = args.get("n")
            category = plural(self.language, abs(n)) if isinstance(n, int) else "other"
            entry = entry.get(category) or entry.get("other") or key
        return _PLACEHOLDER.sub(lambda found: self._fill(found, args), entry)

    def _fill(self, found: re.Match[str], args: dict[str, Argument]) -> str:
        form = found[2]
        if form not in ("az", "Az"):
            return self._word(args.get(found[1], ""), form, args)
        word = self._word(args.get(found[1], ""), None, args)
        which = article(word)
        return f"{which.capitalize() if form == 'Az' else which} {word}"

    def _word(self, value: Argument, form: str | None, args: dict[str, Argument]) -> str:
        if isinstance(value, int):
            return str(value).replace("-", "−")  # a true minus sign, as on the page
        if isinstance(value, str):
            return value
        plain = f"{value.area}.{value.id}"
        formed = f"{plain}.{form}"
        return self.t(formed if form and self.known(formed) else plain, **args)

    def all_of(self, items: list[str]) -> str:
        """A list as the language writes it: "a, b and c"."""
        if len(items) < 2:
            return "".join(items)
        return self.t("terminal.list", first=", ".join(items[:-1]), last=items[-1])


def _entries(language: str) -> dict[str, Entry]:
    entries: dict[str, Entry] = {}
    for part in (resources.files(__package__) / language).iterdir():
        if part.name.endswith(".json") and part.name != _RULES_TEXT:
            entries |= json.loads(part.read_text("utf-8"))
    return entries


@cache
def words(language: str) -> Words:
    """The words of a language."""
    if language not in LANGUAGES:
        raise UnknownLanguage(f"language must be one of {', '.join(LANGUAGES)}, not {language!r}")
    own = _entries(language)
    return Words(language, own if language == "en" else {**_entries("en"), **own})
