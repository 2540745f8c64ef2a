"""Counts of moves from positions, depth by depth (tests/engine/perft/*.txt).

A paragraph is a position: what it shows, its lines after `|` (a Position, or `new` players), and
after `=>` how many ways lead 1, 2, 3 ... decisions ahead. The first counts are worked out by hand
in the text; deeper ones are frozen: a move missing or extra anywhere changes them.
"""

from pathlib import Path
from typing import NamedTuple

import pytest

from rialto import Game, House
from rialto.compile.mode import PLAIN
from rialto.engine.ids import CHANCE
from rialto.engine.perft import perft

FOLDER = Path(__file__).parent / "perft"


class Case(NamedTuple):
    name: str
    about: str
    position: str
    counts: list[int]

    def game(self) -> Game:
        if self.position.startswith("new "):
            _, players, *neutral = self.position.split()
            return Game.new(house=House(players=int(players), neutral=bool(neutral)), seed=0)
        return Game.from_position(self.position, seed=0)


def cases() -> list[Case]:
    found = []
    for path in sorted(FOLDER.glob("*.txt")):
        paragraphs = path.read_text("utf-8").split("\n\n")[1:]
        for number, paragraph in enumerate(paragraphs, 1):
            lines = paragraph.strip().splitlines()
            position = "\n".join(line[2:] for line in lines if line.startswith("| "))
            (counts,) = [line[2:].split() for line in lines if line.startswith("=>")]
            name = f"{path.stem}-{number}"
            found.append(Case(name, lines[0], position, [int(n) for n in counts]))
    return found


CASES = cases()
MOST = 1000 if PLAIN else 10_000
"""So many ways ahead are counted; plain Python is a hundred times slower."""


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_counts(case: Case) -> None:
    expected = [n for n in case.counts if n <= MOST]
    counts = perft(case.game(), len(expected))
    assert [count.nodes for count in counts] == expected, case.about


def by_hand(game: Game, depth: int) -> int | None:
    """The same count the slow way through `Game`; None if chance comes into it."""
    if CHANCE in game.to_move:
        return None
    if depth == 0 or game.over:
        return int(depth == 0)
    total = 0
    seat = game.to_move[0]
    for move in game.legal(seat):
        twin = game.copy()
        twin.play(move)
        below = by_hand(twin, depth - 1) if depth > 1 else 1
        if below is None:
            return None
        total += below
    return total


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_the_game_counts_the_same(case: Case) -> None:
    game = case.game()
    game.run_chance()
    for depth in (1, 2):
        counted = by_hand(game, depth)
        assert counted is None or counted == case.counts[depth - 1]


def test_chance_is_counted_apart() -> None:
    """The last of two starting buildings is followed by the deal: 3 rows of 6, for each way."""
    first, second = perft(Game.new(players=2, seed=0), 2)
    assert (first.nodes, first.outcomes) == (3, 0)
    assert (second.nodes, second.outcomes) == (3 * 2, 3 * 2 * 18)


def test_what_is_drawn_depends_on_the_seed() -> None:
    counts = {tuple(perft(Game.new(players=2, seed=0), 5, seed=s)) for s in range(4)}
    assert len(counts) > 1
