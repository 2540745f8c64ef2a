"""From the engine's View to the wire's: what a person would work out is worked out here.

The open part is made once per change and shared by every seat's view; only hand, sealed cards,
choices and undo are a seat's own. Everything is read from `Game.view`, never from the state.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Any, Final, Protocol, TypeVar, cast, get_args

import msgspec

from rialto import Game, House
from rialto.engine.game import GameEvent, Reading, Score
from rialto.engine.ids import Decision
from rialto.server import wire
from rialto.server.show.choices import blocked, options

T = TypeVar("T")
KINDS: Final[tuple[wire.Kind, ...]] = get_args(wire.Kind)
BUILDINGS: Final[tuple[wire.BuildingId, ...]] = get_args(wire.BuildingId)
DISTRICTS: Final[tuple[wire.DistrictId, ...]] = get_args(wire.DistrictId)
COLOURS: Final[tuple[wire.SeatColour, ...]] = ("red", "blue", "yellow", "green", "white")
BANKS: Final[tuple[wire.BankId, ...]] = ("citra", "ultra")
LINKS: Final[dict[int, wire.LinkState]] = {0: "free", 1: "gondola", 2: "bridge"}
BRIDGE_LIES: Final = 2
SPECTATOR: Final = wire.SeatPart(
    seat=None, hand=None, sealed=None, legal=[], blocked=[], can_undo=False
)
PAIRS: Final = tuple((a, b) for a in range(6) for b in range(a + 1, 6))
PAIR_NAMES: Final = tuple(f"{DISTRICTS[a]}:{DISTRICTS[b]}" for a, b in PAIRS)
BRIDGES: Final = ((3, 4), (3, 5), (3, 6), (4, 5), (4, 6), (5, 6))
SLOTS: Final = 7
HAND_LIMIT: Final = 7

PHASES: Final[tuple[wire.Phase, ...]] = (
    "setup", "setup", "cards", "cards", "cards", "cards", "cards", "steps", "steps", "blue",
    "over",
)  # fmt: skip
"""By the engine's stage."""
STAGE_PLAYS: Final = 7
FIELDS: Final = (
    "coins", "scores", "spaces", "stage", "round_no", "step", "lead", "winner", "queue_length",
    "queue", "turned", "lent_jokers", "budget", "councillors_due", "top_bridge", "gondolas",
    "marker", "pile_size", "discard_size", "doge_order", "strength", "keep_more", "excess",
    "general", "private", "hand_size", "rows", "row_owner", "cards_played", "supply", "tiles",
    "used", "tokens", "council", "link", "ends", "bank_turned",
)  # fmt: skip
"""What every view is made from."""
ASKED: Final[dict[Decision, wire.Decision]] = {
    Decision.START: "start",
    Decision.ROW: "row",
    Decision.GREEN: "green",
    Decision.DISCARD: "discard",
    Decision.PLAY: "play",
    Decision.BUILD: "build",
    Decision.BRIDGE: "bridge",
    Decision.GONDOLA: "gondola",
    Decision.SOURCE: "source",
    Decision.COUNCIL: "council",
    Decision.BLUE: "blue",
    Decision.OVER: "over",
}


