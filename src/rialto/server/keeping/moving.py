"""A store moves, or is copied: every game is folded on both sides, and must come out the same."""

from rialto.server.store import Entry, KeptTable, StoreError
from rialto.server.table.log import replay_on, standing_moves
from rialto.server.table.seats import Header, first_game
from rialto.server.table.shuffle import draw_key

Game = tuple[KeptTable, list[Entry]]


def check_game(before: Game, after: Game) -> None:
    name = before[0].id
    if before != after:
        raise StoreError(f"{name} is not the same on both sides; nothing was moved")
    if outcome(*before) != outcome(*after):
        raise StoreError(f"{name} does not come out the same on both sides; nothing was moved")


def outcome(kept: KeptTable, entries: list[Entry]) -> str:
    """Where the game stands; of one that is damaged, what is wrong with it."""
    header = Header(kept.id, kept.rules, kept.created, kept.open, kept.host, kept.setup)
    try:
        game = first_game(header, 0)
        if kept.fair is not None:
            game.draw_by(draw_key(kept.fair, kept.id))
        replay_on(game, standing_moves(entries))
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return game.checksum()
