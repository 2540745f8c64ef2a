"""What is worth telling somebody who does not look on."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, cast

from rialto.locales import words
from rialto.server.trouble import Trouble

if TYPE_CHECKING:
    from rialto.server.store import Delivery
    from rialto.server.table.table import Table

Kind = Literal["turn", "start", "end"]
JUST_BEGUN_MS: Final = 60_000
ENDED: Final = ("over", "abandoned")


@dataclass(frozen=True, slots=True)
class News:
    """It holds nothing that only one seat may know."""

    kind: Kind
    table: str
    others: tuple[str, ...]
    """Who else sits there."""

    @property
    def path(self) -> str:
        return f"/t/{self.table}"

    def title(self, language: str) -> str:
        return words(language).t(f"notify.{self.kind}")

    def text(self, language: str) -> str:
        said = words(language)
        return said.t("notify.with", names=said.all_of(list(self.others)))


class Seen(NamedTuple):
    status: str
    asked: frozenset[int]


Tell = Callable[[bytes, News], None]


class Herald:
    """Watches tables change; of those that this process drives it tells whoever is concerned and
    not there. A table that has just been loaded is no news."""

    def __init__(self, now: Callable[[], int], tell: Tell) -> None:
        self._now, self._tell = now, tell
        self._seen: dict[str, Seen] = {}

    def table_changed(self, table: "Table") -> None:
        if table.practice:
            return
        before = self._seen.get(table.id) or first_look(table, self._now())
        after = Seen(table.status, frozenset(table.to_move))
        if after.status in ENDED:
            self._seen.pop(table.id, None)
        else:
            self._seen[table.id] = after
        if table.drives and before is not None and before != after:
            for seat, kind in news_for(table, before, after).items():
                self._tell_seat(table, seat, kind)

    def _tell_seat(self, table: "Table", seat: int, kind: Kind) -> None:
        chair = table.chairs[seat]
        if chair.kind != "person" or chair.connected:
            return
        for who, held in table.holders.items():
            if seat in held:
                self._tell(who, news_at(table, seat, kind))


def news_at(table: "Table", seat: int, kind: Kind) -> News:
    return News(kind, table.id, tuple(c.name for p, c in enumerate(table.chairs) if p != seat))


def look_again(
    get: "Callable[[str], Awaitable[Table]]",
) -> "Callable[[Delivery], Awaitable[News | None]]":
    """What a message that comes late has to tell, if it still is news."""

    async def look(sent: "Delivery") -> News | None:
        try:
            table = await get(sent.table)
        except Trouble:
            return None
        mine = sorted(table.holders.get(sent.who, set()))
        gone = [seat for seat in mine if not table.chairs[seat].connected]
        if sent.kind == "turn":
            gone = [seat for seat in gone if seat in table.to_move]
        return news_at(table, gone[0], cast(Kind, sent.kind)) if gone else None

    return look


def first_look(table: "Table", now: int) -> Seen | None:
    """A game that was not seen before is news only if it has just begun."""
    begun = table.started is not None and now - table.started < JUST_BEGUN_MS
    return Seen("open", frozenset()) if begun and table.status == "running" else None


def news_for(table: "Table", before: Seen, after: Seen) -> dict[int, Kind]:
    seats = range(table.players)
    if after.status in ENDED and before.status == "running":
        return dict.fromkeys(seats, "end")
    if after.status == "running" and before.status == "open":
        return dict.fromkeys(seats, "start")
    return dict.fromkeys(sorted(after.asked - before.asked), "turn")