class Person(Protocol):
    """What the table knows of a seat beside the game."""

    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> wire.SeatKind: ...
    @property
    def bot(self) -> str | None: ...
    @property
    def connected(self) -> bool: ...
    @property
    def away(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Neutral:
    """N1: the player that nobody is."""

    name: str = ""
    kind: wire.SeatKind = "neutral"
    bot: str | None = None
    connected: bool = True
    away: bool = False


NEUTRAL: Final = Neutral()


@cache
def house_out(h: House, rules: int) -> wire.House:
    """An edition is what it was in the rules version that the game began with."""
    return wire.House(**h.as_dict(), edition=h.edition_in(rules))


def score(s: Score) -> wire.Score:
    return wire.Score(
        during=s.during,
        leftovers=s.leftovers,
        buildings=s.buildings,
        districts=list(s.districts),
        total=s.total,
    )


def cards(counts: Sequence[int]) -> dict[wire.Kind, int]:
    return dict(zip(KINDS, counts, strict=True))


def some_cards(counts: Sequence[int]) -> dict[wire.Kind, int]:
    return {k: n for k, n in zip(KINDS, counts, strict=True) if n} if any(counts) else {}


def seat_or_none(p: int) -> int | None:
    return p if p >= 0 else None


class Memo:
    """Parts of the last view of a table, each with the facts it was made from: most moves leave
    most of the board as it was."""

    def __init__(self) -> None:
        self._kept: dict[Any, tuple[Any, Any]] = {}

    def get(self, part: Any, facts: Any, make: Callable[[], T]) -> T:
        kept = self._kept.get(part)
        if kept is None or kept[0] != facts:
            kept = self._kept[part] = (facts, make())
        made: T = kept[1]
        return made


class Presented:
    """One state of one table, ready to be shown to anybody."""

    def __init__(
        self,
        game: Game,
        people: Sequence[Person],
        *,
        table: str,
        version: int,
        status: wire.Status,
        clock: wire.Clock | None = None,
        rematch: str | None = None,
        memo: Memo | None = None,
    ) -> None:
        self.game = game
        self.facts = f = Reading(game.view(None).table, *FIELDS)
        self.seats = game.house.seats
        self.running = status == "running"
        asked = game.decision
        over = asked == Decision.OVER
        self.asked: wire.Decision = "waiting" if status == "open" else ASKED.get(asked, "waiting")
        self.to_move = [p for p in game.to_move if p >= 0] if self.running else []
        phase = PHASES[f.stage]
        in_steps = phase == "steps"
        kept = self._memo = memo or Memo()
        council, ends, order = f.council, f.ends, f.doge_order
        projection = kept.get(
            "projection",
            (f.scores, f.coins, f.private, f.tiles, council, ends, order),
            lambda: [score(s) for s in game.scores],
        )
        self.open_part = wire.OpenPart(
            table=table,
            version=version,
            house=house_out(game.house, game.rules),
            status=status,
            phase=phase,
            round=f.round_no,
            step=KINDS[f.step] if in_steps else None,
            decision=self.asked,
            to_move=self.to_move,
            lead=seat_or_none(f.lead) if in_steps else None,
            winner=seat_or_none(f.winner) if in_steps else None,
            queue=f.queue[: f.queue_length],
            seats=self._seats(people, projection, in_steps, kept),
            doge=wire.DogeTrack(order=f.doge_order[: self.seats], spaces=f.spaces[: self.seats]),
            rows=kept.get("rows", (phase, f.rows, f.row_owner), lambda: self._rows(phase)),
            neutral_cards=some_cards(f.neutral_cards) if game.house.neutral else None,
            districts=kept.get(
                "districts", (f.tokens, f.round_no, council, ends, order), self._districts
            ),
            links=kept.get("links", (f.link, ends), self._links),
            top_bridge=BRIDGES[f.top_bridge] if f.top_bridge >= 0 and status != "open" else None,
            bridges_left=len(BRIDGES) - f.link.count(BRIDGE_LIES),
            gondolas_left=f.gondolas,
            marker=PAIR_NAMES[f.marker] if game.house.neutral and f.marker >= 0 else None,
            banks=kept.get("banks", (f.bank_turned, council), self._banks),
            supply=kept.get(
                "supply", f.supply, lambda: dict(zip(BUILDINGS, f.supply, strict=True))
            ),
            pile=f.pile_size,
            discards=f.discard_size,
            budget=f.budget,
            councillors_due=f.councillors_due,
            turn=wire.Turn(turned=f.turned, lent_jokers=f.lent_jokers),
            clock=clock,
            reckoning=projection if over else None,
            ranking=game.ranking if over else None,
            rematch=rematch,
        )

    def seat_part(self, seat: int | None, *, playing: bool = True) -> wire.SeatPart:
        """A seat's own; `playing` False: nothing can be chosen (a replay)."""
        if seat is None:
            return SPECTATOR
        hand, sealed, can_undo = self._own(seat, playing)
        legal = self.game.legal(seat) if playing and seat in self.to_move else []
        return wire.SeatPart(
            seat=seat,
            hand=cards(hand),
            sealed=None if sealed is None else cards(sealed),
            legal=options(self.game, legal) if legal else [],
            blocked=blocked(self.game, seat, legal) if legal else [],
            can_undo=can_undo,
        )

    def _own(self, seat: int, playing: bool) -> tuple[list[int], list[int] | None, bool]:
        """Hand, sealed cards and undo: all there is to a seat that is not asked."""
        discarding = self.asked == "discard"
        # Only the last to act, or anybody among the discards, has something to take back.
        last = self.game.log[-1].seat if self.game.log else None
        may_undo = playing and self.running and (discarding or last == seat)
        return (
            self.game.hand(seat),
            sealed_now(self.game, seat) if discarding else None,
            may_undo and self.game.can_undo(seat),
        )

    @cached_property
    def open_bytes(self) -> bytes:
        return wire.encode(self.open_part)

    def encoded(self, seat: int | None) -> bytes:
        """The seat's view as it goes over the wire."""
        return wire.join_view(self.open_bytes, self._seat_bytes(seat))

    def _seat_bytes(self, seat: int | None) -> bytes:
        if seat is None or seat in self.to_move:
            return wire.encode(self.seat_part(seat))
        facts = self._own(seat, True)
        return self._memo.get(("own", seat), facts, lambda: wire.encode(self.seat_part(seat)))

    def view(self, seat: int | None, *, playing: bool = True) -> wire.View:
        own = msgspec.structs.asdict(self.seat_part(seat, playing=playing))
        return wire.View(**own, **msgspec.structs.asdict(self.open_part))

    def _seats(
        self, people: Sequence[Person], projection: list[wire.Score], in_steps: bool, kept: "Memo"
    ) -> list[wire.Seat]:
        f = self.facts
        waiting = f.queue[: f.queue_length] if f.stage == STAGE_PLAYS else ()
        nothing = wire.Score(during=0, leftovers=0, buildings=0, districts=[0] * 6, total=0)
        seats = []
        for p in range(self.seats):
            who = people[p] if p < self.game.house.players else NEUTRAL
            neutral = who is NEUTRAL
            tiles = kept.get(("tiles", p), (f.tiles[p], f.used[p]), partial(self._tiles, p))
            seats.append(
                wire.Seat(
                    seat=p,
                    name=who.name,
                    kind=who.kind,
                    bot=who.bot,
                    colour="grey" if neutral else COLOURS[p],
                    connected=who.connected,
                    away=who.away,
                    score=f.scores[p],
                    coins=f.coins[p],
                    private=f.private[p],
                    general=f.general[p],
                    hand_size=f.hand_size[p],
                    hand_limit=HAND_LIMIT + f.keep_more[p],
                    excess=f.excess[p],
                    strength=f.strength[p] if in_steps and p not in waiting else None,
                    played=some_cards(f.cards_played[p]),
                    buildings=tiles,
                    slots_free=0 if neutral else SLOTS - sum(f.tiles[p]),
                    projected=nothing if neutral else projection[p],
                )
            )
        return seats

    def _tiles(self, p: int) -> list[wire.OwnBuilding]:
        f = self.facts
        return [
            own_building(b, n, u)
            for b, n, u in zip(BUILDINGS, f.tiles[p], f.used[p], strict=True)
            if n
        ]

    def _rows(self, phase: wire.Phase) -> list[wire.Row]:
        """P2: one more than players; they lie there only in phase I."""
        if phase != "cards":
            return []
        f = self.facts
        return [
            wire.Row(row=r + 1, cards=some_cards(f.rows[r]), owner=seat_or_none(f.row_owner[r]))
            for r in range(self.game.house.players + 1)
        ]

    def _districts(self) -> list[wire.District]:
        f = self.facts
        districts = []
        for d, name in enumerate(DISTRICTS):
            now = self.game.district(d)
            here = f.council[d][: self.seats]
            ranked = sorted((now.places[p], p) for p in range(self.seats) if here[p])
            districts.append(
                wire.District(
                    id=name,
                    token=f.tokens[d],
                    active=f.tokens[d] == f.round_no > 0,
                    value=now.value,
                    council=here,
                    places=[
                        wire.Place(seat=p, count=here[p], points=now.points[p]) for _, p in ranked
                    ],
                )
            )
        return districts

    def _links(self) -> list[wire.Link]:
        f = self.facts
        return [
            wire.Link(
                id=PAIR_NAMES[i],
                a=DISTRICTS[a],
                b=DISTRICTS[b],
                state=LINKS[f.link[i]],
                ends=(f.ends[i][0], f.ends[i][1]),
            )
            for i, (a, b) in enumerate(PAIRS)
            if f.link[i] in LINKS
        ]

    def _banks(self) -> list[wire.Bank]:
        f = self.facts
        return [
            wire.Bank(
                id=name,
                turned=bool(f.bank_turned[bank]),
                have=[
                    sum(f.council[d][p] > 0 for d in range(3 * bank, 3 * bank + 3))
                    for p in range(self.seats)
                ],
            )
            for bank, name in enumerate(BANKS)
        ]


@cache
def own_building(building: wire.BuildingId, count: int, used: int) -> wire.OwnBuilding:
    return wire.OwnBuilding(id=building, count=count, used=used)


def sealed_now(game: Game, seat: int) -> list[int]:
    """P6: the cards that this seat has discarded face down in this round."""
    counts = [0] * len(KINDS)
    for move in reversed(game.log):
        word, _, kind = move.text.partition(" ")
        if word != "discard":
            break
        if move.seat == seat:
            counts[KINDS.index(cast(wire.Kind, kind))] += 1
    return counts


def event(happened: GameEvent, version: int, n: int) -> wire.GameEvent:
    return wire.GameEvent(
        version=version,
        n=n,
        code=happened.code.name.lower(),
        seat=happened.seat,
        args=happened.args,
    )


def open_hands(game: Game) -> list[dict[wire.Kind, int]]:
    """For games that are over."""
    return [cards(game.hand(p)) for p in range(game.house.players)]
