"""Every story of tests/scenarios, in this process's mode and in the other one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rialto.engine.jit import PLAIN
from tests.engine.scenario import Scenario, play, read_all

STORIES = read_all()


@pytest.mark.parametrize("story", STORIES, ids=lambda s: f"{s.file}:{s.line} {s.title}")
def test_story(story: Scenario) -> None:
    wrong = ""
    try:
        play(story)
    except AssertionError as error:
        wrong = str(error)
    if wrong:
        pytest.fail(wrong, pytrace=False)


def test_titles_are_distinct_and_stories_check_something() -> None:
    titles = [story.title for story in STORIES]
    assert len(set(titles)) == len(titles)
    for story in STORIES:
        checks = [line for _, line in story.story if line.startswith(("=>", "refused:", "legal "))]
        assert checks, f"{story.file}:{story.line} checks nothing"


def test_all_stories_hold_in_the_other_mode() -> None:
    """The rules are one source for both modes: what holds compiled must hold plain."""
    code = "from tests.engine.scenario import play, read_all; [play(s) for s in read_all()]"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, "RIALTO_JIT": "1" if PLAIN else "0"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
