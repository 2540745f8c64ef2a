"""Moves and events in words. The words are the page's."""

from collections.abc import Iterable, Sequence
from typing import Final

from rialto.engine.game import Game, GameEvent, Move
from rialto.engine.ids import Decision, Phase
from rialto.engine.moves import (
    BRIDGE_NAMES,
    BUILDING_NAMES,
    FROM_SUPPLY,
    KIND_NAMES,
    NUMBERS,
    cards_in,
    jokers_in,
)
from rialto.engine.narrator import Cards, Narrator, Part, Seat, Thing
from rialto.locales import Argument, Term, Words


def cards_in_words(words: Words, cards: dict[str, int]) -> str:
    """2 Doge cards and 1 Joker."""
    told = [words.t(f"kind.{k}.count", n=cards[k]) for k in KIND_NAMES if cards.get(k)]
    return words.all_of(told) if told else words.t("log.no_cards")


def districts_of(pair: str) -> dict[str, Argument]:
    first, second = pair.split(":")
    return {"first": Term("district", first), "second": Term("district", second)}


BARE: Final = tuple(b for b in BUILDING_NAMES if {f"use {b}", f"use {b} draw"} <= NUMBERS.keys())
"""P5: what may be used with or without a card."""


def question_of(game: Game, seat: int) -> str:
    """What is asked, for the words: councillors of one's own supply are placed, others moved."""
    supply = game.decision == Decision.COUNCIL and game.is_legal(Move(seat, FROM_SUPPLY))
    return "council.supply" if supply else game.decision.name.lower()


def question_in_words(words: Words, game: Game, seat: int) -> str:
    """What a seat is asked, in a whole sentence."""
    s = game.state
    due = {
        Decision.BUILD: s.budget,
        Decision.COUNCIL: s.councillors_due,
        Decision.DISCARD: s.excess[seat],
    }
    if game.decision == Decision.PLAY:
        return words.t("terminal.question.play")
    key = f"decision.{question_of(game, seat)}"
    if game.decision == Decision.BRIDGE:
        low, high = BRIDGE_NAMES[s.top_bridge].split("/")
        return words.t(key, low=int(low), high=int(high))
    return words.t(key, n=int(due.get(game.decision, 0)))


def move_in_words(words: Words, game: Game, move: Move) -> str:
    """What a legal move does, for the list a player chooses from."""
    verb, *rest = move.text.split(" ")
    if verb == "build":
        left = int(game.state.supply[BUILDING_NAMES.index(rest[0])])
        does = words.t(f"building.{rest[0]}.short")
        return f"{words.t(f'building.{rest[0]}')} ×{left}: {does}"
    if verb == "return":
        return words.t("do.return", building=Term("building", rest[0]))
    if verb == "row":
        return words.t("do.row", n=int(rest[0]))
    if verb == "done":
        return words.t(f"do.done.{question_of(game, move.seat)}")
    if verb == "discard":
        return words.t("terminal.discard", kind=Term("kind", rest[0]))
    if verb == "delay":
        return words.t("do.delay")
    if verb == "turn":
        return words.t("do.turn", building=Term("building", rest[0]), kind=Term("kind", rest[1]))
    if verb in ("play", "pass"):
        return play_in_words(words, game, move)
    if verb == "bridge":
        low, high = BRIDGE_NAMES[game.state.top_bridge].split("/")
        return words.t("terminal.bridge", low=int(low), high=int(high), **districts_of(rest[0]))
    if verb == "gondola":
        key = "terminal.gondola_alone" if rest[-1] == "alone" else "terminal.gondola"
        return words.t(key, **districts_of(rest[0]))
    if verb == "from":
        if rest[0] == "supply":
            return words.t("do.from_supply")
        return words.t("do.from", district=Term("district", rest[0]))
    return use_in_words(words, rest)


def play_in_words(words: Words, game: Game, move: Move) -> str:
    """Cards, jokers, and what they count as."""
    step = KIND_NAMES[game.state.step]
    seen = game.outlook(move)
    if seen is None:
        passing = f"do.pass.{step}"
        return words.t(passing if words.known(passing) else "do.pass")
    cards = {step: cards_in(move.action), "joker": jokers_in(move.action)}
    what = cards_in_words(words, cards) if any(cards.values()) else words.t("log.buildings_only")
    return words.t("terminal.play", what=what, strength=seen.strength)


def use_in_words(words: Words, rest: Sequence[str]) -> str:
    """Green, yellow 3 and blue buildings."""
    building = Term("building", rest[0])
    if len(rest) == 1:
        return words.t("do.use_bare" if rest[0] in BARE else "do.use", building=building)
    if rest[1] == "draw":
        return words.t("do.use_draw", building=building)
    if rest[1] == "alone":
        return words.t("do.use_alone", building=building)
    if rest[0] == "blue-1":
        return words.t("terminal.swap", building=building, back=Term("building", rest[1]))
    return words.t("do.use_take", building=building, kind=Term("kind", rest[1]))


class Teller:
    """Turns the events of a game, in order, into sentences."""

    def __init__(self, words: Words, names: Sequence[str], step: str | None = None) -> None:
        self._words = words
        self._names = names
        self._narrator = Narrator(step)

    def tell(self, moves: Iterable[Sequence[GameEvent]]) -> list[str]:
        """One sentence for each event of these moves, or for several that belong together."""
        return [
            self._words.t(told.key, **{name: self._say(part) for name, part in told.args.items()})
            for told in self._narrator.tell(moves)
        ]

    def _say(self, part: Part) -> Argument:
        if isinstance(part, Seat):
            neutral = part.seat >= len(self._names)
            return self._words.t("player.neutral") if neutral else self._names[part.seat]
        if isinstance(part, Thing):
            return Term(part.area, part.id)
        if isinstance(part, Cards):
            return cards_in_words(self._words, part.cards)
        return part


def step_of(game: Game) -> str | None:
    """The step that a game stands in, which a teller who begins there must know."""
    return KIND_NAMES[int(game.state.step)] if game.phase == Phase.STEPS else None
