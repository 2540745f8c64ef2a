"""What the server needs of a store. SQLite and PostgreSQL stand behind it.

`tests/server/test_store_*.py` hold every engine to it.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from rialto.server.store.kept import (
    Blocked,
    Code,
    Delivery,
    Entry,
    KeptTable,
    Link,
    MailAddress,
    RecordNote,
    Report,
    Session,
    Spoken,
    Standing,
    Subscription,
    Token,
)
from rialto.server.store.transaction import Transaction
from rialto.server.wire.words import Status

Probe = Callable[[str], None]
"""Called at named points of a commit; tests kill the process there."""


class Store(Protocol):
    def transaction(self) -> Transaction: ...

    async def table(self, table: str) -> KeptTable | None: ...

    async def table_and_log(
        self, table: str, since: int = 0
    ) -> tuple[KeptTable, list[Entry]] | None:
        """Both as they were at one moment; of the log the entries from that one on."""

    async def entries(self, table: str, since: int = 0) -> list[Entry]:
        """The log, from that entry on."""

    async def standing(self, names: Sequence[str]) -> dict[str, Standing]:
        """How far each of them has come; one that is gone is not in it."""

    async def talk(self, table: str) -> list[Spoken]: ...

    async def open_tables(self, most: int) -> list[KeptTable]:
        """Public ones: those with a free seat, then those that are running; newest first."""

    async def tables_of(self, who: bytes, most: int) -> list[KeptTable]:
        """Where they sit, sat or are host, but for practice and those that they have hidden: those
        that go on, then the others; newest first."""

    async def all_of(self, who: bytes) -> list[str]:
        """The same, without exception."""

    async def talk_of(self, who: bytes) -> dict[str, list[Spoken]]:
        """What they have said, by table."""

    async def finished_tables(self, who: bytes | None, most: int) -> list[KeptTable]:
        """Public ones and their own, but for practice; newest first."""

    async def tables_held(self, who: bytes) -> list[str]:
        """Where they have a seat and the game is not over."""

    async def tables_to_wake(self) -> list[str]:
        """Running games in which a bot or a clock has to go on for somebody."""

    async def tables_waiting_since(self, before: int) -> list[str]:
        """Open tables that nobody has touched since then."""

    async def tables_idle_since(self, before: int) -> list[str]:
        """Running games without a move since then."""

    async def practice_tables(self) -> list[str]: ...

    async def count_tables(self) -> int:
        """Open or running ones."""

    async def link(self, secret: bytes) -> Link | None: ...

    async def group(self, secret: bytes) -> str | None:
        """The table that this link invites to."""

    async def session(self, secret: bytes) -> Session | None: ...

    async def sessions_of(self, who: bytes) -> list[Session]:
        """Seen last first."""

    async def code(self, secret: bytes) -> Code | None: ...

    async def code_of(self, who: bytes) -> Code | None: ...

    async def own_key(self, name: str) -> bytes | None: ...

    async def subscriptions_of(self, who: bytes) -> list[Subscription]: ...

    async def mail_of(self, who: bytes) -> MailAddress | None: ...

    async def deliveries(self, most: int) -> list[Delivery]:
        """On their way, the next ones first."""

    async def delivery(self, delivery: str) -> Delivery | None: ...

    async def mailed_at(self, address: str) -> int | None:
        """When somebody last wanted to have mail there."""

    async def token_used(self, token: bytes) -> int | None:
        """When it was last used; None if it is not known."""

    async def count_tokens(self) -> int: ...

    async def record(self, record: str) -> tuple[bytes, int] | None:
        """Its body, and when it was last used."""

    async def review(self, game: str, mode: str) -> bytes | None: ...

    async def count_records(self) -> int: ...

    async def is_blocked(self, host: bytes, who: bytes) -> bool: ...

    async def blocked_by(self, host: bytes) -> list[Blocked]: ...

    # For whoever runs the server

    async def all_tables(self, status: Status | None, most: int) -> list[KeptTable]:
        """Newest first."""

    async def tables_ended_before(self, before: int) -> list[str]:
        """Finished and abandoned ones that have not changed since."""

    async def tokens(self) -> list[Token]: ...

    async def records(self) -> list[RecordNote]: ...

    async def reports(self, table: str | None = None) -> list[Report]: ...

    async def people(self, beginning: str) -> list[bytes]:
        """Sessions and tokens whose key begins with these hexadecimal digits."""

    async def ready(self) -> None:
        """Raises a StoreError if it cannot be read."""

    async def last_alive(self) -> int | None:
        """When it was last proven that it can be written."""

    def on_commit(self, tell: Callable[[int, float], None]) -> None:
        """Be told of every commit: how many transactions, and how long it took."""

    def close(self) -> None:
        """Finish what was handed in, then let go of the database."""
