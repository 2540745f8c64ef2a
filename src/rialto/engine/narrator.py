"""From events to sentences to be: a key and its arguments, in no language yet (`telling.py`)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from rialto.engine.events import Argument, GameEvent
from rialto.engine.ids import Event
from rialto.engine.telling import PLAIN_TELLING, TELLING, THINGS, Spec, Telling


class Seat(NamedTuple):
    """Somebody at the table, to be named."""

    seat: int


class Thing(NamedTuple):
    """Something with a word of its own, `<area>.<id>`."""

    area: str
    id: str


class Cards(NamedTuple):
    """So many of each kind."""

    cards: dict[str, int]


Part = int | str | Seat | Thing | Cards


class Told(NamedTuple):
    """A sentence to be: the key of its words, and what goes into it."""

    key: str
    args: dict[str, Part]
    events: tuple[GameEvent, ...]


@dataclass(eq=False)
class Group:
    """Events that are one sentence; `n` is the place of the first in what its move made happen."""

    n: int
    events: list[GameEvent] = field(default_factory=list)

    @property
    def first(self) -> GameEvent:
        return self.events[0]


SAME_STORY: Final = ("district", "source")


class Narrator:
    """Tells events in order. It remembers the step, what was dealt and what was played."""

    def __init__(self, step: str | None = None) -> None:
        self._step = step
        """For a game that begins in the middle of a step."""
        self._rows: dict[Argument, Counter[str]] = {}
        self._strengths: dict[int | None, Argument] = {}

    def tell(self, moves: Iterable[Sequence[GameEvent]]) -> list[Told]:
        """What happened at each move, in order."""
        told = []
        for group in groups_of(moves):
            self._remember(group)
            if telling_of(group.first).told:
                told.append(self._sentence(group))
        return told

    def _remember(self, group: Group) -> None:
        code, args = group.first.code, group.first.args
        if code == Event.ROUND:
            self._rows, self._step = {}, None
        elif code == Event.STEP:
            self._step, self._strengths = str(args["kind"]), {}
        elif code == Event.COINS_CLEARED:
            self._step = None
        elif code == Event.PLAYED:
            self._strengths[group.first.seat] = args["strength"]
        elif code == Event.DEALT:
            for event in group.events:
                row = self._rows.setdefault(event.args["row"], Counter())
                row[str(event.args["kind"])] += 1

    def _sentence(self, group: Group) -> Told:
        event, telling = group.first, telling_of(group.first)
        args: dict[str, Part] = {} if event.seat is None else {"player": Seat(event.seat)}
        for name, value in event.args.items():
            if value is not None:
                args[name] = Thing(name, str(value)) if name in THINGS else value
        for name, spec in telling.more.items():
            part = self._make(spec, group)
            if part is not None:
                args[name] = part
        key = f"event.{event.code.name.lower()}"
        if telling.case and self._holds(telling.when, group):
            key += f".{telling.case}"
        return Told(key, args, tuple(group.events))

    def _make(self, spec: Spec, group: Group) -> Part | None:
        """An argument; None if the event lacks what it is made from."""
        how, *names = spec
        raw = [group.first.args.get(str(name)) for name in names]
        match how:
            case "number":
                return _whole(raw[0])
            case "size":
                return abs(_whole(raw[0]))
            case "sum":
                return sum(_whole(event.args[str(names[0])]) for event in group.events)
            case "count":
                return len(group.events)
            case "thing":
                return Thing(str(names[0]), str(raw[1]))
            case "letter":
                return Thing("step", f"{raw[0]}.letter")
            case "first" | "second":
                ends = str(raw[0]).split(":")
                return None if raw[0] is None else Thing("district", ends[how == "second"])
            case "low" | "high":
                return int(str(raw[0]).split("/")[how == "high"])
            case "cards":
                kinds = [event.args["kind"] for event in group.events]
                return None if None in kinds else Cards(dict(Counter(map(str, kinds))))
            case "row":
                return Cards(dict(self._rows.get(raw[0], {})))
            case "rows":
                return len(self._rows)
            case "of_step":
                return Cards(self._of_step(_whole(raw[0])))
            case "play":
                counts = self._of_step(_whole(raw[0])) | {"joker": _whole(raw[1])}
                return Cards(counts) if any(raw) else Thing("log", "buildings_only")
        raise ValueError(f"no way to make {spec}")

    def _of_step(self, n: int) -> dict[str, int]:
        return {} if self._step is None else {self._step: n}

    def _holds(self, when: Spec, group: Group) -> bool:
        how, *names = when
        value = group.first.args.get(str(names[0])) if names else None
        match how:
            case "later":
                return group.n > 0
            case "equals":
                return value == names[1]
            case "among":
                return value in names[1:]
            case "known":
                return all(event.args[str(names[0])] is not None for event in group.events)
            case "missing":
                return value is None
            case "negative":
                return _whole(value) < 0
            case "tied":
                others = (n for p, n in self._strengths.items() if p != group.first.seat)
                return value in others
        raise ValueError(f"no such case as {when}")


def telling_of(event: GameEvent) -> Telling:
    return TELLING.get(event.code, PLAIN_TELLING)


def groups_of(moves: Iterable[Sequence[GameEvent]]) -> list[Group]:
    groups: list[Group] = []
    for events in moves:
        for n, event in enumerate(events):
            earlier = story_so_far(groups, event)
            if earlier is None:
                groups.append(Group(n, [event]))
                continue
            earlier.events.append(event)
            if telling_of(event).at_end:
                groups.remove(earlier)
                groups.append(earlier)
    return groups


def story_so_far(groups: Sequence[Group], event: GameEvent) -> Group | None:
    """The sentence that the event belongs to, if there is one already."""
    telling = telling_of(event)
    if not telling.together:
        return None
    for group in reversed(groups):
        if same_story(group.first, event):
            return group
        if group.first.code not in telling.across:
            return None
    return None


def same_story(a: GameEvent, b: GameEvent) -> bool:
    alike = all(a.args.get(name) == b.args.get(name) for name in SAME_STORY)
    return a.code == b.code and a.seat == b.seat and alike


def _whole(value: Argument) -> int:
    return value if isinstance(value, int) else 0
