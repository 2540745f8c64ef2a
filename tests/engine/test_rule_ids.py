"""Three lists must agree: the rules that players read, the rules in the code, the rules in stories.

A rule without code, code that cites no rule we have, or a rule without a story fails.
"""

import ast
import io
import re
import tokenize
from pathlib import Path

from tests.engine.scenario import read_all

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "src" / "rialto" / "engine"
ID = re.compile(r"\b[KSTPQABCDEFGHZNVX][1-9][0-9]?\b")
RANGE = re.compile(r"\b([KSTPQABCDEFGHZNVX])([1-9][0-9]?)-\1?([1-9][0-9]?)\b")
IN_VIEW = {"V1"}
"""What lies open is not decided by a rule, but by the masks of the view."""
QUOTED = re.compile(r"`[^`]*`")


def ids_in(text: str) -> set[str]:
    """Ids in a comment or docstring; `A4` in quotes is an example, P1-P3 is three."""
    plain = QUOTED.sub("", text)
    found = set(ID.findall(plain))
    for letter, low, high in RANGE.findall(plain):
        found |= {f"{letter}{n}" for n in range(int(low), int(high) + 1)}
    return found


def words_about(source: str) -> str:
    """The comments and docstrings of a file, attribute docstrings included."""
    texts = [
        token.string
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    ]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            texts.append(str(node.value.value))
    return "\n".join(texts)


def in_docs() -> set[str]:
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    stated = re.findall(r"^- \*\*([A-Z]\d+)\*\*", text, re.MULTILINE)
    assert len(stated) == len(set(stated)), "a rule is stated twice"
    return set(stated)


def done_by(folder: Path) -> set[str]:
    """Ids in the docstrings of functions: of those who do what the rule says."""
    found: set[str] = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                found |= ids_in(ast.get_docstring(node) or "")
    return found


def in_code() -> dict[str, str]:
    """Each id and a file that cites it."""
    found: dict[str, str] = {}
    for path in sorted(ENGINE.rglob("*.py")):
        for rule in ids_in(words_about(path.read_text(encoding="utf-8"))):
            found.setdefault(rule, path.name)
    return found


def in_stories() -> set[str]:
    return {rule for story in read_all() for rule in story.rules}


def is_example(rule: str) -> bool:
    """X1-X11 are worked examples: stories show them, no code is theirs alone."""
    return rule.startswith("X")


def test_every_rule_is_there() -> None:
    """The list itself: losing a whole section would not be noticed otherwise."""
    last = {"K": 9, "S": 6, "T": 2, "P": 7, "Q": 9, "A": 1, "B": 1, "C": 3, "D": 2, "E": 2}
    last |= {"F": 1, "G": 1, "H": 6, "Z": 4, "N": 8, "V": 3, "X": 11}
    assert in_docs() == {f"{k}{n}" for k, most in last.items() for n in range(1, most + 1)}


def test_every_rule_has_code() -> None:
    """A function of the rules that says so, not only a word somewhere."""
    rules = {rule for rule in in_docs() if not is_example(rule)}
    assert rules - done_by(ENGINE / "rules") == IN_VIEW
    assert ids_in((ENGINE / "view.py").read_text(encoding="utf-8")) >= IN_VIEW


def test_code_cites_only_rules_that_exist() -> None:
    unknown = {rule: where for rule, where in in_code().items() if rule not in in_docs()}
    assert not unknown


def test_every_rule_in_code_has_a_story() -> None:
    assert set(in_code()) <= in_stories()


def test_every_rule_has_a_story_and_stories_cite_only_rules() -> None:
    assert in_stories() == in_docs()


def test_ids_are_found() -> None:
    assert ids_in("P1-P3, P6. `A4`. Q8: x, F10") == {"P1", "P2", "P3", "P6", "Q8", "F10"}
    assert ids_in("X1-11") >= {"X1", "X11"}
