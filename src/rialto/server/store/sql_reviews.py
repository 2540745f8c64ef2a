"""Reviews of finished games as SQL."""

from typing import Any

from rialto.server.store.sql_statements import Reader, Statements, first


class ReviewChanges(Statements):
    __slots__ = ()

    def keep_review(self, game: str, mode: str, body: bytes) -> None:
        self._do("DELETE FROM reviews WHERE game = ? AND mode = ?", game, mode)
        self._do("INSERT INTO reviews (game, mode, body) VALUES (?, ?, ?)", game, mode, body)


def review(db: Reader, game: str, mode: str) -> Any:
    return first(db, "SELECT body FROM reviews WHERE game = ? AND mode = ?", game, mode)
