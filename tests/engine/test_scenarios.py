"""Every story of tests/scenarios (`make test` runs them plain and compiled)."""

import pytest

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
