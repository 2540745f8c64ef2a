"""Whole fair games, played without a server."""

import hashlib
import random
from typing import Any

from rialto import Game, House
from rialto.fair.protocol import commitment_to, seal_of
from rialto.fair.section import Missing, Number, Section, game_options


def octets(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()


def fair_record(
    house: House, *, live: bool = True, first: Game | None = None, missing: tuple[Missing, ...] = ()
) -> dict[str, Any]:
    """A game to its end by random moves; `first` is a game that it is forked from."""
    game = first or Game.new(house=house)
    options = game_options(game, live)
    numbers = [octets(f"number {p}") for p in range(house.players)]
    section = Section(
        game="venice",
        live=live,
        given=len(game.log),
        commitment=commitment_to(octets("secret"), "venice", options),
        secret=octets("secret"),
        attempts=1 + len(missing),
        numbers=tuple(Number(p, seal_of(n) if live else None, n) for p, n in enumerate(numbers)),
        missing=missing,
    )
    game.draw_by(section.key)
    rng = random.Random(1)
    game.run_chance()
    while not game.over:
        game.play(rng.choice(game.legal(rng.choice(game.to_move))))
        game.run_chance()
    return {**game.record(), "fair": section.as_dict()}
