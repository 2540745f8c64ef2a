"""What three people at one screen have to press in a whole game, as it is and as it would be if
everything were asked: `python -m tests.browser.clicks`.

One seeded game is played through the page. What it would be otherwise is counted from its record,
where passes that nobody was asked for stand as well: then each of them is a question, and whenever
another person is asked the screen changes hands.
"""

import tempfile
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.browser.player import Player
from tests.browser.seeded_server import server
from tests.browser.visitor import Visitor, chromium, table_visitor

NAMES = ("Anna", "Bert", "Cleo")
COUNT = "window.clicks = 0; addEventListener('click', () => window.clicks++, true)"


def play(visitor: Visitor) -> tuple[Player, dict[str, Any], int]:
    """The player, the record, and the clicks."""
    visitor.context.add_init_script(COUNT)
    table = visitor.table(*({"kind": "me", "name": name} for name in NAMES))
    player = Player(visitor, table, seed=3).sit()
    player.game()
    record: dict[str, Any] = visitor.get(f"/api/tables/{table}/record")
    return player, record, int(player.page.evaluate("window.clicks"))


def movers(record: dict[str, Any]) -> list[str]:
    """Who decided, move by move; several discards of one person in a row are one decision."""
    made = [move.split(" ", 1) for move in record["moves"] if not move.startswith("*")]
    decided: list[tuple[str, bool]] = []
    for who, what in made:
        discard = what.startswith("discard")
        if not (discard and decided and decided[-1] == (who, True)):
            decided.append((who, discard))
    return [who for who, _ in decided]


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        server(Path(folder)) as base,
        chromium() as browser,
    ):
        player, record, clicks = play(table_visitor(browser, base))
    decided = movers(record)
    asked = sum(player.made.values())
    unasked = len(decided) - asked
    changes = 1 + sum(a != b for a, b in pairwise(decided))
    everything = clicks + unasked + changes - player.hand_overs
    print(f"{'':12}{'all asked':>10}{'now':>8}")
    for name, before, now in (
        ("decisions", len(decided), asked),
        ("hand-overs", changes, player.hand_overs),
        ("clicks", everything, clicks),
    ):
        print(f"{name:12}{before:>10}{now:>8}")


if __name__ == "__main__":
    main()
