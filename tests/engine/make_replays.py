"""Makes games for tests/replays: `python -m tests.engine.make_replays`.

They are frozen: a change of behaviour shows as a file that no longer holds, and a file that is
there is never written again. Those without a rules version in their name were made by version 1.
"""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Final

from rialto import Game, House

FOLDER = Path(__file__).parents[1] / "replays"
LEFT: Final = {"BRIDGE_LEFT", "GONDOLA_LEFT", "PLACED_NONE", "gondola alone", "from supply"}
"""Q9: all that can be left, and placing one by one."""


def random_game(house: House, seed: int) -> Game:
    """Any legal moves, until the end."""
    game = Game.new(house=house, seed=seed)
    dice = random.Random(seed)
    while not game.over:
        game.run_chance()
        if not game.over:
            game.play(dice.choice(game.legal(dice.choice(game.to_move))))
    return game


def happenings(game: Game) -> set[str]:
    """Every kind of event, what points were scored for, and moves of the new kinds."""
    twin = game.rewound()
    codes = set()
    for move in game.log:
        asked = twin.decision
        twin.play(move)
        verb, *words = move.text.split()
        if words[-1:] == ["alone"] and verb == "gondola":
            codes.add("gondola alone")
        if move.text == "from supply" and asked.name == "COUNCIL":
            codes.add("from supply")
        for event in twin.events():
            codes |= {event.code.name, str(event.args.get("why", "")).upper()}
    return codes


def first_with(house: House, wanted: set[str]) -> Game:
    """The first game in which all of this happens."""
    return next(
        game for seed in range(10_000) if wanted <= happenings(game := random_game(house, seed))
    )


def pair_beside_a_card(game: Game) -> bool:
    """Q4: somebody played a pair of jokers and kept a card of the kind."""
    twin = game.rewound()
    for move in game.log:
        s = twin.state
        if move.text.startswith("play 0 joker") and s.hand[move.seat][s.step] > 0:
            return True
        twin.play(move)
    return False


RECIPES: Final[dict[str, Callable[[], Game]]] = {
    "rules-2-czech": lambda: first_with(House.edition("czech", players=3), LEFT),
    "rules-2-hungarian-neutral-banks": lambda: first_with(
        House.edition("hungarian", players=2, neutral=True, board="banks"), LEFT
    ),
    "rules-2-german-short-banks": lambda: next(
        game
        for seed in range(10_000)
        if pair_beside_a_card(
            game := random_game(House.edition("german-short", players=4, board="banks"), seed)
        )
    ),
}


def main() -> None:
    for name, make in RECIPES.items():
        path = FOLDER / f"{name}.json"
        if not path.exists():
            path.write_text(json.dumps(make().record(), indent=0) + "\n", "utf-8")


if __name__ == "__main__":
    main()
