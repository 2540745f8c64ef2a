"""Whether a record's shuffle is what was promised: every hash, every number, every draw."""

from typing import Any, NamedTuple

from rialto.engine.game import Game
from rialto.engine.ids import CHANCE
from rialto.fair.protocol import commitment_to, seal_of
from rialto.fair.section import Section, Unfair, read_section


class Checked(NamedTuple):
    section: Section
    draws: int | None
    """How many were computed again; None: the secret is not open, so none could be."""


def check_record(data: dict[str, Any], players: int) -> Checked:
    """`data` is a record that holds as such, of a finished, ended or running game; raises Unfair
    with the first thing that is not as it was promised."""
    if "fair" not in data:
        raise Unfair("this game has no fair shuffle that could be checked")
    section = read_section(data["fair"], players, len(data["moves"]))
    check_numbers(section)
    if section.secret is None:
        return Checked(section, None)
    if commitment_to(section.secret, section.game, section.options(data)) != section.commitment:
        raise Unfair(
            "the secret, the game or its options are not those of the commitment", "fair.commitment"
        )
    return Checked(section, check_draws(data, section))


def check_numbers(section: Section) -> None:
    for number in section.numbers:
        where = f"fair.numbers.{number.seat}"
        if number.seal is None and section.live:
            raise Unfair(f"the number of seat {number.seat + 1} was not sealed", where)
        if number.seal is not None and seal_of(number.number) != number.seal:
            raise Unfair(f"the number of seat {number.seat + 1} is not the one it sealed", where)


def check_draws(data: dict[str, Any], section: Section) -> int:
    """Every outcome of chance since the game is its own, drawn again."""
    line = Game.from_record(data).log
    game = Game.from_record(data, until=section.given)
    game.draw_by(section.key)
    draws = 0
    for move in line[section.given :]:
        if game.to_move == (CHANCE,):
            draws += 1
            drawn = game.draw()
            if drawn != move:
                message = (
                    f"move {game.version + 1}: the draw brings {drawn.text!r},"
                    f" the record has {move.text!r}"
                )
                raise Unfair(message, f"moves.{game.version + 1}")
        game.play(move)
    return draws
