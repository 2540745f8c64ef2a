"""What a store says when it cannot: of a write, that nothing was written."""


class StoreError(Exception):
    """Nothing was written, or nothing could be read."""


class StoreFull(StoreError):
    """The disk is full (or the database may not grow); reading goes on."""


class StoreConflict(StoreError):
    """What the write takes for granted no longer holds: another entry has this number or this
    move_id, another has the seat."""


class StoreUnsure(StoreError):
    """The connection was lost in the middle of a commit, and what became of it is not known. The
    same move_id sent again has the true answer."""


class StoreClosed(StoreError):
    """The server is stopping."""


class UnknownSchema(StoreError):
    """The database was written by a newer version, or by another program."""


class AlreadyRunning(StoreError):
    """Another server has this database open."""
