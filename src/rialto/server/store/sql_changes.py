"""The verbs of a transaction as SQL."""

from collections.abc import Awaitable, Callable, Sequence
from typing import ClassVar, Final

from rialto.server.store.days import KeptDays
from rialto.server.store.fair import KeptFair
from rialto.server.store.kept import (
    Blocked,
    Entry,
    KeptTable,
    Notice,
    Report,
    Result,
)
from rialto.server.store.sql_company import CompanyChanges
from rialto.server.store.sql_deliveries import DeliveryChanges
from rialto.server.store.sql_devices import DeviceChanges
from rialto.server.store.sql_mail import MailChanges
from rialto.server.store.sql_reviews import ReviewChanges
from rialto.server.store.sql_seats import SeatChanges
from rialto.server.store.sql_statements import as_json
from rialto.server.store.sql_subscriptions import SubscriptionChanges
from rialto.server.wire.words import Status

Row = tuple[str, int, int, str, int, str, int, str | None]

ADD_TABLE: Final = (
    "INSERT INTO games (id, created, updated, rules, status, open, host, rematch, header, result, "
    "group_link, proposals, quiet, practice) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
ADD_SEAT: Final = (
    "INSERT INTO seats (game, seat, kind, bot, name, away, opened, hinted) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
PARTS: Final = (
    "events", "seats", "holders", "leavers", "links", "notices", "fairness", "talk",
    "hidden", "days", "deliveries", "reviews",
)  # fmt: skip
"""What goes with a table. Reports about it stay."""
THEIRS: Final = (
    "sessions", "holders", "leavers", "hidden", "codes", "subscriptions", "mail", "deliveries",
    "talk",
)  # fmt: skip
"""What is somebody's, wherever it is."""
NOBODY: Final = b""


class Changes(
    SeatChanges,
    CompanyChanges,
    DeviceChanges,
    SubscriptionChanges,
    MailChanges,
    DeliveryChanges,
    ReviewChanges,
):
    """One transaction, to be written by `write`."""

    __slots__ = ("_write", "rows")
    WITH_NAME: ClassVar[str]
    """The header with another name for a seat, in the words of the engine."""
    FENCE: ClassVar[str | None] = None
    """It must find one row; None: there is one process, and it drives every table."""

    def __init__(self, write: "Callable[[Changes], Awaitable[None]]") -> None:
        super().__init__()
        self._write = write
        self.rows: list[Row] = []
        """Entries of logs: by far the most of what is written, so they go in together."""

    def commit(self) -> Awaitable[None]:
        return self._write(self)

    # ── tables and their logs ──

    def create_table(self, table: KeptTable) -> None:
        self._do(
            ADD_TABLE, table.id, table.created, table.updated, table.rules, table.status,
            int(table.open), table.host, table.rematch, as_json(table.setup),
            as_json(table.result) if table.result else None, table.group_link,
            as_json(table.proposals), int(table.quiet), int(table.practice),
        )  # fmt: skip
        for p, s in enumerate(table.seats):
            marks = (int(s.away), int(s.opened), int(s.hinted))
            self._do(ADD_SEAT, table.id, p, s.kind, s.bot, s.name, *marks)
        for who, seats in table.holders.items():
            for seat in seats:
                self.hold(table.id, seat, who)
        if table.fair is not None:
            self.keep_fair(table.id, table.fair)
        if table.days is not None:
            self.keep_days(table.id, table.days)

    def append(self, table: str, entries: Sequence[Entry]) -> None:
        self.rows += [(table, *entry) for entry in entries]

    def advance(self, table: str, revision: int) -> None:
        self._do(
            "UPDATE games SET revision = revision + 1 WHERE id = ? AND revision = ?",
            table, revision, one_row=True,
        )  # fmt: skip

    def fence(self, table: str, term: int) -> None:
        if self.FENCE is not None:
            self._do(self.FENCE, table, term, one_row=True)

    def set_status(self, table: str, status: Status, at: int, result: Result | None = None) -> None:
        told = as_json(result) if result else None
        self._do(
            "UPDATE games SET status = ?, updated = ?, result = ? WHERE id = ?",
            status, at, told, table,
        )  # fmt: skip

    def set_host(self, table: str, host: bytes) -> None:
        self._do("UPDATE games SET host = ? WHERE id = ?", host, table)

    def set_rematch(self, table: str, rematch: str) -> None:
        self._do("UPDATE games SET rematch = ? WHERE id = ?", rematch, table)

    def add_notice(self, table: str, notice: Notice, keep: int) -> None:
        self._do(
            "INSERT INTO notices (game, n, at, version, code, seat, name) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            table, notice.n, notice.at, notice.version, notice.code, notice.seat, notice.name,
        )  # fmt: skip
        self._do("DELETE FROM notices WHERE game = ? AND n <= ?", table, notice.n - keep)

    def keep_fair(self, table: str, fair: KeptFair) -> None:
        self._keep_body("fairness", table, fair)

    def keep_days(self, table: str, days: KeptDays) -> None:
        self._keep_body("days", table, days)

    def _keep_body(self, part: str, table: str, body: KeptFair | KeptDays) -> None:
        """One JSON object for each table: they are no part of a game's log."""
        self._do(
            f"INSERT INTO {part} (game, body) VALUES (?, ?) "
            "ON CONFLICT (game) DO UPDATE SET body = excluded.body",
            table, as_json(body),
        )  # fmt: skip

    def delete_table(self, table: str) -> None:
        self._do("UPDATE games SET status = 'deleted' WHERE id = ?", table)
        for part in PARTS:
            self._do(f"DELETE FROM {part} WHERE game = ?", table)
        self._do("DELETE FROM games WHERE id = ?", table)

    def forget_name(self, table: str, seat: int, name: str) -> None:
        self._do("DELETE FROM talk WHERE game = ? AND seat = ?", table, seat)
        self._do("UPDATE notices SET name = ? WHERE game = ? AND seat = ?", name, table, seat)
        self._do(f"UPDATE games SET header = {self.WITH_NAME} WHERE id = ?", seat, name, table)
        self.rename(table, seat, name)

    # ── beside the tables ──

    def keep_token(self, token: bytes, name: str, at: int) -> None:
        self._do(
            "INSERT INTO tokens (token, name, created, used) VALUES (?, ?, ?, ?)",
            token, name, at, at,
        )  # fmt: skip

    def use_token(self, token: bytes, at: int) -> None:
        self._do("UPDATE tokens SET used = ? WHERE token = ?", at, token)

    def keep_record(self, record: str, at: int, body: bytes) -> None:
        self._do(
            "INSERT INTO records (id, created, body, used) VALUES (?, ?, ?, ?)",
            record, at, body, at,
        )  # fmt: skip

    def use_record(self, record: str, at: int) -> None:
        self._do("UPDATE records SET used = ? WHERE id = ?", at, record)

    def delete_record(self, record: str) -> None:
        self._do("DELETE FROM reviews WHERE game = ?", record)
        self._do("DELETE FROM records WHERE id = ?", record)

    # ── people ──

    def add_report(self, report: Report) -> None:
        self._do(
            "INSERT INTO reports (at, game, seat, name, who, by_seat, by_who, text) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            report.at, report.table, report.seat, report.name, report.who, report.by,
            report.by_who, report.text,
        )  # fmt: skip

    def delete_report(self, report: int) -> None:
        self._do("DELETE FROM reports WHERE id = ?", report)

    def forget_reports(self, before: int) -> None:
        self._do("DELETE FROM reports WHERE at < ?", before)

    def block(self, host: bytes, blocked: Blocked) -> None:
        self._do(
            "INSERT INTO blocked (host, who, name, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            host, blocked.who, blocked.name, blocked.at,
        )  # fmt: skip

    def unblock(self, host: bytes, who: bytes) -> None:
        self._do("DELETE FROM blocked WHERE host = ? AND who = ?", host, who)

    def forget_person(self, who: bytes) -> None:
        for part in THEIRS:
            self._do(f"DELETE FROM {part} WHERE who = ?", who)
        self._do("DELETE FROM tokens WHERE token = ?", who)
        self._do("DELETE FROM blocked WHERE host = ?1 OR who = ?1", who)
        self._do("UPDATE links SET used_by = ? WHERE used_by = ?", NOBODY, who)
        self._do("UPDATE games SET host = ? WHERE host = ?", NOBODY, who)
        self._do("UPDATE reports SET by_who = ? WHERE by_who = ?", NOBODY, who)

    # ── what is given back ──

    def forget_links(self, expired_before: int) -> None:
        self._do("DELETE FROM links WHERE expires < ? AND used_by IS NULL", expired_before)

    def forget_sessions(self, unseen_since: int, seatless_since: int) -> None:
        self._do("DELETE FROM sessions WHERE seen < ? OR until < ?", unseen_since, seatless_since)
        self._do(
            "DELETE FROM sessions WHERE seen < ? AND who NOT IN (SELECT host FROM games) "
            "AND who NOT IN (SELECT who FROM holders) AND who NOT IN (SELECT who FROM leavers)",
            seatless_since,
        )

        self._do("DELETE FROM subscriptions WHERE session NOT IN (SELECT secret FROM sessions)")

    def forget_tokens(self, unused_since: int) -> None:
        self._do(
            "DELETE FROM tokens WHERE used < ? AND token NOT IN (SELECT who FROM holders "
            "JOIN games ON games.id = holders.game WHERE status IN ('open', 'running'))",
            unused_since,
        )

    def forget_records(self, unused_since: int) -> None:
        old = "SELECT id FROM records WHERE used < ?"
        self._do(f"DELETE FROM reviews WHERE game IN ({old})", unused_since)
        self._do("DELETE FROM records WHERE used < ?", unused_since)

    def prove_alive(self, at: int) -> None:
        self._do(
            'INSERT INTO alive ("only", at) VALUES (1, ?) '
            'ON CONFLICT ("only") DO UPDATE SET at = excluded.at',
            at,
        )
