"""From the engine's View to the wire's: what a person would work out is worked out here.

The open part is made once per change and shared by every seat's view; only hand, sealed cards,
choices and undo are a seat's own. Everything is read from `Game.view`, never from the state.
"""

from collections.abc import Sequence
from functools import cache, cached_property
from typing import Final

import msgspec

from rialto import Game, House, Move
from rialto.engine.box import BRIDGES as ALL_BRIDGES
from rialto.engine.game import ALL, GameEvent
from rialto.engine.ids import Link, Phase
from rialto.server import wire
from rialto.server.show import board
from rialto.server.show.board import seat_or_none
from rialto.server.show.choices import blocked, options
from rialto.server.show.memo import Memo
from rialto.server.show.names import ASKED, BRIDGES, BUILDINGS, KINDS, PAIR_NAMES, PHASES
from rialto.server.show.seats import Person, cards, score, seats, some_cards

SPECTATOR: Final = wire.SeatPart(
    seat=None,
    hand=None,
    sealed=None,
    legal=[],
    blocked=[],
    can_undo=False,
    can_ask_back=False,
    passing=None,
)


@cache
def house_out(h: House, rules: int) -> wire.House:
    """An edition is what it was in the rules version that the game began with."""
    return wire.House(**h.as_dict(), edition=h.edition_in(rules))


