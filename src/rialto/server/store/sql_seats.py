"""Seats, who has them, and the links to them, as SQL."""

from typing import Any, Final

from rialto.server.store.kept import Link
from rialto.server.store.sql_statements import Statements

IF_FREE: Final = "AND kind = 'empty'"
HOLD: Final = "INSERT INTO holders (game, seat, who) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"


class SeatChanges(Statements):
    __slots__ = ()

    def take_seat(self, table: str, seat: int, name: str) -> None:
        self._seat("kind = 'person', name = ?", IF_FREE, table, seat, name)

    def free_seat(self, table: str, seat: int, name: str) -> None:
        self._seat("kind = 'empty', name = ?", "", table, seat, name)

    def seat_bot(self, table: str, seat: int, bot: str) -> None:
        self._seat("kind = 'bot', bot = ?", IF_FREE, table, seat, bot)

    def rename(self, table: str, seat: int, name: str) -> None:
        self._seat("name = ?", "", table, seat, name)

    def mark_away(self, table: str, seat: int, away: bool) -> None:
        self._seat("away = ?", "", table, seat, int(away))

    def mark_opened(self, table: str, seat: int) -> None:
        self._seat("opened = ?", "", table, seat, 1)

    def mark_hinted(self, table: str, seat: int) -> None:
        self._seat("hinted = ?", "", table, seat, 1)

    def _seat(self, change: str, only: str, table: str, seat: int, *values: Any) -> None:
        sql = f"UPDATE seats SET {change} WHERE game = ? AND seat = ? {only}"
        self._do(sql, *values, table, seat, one_row=True)

    def hold(self, table: str, seat: int, who: bytes) -> None:
        self._do(HOLD, table, seat, who)

    def let_go(self, table: str, seat: int, but: bytes | None = None) -> None:
        self._do(
            "DELETE FROM holders WHERE game = ?1 AND seat = ?2 AND (who <> ?3 OR ?3 IS NULL)",
            table, seat, but,
        )  # fmt: skip

    def remember_leaver(self, table: str, seat: int, who: bytes) -> None:
        self._do(
            "INSERT INTO leavers (game, seat, who) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            table, seat, who,
        )  # fmt: skip

    def forget_leavers(self, table: str, seat: int) -> None:
        self._do("DELETE FROM leavers WHERE game = ? AND seat = ?", table, seat)

    def add_link(self, link: Link) -> None:
        self._do(
            "INSERT INTO links (secret, game, seat, device, in_absence, expires, used_by) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            link.secret, link.table, link.seat, int(link.device), int(link.in_absence),
            link.expires, link.used_by,
        )  # fmt: skip

    def use_link(self, secret: bytes, who: bytes) -> None:
        self._do(
            "UPDATE links SET used_by = ? WHERE secret = ? AND used_by IS NULL",
            who, secret, one_row=True,
        )  # fmt: skip

    def drop_links(self, table: str, seat: int, but_of: bytes | None = None) -> None:
        self._do(
            "DELETE FROM links WHERE game = ?1 AND seat = ?2 "
            "AND (used_by IS NULL OR used_by <> ?3 OR ?3 IS NULL)",
            table, seat, but_of,
        )  # fmt: skip
