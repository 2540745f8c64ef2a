"""Bots by name, as far as that can be told without the engine, whose mode is not settled yet."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Level:
    """A level for people; its words are `bot.<name>.name` and `bot.<name>.blurb`."""

    name: str
    bot: str


LEVELS: Final = (
    Level("gondolier", "net:99:points=0.5"),
    Level("glassblower", "net:30:points=0.45"),
    Level("merchant", "net:17:points=0.4"),
    Level("procurator", "net:9:points=0.3"),
    Level("chancellor", "doge:400"),
)
"""From gentle to strong."""
QUICK: Final = frozenset({"random", "greedy", "net", "program"})
"""Kinds that choose in a moment in plain Python; all others want the compiled engine."""
REMEMBER: Final = frozenset({"doge"})
"""Kinds that play better when their view has a past (`engine/past.py`)."""


def kind_of(name: str) -> tuple[str, str]:
    """What stands before the first colon, and what after it; a level is looked up."""
    meant = {level.name: level.bot for level in LEVELS}.get(name, name)
    kind, _, parameters = meant.partition(":")
    return kind, parameters


def want_compiled(bots: Iterable[str]) -> bool:
    """Whether any of them is slow in plain Python."""
    return any(kind_of(bot)[0] not in QUICK for bot in bots)


def remembers(bot: str) -> bool:
    return kind_of(bot)[0] in REMEMBER
