"""Positions as text, both ways: any situation at the table for tests, puzzles and bug reports.

A Position is a list of clauses, each a word and what it says: `coins A1 B0`. Clauses stand on lines
of their own or are kept apart by two spaces or a semicolon; `#` begins a comment. What is not said
has its usual value. `docs/notation.md` lists every word.
"""

import re
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import numpy as np

from rialto.engine.house import RULES_VERSION
from rialto.engine.position.checks import CHECKS
from rialto.engine.position.parts import Bad, Word
from rialto.engine.position.words import words_in
from rialto.engine.state import HEAD, STATE

_GAP: Final = re.compile(r"\s{2,}|\t|;")


class BadPosition(ValueError):
    """A text that is no Position; the message names the line and the word."""

    def __init__(self, message: str, word: str = "") -> None:
        super().__init__(message)
        self.word = word
        """The word of the notation that is wrong; "": the whole."""


class Clause(NamedTuple):
    """One thing that a Position says."""

    line: int
    word: str
    says: tuple[str, ...]


def clauses(text: str) -> list[Clause]:
    """The clauses of a text in order, comments left out."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        for part in _GAP.split(line.split("#")[0].strip()):
            name, *says = part.split() or [""]
            if name:
                found.append(Clause(number, name, tuple(says)))
    return found


def _by_word(found: Iterable[Clause], words: Iterable[Word]) -> dict[str, list[Clause]]:
    by_name = {name: word for word in words for name in word.names}
    said: dict[str, list[Clause]] = {}
    for clause in found:
        word = by_name.get(clause.word)
        if word is None:
            raise BadPosition(f"line {clause.line}: unknown word {clause.word!r}", clause.word)
        earlier = said.setdefault(clause.word, [])
        if earlier and not word.repeats:
            raise BadPosition(f"line {clause.line}: {clause.word!r} is said twice", clause.word)
        earlier.append(clause)
    if "seats" not in said:
        raise BadPosition("line 1: a Position must say its 'seats'", "seats")
    if not said.keys() & {"stage", "step"}:
        raise BadPosition("line 1: a Position must say its 'stage' or its 'step'", "stage")
    return said


def parse_position(text: str, rules: int = RULES_VERSION) -> Any:
    """The record of a Position, written for that version of the rules. Who is asked is left open
    unless the text says it (`ask`)."""
    words = words_in(rules)
    said = _by_word(clauses(text), words)
    record = np.zeros(1, STATE)
    for word in words:
        where, at = "", "".join(word.names[:1])
        try:
            word.usual(record[0])
            for clause in (c for name in word.names for c in said.get(name, ())):
                where, at = f"line {clause.line}: {clause.word!r}: ", clause.word
                word.read(record[0], clause.word, clause.says)
            where = where or "line 1: "
            word.check(record[0])
        except Bad as bad:
            raise BadPosition(f"{where}{bad}", at) from None
    for check in CHECKS:
        try:
            check(record[0])
        except Bad as bad:
            raise BadPosition(f"the Position does not hang together: {bad}") from None
    return record


def format_position(record: Any, rules: int = RULES_VERSION) -> str:
    """The canonical text: what differs from the usual, one clause a line."""
    (state,) = np.array(record, dtype=STATE).reshape(1)
    built = np.zeros(1, STATE)
    lines = []
    for word in words_in(rules):
        word.usual(built[0])
        if word.always or any(not np.array_equal(state[f], built[0][f]) for f in word.fields):
            lines += word.write(state, built[0])
        for field in word.fields:
            built[0][field] = state[field]
    return "\n".join(lines) + "\n"


def same_position(a: Any, b: Any) -> bool:
    """Whether two records are the same but for their notes."""
    return all(np.array_equal(a[f.name], b[f.name]) for f in HEAD)
