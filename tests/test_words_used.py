"""No word stands in the locale files that nobody says."""

import json
import re
from pathlib import Path
from typing import Final

from rialto.engine.telling import TELLING

ROOT: Final = Path(__file__).parents[1]
LOCALES: Final = ROOT / "src" / "rialto" / "locales"
ENGLISH: Final = {
    key: entry
    for path in sorted((LOCALES / "en").glob("*.json"))
    if path.stem != "rules"
    for key, entry in json.loads(path.read_text("utf-8")).items()
}
HOLE: Final = re.compile(r"\$?\{[^{}]*\}")
QUOTED: Final = re.compile(r"""(?=["'`]((?:[\w.-]|\$?\{[^{}]*\})+))""")
TOPIC: Final = re.compile(r"""^  "?([\w.]+)"?: "[A-Z]\d",$""", re.MULTILINE)
COMPOSED: Final = (
    # Put together from pieces that stand in different lines.
    *(
        rf"guide\.{re.escape(topic)}\.(title|text|tip)"
        for topic in TOPIC.findall((ROOT / "web/src/guide/topics.ts").read_text("utf-8"))
    ),
    r"guide\.start_building\.tip_taken",
    r"guide\.over\.counted",
    r"guide\.(tap|point)\.(buildings|cards)",
    r"terminal\.warm\.\w+",
    *(rf"event\.{code.name.lower()}\.{telling.case}" for code, telling in TELLING.items()),
    # What an event's argument names (`Term`), and the forms that sentences ask for.
    r"(district|kind|building|why|bank)\.[\w-]+",
    *(
        rf"\w+\.[\w-]+\.{form}"
        for form in {f for e in ENGLISH.values() for f in re.findall(r"\{\w+:(\w+)\}", str(e))}
    ),
)


def _sources() -> list[Path]:
    page = [p for p in (ROOT / "web" / "src").rglob("*") if p.suffix in (".ts", ".svelte")]
    code = list((ROOT / "src" / "rialto").rglob("*.py"))
    return [p for p in page if ".test." not in p.name] + code


def _asked_for() -> re.Pattern[str]:
    """Every quoted text that could be a key; a word, or a quoted part of a key, fills a hole."""
    quoted = {text for path in _sources() for text in QUOTED.findall(path.read_text("utf-8"))}
    keys = {text for text in quoted if "." in text and re.search(r"\w", HOLE.sub("", text))}
    parts = {re.escape(text) for text in keys if any(f".{text}" in key for key in ENGLISH)}
    hole = "(?:" + "|".join([r"[\w-]+", *sorted(parts)]) + ")"
    holed = {hole.join(map(re.escape, HOLE.split(key))) for key in keys if key[0] not in "${"}
    ended = {r"[\w.-]+" + re.escape(HOLE.sub("", key)) for key in keys if key[0] in "${"}
    return re.compile("|".join(sorted(holed | ended) + list(COMPOSED)))


def test_every_word_is_said_somewhere() -> None:
    asked = _asked_for()
    assert not [key for key in ENGLISH if not asked.fullmatch(key)]
