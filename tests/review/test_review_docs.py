"""The lines of docs/review.md run."""

import doctest
import re
from pathlib import Path

import pytest

from tests.review.late import be_brief

pytestmark = pytest.mark.xdist_group("bots")
ROOT = Path(__file__).parents[2]


def test_the_lines_of_the_page_run(monkeypatch: pytest.MonkeyPatch) -> None:
    be_brief(monkeypatch)
    monkeypatch.chdir(ROOT)
    text = (ROOT / "docs" / "review.md").read_text("utf-8")
    (lines,) = re.findall(r"```pycon\n(.*?)```", text, re.S)
    example = doctest.DocTestParser().get_doctest(lines, {}, "review.md", "review.md", 0)
    assert len(example.examples) == 4
    assert doctest.DocTestRunner().run(example).failed == 0
