"""Everything that is kept, behind verbs of the domain; all SQL is in here.

`contract.py` says what a store can do, `kept.py` what it keeps. `sql_*` are the verbs as SQL that
both engines understand, `writer.py` commits in groups; `sqlite_*` and `pg_*` are the engines."""

from pathlib import Path

from rialto.server.places import BadPlace, Place, Url, place
from rialto.server.store.carrying import carry
from rialto.server.store.contract import Probe, Store
from rialto.server.store.copies import copy_database
from rialto.server.store.days import KeptDays
from rialto.server.store.errors import (
    AlreadyRunning,
    StoreClosed,
    StoreConflict,
    StoreError,
    StoreFull,
    StoreUnsure,
    UnknownSchema,
)
from rialto.server.store.fair import KeptFair, Part
from rialto.server.store.kept import (
    Blocked,
    Code,
    Delivery,
    Entry,
    Held,
    KeptSeat,
    KeptTable,
    Link,
    MailAddress,
    Notice,
    Proposal,
    RecordNote,
    Report,
    Result,
    Session,
    Spoken,
    Standing,
    Subscription,
    Token,
)
from rialto.server.store.peers import Alone, Peers
from rialto.server.store.restoring import restore
from rialto.server.store.sqlite_store import SqliteStore
from rialto.server.store.transaction import Transaction


def open_store(where: Place, *, probe: Probe = lambda point: None) -> Store:
    """The store of a setting (RIALTO_DB)."""
    if isinstance(where, Path):
        return SqliteStore(where, probe=probe)
    try:
        from rialto.server.store.pg_store import PostgresStore
    except ImportError:
        raise StoreError(
            f"{where}: PostgreSQL needs more than is installed: pip install 'rialto[postgres]'"
        ) from None
    return PostgresStore(where, probe=probe)


def open_peers(where: Place, store: Store) -> Peers:
    """The other processes on the same database; a file has one process."""
    if isinstance(where, Path):
        return Alone()
    from rialto.server.store.pg_peers import PostgresPeers
    from rialto.server.store.pg_store import PostgresStore

    return PostgresPeers(where, store.press.backend if isinstance(store, PostgresStore) else int)


__all__ = [
    "AlreadyRunning",
    "BadPlace",
    "Blocked",
    "Code",
    "Delivery",
    "Entry",
    "Held",
    "KeptDays",
    "KeptFair",
    "KeptSeat",
    "KeptTable",
    "Link",
    "MailAddress",
    "Notice",
    "Part",
    "Place",
    "Probe",
    "Proposal",
    "RecordNote",
    "Report",
    "Result",
    "Session",
    "Spoken",
    "Standing",
    "Store",
    "StoreClosed",
    "StoreConflict",
    "StoreError",
    "StoreFull",
    "StoreUnsure",
    "Subscription",
    "Token",
    "Transaction",
    "UnknownSchema",
    "Url",
    "carry",
    "copy_database",
    "open_peers",
    "open_store",
    "place",
    "restore",
]
