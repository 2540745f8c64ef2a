"""Which games a net learns from: every number of players, both boards, every option."""

from typing import Final

from rialto.engine.house import BOARDS, EDITIONS, House

Tables = tuple[tuple[House, float], ...]
"""Who sits at the table, and the share of the lanes."""
TABLES: Final = {
    "2": (House(players=2), 0.40),
    "3": (House(players=3), 0.13),
    "4": (House(players=4), 0.29),
    "5": (House(players=5), 0.11),
    "2n": (House(players=2, neutral=True), 0.07),
}
"""All of them, by name."""
ALL: Final = tuple(TABLES.values())
STANDARD: Final = 0.64
BOARD: Final = 0.10
"""Shares of the standard game and of its other board; the other options divide the rest."""
WARP: Final = 32
"""Lanes that a GPU runs in step: a kind of game gets whole ones."""

Kinds = list[tuple[House, int]]


class UnknownTable(ValueError):
    """No such table; the message says which there are."""


def tables_named(names: str) -> Tables:
    """Some of them (`2,2n`), in their shares of one another."""
    chosen = names.split(",")
    unknown = set(chosen) - set(TABLES)
    if unknown:
        raise UnknownTable(f"players must be some of {', '.join(TABLES)}, not {min(unknown)!r}")
    whole = sum(TABLES[name][1] for name in dict.fromkeys(chosen))
    return tuple((TABLES[name][0], TABLES[name][1] / whole) for name in dict.fromkeys(chosen))


def variants(house: House) -> list[tuple[House, float]]:
    """The standard game, the other board, each edition, each option turned, all of them turned."""
    other = House(house.players, house.neutral, BOARDS[1])
    turned = {name: not value for name, value in house.options.items()}
    sets = [*EDITIONS.values(), *({name: value} for name, value in turned.items()), turned]
    rest = [_with(house, options) for options in sets] + [_with(other, turned)]
    rest = [found for found in dict.fromkeys(rest) if found != house]
    share = (1.0 - STANDARD - BOARD) / len(rest)
    return [(house, STANDARD), (other, BOARD), *((found, share) for found in rest)]


def _with(house: House, options: dict[str, bool]) -> House:
    return House.from_dict({**house.as_dict(), **options})


def lanes_of(games: int, tables: Tables = ALL) -> Kinds:
    """So many lanes by these shares, in whole warps where there are enough; the first kind gets
    what is left over. Lanes of one number of players lie together."""
    warp = WARP if games >= 256 * WARP else 1
    shares = [(found, share * part) for house, share in tables for found, part in variants(house)]
    kinds = [(house, int(games * share) // warp * warp) for house, share in shares]
    kinds = [(house, count) for house, count in kinds if count]
    missing = games - sum(count for _, count in kinds)
    if not kinds:
        return [(tables[0][0], games)]
    return [(kinds[0][0], kinds[0][1] + missing), *kinds[1:]]
