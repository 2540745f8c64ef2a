"""What if? Other moves from any place of a finished game; nothing of it is stored."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from rialto import Game, IllegalMove, Move
from rialto.engine.moves import move_of, number_of
from rialto.server import wire
from rialto.server.minds.botpool import Urgency
from rialto.server.services import Services
from rialto.server.show import present
from rialto.server.show.replay import frames_from
from rialto.server.show.seats import Person
from rialto.server.table.records import read_record
from rialto.server.trouble import Trouble

LEVEL: Final = "procurator"
"""Who answers."""
SEED: Final = 1
PATIENCE_S: Final = 20.0


class Open(NamedTuple):
    """A game whose cards lie open."""

    name: str
    record: dict[str, Any]
    people: Sequence[Person]

    def at(self, moves: int) -> Game:
        """Chance from there on is the same whenever somebody tries."""
        game = Game.from_record(self.record, moves, SEED)
        if game.version != moves:
            message = f"The record has {game.version} moves, not {moves}."
            raise Trouble("bad_move_number", message, f"{moves} > {game.version}")
        return game


def moves_there(found: Open, at: int) -> wire.MovesThere:
    """Everything that whoever moved then could have done."""
    whole = read_record(found.record, None)
    if at >= whole.version or whole.log[at].seat < 0:
        raise Trouble("bad_move_number", "Nobody decides anything there.", str(at))
    return choices_of(found.at(at), whole.log[at].seat)


def choices_of(game: Game, seat: int) -> wire.MovesThere:
    moves = [present.tell_move(game, move) for move in game.legal(seat)]
    return wire.MovesThere(seat=seat, moves=moves)


async def vary(services: Services, found: Open, wanted: wire.PostVariation) -> wire.Variation:
    game = await services.aside(leave_record, found, wanted)
    if wanted.answer:
        line = [(m.seat, m.action) for m in game.log[wanted.at :] if m.seat >= 0]
        record = {**found.record, "names": [str(n) for n in range(len(found.people))]}
        played = await services.bots.think(
            "play on", record, wanted.at, line, LEVEL,
            urgency=Urgency.SPECTATOR, source=found.name, patience_s=PATIENCE_S,
        )  # fmt: skip
        moves = [move_of(seat, action) for seat, action in played]
    else:
        moves = game.log[wanted.at :]
    return await services.aside(show, found, wanted, moves)


def leave_record(found: Open, wanted: wire.PostVariation) -> Game:
    game = found.at(wanted.at)
    for n, step in enumerate(wanted.moves):
        try:
            game.play(Move(step.seat, number_of(step.move)))
        except IllegalMove as no:
            raise Trouble("refused", f"moves.{n}: {no}", f"moves.{n}") from None
        game.run_chance()
    return game


def show(found: Open, wanted: wire.PostVariation, moves: Sequence[Move]) -> wire.Variation:
    """Without the frame that it began with."""
    frames = frames_from(found.at(wanted.at), moves, found.people, found.name, None, is_open=True)
    game, seat = found.at(wanted.at), wanted.moves[0].seat
    game.play_all(moves)
    return wire.Variation(
        moves=[wire.SeatMove(seat=m.seat, move=m.text) for m in moves if m.seat >= 0],
        frames=frames[1:],
        then=choices_of(game, seat) if seat in game.to_move else None,
    )
