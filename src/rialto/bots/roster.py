"""Bots by name: `random`, `greedy`, and the levels for people."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rialto.bots.greedy import Greedy
from rialto.bots.protocol import Bot
from rialto.bots.random import Random
from rialto.engine.game import Move, View


class UnknownBot(ValueError):
    """No such bot, or parameters it does not take; the message says which are known."""


@dataclass(frozen=True)
class Level:
    """A level for people; its words are `bot.<name>.name` and `bot.<name>.blurb`."""

    name: str
    bot: str


LEVELS: Final = (
    Level("gondolier", "greedy:50slips"),
    Level("glassblower", "greedy:15slips"),
    Level("merchant", "greedy"),
    Level("procurator", "greedy"),
)
"""From gentle to strong."""


@dataclass(frozen=True)
class Budget:
    """A clock with so many seconds for each move."""

    seconds: float | None


def make_bot(name: str, seed: int | None = None) -> Bot:
    """The bot of that name; without a seed it draws its own."""
    if seed is None:
        seed = secrets.randbits(62)
    for level in LEVELS:
        if name == level.name:
            return make_bot(level.bot, seed)
    kind, _, parameters = name.partition(":")
    if kind not in KINDS:
        known = ", ".join([*KINDS, *(level.name for level in LEVELS)])
        raise UnknownBot(f"unknown bot {name!r}; known are {known}")
    return KINDS[kind](parameters, seed)


def _random(parameters: str, seed: int) -> Bot:
    _none("random", parameters)
    return Random(seed)


def _greedy(parameters: str, seed: int) -> Bot:
    if not parameters:
        return Greedy(seed)
    number = parameters.removesuffix("slips")
    if number == parameters or not number.isdecimal() or int(number) > 100:
        raise UnknownBot(f"greedy takes slips in a hundred (greedy:30slips), not {parameters!r}")
    return Greedy(seed, slips=int(number))


def _none(kind: str, parameters: str) -> None:
    if parameters:
        raise UnknownBot(f"{kind} takes no parameters, not {parameters!r}")


KINDS: Final[dict[str, Callable[[str, int], Bot]]] = {"random": _random, "greedy": _greedy}


def choose(name: str, view: View, legal: list[Move], seconds: float | None = None) -> Move:
    """One move of a bot that remembers nothing, within so many seconds."""
    return make_bot(name).choose(view, legal, Budget(seconds))
