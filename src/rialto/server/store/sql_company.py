"""The people at a table as SQL: what they ask, what they say, which tables they want to see."""

from collections.abc import Sequence

from rialto.server.store.kept import Proposal, Spoken
from rialto.server.store.sql_statements import Statements, as_json


class CompanyChanges(Statements):
    __slots__ = ()

    def keep_proposals(self, table: str, proposals: Sequence[Proposal]) -> None:
        self._do("UPDATE games SET proposals = ? WHERE id = ?", as_json(proposals), table)

    def add_spoken(self, table: str, spoken: Spoken, who: bytes, keep: int) -> None:
        self._do(
            "INSERT INTO talk (game, n, at, version, seat, name, reaction, text, who) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            table, spoken.n, spoken.at, spoken.version, spoken.seat, spoken.name,
            spoken.reaction, spoken.text, who,
        )  # fmt: skip
        self._do("DELETE FROM talk WHERE game = ? AND n <= ?", table, spoken.n - keep)

    def forget_spoken(self, table: str, who: bytes) -> None:
        self._do("DELETE FROM talk WHERE game = ? AND who = ?", table, who)

    def set_quiet(self, table: str, quiet: bool) -> None:
        self._do("UPDATE games SET quiet = ? WHERE id = ?", int(quiet), table)

    def keep_practice(self, table: str) -> None:
        self._do("UPDATE games SET practice = 0 WHERE id = ?", table)

    def hide_table(self, table: str, who: bytes) -> None:
        self._do("INSERT INTO hidden (game, who) VALUES (?, ?) ON CONFLICT DO NOTHING", table, who)

    def show_table(self, table: str, who: bytes) -> None:
        self._do("DELETE FROM hidden WHERE game = ? AND who = ?", table, who)

    def set_group_link(self, table: str, secret: bytes | None) -> None:
        self._do("UPDATE games SET group_link = ? WHERE id = ?", secret, table)
