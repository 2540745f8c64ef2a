"""What a person's finished games add up to."""

from collections.abc import Sequence
from typing import Final

from rialto.server import wire
from rialto.server.store import KeptTable

PARTS: Final = ("during", "leftovers", "buildings", "districts")


def results(tables: Sequence[KeptTable], who: bytes) -> wire.MyGames:
    """Games in which they had one seat; newest first, as they come. Who played on one screen for
    several has played against nobody."""
    played = [(kept, seat) for kept in tables if (seat := single_seat(kept, who)) is not None]
    wins = [won(kept, seat) for kept, seat in played]
    return wire.MyGames(
        name=last_name(tables, who),
        games=len(played),
        won=sum(wins),
        mean_points=mean([total(kept, seat) for kept, seat in played]),
        streak=run(wins),
        best_streak=max((run(wins[i:]) for i in range(len(wins))), default=0),
        against=rivals(played),
        parts=mean_parts(played),
    )


def last_name(tables: Sequence[KeptTable], who: bytes) -> str | None:
    newest = sorted(tables, key=lambda kept: kept.created, reverse=True)
    names = (kept.seats[min(mine)].name for kept in newest if (mine := kept.holders.get(who)))
    return next(names, None)


def single_seat(kept: KeptTable, who: bytes) -> int | None:
    mine = kept.holders.get(who, set())
    over = kept.status == "over" and kept.result is not None
    return next(iter(mine)) if over and len(mine) == 1 else None


def won(kept: KeptTable, seat: int) -> bool:
    assert kept.result is not None
    return kept.result.ranking[0] == seat


def total(kept: KeptTable, seat: int) -> int:
    assert kept.result is not None
    return kept.result.totals[seat]


def mean(numbers: Sequence[int]) -> float | None:
    return round(sum(numbers) / len(numbers), 1) if numbers else None


def run(wins: Sequence[bool]) -> int:
    """Wins in a row, from the first on."""
    return next((n for n, win in enumerate(wins) if not win), len(wins))


def rivals(played: Sequence[tuple[KeptTable, int]]) -> list[wire.Rival]:
    """Each level of bots and each person, whatever they were called last; most games first."""
    names: dict[bytes | str, str] = {}
    ahead: dict[bytes | str, list[bool]] = {}
    for kept, mine in played:
        assert kept.result is not None
        places = kept.result.ranking
        for seat, chair in enumerate(kept.seats):
            key = chair.bot if chair.kind == "bot" else holder(kept, seat)
            if seat == mine or key is None:
                continue
            names.setdefault(key, chair.name)
            ahead.setdefault(key, []).append(places.index(mine) < places.index(seat))
    made = [
        wire.Rival(
            bot=key if isinstance(key, str) else None,
            name=names[key],
            games=len(times),
            ahead=sum(times),
        )
        for key, times in ahead.items()
    ]
    return sorted(made, key=lambda rival: (-rival.games, rival.name))


def holder(kept: KeptTable, seat: int) -> bytes | None:
    return min((who for who, seats in kept.holders.items() if seat in seats), default=None)


def mean_parts(played: Sequence[tuple[KeptTable, int]]) -> wire.PointParts | None:
    """Games that ended before the parts were kept do not count."""
    known = [k.result.parts[seat] for k, seat in played if k.result and k.result.parts]
    if not known:
        return None
    means = [mean(column) or 0.0 for column in zip(*known, strict=True)]
    return wire.PointParts(**dict(zip(PARTS, means, strict=True)))
