"""Whatever can be chosen is in sight and is hit at its own centre, on screens that people have.

A game is stopped at every kind of decision of the first seat; the page is resized, not reloaded.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from rialto.locales import LANGUAGES
from tests.browser.player import Player
from tests.browser.screenshots import stops_of, table_from
from tests.browser.visitor import Visitor

SIZES = (
    (360, 640), (390, 664), (412, 720), (390, 844),  # phones, the browser's bars included
    (844, 390), (740, 340), (683, 384),  # on their side; a laptop at 200 %
    (820, 1180), (1366, 768), (1920, 1080),
)  # fmt: skip
NAMES = ["Marta", "Anna-Katharina Hoffmann", "Ilona", "Tiziano", "Elena"]

HIDDEN = """() => {
    const choices = '[data-pick].can, [data-pick].one, .chip.can, #go, #stop, #undo';
    const missed = [];
    for (const choice of document.querySelectorAll(choices)) {
        const box = choice.getBoundingClientRect();
        const x = box.left + box.width / 2, y = box.top + box.height / 2;
        if (!choice.contains(document.elementFromPoint(x, y)))
            missed.push(choice.dataset.pick ?? choice.id);
    }
    if (document.documentElement.scrollWidth > innerWidth) missed.push('the page is too wide');
    return missed;
}"""
SETTLED = """(width) => new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => done(innerWidth === width))))"""


@pytest.fixture(scope="module")
def phone(browser: Browser, base: str) -> Iterator[Visitor]:
    visitor = Visitor(browser, base, phone=True)
    yield visitor
    visitor.context.close()


def look(phone: Visitor, names: list[str], lang: str, *, every: int) -> list[str]:
    """What is missed at each kind of decision, on every `every`th size (another one each time)."""
    record, stops = stops_of(names)
    page, missed = phone.page, []
    phone.go("/").evaluate(
        "lang => localStorage.setItem('rialto.settings', JSON.stringify({lang}))", lang
    )
    for n, (name, stop) in enumerate(stops.items()):
        Player(phone, table_from(phone, record, stop, names)).sit().asked()
        for width, height in SIZES[n % every :: every]:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(SETTLED, width)
            where = f"{lang}, {len(names)} players, {name}, {width}x{height}"
            missed += [f"{where}: {what}" for what in page.evaluate(HIDDEN)]
    return missed


@pytest.mark.browser
def test_every_choice_is_hit(phone: Visitor) -> None:
    missed = look(phone, NAMES, "en", every=3)
    assert not missed, "\n".join(missed)


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.parametrize("players", range(2, len(NAMES) + 1))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_choice_is_hit_on_every_screen(phone: Visitor, lang: str, players: int) -> None:
    missed = look(phone, NAMES[:players], lang, every=1)
    assert not missed, "\n".join(missed)
