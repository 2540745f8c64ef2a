"""Bots by name: `random`, `greedy`, `search:5000it`, `net`, `program:./my.py`, and the levels."""

import re
import secrets
from collections.abc import Callable, Sequence
from decimal import Decimal
from enum import IntEnum
from pathlib import Path
from typing import Final, TypeVar

from rialto.bots import doge
from rialto.bots.greedy import Greedy
from rialto.bots.guard import Guarded
from rialto.bots.levels import LEVELS, kind_of
from rialto.bots.net.own import FILE
from rialto.bots.net.weights import BadNet
from rialto.bots.netplay import Bounds, Net
from rialto.bots.program import Program, check_program
from rialto.bots.protocol import Bot
from rialto.bots.random import Random
from rialto.bots.search import Search
from rialto.bots.thought.tree import DIVISORS, Knob
from rialto.engine.game import Move, View

BUDGET: Final = re.compile(
    r"(?P<number>[0-9]{1,9})(?P<unit>it|ms|s)(:(?P<cores>[0-9]{1,3})cores)?"
    r"(?P<knobs>(:[a-z_]+=[0-9.]+)*)"
)
MOST_CORES: Final = 64
NET: Final = re.compile(
    r"((?P<heat>[0-9]{1,2}(\.[0-9]{1,3})?)(:within=(?P<share>[1-9][0-9]?))?"
    r"(:points=(?P<points>[0-9]{1,2}(\.[0-9]{1,2})?))?)?"
    r"((^|:)file=(?P<file>.+))?"
)
PLAYOUTS: Final = re.compile(
    r"(?P<number>[0-9]{1,6})(?P<knobs>(:(?!file)[a-z_0-9]+=[0-9.]+)*)(:file=(?P<file>.+))?"
)
K = TypeVar("K", bound=IntEnum)


class UnknownBot(ValueError):
    """No such bot, or parameters it does not take; the message says which are known."""


def make_bot(name: str, seed: int | None = None) -> Bot:
    """The bot of that name; without a seed it draws its own."""
    if seed is None:
        seed = secrets.randbits(62)
    kind, parameters = kind_of(name)
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


def _search(parameters: str, seed: int) -> Bot:
    found = BUDGET.fullmatch(parameters)
    if found is None or int(found["number"]) < 1:
        raise UnknownBot(
            "search takes a budget per move (search:5000it, search:200ms, search:2s)"
            f" and perhaps cores (search:5000it:2cores), not {parameters!r}"
        )
    number, unit, cores = int(found["number"]), found["unit"], int(found["cores"] or 1)
    if not 1 <= cores <= MOST_CORES:
        raise UnknownBot(f"search takes 1 to {MOST_CORES} cores, not {cores}")
    knobs = _knobs("search", found["knobs"], Knob, DIVISORS)
    if unit == "it":
        return Search(seed, iterations=number, cores=cores, knobs=knobs)
    seconds = number / 1000 if unit == "ms" else float(number)
    return Search(seed, seconds=seconds, cores=cores, knobs=knobs)


def _knobs(kind: str, parameters: str, known: type[K], divisors: Sequence[K]) -> dict[K, float]:
    """`:noise=1:explore=0.3`, for tuning by the arena."""
    names = {knob.name.lower(): knob for knob in known}
    found = {}
    for setting in parameters.split(":")[1:]:
        name, _, value = setting.partition("=")
        if name not in names:
            raise UnknownBot(f"{kind} has no knob {name!r}; there are {', '.join(names)}")
        try:
            found[names[name]] = float(value)
        except ValueError:
            raise UnknownBot(f"{name} must be a number, not {value!r}") from None
        if found[names[name]] == 0 and names[name] in divisors:
            raise UnknownBot(f"{name} must be above 0")
    return found


def _net(parameters: str, seed: int) -> Bot:
    """`net:8:within=5:points=1:file=my.net`: each may be left out; bounds need a temperature."""
    found = NET.fullmatch(parameters)
    heat = Decimal(found["heat"] or 0) if found else Decimal(0)
    points = float(found["points"] or 0) if found else 0.0
    if found is None or (found["heat"] and not heat) or (found["points"] and not points):
        raise UnknownBot(
            "net takes a temperature above 0 and below 100 (net:0.5), with it bounds in hundredths"
            " of the win share (net:8:within=5) and in points for each round to come"
            " (net:8:points=0.5), and perhaps weights (net:file=my.net),"
            f" not {parameters!r}"
        )
    bounds = Bounds(int(found["share"] or 0), points)
    file = Path(found["file"]) if found["file"] else FILE
    return _with_weights(lambda: Net(seed, heat, bounds, file))


def _doge(parameters: str, seed: int) -> Bot:
    found = PLAYOUTS.fullmatch(parameters)
    if found is None or int(found["number"]) < 1:
        raise UnknownBot(
            "doge takes a number of playouts per move (doge:200)"
            f" and perhaps weights (doge:200:file=my.net), not {parameters!r}"
        )
    knobs = _knobs("doge", found["knobs"], doge.Knob, doge.DIVISORS)
    if knobs.get(doge.Knob.DOUBT, 0.0) > 1.0:
        raise UnknownBot("doubt must be 0 to 1")
    file = Path(found["file"]) if found["file"] else FILE
    return _with_weights(lambda: doge.Doge(seed, int(found["number"]), knobs, file))


def _with_weights(make: Callable[[], Bot]) -> Bot:
    try:
        return make()
    except BadNet as error:
        raise UnknownBot(f"net: {error}") from None


def _program(parameters: str, seed: int) -> Bot:
    trouble = check_program(parameters)
    if trouble:
        raise UnknownBot(f"program: {trouble}")
    return Guarded(Program(parameters), seed)


def _none(kind: str, parameters: str) -> None:
    if parameters:
        raise UnknownBot(f"{kind} takes no parameters, not {parameters!r}")


KINDS: Final[dict[str, Callable[[str, int], Bot]]] = {
    "random": _random,
    "greedy": _greedy,
    "search": _search,
    "net": _net,
    "doge": _doge,
    "program": _program,
}


def choose(name: str, view: View, legal: list[Move], seconds: float | None = None) -> Move:
    """One move of a bot that remembers nothing, within so many seconds."""
    return make_bot(name).choose(view, legal, seconds)
