"""Whole fair games, played without a server."""

import hashlib
import random
from typing import Any

from rialto import Game, House
from rialto.engine.record import move_line
from rialto.fair.protocol import commitment_to, seal_of
from rialto.fair.section import Missing, Number, Section, options_of


def octets(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()


def fair_record(
    house: House, *, live: bool = True, first: Game | None = None, missing: tuple[Missing, ...] = ()
) -> dict[str, Any]:
    """A game to its end by random moves; `first` is a game that it is forked from."""
    game = first or Game.new(house=house)
    given = [move_line(move) for move in game.log]
    options = options_of(rules=game.rules, house=house.as_dict(), start=game.start, live=live,
                         given=given)  # fmt: skip
    numbers = [octets(f"number {p}") for p in range(house.players)]
    section = Section(
        game="venice",
        live=live,
        given=len(given),
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
