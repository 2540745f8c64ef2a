"""The verbs of a transaction as SQL."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import msgspec

from rialto.server.store.kept import Entry, KeptTable, Result
from rialto.server.wire.words import Status

Statement = tuple[str, Sequence[Any]]
Row = tuple[str, int, int, str, int, str, int, str | None]

ADD_TABLE: Final = (
    "INSERT INTO games (id, created, updated, rules, status, open, host, rematch, header, result) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
ADD_SEAT: Final = (
    "INSERT INTO seats (game, seat, kind, bot, name, secret, away) VALUES (?, ?, ?, ?, ?, ?, ?)"
)
HOLD: Final = "INSERT OR IGNORE INTO holders (game, seat, who) VALUES (?, ?, ?)"


class Changes:
    """One transaction, to be written by `write`."""

    __slots__ = ("_write", "rows", "statements")

    def __init__(self, write: "Callable[[Changes], Awaitable[None]]") -> None:
        self._write = write
        self.statements: list[Statement] = []
        self.rows: list[Row] = []
        """Entries of logs: by far the most of what is written, so they go in together."""

    def commit(self) -> Awaitable[None]:
        return self._write(self)

    def _do(self, sql: str, *values: Any) -> None:
        self.statements.append((sql, values))

    # ── tables and their logs ──

    def create_table(self, table: KeptTable) -> None:
        self._do(
            ADD_TABLE, table.id, table.created, table.updated, table.rules, table.status,
            int(table.open), table.host, table.rematch, as_json(table.setup),
            as_json(table.result) if table.result else None,
        )  # fmt: skip
        for p, s in enumerate(table.seats):
            self._do(ADD_SEAT, table.id, p, s.kind, s.bot, s.name, s.secret, int(s.away))
        for who, seats in table.holders.items():
            for seat in seats:
                self.hold(table.id, seat, who)

    def append(self, table: str, entries: Sequence[Entry]) -> None:
        self.rows += [(table, *entry) for entry in entries]

    def set_status(self, table: str, status: Status, at: int, result: Result | None = None) -> None:
        told = as_json(result) if result else None
        self._do(
            "UPDATE games SET status = ?, updated = ?, result = ? WHERE id = ?",
            status, at, told, table,
        )  # fmt: skip

    def set_rematch(self, table: str, rematch: str) -> None:
        self._do("UPDATE games SET rematch = ? WHERE id = ?", rematch, table)

    # ── seats ──

    def mark_away(self, table: str, seat: int, away: bool) -> None:
        self._seat("away = ?", table, seat, int(away))

    def take_seat(self, table: str, seat: int, name: str) -> None:
        self._seat("kind = 'person', name = ?", table, seat, name)

    def free_seat(self, table: str, seat: int) -> None:
        self._seat("kind = 'empty'", table, seat)

    def seat_bot(self, table: str, seat: int, bot: str) -> None:
        self._seat("kind = 'bot', bot = ?, secret = NULL", table, seat, bot)

    def rename(self, table: str, seat: int, name: str) -> None:
        self._seat("name = ?", table, seat, name)

    def set_link(self, table: str, seat: int, secret: bytes) -> None:
        self._seat("secret = ?", table, seat, secret)

    def _seat(self, change: str, table: str, seat: int, *values: Any) -> None:
        self._do(f"UPDATE seats SET {change} WHERE game = ? AND seat = ?", *values, table, seat)

    def hold(self, table: str, seat: int, who: bytes) -> None:
        self._do(HOLD, table, seat, who)

    def let_go(self, table: str, seat: int, who: bytes) -> None:
        self._do("DELETE FROM holders WHERE game = ? AND seat = ? AND who = ?", table, seat, who)

    def let_others_go(self, table: str, seat: int, but: bytes) -> None:
        self._do("DELETE FROM holders WHERE game = ? AND seat = ? AND who <> ?", table, seat, but)

    # ── beside the tables ──

    def keep_record(self, record: str, at: int, body: bytes) -> None:
        self._do("INSERT INTO records (id, created, body) VALUES (?, ?, ?)", record, at, body)

    def keep_token(self, token: bytes, name: str, at: int) -> None:
        self._do("INSERT INTO bots (token, name, created) VALUES (?, ?, ?)", token, name, at)


def as_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
