"""The table as `rich` draws it, from what one seat may see. Letters and numbers say everything;
colour only helps."""

from collections.abc import Mapping, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from rialto.engine.box import NEUTRAL_COLOUR, PAIR_OF, SEAT_COLOURS, rows_for
from rialto.engine.game import Game, View
from rialto.engine.ids import Decision, Link, Phase
from rialto.engine.moves import (
    BANK_NAMES,
    BRIDGE_NAMES,
    BUILDING_NAMES,
    DISTRICT_NAMES,
    KIND_NAMES,
    SEAT_NAMES,
    seat_name,
)
from rialto.locales import Words

STYLES: Final = {"white": "default", NEUTRAL_COLOUR: "dim"}
"""White is the colour of letters, which can be read on any ground; the others are as they are."""
ROOMY: Final = 116
"""From so many columns on the news stand beside the table."""
LEFT: Final = 78
MOST_NEWS: Final = 24
AIRY: Final = 40
"""From so many lines on there is an empty one between the parts."""


class Screen:
    """Draws a game for one seat (None: for somebody who may see every hand)."""

    def __init__(
        self, words: Words, names: Sequence[str], seat: int | None, size: tuple[int, int]
    ) -> None:
        self._words = words
        self._names = names
        self._seat = seat
        self._width = size[0]
        self._roomy = size[0] >= ROOMY
        self._airy = size[1] >= AIRY
        self._letters: Mapping[tuple[int, int], str] = {}

    def draw(
        self,
        game: Game,
        news: Sequence[str] = (),
        letters: Mapping[tuple[int, int], str] | None = None,
    ) -> Group:
        """The whole table, and what happened since the last time: beside it if there is room. The
        letters stand on free connections of the map."""
        view = game.view(self._seat)
        self._letters = letters or {}
        told = [Text(f"- {line}", style="italic") for line in news]
        gap = [Text()] if self._airy else []
        parts: list[RenderableType] = [self._city(game, view), *gap]
        parts += [self._stock(view), self._banks(view), self._track(view), *gap]
        parts += [self._players(game, view), *gap, self._cards(game, view), *gap]
        if not self._roomy:
            return Group(self._headline(game, view), *parts, *told)
        side_by_side = Table.grid(padding=(0, 2, 0, 0))
        side_by_side.add_column(width=LEFT)
        side_by_side.add_column(width=self._width - LEFT - 4)
        side_by_side.add_row(Group(*parts), Group(*told[-MOST_NEWS:]))
        return Group(self._headline(game, view), side_by_side)

    def newest(self, news: Sequence[str], lines: int) -> list[str]:
        """The last news that fit under the table in so many lines; beside it all do."""
        if self._roomy:
            return list(news)
        heights = [-(-(len(line) + 2) // self._width) for line in news]
        first = 0
        while first < len(news) and sum(heights[first:]) + (first > 0) > lines:
            first += 1
        return (["…"] if first and lines > 0 else []) + list(news[first:])

    def _table(self) -> Table:
        return Table(box=None, padding=(0, 1, 0, 0), header_style="dim")

    def _headline(self, game: Game, view: View) -> Rule:
        told = [self._words.t("top.round_of", n=view.round_no)] if view.round_no else []
        if game.phase != Phase.STEPS:
            told.append(self._words.t(f"phase.{game.phase.name.lower()}"))
        else:
            kind = KIND_NAMES[view.step]
            letter = self._words.t(f"step.{kind}.letter")
            told.append(f"{letter} {self._words.t(f'kind.{kind}')}")
        return Rule(Text(" · ".join(["Rialto", *told]), style="bold"), style="dim")

    def _seat_text(self, p: int, name: bool = False) -> Text:
        if p >= len(self._names):
            full, colour = self._words.t("player.neutral"), NEUTRAL_COLOUR
        else:
            full, colour = self._names[p], SEAT_COLOURS[p]
        letter = seat_name(p, len(self._names))
        style = f"bold {STYLES.get(colour, colour)}"
        return Text(f"{letter} {full}" if name else letter, style=style)

    def _city(self, game: Game, view: View) -> Table:
        """Each row a district: what points to it from each other one, its worth, its council."""
        table = self._table()
        table.add_column("")
        table.add_column(self._words.t("terminal.column.district"), no_wrap=True)
        for name in DISTRICT_NAMES:
            table.add_column(self._short(name), justify="right")
        table.add_column(self._words.t("terminal.column.worth"), justify="right")
        for p in range(game.house.seats):
            table.add_column(self._seat_text(p), justify="right")
        by_token = sorted(range(len(DISTRICT_NAMES)), key=lambda d: view.tokens[d])
        for d in by_token:
            active = d == game.active_district
            now = game.district(d)
            row = [Text(f"{'▶' if active else ' '}{view.tokens[d] or '?'}")]
            row.append(Text(self._words.t(f"district.{DISTRICT_NAMES[d]}")))
            row += [self._end(view, d, other) for other in range(len(DISTRICT_NAMES))]
            row.append(Text(str(now.value), style="bold"))
            for p in range(game.house.seats):
                row.append(self._council(int(view.council[d][p]), now.points[p]))
            table.add_row(*row, style="bold" if active else "")
        return table

    def _short(self, district: str) -> str:
        """Three letters: Can Cas SMa SCr SPo Dor."""
        first, *rest = self._words.t(f"district.{district}").split()
        return first[0] + rest[0][:2] if rest else first[:3]

    def _end(self, view: View, d: int, other: int) -> Text:
        """The value that points to d on its connection with another district."""
        if d == other:
            return Text("■", style="dim")
        pair = int(PAIR_OF[d][other])
        link = view.link[pair]
        if link == Link.ABSENT:
            return Text("")
        if link == Link.FREE and (d, other) in self._letters:
            return Text(self._letters[d, other], style="bold reverse")
        if link == Link.FREE:
            return Text("+" if view.marker == pair else "·", style="dim")
        style = "bold" if link == Link.BRIDGE else ""
        return Text(str(view.ends[pair][0 if d < other else 1]), style=style)

    def _council(self, n: int, points: int) -> Text:
        if n == 0:
            return Text("·", style="dim")
        return Text(f"{n} ({points})" if self._roomy else str(n))

    def _stock(self, view: View) -> Text:
        t = self._words.t
        told = []
        if view.top_bridge >= 0:
            low, high = BRIDGE_NAMES[view.top_bridge].split("/")
            told.append(t("stock.next", low=int(low), high=int(high)))
        told.append(t("stock.gondola_tip", n=view.gondolas))
        told.append(t("stock.pile_tip", n=view.pile_size, discards=view.discard_size))
        return Text(" · ".join(told), style="dim")

    def _banks(self, view: View) -> Text:
        t = self._words.t
        told = []
        for i, bank in enumerate(BANK_NAMES):
            gone = "bank.turned" if view.bank_turned[i] else "bank.open"
            told.append(f"{t(f'bank.{bank}')}: {t(gone)}")
        if view.neutral and view.marker >= 0:
            told.append(t("terminal.marker"))
        return Text(" · ".join(told), style="dim")

    def _track(self, view: View) -> Text:
        """From the front: each space with its stack, the top marker first."""
        line = Text()
        line.append(f"{self._words.t('doge.title')}: ", style="bold")
        last = None
        for i in range(view.players + view.neutral):
            p = int(view.doge_order[i])
            if view.spaces[p] == last:
                line.append("/")
            else:
                line.append(f"{'   ' if i else ''}{view.spaces[p]} ")
            line.append_text(self._seat_text(p))
            last = view.spaces[p]
        return line

    def _players(self, game: Game, view: View) -> Table:
        table = self._table()
        table.add_column(self._words.t("terminal.column.player"), no_wrap=True, max_width=16)
        for name in ("points", "ends", "coins", "supply", "cards", "strength"):
            table.add_column(self._words.t(f"terminal.column.{name}"), justify="right")
        table.add_column(self._words.t("terminal.column.buildings"))
        totals = [score.total for score in game.scores]
        for p in range(view.players):
            table.add_row(
                self._seat_text(p, name=True),
                str(view.scores[p]),
                str(totals[p]),
                str(view.coins[p]),
                f"{view.private[p]} ({view.general[p]})",
                str(view.hand_size[p]),
                str(view.strength[p]) if game.phase == Phase.STEPS else "",
                self._buildings(view, p),
            )
        if view.neutral:
            shown = sum(int(n) for n in view.neutral_cards)
            strength = str(view.strength[view.players])
            row = ["", "", "", "", str(shown), strength, ""]
            table.add_row(self._seat_text(view.players, name=True), *row)
        return table

    def _buildings(self, view: View, p: int) -> Text:
        """G1 Y2* B4: the star marks a tile that was used in this round."""
        line = Text()
        for b, name in enumerate(BUILDING_NAMES):
            colour, value = name.split("-")
            for i in range(int(view.tiles[p][b])):
                used = "*" if i < view.used[p][b] else ""
                letter = self._words.t(f"terminal.letter.{colour}")
                line.append(f"{letter}{value}{used} ", style="dim" if used else colour)
        return line

    def _cards(self, game: Game, view: View) -> Table:
        """Hands that may be seen, open rows, cards on the table: a column for each kind."""
        table = self._table()
        table.add_column("", no_wrap=True, max_width=16)
        for k, kind in enumerate(KIND_NAMES):
            now = game.phase == Phase.STEPS and k == view.step
            heading = Text(self._words.t(f"kind.{kind}"), style="reverse" if now else "")
            table.add_column(heading, justify="right")
        if self._seat is not None:
            own = Text(self._words.t("hand.title"), style="bold")
            self._counts(table, own, view.hand[self._seat])
        else:
            for p in range(view.players):
                self._counts(table, self._seat_text(p, name=True), game.state.hand[p])
        if view.asked in (Decision.ROW, Decision.GREEN):
            for r in range(rows_for(view.players)):
                if view.row_owner[r] < 0:
                    name = self._words.t("rows.row", n=r + 1)
                    self._counts(table, Text(name), view.rows[r])
        shown = self._airy or view.asked == Decision.PLAY  # later the strengths say enough
        for p in range(view.players if shown else 0):
            if any(view.cards_played[p]):
                label = Text(f"{self._words.t('terminal.played')} ") + self._seat_text(p)
                self._counts(table, label, view.cards_played[p])
        if any(view.neutral_cards):
            self._counts(table, self._seat_text(view.players, name=True), view.neutral_cards)
        return table

    def _counts(self, table: Table, label: Text, cards: Sequence[int]) -> None:
        table.add_row(label, *(str(n) if n else Text("·", style="dim") for n in map(int, cards)))


def final_table(game: Game, words: Words) -> Table:
    """The final scoring with its parts, the winner first."""
    table = Table(title=words.t("terminal.final"), pad_edge=False)
    table.add_column("")
    ranking = game.ranking
    for place, p in enumerate(ranking, 1):
        table.add_column(f"{place}. {SEAT_NAMES[p]} {game.names[p]}", justify="right")
    scores = [game.scores[p] for p in ranking]
    parts = [
        ("score.during", [s.during for s in scores]),
        ("score.leftovers", [s.leftovers for s in scores]),
        ("score.buildings", [s.buildings for s in scores]),
        *(
            (f"district.{name}", [s.districts[d] for s in scores])
            for d, name in enumerate(DISTRICT_NAMES)
        ),
    ]
    for key, points in parts:
        table.add_row(words.t(key), *map(str, points))
    table.add_section()
    table.add_row(words.t("score.total"), *(str(s.total) for s in scores), style="bold")
    return table
