"""Play by days: what a table shows of it."""

from rialto.server.wire.out import Out


class DayRules(Out):
    days: int
    """So many for a move."""
    play_on: bool
    """Then a bot plays on; otherwise it moves once."""


class Days(DayRules):
    """By seat."""

    left_ms: list[int | None]
    """For the present move; None: nobody waits for this seat."""
    holiday_ms: list[int]
    """Holiday that is left in this game."""
    holiday_until: list[int | None]
    """Milliseconds since 1970; until then the time for a move stands still."""
    missed: list[int]
    """Seats for which a bot has moved, and which have not moved themselves since."""
