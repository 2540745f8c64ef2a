"""Every word a player sees, in every language: complete, well-formed and truly translated."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from rialto.engine.events import ARGUMENTS
from rialto.engine.house import EDITIONS, OPTIONS, House
from rialto.engine.ids import Building, Decision, District, Event, Kind, Refusal, Why
from rialto.locales import LANGUAGES, plural
from rialto.server.trouble import AT_THE_GATE, TROUBLES
from tests import rules_page

ROOT: Final = Path(__file__).parents[1]
LOCALES: Final = ROOT / "src" / "rialto" / "locales"
CATEGORIES: Final = {
    # The plural categories of the Unicode CLDR, which browsers follow. Fractions have one of
    # their own in Polish (other) and Czech (many).
    "en": ("one", "other"),
    "pl": ("one", "few", "many", "other"),
    "cs": ("one", "few", "many", "other"),
    "hu": ("one", "other"),
    "de": ("one", "other"),
}
OTHERS: Final = tuple(lang for lang in CATEGORIES if lang != "en")
AREAS: Final = sorted(p.stem for p in (LOCALES / "en").glob("*.json") if p.stem != "rules")
STATED: Final = re.findall(
    r"^- \*\*([A-Z]\d+)\*\*", (ROOT / "docs" / "rules.md").read_text("utf-8"), re.MULTILINE
)
RULE_IDS: Final = tuple(rule for rule in STATED if rule[0] != "X")
EXAMPLE_IDS: Final = tuple(rule for rule in STATED if rule[0] == "X")
SAME_WORD: Final = frozenset({
    # Names, and words that a language happens to share with English (in lower case).
    "rialto", "cannaregio", "castello", "san", "marco", "santa", "croce", "polo", "dorsoduro",
    "citra", "ultra", "bonus", "bot", "bots", "doge", "gold", "gondola", "gondolier", "joker",
    "lobby", "most", "name", "normal", "offline", "phase", "start", "standard",
})  # fmt: skip
DERIVED: Final = {
    # Made by the page and the terminal from an event's arguments.
    "player", "what", "letter", "low", "high", "first", "second", "from", "n",
}  # fmt: skip
CASES: Final = ("acc",)
ID_FIELDS: Final = ("id", "rule", "mark")

Entry = str | dict[str, str]


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    twice = {key for key in keys if keys.count(key) > 1}
    assert not twice, f"written twice: {sorted(twice)}"
    return dict(pairs)


def _load(lang: str, area: str) -> Any:
    text = (LOCALES / lang / f"{area}.json").read_text(encoding="utf-8")
    return json.loads(text, object_pairs_hook=_once)


def _words(lang: str) -> dict[str, Entry]:
    return {key: entry for area in AREAS for key, entry in _load(lang, area).items()}


def _forms(entry: Entry) -> list[str]:
    return [entry] if isinstance(entry, str) else list(entry.values())


def _placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)(?::\w+)?\}", text))


def _case_form(key: str) -> bool:
    """A form of a word that only some languages have, such as `building.green-1.acc`."""
    return key.rpartition(".")[2] in CASES


def _untranslated(english: str, translated: str) -> bool:
    """The same text, and more in it than names, shared words and a few letters."""
    bare = re.sub(r"\{[^}]*\}", " ", english).lower()
    own = [w for w in re.findall(r"[^\W\d_]+", bare) if w not in SAME_WORD]
    return english == translated and sum(map(len, own)) > 4


def _strings(tree: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(tree, str):
        yield path, tree
    elif isinstance(tree, dict):
        for key, value in tree.items():
            yield from _strings(value, f"{path}/{key}")
    else:
        for i, value in enumerate(tree):
            yield from _strings(value, f"{path}/{i}")


def _shape(tree: Any, key: str = "") -> Any:
    """The rules without their words: what all languages share."""
    if isinstance(tree, str):
        return tree if key in ID_FIELDS else "text"
    if isinstance(tree, dict):
        return {k: _shape(v, k) for k, v in tree.items()}
    return [_shape(value, key) for value in tree]


def test_no_key_stands_in_two_areas() -> None:
    keys = [key for area in AREAS for key in _load("en", area)]
    assert sorted(set(keys)) == sorted(keys)


def test_whole_numbers_take_the_categories_of_the_language() -> None:
    assert tuple(CATEGORIES) == LANGUAGES
    polish = {0: "many", 1: "one", 2: "few", 4: "few", 5: "many", 11: "many", 12: "many",
              14: "many", 21: "many", 22: "few", 25: "many", 112: "many", 122: "few"}  # fmt: skip
    czech = {0: "other", 1: "one", 2: "few", 4: "few", 5: "other", 21: "other", 22: "other"}
    assert {n: plural("pl", n) for n in polish} == polish
    assert {n: plural("cs", n) for n in czech} == czech
    for lang in ("en", "hu", "de"):
        assert [plural(lang, n) for n in (0, 1, 2, 5, 21)] == ["other", "one"] + ["other"] * 3


@pytest.mark.parametrize("lang", CATEGORIES)
def test_every_text_is_there_and_in_the_voice_of_the_host(lang: str) -> None:
    files = {p.stem for p in (LOCALES / lang).iterdir()}
    assert files == {*AREAS, "rules"}
    for area in files:
        for path, text in _strings(_load(lang, area)):
            assert text.strip() == text != "", f"{lang}/{area} {path}: empty or padded"
            assert "!" not in text, f"{lang}/{area} {path}: a calm host does not shout"


@pytest.mark.parametrize("lang", CATEGORIES)
def test_plural_entries_have_exactly_the_categories_of_the_language(lang: str) -> None:
    for key, entry in _words(lang).items():
        if isinstance(entry, dict):
            assert tuple(entry) == CATEGORIES[lang], f"{lang} {key}: {tuple(entry)}"


@pytest.mark.parametrize("lang", CATEGORIES)
def test_all_forms_of_a_plural_take_the_same_arguments(lang: str) -> None:
    for key, entry in _words(lang).items():
        taken = [_placeholders(form) | {"n"} for form in _forms(entry)]
        assert all(t == taken[0] for t in taken), f"{lang} {key}: {taken}"


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("lang", OTHERS)
def test_a_language_says_all_that_english_says(lang: str, area: str) -> None:
    english, own = _load("en", area), _load(lang, area)
    shared = [key for key in own if not _case_form(key)]
    assert shared == list(english), "the same keys in the same order, to be read side by side"
    for key, entry in english.items():
        assert isinstance(own[key], type(entry)), f"{lang} {key}: plural in one of the two only"
        here = {name for form in _forms(own[key]) for name in _placeholders(form)}
        there = {name for form in _forms(entry) for name in _placeholders(form)}
        assert here == there, f"{lang} {key}: {here} for {there}"


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("lang", OTHERS)
def test_nothing_is_left_in_english(lang: str, area: str) -> None:
    own = _load(lang, area)
    left = {
        key: form
        for key, entry in _load("en", area).items()
        for form in _forms(entry)
        if any(_untranslated(form, said) for said in _forms(own[key]))
    }
    assert not left


def test_every_code_of_the_engine_has_its_word() -> None:
    words = _words("en")
    dashed = (("kind", Kind), ("building", Building), ("district", District))
    wanted = [f"{area}.{c.name.lower().replace('_', '-')}" for area, codes in dashed for c in codes]
    named = (("event", Event), ("refusal", Refusal), ("why", Why), ("decision", Decision))
    wanted += [f"{area}.{c.name.lower()}" for area, codes in named for c in codes]
    wanted += [f"building.{b.name.lower().replace('_', '-')}.does" for b in Building]
    wanted += [f"kind.{k.name.lower()}.{form}" for k in Kind for form in ("about", "count")]
    wanted += [f"edition.{name}{form}" for name in EDITIONS for form in ("", ".about")]
    wanted += [f"option.{name}{form}" for name in House().as_dict() for form in ("", ".about")]
    wanted += [f"option.{o.name}.{value}" for o in OPTIONS for value in ("true", "false")]
    assert not [key for key in wanted if key not in words]


def test_every_trouble_of_the_server_has_its_sentence() -> None:
    words = _words("en")
    assert not [code for code in TROUBLES.keys() - AT_THE_GATE if f"error.{code}" not in words]


@pytest.mark.parametrize("event", Event)
def test_an_event_is_told_from_its_own_arguments(event: Event) -> None:
    known = DERIVED | set(ARGUMENTS[event])
    for key, entry in _words("en").items():
        if key == f"event.{event.name.lower()}" or key.startswith(f"event.{event.name.lower()}."):
            for form in _forms(entry):
                assert _placeholders(form) <= known, key


def test_every_word_that_the_page_asks_for_exists() -> None:
    words = _words("en")
    asked: dict[str, str] = {}
    for path in sorted((ROOT / "web" / "src").rglob("*")):
        if path.suffix in (".svelte", ".ts") and not path.name.endswith(".test.ts"):
            text = path.read_text(encoding="utf-8")
            for key in re.findall(r"\b(?:t|parts)\(\s*[\"']([a-z][\w.-]*\.[\w.-]+)[\"']", text):
                asked[key] = path.name
    assert asked
    assert not {key: file for key, file in asked.items() if key not in words}


@pytest.mark.parametrize("lang", OTHERS)
def test_the_rules_have_the_same_shape_in_every_language(lang: str) -> None:
    assert _shape(_load(lang, "rules")) == _shape(_load("en", "rules"))


@pytest.mark.parametrize("lang", OTHERS)
def test_no_rule_is_left_in_english(lang: str) -> None:
    english = dict(_strings(_load("en", "rules")))
    left = {path: text for path, text in _strings(_load(lang, "rules"))
            if path.rpartition("/")[2] not in ID_FIELDS
            and _untranslated(english[path], text)}  # fmt: skip
    assert not left


def test_the_rules_cover_every_rule_and_example() -> None:
    rules = _load("en", "rules")
    entries = [entry for section in rules["sections"] for entry in section["entries"]]
    ids = [entry["rule"] for entry in entries]
    assert ids == list(RULE_IDS)  # the page adds the options and editions, from the words
    examples = [x["rule"] for e in entries for x in e.get("examples", ()) if "rule" in x]
    assert sorted(examples) == sorted(EXAMPLE_IDS)
    pieces = [p for e in entries for p in (*e["text"], *e.get("more", ()))]
    assert {p["mark"] for p in pieces if isinstance(p, dict)} == set(rules["marks"])


def test_an_option_quotes_the_texts_and_the_pictures_are_named() -> None:
    entries = [e for section in _load("en", "rules")["sections"] for e in section["entries"]]
    marked = [(e["rule"], p) for e in entries for p in e["text"] if isinstance(p, dict)]
    assert {r for r, p in marked if p["mark"] == "edition" and p["says"]} == {
        o.rule for o in OPTIONS
    }
    assert {rule for rule, p in marked if p["mark"] == "data"} == {"K4", "K6", "K7"}


def test_the_document_is_made_from_the_same_rules() -> None:
    assert rules_page.PAGE.read_text("utf-8") == rules_page.page_text(), (
        "python -m tests.rules_page"
    )


@pytest.mark.parametrize("lang", CATEGORIES)
def test_a_rule_that_is_named_exists(lang: str) -> None:
    for area in (*AREAS, "rules"):
        for path, text in _strings(_load(lang, area)):
            named = re.findall(r"\b([A-Z]\d{1,2})\b", text)
            assert set(named) <= {*RULE_IDS, *EXAMPLE_IDS}, f"{lang}/{area} {path}"
