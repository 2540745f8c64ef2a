"""The bots that can be asked to a table, weakest first."""

from rialto.server import wire
from rialto.server.botpool import RANDOM


def bot_infos() -> list[wire.BotInfo]:
    """Name and blurb are keys of the locale."""
    return [info(level) for level in (RANDOM,)]


def info(level: str) -> wire.BotInfo:
    return wire.BotInfo(id=level, name=f"bot.{level}", blurb=f"bot.{level}.about")
