"""docs/rules.md, made from the rules that the app shows: `python -m tests.rules_page`."""

import json
import re
import textwrap
from pathlib import Path
from typing import Any, Final

from rialto.engine.house import EDITIONS, OPTIONS, House
from rialto.locales import words

ROOT: Final = Path(__file__).parents[1]
SOURCE: Final = ROOT / "src" / "rialto" / "locales" / "en" / "rules.json"
PAGE: Final = ROOT / "docs" / "rules.md"
NUMBERED: Final = (
    "box", "setup", "doge", "cards", "steps", "blue", "end", "neutral", "open", "options",
)  # fmt: skip
HEAD: Final = """\
# The rules of the game

<!-- Made from src/rialto/locales/en/rules.json by `python -m tests.rules_page`; change it there. -->

{intro}

Every rule has an id such as **Q7**. The code, the tests and the refusals that the program shows use the same ids:
search for one in `src/rialto/engine/` and you find what it does, search for it in `tests/scenarios/` and you find
short stories that show it.

We have four published texts: two rulebooks (Polish and Czech), a Hungarian summary and a German magazine's digest.
What stands here without a mark is in them, in our own words. A mark holds for the whole of its item:

{marks}

**Looking for something?**

| question | rule |
|---|---|
| Who wins a **tie**, in the Gold step or any other? | the player ahead on the Doge track: [T1](#2-the-doge-track), [Q7](#4-phase-ii-playing-cards) |
| What counts as how much? Jokers? | [Q4, Q5](#4-phase-ii-playing-cards) |
| When may I use a building? | green [P5](#3-phase-i-cards-and-green-buildings), yellow [Q6](#4-phase-ii-playing-cards), blue [H1-H5](#5-phase-iii-blue-buildings) |
| When does a side of the canal score 5? | [G1](#what-the-six-steps-do) |
| How is a district scored? | [Z3](#6-the-end-of-the-game) |
| Two players? | [section 7](#7-two-players-and-the-neutral-player) |

**A round at a glance**

| phase | what happens |
|---|---|
| I | deal rows (P2), everyone takes one and draws two cards (P3), green buildings (P4, P5), discard down to seven (P6) |
| II | six steps, one for each kind of card: everyone plays (Q3-Q6), the highest strength wins a bonus (Q7), everyone acts (Q8) |
| | **A** move on the Doge track · **B** take coins · **C** take a building · **D** score, and place a bridge · **E** fetch councillors, and place a gondola · **F** place councillors |
| III | blue buildings (H1-H5); coins on buildings go to the bank (H6) |

After six rounds leftovers, buildings and districts are scored (Z1-Z4).
"""  # noqa: E501 (a table's row is one line)

Piece = str | dict[str, str]


def wrapped(text: str, first: str, then: str) -> str:
    return textwrap.fill(
        text, 118, initial_indent=first, subsequent_indent=then, break_on_hyphens=False
    )


class RulesPage:
    def __init__(self, rules: dict[str, Any]) -> None:
        self._rules = rules
        self._t = words("en").t

    def text(self) -> str:
        box = self._rules["sections"][0]
        marks = "\n".join(
            wrapped(f"**[{mark['name']}]** {mark['text']}", "- ", "  ")
            for mark in self._rules["marks"].values()
        )
        parts = [HEAD.format(intro=wrapped(box["intro"], "", ""), marks=marks)]
        parts += [self._section(section) for section in self._rules["sections"]]
        return "\n".join([*parts, self._examples()])

    def _section(self, section: dict[str, Any]) -> str:
        part = section["id"]
        head = f"## {NUMBERED.index(part)}" if part in NUMBERED else "###"
        told = [self._components() if part == "box" else wrapped(section["intro"], "", "") + "\n"]
        told += [self._entry(entry) for entry in section["entries"]]
        if part == "options":
            told += [self._options(), self._differences()]
        return "\n".join([f"{head} {section['title']}\n", *told, ""])

    def _components(self) -> str:
        rows = [f"| {c['name']} | {c['text']} | {c['rule']} |" for c in self._rules["components"]]
        return "\n".join(["| what | for | rule |", "|---|---|---|", *rows, ""])

    def _entry(self, entry: dict[str, Any]) -> str:
        pieces = [*entry["text"], *entry.get("more", ())]
        first, *more = (line for piece in pieces for line in self._piece(piece).split("\n"))
        more += [f"*Example:* {x['text']}" for x in entry.get("examples", ()) if "rule" not in x]
        told = [wrapped(f"**{entry['rule']}** *{entry['title']}.* {first}", "- ", "  ")]
        return "\n".join(told + [wrapped(line, "  - ", "    ") for line in more])

    def _piece(self, piece: Piece) -> str:
        if isinstance(piece, str):
            return piece
        told = f"**[{self._rules['marks'][piece['mark']]['name']}]** {piece['text']}"
        return f"{told} *({piece['says']})*" if "says" in piece else told

    def _options(self) -> str:
        columns = [name for name in EDITIONS if name != "standard"]
        rows = [
            f"`polish` is also called `standard` and is the default.\n\n"
            f"| option | {' | '.join(f'`{name}`' for name in columns)} |",
            "|---" * (len(columns) + 1) + "|",
        ]
        for option in OPTIONS:
            says = re.sub(r" \([^)]*\)\.$", "", self._t(f"option.{option.name}.true"))
            sets = (House.edition(name).options[option.name] for name in columns)
            cells = " | ".join("yes" if value else "no" for value in sets)
            about = f"{self._t(f'option.{option.name}')}: {says}"
            rows.append(f"| `{option.name}` ({option.rule}): {about} | {cells} |")
        return "\n".join(rows)

    def _differences(self) -> str:
        told = [
            wrapped(f"{one['rule']}: {one['text']}", "- ", "  ")
            for one in self._rules["differences"]
        ]
        return "\n".join(["\n### Differences that are no option\n", *told])

    def _examples(self) -> str:
        entries = (e for s in self._rules["sections"] for e in s["entries"])
        examples = sorted(
            (int(x["rule"][1:]), e["rule"], x["text"]) for e in entries
             for x in e.get("examples", ())
            if "rule" in x
        )  # fmt: skip
        told = [wrapped(f"**X{n}** ({rule}) {text}", "- ", "  ") for n, rule, text in examples]
        return "\n".join(["## 10 Examples\n", *told, ""])


def page_text() -> str:
    return RulesPage(json.loads(SOURCE.read_text("utf-8"))).text()


if __name__ == "__main__":
    PAGE.write_text(page_text(), "utf-8")
