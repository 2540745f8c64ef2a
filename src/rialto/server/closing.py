"""Closing codes of sockets: what a page does next depends on them."""

from typing import Final

NO_TABLE: Final = 4404
"""There is no such table."""
NO_SEAT: Final = 4403
"""The seat is not, or no longer, yours."""
TOO_MANY: Final = 4429
"""Too many sockets."""
COME_AGAIN: Final = 1012
"""The server restarts, or loads the table anew: connect again."""
TOO_SLOW: Final = 1008
"""Nobody reads what is sent."""
