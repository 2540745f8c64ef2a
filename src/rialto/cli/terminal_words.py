"""Moves and events in words. The words are the page's; `web/src/game/log.ts` tells the same."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from rialto.engine.game import Game, GameEvent, Move
from rialto.engine.ids import Decision, Event
from rialto.engine.moves import (
    BRIDGE_NAMES,
    BUILDING_NAMES,
    DISTRICT_NAMES,
    FROM_SUPPLY,
    KIND_NAMES,
    NUMBERS,
)
from rialto.locales import Argument, Term, Words

AREAS: Final = ("district", "kind", "building", "why", "bank")
"""Arguments that are things with words of their own."""
MERGED: Final = frozenset(
    {Event.DEALT, Event.DREW, Event.SEALED, Event.NEUTRAL_DREW, Event.COUNCILLOR, Event.FETCHED}
)
"""Told in one line when they follow one another and only the amount differs."""
UNTOLD: Final = frozenset({Event.TOKEN})
"""Too small to tell; the board shows it."""


def cards_in_words(words: Words, cards: dict[str, int]) -> str:
    """2 Doge cards and 1 Joker."""
    told = [words.t(f"kind.{k}.count", n=cards[k]) for k in KIND_NAMES if cards.get(k)]
    return words.all_of(told) if told else words.t("log.no_cards")


def districts_of(pair: str) -> dict[str, Argument]:
    first, second = pair.split(":")
    return {"first": Term("district", first), "second": Term("district", second)}


BARE: Final = tuple(b for b in BUILDING_NAMES if {f"use {b}", f"use {b} draw"} <= NUMBERS.keys())
"""P5: what may be used with or without a card."""


def asked(game: Game, seat: int) -> str:
    """What is asked, for the words: councillors of one's own supply are placed, others moved."""
    supply = game.decision == Decision.COUNCIL and game.is_legal(Move(seat, FROM_SUPPLY))
    return "council.supply" if supply else game.decision.name.lower()


def move_in_words(words: Words, game: Game, move: Move) -> str:
    """What a legal move does, for the list a player chooses from."""
    verb, *rest = move.text.split(" ")
    if verb == "build":
        key = "do.start" if game.decision == Decision.START else "do.build"
        left = words.t("supply.left", n=int(game.state.supply[BUILDING_NAMES.index(rest[0])]))
        does = words.t(f"building.{rest[0]}.short")
        return f"{words.t(key, building=Term('building', rest[0]))} ({does}; {left})"
    if verb == "return":
        return words.t("do.return", building=Term("building", rest[0]))
    if verb == "row":
        return words.t("do.row", n=int(rest[0]))
    if verb == "done":
        return words.t(f"do.done.{asked(game, move.seat)}")
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
    """Cards, jokers, and what they count as: played on a copy, so that no rule is told twice."""
    twin = game.copy()
    twin.play(move)
    for event in twin.events(move.seat):
        if event.code == Event.PLAYED:
            cards = {KIND_NAMES[game.state.step]: _number(event, "cards")}
            cards["joker"] = _number(event, "jokers")
            what = cards_in_words(words, cards) if any(cards.values()) else ""
            what = what or words.t("log.buildings_only")
            return words.t("terminal.play", what=what, strength=_number(event, "strength"))
    passing = f"do.pass.{KIND_NAMES[game.state.step]}"
    return words.t(passing if words.known(passing) else "do.pass")


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


def _number(event: GameEvent, name: str) -> int:
    value = event.args[name]
    return value if isinstance(value, int) else 0


