"""The bots that can be asked to a table."""

from functools import cache
from typing import Final

from rialto.server import wire
from rialto.server.minds.botpool import RANDOM

STAND_IN: Final = "glassblower"
"""Plays on for somebody whose time is up."""


@cache
def levels() -> tuple[str, ...]:
    """From gentle to strong. Loading the bots takes a moment, which a start need not wait for."""
    from rialto.bots.levels import LEVELS

    return tuple(level.name for level in LEVELS)


def bot_infos() -> list[wire.BotInfo]:
    """Name and blurb are keys of the locale."""
    return [wire.BotInfo(id=n, name=f"bot.{n}.name", blurb=f"bot.{n}.blurb") for n in levels()]


def is_level(name: str) -> bool:
    """`random` is for tests and programs; people are not shown it."""
    return name == RANDOM or name in levels()
