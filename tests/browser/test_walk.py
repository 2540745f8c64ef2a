"""A selection of the walk (walk.py): every choice is hit, no text is cut or lies on another, and
every player's name and figures are to be seen, on screens that people have."""

from itertools import combinations, product

import pytest
from playwright.sync_api import Browser

from rialto.locales import LANGUAGES
from tests.browser.stops import KINDS
from tests.browser.walk import NAMES, PLAYERS, SIZES, Walk, selection

pytestmark = pytest.mark.browser


def test_every_choice_is_hit_and_every_word_is_read(browser: Browser, base: str) -> None:
    walk = Walk(browser, base)
    faults = [
        fault
        for place, sizes in selection()
        for screen in walk.look(place, sizes)
        for fault in screen.told()
    ]
    assert not faults, "\n".join(faults)


def test_the_selection_has_every_pair() -> None:
    chosen = [(place, size) for place, sizes in selection() for size in sizes]
    aspects = [PLAYERS, KINDS, LANGUAGES, (False, True), SIZES]
    for (a, some), (b, others) in combinations(enumerate(aspects), 2):
        found = {((*at, size)[a], (*at, size)[b]) for at, size in chosen}
        assert found == set(product(some, others))


def test_names_are_as_long_as_names_may_be() -> None:
    assert max(map(len, NAMES)) == 24