class Teller:
    """Turns the events of a game, in order, into sentences. It remembers the step and the rows."""

    def __init__(self, words: Words, names: Sequence[str]) -> None:
        self._words = words
        self._names = names
        self._step = KIND_NAMES[0]
        self._rows: dict[int, Counter[str]] = {}

    def tell(self, events: Iterable[GameEvent]) -> list[str]:
        """One sentence for each event, or for several of a kind that belong together."""
        groups: list[list[GameEvent]] = []
        for event in events:
            if groups and _same_story(groups[-1][0], event):
                groups[-1].append(event)
            else:
                groups.append([event])
        return [self._sentence(group) for group in groups if group[0].code not in UNTOLD]

    def _sentence(self, group: list[GameEvent]) -> str:
        event = group[0]
        key = f"event.{event.code.name.lower()}"
        args: dict[str, Argument] = {}
        if event.seat is not None:
            args["player"] = self._name(event.seat)
        for name, value in event.args.items():
            if isinstance(value, str):
                args[name] = Term(name, value) if name in AREAS else value
            elif value is not None:
                args[name] = value
        key = self._more(key, event, group, args)
        return self._words.t(key, **args)

    def _name(self, seat: int) -> str:
        if seat < len(self._names):
            return self._names[seat]
        return self._words.t("player.neutral")

    def _more(
        self, key: str, event: GameEvent, group: list[GameEvent], args: dict[str, Argument]
    ) -> str:
        """What the sentence needs beyond the event's own arguments; its key."""
        code, raw = event.code, event.args
        if code == Event.ROUND:
            self._rows = {}
        elif code == Event.STEP:
            self._step = str(raw["kind"])
            args["letter"] = self._words.t(f"step.{self._step}.letter")
        elif code == Event.DEALT:
            for dealt in group:
                row = self._rows.setdefault(_number(dealt, "row"), Counter())
                row[str(dealt.args["kind"])] += 1
            args["n"] = len(self._rows)
        elif code in (Event.DREW, Event.SEALED):
            args["n"] = len(group)
            if all(e.args["kind"] is not None for e in group):
                args["what"] = self._what(group)
                return f"{key}.seen"
        elif code in (Event.NEUTRAL_DREW, Event.TOOK_LEFTOVER):
            args["what"] = self._what(group)
        elif code == Event.TOOK_ROW:
            row = self._rows.get(_number(event, "row"), Counter())
            args["what"] = cards_in_words(self._words, row)
        elif code == Event.TURNED:
            args["what"] = self._words.t(f"kind.{self._step}.count", n=_number(event, "n"))
        elif code == Event.PLAYED:
            cards = {self._step: _number(event, "cards"), "joker": _number(event, "jokers")}
            played = cards_in_words(self._words, cards)
            args["what"] = played if any(cards.values()) else self._words.t("log.buildings_only")
        elif code == Event.POINTS:
            args["n"] = abs(_number(event, "points"))
            return key if _number(event, "points") >= 0 else f"{key}.lost"
        elif code == Event.BRIDGE:
            args |= districts_of(str(raw["pair"]))
            args["low"], args["high"] = _number(event, "first"), _number(event, "second")
        elif code in (Event.GONDOLA, Event.MARKER):
            if raw["pair"] is None:
                return f"{key}.gone"
            args |= districts_of(str(raw["pair"]))
        elif code == Event.TOP_BRIDGE:
            args["low"], args["high"] = str(raw["bridge"]).split("/")
        elif code == Event.COUNCILLOR:
            args["n"] = len(group)
            if raw["source"] in DISTRICT_NAMES:
                args["from"] = Term("district", str(raw["source"]))
                return f"{key}.moved"
        elif code == Event.FETCHED:
            args["n"] = sum(_number(e, "n") for e in group)
        elif code == Event.UPGRADED:
            args["from"] = Term("building", str(raw["building"]))
            args["building"] = Term("building", str(raw["to"]))
        return key

    def _what(self, group: list[GameEvent]) -> str:
        return cards_in_words(self._words, Counter(str(e.args["kind"]) for e in group))


def _same_story(a: GameEvent, b: GameEvent) -> bool:
    if a.code != b.code or a.code not in MERGED or a.seat != b.seat:
        return False
    return all(a.args.get(name) == b.args.get(name) for name in ("district", "source"))
