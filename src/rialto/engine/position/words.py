"""Every word of a Position, in an order in which the usual value of each follows from earlier ones.

So one list serves both ways: `format_position` leaves out what `parse_position` would fill in.
"""

from functools import cache
from typing import Final

from rialto.engine.moves import DISTRICT_NAMES
from rialto.engine.position import cards, city, pieces, table, turn
from rialto.engine.position.parts import Word, a_name, a_number, cards_of_seats, per_seat

AFTER_OPTIONS: Final = (
    table.BOARD,
    turn.STAGE,
    turn.ROUND,
    turn.STEP,
    table.FIRST,
    table.DOGE,
    turn.LEAD,
    turn.STRENGTH,
    turn.WINNER,
    pieces.COINS,
    pieces.SCORE,
    pieces.BUILDINGS_OWNED,
    pieces.SUPPLY,
    city.TOKENS,
    city.LINKS,
    city.TOP,
    city.STACK,
    city.GONDOLAS_LEFT,
    city.MARKER,
    pieces.COUNCIL,
    pieces.PRIVATE,
    pieces.GENERAL,
    pieces.BANK,
    cards.HAND,
    cards.ROW,
    cards.DISCARDS,
    cards.SEALED,
    cards.NEUTRAL_CARDS,
    cards.PLAYED,
    cards.PILE,
    cards.SIZES,
    cards_of_seats("shown", "shown"),
    per_seat("slack", "slack"),
    cards.KEEP_MORE,
    cards.EXCESS,
    a_number("turned", "turned"),
    a_number("lent-jokers", "lent_jokers"),
    a_number("budget", "budget"),
    a_number("must-build", "must_build", high=1),
    a_number("councillors-due", "councillors_due"),
    a_name("target", "target", DISTRICT_NAMES, "district"),
    cards.DUE,
    turn.QUEUE,
    turn.ASK,
)


@cache
def words_in(rules: int) -> tuple[Word, ...]:
    """All words for a version of the rules: what an edition says, and which options there are."""
    return (table.SEATS, table.edition(rules), *table.options(rules), *AFTER_OPTIONS)
