"""What everything that leaves the server is made of."""

import msgspec


class Out(msgspec.Struct, kw_only=True):
    """Everything that leaves the server."""
