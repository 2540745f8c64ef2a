"""What is kept of a table that is played by days."""

from msgspec import Struct


class KeptDays(Struct, frozen=True, kw_only=True):
    """Everything by seat; times are milliseconds since 1970."""

    since: tuple[int | None, ...]
    """From when the time for the present move counts, which may be later than now; None: nobody
    waits for this seat."""
    before: tuple[int | None, ...]
    """The same before the first move of a turn that lasts: an undo gives no time."""
    holiday_ms: tuple[int, ...]
    """Holiday that is left."""
    holiday_until: tuple[int, ...]
    missed: tuple[bool, ...]
    """A bot has moved for them, and they have not moved themselves since."""
