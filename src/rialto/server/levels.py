"""The bots that can be asked to a table."""

from typing import Final

from rialto.bots.roster import LEVELS
from rialto.server import wire
from rialto.server.botpool import RANDOM

STAND_IN: Final = "glassblower"
"""Plays on for somebody whose time is up."""


def bot_infos() -> list[wire.BotInfo]:
    """From gentle to strong; name and blurb are keys of the locale."""
    return [
        wire.BotInfo(id=n, name=f"bot.{n}.name", blurb=f"bot.{n}.blurb")
        for n in (level.name for level in LEVELS)
    ]


def known_levels() -> frozenset[str]:
    """`random` is for tests and programs; people are not shown it."""
    return frozenset({RANDOM, *(level.name for level in LEVELS)})