Own = tuple[list[int], list[int] | None, bool, bool, wire.PassUntil | None]
"""Hand, sealed cards, undo, and whether it passes beforehand."""


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
        fair: wire.Fair | None = None,
        days: wire.Days | None = None,
        rematch: str | None = None,
        passing: Sequence[wire.PassUntil | None] = (),
        proposals: Sequence[wire.Proposal] = (),
        quiet: bool = False,
        practice: bool = False,
        hints: bool = False,
        beliefs: bool = False,
        ask_back: Sequence[int] = (),
        memo: Memo | None = None,
    ) -> None:
        self.game = game
        self.running = status == "running"
        self.asked = ASKED.get(game.decision, "waiting") if status != "open" else "waiting"
        self.to_move = [p for p in game.to_move if p >= 0] if self.running else []
        self._last = game.log[-1].seat if game.log else None
        self._passing = passing
        self._memo = memo or Memo()
        self._ask_back = ask_back
        self.open_part = self._open_part(people, table, version, status, clock, rematch)
        self.open_part.fair = fair
        self.open_part.days = days
        self.open_part.proposals = list(proposals)
        self.open_part.quiet = quiet
        self.open_part.practice = practice
        self.open_part.hints = hints
        self.open_part.beliefs = beliefs

    def _open_part(
        self,
        people: Sequence[Person],
        table: str,
        version: int,
        status: wire.Status,
        clock: wire.Clock | None,
        rematch: str | None,
    ) -> wire.OpenPart:
        game, kept = self.game, self._memo
        f = kept.read(game.view(None))
        all_seats, phase, over = game.house.seats, game.phase, game.over
        in_steps = phase == Phase.STEPS
        council, ends, order = f.council, f.ends, f.doge_order
        projected = kept.get(
            "projected",
            (f.scores, f.coins, f.private, f.tiles, council, ends, order),
            lambda: [score(s) for s in game.scores],
        )
        return wire.OpenPart(
            table=table,
            version=version,
            house=kept.get(
                "house", (game.house, game.rules), lambda: house_out(game.house, game.rules)
            ),
            status=status,
            phase=PHASES[phase],
            round=f.round_no,
            step=KINDS[f.step] if in_steps else None,
            decision=self.asked,
            to_move=self.to_move,
            lead=seat_or_none(f.lead) if in_steps else None,
            winner=seat_or_none(f.winner) if in_steps else None,
            queue=f.queue[: f.queue_length],
            seats=seats(game, f, people, projected, in_steps, kept),
            doge=wire.DogeTrack(order=order[:all_seats], spaces=f.spaces[:all_seats]),
            rows=kept.get("rows", (phase, f.rows, f.row_owner), lambda: board.rows(game, f)),
            neutral_cards=some_cards(f.neutral_cards) if game.house.neutral else None,
            districts=kept.get(
                "districts",
                (f.tokens, f.round_no, council, ends, order),
                lambda: board.districts(game, f),
            ),
            links=kept.get("links", (f.link, ends), lambda: board.links(f)),
            top_bridge=BRIDGES[f.top_bridge] if f.top_bridge >= 0 and status != "open" else None,
            bridges_left=ALL_BRIDGES - f.link.count(Link.BRIDGE),
            gondolas_left=f.gondolas,
            marker=PAIR_NAMES[f.marker] if game.house.neutral and f.marker >= 0 else None,
            banks=kept.get("banks", (f.bank_turned, council), lambda: board.banks(game, f)),
            supply=kept.get(
                "supply", f.supply, lambda: dict(zip(BUILDINGS, f.supply, strict=True))
            ),
            pile=f.pile_size,
            discards=f.discard_size,
            budget=f.budget,
            builds_again=game.builds_again,
            councillors_due=f.councillors_due,
            turn=wire.Turn(turned=f.turned, lent_jokers=f.lent_jokers),
            clock=clock,
            reckoning=projected if over else None,
            ranking=game.ranking if over else None,
            fair=None,
            days=None,
            rematch=rematch,
            proposals=[],
            quiet=False,
            practice=False,
            hints=False,
            beliefs=False,
        )

    def seat_part(self, seat: int | None, *, playing: bool = True) -> wire.SeatPart:
        """A seat's own; `playing` False: nothing can be chosen (a replay)."""
        if seat is None:
            return SPECTATOR
        legal = self.game.legal(seat) if playing and seat in self.to_move else []
        return self._part(seat, self._own(seat, playing), legal)

    def _part(self, seat: int, own: Own, legal: Sequence[Move]) -> wire.SeatPart:
        hand, sealed, can_undo, can_ask_back, passing = own
        return wire.SeatPart(
            seat=seat,
            hand=cards(hand),
            sealed=None if sealed is None else cards(sealed),
            legal=options(self.game, legal) if legal else [],
            blocked=blocked(self.game, seat, legal) if legal else [],
            can_undo=can_undo,
            can_ask_back=can_ask_back,
            passing=passing,
        )

    def _own(self, seat: int, playing: bool) -> Own:
        """All there is to a seat that is not asked."""
        discarding = self.asked == "discard"
        # Only the last to act, or anybody among the discards, has something to take back.
        may_undo = playing and self.running and (discarding or self._last == seat)
        return (
            self.game.hand(seat),
            self.game.sealed_now(seat) if discarding else None,
            may_undo and self.game.can_undo(seat),
            playing and seat in self._ask_back,
            self._passing[seat] if self._passing else None,
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
        own = self._own(seat, True)
        return self._memo.get(("own", seat), own, lambda: wire.encode(self._part(seat, own, ())))

    def view(self, seat: int | None, *, playing: bool = True) -> wire.View:
        own = msgspec.structs.asdict(self.seat_part(seat, playing=playing))
        return wire.View(**own, **msgspec.structs.asdict(self.open_part))


def event(happened: GameEvent, version: int, n: int) -> wire.GameEvent:
    return wire.GameEvent(
        version=version,
        n=n,
        code=happened.code.name.lower(),
        seat=happened.seat,
        args=happened.args,
    )


def tell_move(game: Game, move: Move) -> wire.ToldMove:
    """What it would do."""
    trial = game.copy()
    trial.play(move)
    happened = [event(e, trial.version, n) for n, e in enumerate(trial.events(ALL))]
    return wire.ToldMove(move=move.text, events=happened)


def open_hands(game: Game) -> list[dict[wire.Kind, int]]:
    """For games that are over."""
    return [cards(game.hand(p)) for p in range(game.house.players)]
