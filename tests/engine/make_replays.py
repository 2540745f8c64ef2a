"""Makes the games in tests/replays: `python -m tests.engine.make_replays`.

They are frozen: a change of behaviour shows as a file that no longer holds. Make them anew only
when the rules themselves are meant to change, and say so in the change log.
"""

import json
import random
from collections.abc import Callable
from pathlib import Path

from rialto import Game, House, Move
from rialto.engine.game import Decision
from rialto.engine.house import EDITIONS

FOLDER = Path(__file__).parents[1] / "replays"
KINDS = ((2, False), (2, True), (3, False), (4, False), (5, False))
Habit = Callable[[random.Random, list[Move]], Move]


def anything(dice: random.Random, legal: list[Move]) -> Move:
    return dice.choice(legal)


def hoard(dice: random.Random, legal: list[Move]) -> Move:
    """Plays nothing and draws all it can: pile and discards run dry (P2)."""
    wanted = [m for m in legal if m.text == "pass" or "draw" in m.text or "green" in m.text]
    return dice.choice(wanted or legal)


def spend(dice: random.Random, legal: list[Move]) -> Move:
    """Plays as many cards as can be: slots fill, councillors and tiles run out."""
    return max(legal, key=lambda m: (_cards(m), dice.random()))


def _cards(move: Move) -> int:
    words = move.text.split()
    if words[0] == "done":
        return -1
    return sum(int(w) for w in words[1:] if w.isdecimal()) if words[0] == "play" else 0


def played(house: House, seed: int, habit: Habit) -> Game:
    game = Game.new(house=house, seed=seed)
    dice = random.Random(seed)
    while not game.over:
        game.run_chance()
        if not game.over:
            seat = dice.choice(game.to_move)
            game.play(habit(dice, game.legal(seat)))
    return game


def tie_for_first(house: House) -> Game:
    """Z4: the first two have the same points."""
    for seed in range(10_000):
        game = played(house, seed, anything)
        first, second = (game.scores[p].total for p in game.ranking[:2])
        if first == second:
            return game
    raise LookupError("no tie found")


def told(game: Game) -> set[str]:
    """Every kind of event, and what points were scored for."""
    twin = Game.new(house=game.house, seed=0)
    codes = set()
    for move in game.log:
        twin.play(move)
        for event in twin.events():
            codes |= {event.code.name, str(event.args.get("why", "")).upper()}
    return codes


def first_with(house: House, wanted: set[str]) -> Game:
    """The first game of spenders in which all of this happens."""
    for seed in range(10_000):
        game = played(house, seed, spend)
        if wanted <= told(game):
            return game
    raise LookupError(f"no game with {wanted}")


def games() -> dict[str, Game]:
    made = {}
    for number, (players, neutral) in enumerate(KINDS):
        name = f"{players}-players{'-neutral' if neutral else ''}"
        for i, board in enumerate(("lagoon", "banks")):
            edition = list(EDITIONS)[(number + i * 2) % len(EDITIONS)]
            house = House.edition(edition, players=players, neutral=neutral, board=board)
            habit = spend if i else anything
            made[f"{name}-{edition}-{board}"] = played(house, 10 * number + i, habit)
    made["hoarders"] = played(House(players=5), 1, hoard)
    made["slots-full"] = first_with(House(players=2), {"RETURNED"})
    made["councillors-out"] = first_with(House(players=3), {"COUNCILLORS_MISSING"})
    made["tie"] = tie_for_first(House(players=2))
    return made


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, game in games().items():
        assert game.decision == Decision.OVER
        path = FOLDER / f"{name}.json"
        path.write_text(json.dumps(game.record(), indent=0) + "\n", "utf-8")


if __name__ == "__main__":
    main()
