"""Messages on their way, as SQL."""

from typing import Any, Final

from rialto.server.store.kept import Delivery
from rialto.server.store.sql_statements import Reader, Statements

FIELDS: Final = "id, way, who, target, kind, game, tries, due"


class DeliveryChanges(Statements):
    __slots__ = ()

    def keep_delivery(self, sent: Delivery) -> None:
        self._do(
            "DELETE FROM deliveries WHERE way = ? AND target = ? AND game = ?",
            sent.way, sent.target, sent.table,
        )  # fmt: skip
        self._do(
            f"INSERT INTO deliveries ({FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            sent.id, sent.way, sent.who, sent.target, sent.kind, sent.table, sent.tries, sent.due,
        )  # fmt: skip

    def put_off_delivery(self, delivery: str, tries: int, due: int) -> None:
        self._do("UPDATE deliveries SET tries = ?, due = ? WHERE id = ?", tries, due, delivery)

    def drop_delivery(self, delivery: str) -> None:
        self._do("DELETE FROM deliveries WHERE id = ?", delivery)


def deliveries(db: Reader, most: int) -> list[Delivery]:
    rows = db.rows(f"SELECT {FIELDS} FROM deliveries ORDER BY due, id LIMIT ?", most)
    return [as_delivery(row) for row in rows]


def delivery(db: Reader, name: str) -> Delivery | None:
    rows = db.rows(f"SELECT {FIELDS} FROM deliveries WHERE id = ?", name)
    return as_delivery(rows[0]) if rows else None


def as_delivery(row: Any) -> Delivery:
    told = dict(zip(FIELDS.split(", "), row, strict=True))
    return Delivery(table=told.pop("game"), **told)
