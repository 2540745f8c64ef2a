"""A game from its first move: frames to watch."""

from collections.abc import Sequence

from rialto import Game, Move
from rialto.engine.game import ALL, seen_text
from rialto.server import wire
from rialto.server.show import present
from rialto.server.show.present import Presented
from rialto.server.show.seats import Person


def replay(
    first: Game,
    game: Game,
    people: Sequence[Person],
    table: str,
    seat: int | None,
    hints: Sequence[int],
) -> wire.Replay:
    """Hands are open once the game is over, else everything is as the seat may know it."""
    frames = frames_from(first, game.log, people, table, seat, is_open=game.over)
    house = present.house_out(game.house, game.rules)
    names = [p.name for p in people]
    return wire.Replay(house=house, names=names, hints=list(hints), frames=frames)


def frames_from(
    first: Game,
    moves: Sequence[Move],
    people: Sequence[Person],
    table: str,
    seat: int | None,
    *,
    is_open: bool,
) -> list[wire.ReplayFrame]:
    """One frame for each decision from a game on; what chance brought after it belongs to the same
    frame."""
    fold = first
    frames: list[wire.ReplayFrame] = []
    waiting: list[wire.GameEvent] = []
    told: tuple[str | None, int | None] = (None, None)
    for version, move in enumerate([*moves, None], first.version):
        if move is None or move.seat >= 0:
            frames.append(frame(fold, is_open, people, table, seat, version, told, waiting))
            waiting = []
        if move is None:
            break
        fold.play(move)
        happened = fold.events(ALL)
        waiting += [
            present.event(e if is_open else e.seen_by(seat), version + 1, n)
            for n, e in enumerate(happened)
        ]
        if move.seat >= 0:
            text = move.text if is_open else seen_text(move, happened, seat)
            told = (text, move.seat)
    return frames


def frame(
    fold: Game,
    is_open: bool,
    people: Sequence[Person],
    table: str,
    seat: int | None,
    version: int,
    told: tuple[str | None, int | None],
    events: list[wire.GameEvent],
) -> wire.ReplayFrame:
    status: wire.Status = "over" if fold.over else "running"
    shown = Presented(fold, people, table=table, version=version, status=status)
    return wire.ReplayFrame(
        version=version,
        move=told[0],
        seat=told[1],
        view=shown.view(seat, playing=False),
        events=events,
        hands=present.open_hands(fold) if is_open else None,
    )
