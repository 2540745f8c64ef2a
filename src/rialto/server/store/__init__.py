"""Everything that is kept, behind verbs of the domain; all SQL is in here.

`contract.py` says what a store can do, `kept.py` what it keeps. `sql_*` are the verbs as SQL that
several engines understand, `writer.py` commits in groups, `sqlite_*` is the engine."""

from pathlib import Path

from rialto.server.store.contract import Probe, Store, Transaction
from rialto.server.store.copies import copy_database
from rialto.server.store.days import KeptDays
from rialto.server.store.errors import (
    AlreadyRunning,
    StoreClosed,
    StoreConflict,
    StoreError,
    StoreFull,
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
from rialto.server.store.restoring import restore
from rialto.server.store.sqlite_store import SqliteStore


def open_store(where: Path, *, probe: Probe = lambda point: None) -> Store:
    """The store of a setting (RIALTO_DB)."""
    return SqliteStore(where, probe=probe)


__all__ = [
    "AlreadyRunning",
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
    "Subscription",
    "Token",
    "Transaction",
    "UnknownSchema",
    "copy_database",
    "open_store",
    "restore",
]
