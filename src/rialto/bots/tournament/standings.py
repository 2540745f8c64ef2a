"""What a tournament says: win shares, points and places with 95 % intervals, pairs, ratings."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final

import msgspec
from openskill.models import PlackettLuce

from rialto.bots.tournament.match import Result

Z95: Final = 1.959964
"""Half the width of a 95 % interval, in standard errors."""


@dataclass(frozen=True)
class Estimate:
    """A mean and its 95 % interval; None: one deal tells nothing of the spread."""

    mean: float
    low: float | None
    high: float | None


def wilson(wins: int, n: int) -> Estimate:
    """A share; Wilson's interval also holds near 0 and 1."""
    if n == 0:
        return Estimate(0.0, 0.0, 1.0)
    share, z2 = wins / n, Z95 * Z95 / n
    middle = (share + z2 / 2) / (1 + z2)
    half = Z95 / (1 + z2) * sqrt(share * (1 - share) / n + z2 / (4 * n))
    return Estimate(share, max(middle - half, 0.0), min(middle + half, 1.0))


def by_deal(values: Mapping[Any, list[float]]) -> Estimate:
    """A mean whose interval takes games of one deal together, for they share their luck."""
    means = [fmean(v) for v in values.values()]
    mean = fmean(means)
    if len(means) == 1:
        return Estimate(mean, None, None)
    half = Z95 * stdev(means) / sqrt(len(means))
    return Estimate(mean, mean - half, mean + half)


@dataclass(frozen=True)
class Standing:
    """One bot at tables of one size."""

    players: int
    bot: str
    seats: int
    win_share: Estimate
    points: Estimate
    place: Estimate


@dataclass(frozen=True)
class Pair:
    """Two bots at one table: how often the first finished ahead of the other."""

    bot: str
    other: str
    n: int
    ahead: Estimate


@dataclass(frozen=True)
class Rating:
    bot: str
    mu: float
    sigma: float


@dataclass(frozen=True)
class Report:
    """Everything; `as_json` is what `--json` writes."""

    games: int
    standings: list[Standing]
    pairs: list[Pair]
    ratings: list[Rating]
    faults: dict[str, dict[str, int]]
    results: list[Result]

    def as_json(self) -> str:
        return msgspec.json.format(msgspec.json.encode(self), indent=1).decode() + "\n"


Seated = tuple[int, str]
"""Players at the table, and a bot."""
ByDeal = dict[tuple[int, int], list[float]]


def standings(results: list[Result]) -> list[Standing]:
    """For each number of players and bot, in the order of appearance."""
    wins: Counter[Seated] = Counter()
    seats: Counter[Seated] = Counter()
    points: dict[Seated, ByDeal] = defaultdict(lambda: defaultdict(list))
    places: dict[Seated, ByDeal] = defaultdict(lambda: defaultdict(list))
    for result in results:
        for p, bot in enumerate(result.bots):
            key, deal = (result.players, bot), (result.line_up, result.deal)
            seats[key] += 1
            wins[key] += result.places[p] == 1
            points[key][deal].append(result.scores[p].total)
            places[key][deal].append(result.places[p])
    return [
        Standing(
            players,
            bot,
            n,
            win_share=wilson(wins[players, bot], n),
            points=by_deal(points[players, bot]),
            place=by_deal(places[players, bot]),
        )
        for (players, bot), n in seats.items()
    ]


def pairs(results: list[Result]) -> list[Pair]:
    """Every two bots that met."""
    ahead: Counter[tuple[str, str]] = Counter()
    for result in results:
        for a, bot in enumerate(result.bots):
            for b, other in enumerate(result.bots):
                if bot != other and result.places[a] < result.places[b]:
                    ahead[bot, other] += 1
    found = []
    for bot, other in sorted({(min(pair), max(pair)) for pair in ahead}):
        n = ahead[bot, other] + ahead[other, bot]
        found.append(Pair(bot, other, n, wilson(ahead[bot, other], n)))
    return found


def ratings(results: list[Result]) -> list[Rating]:
    """Plackett-Luce ratings over all games in order. A bot that has several seats at a table is
    rated by the mean of what they would give it."""
    model = PlackettLuce()
    rated: dict[str, Any] = {}
    for result in results:
        if len(set(result.bots)) < 2:
            continue
        teams = [[_copy(model, rated.get(bot))] for bot in result.bots]
        after = model.rate(teams, ranks=[float(place) for place in result.places])
        for bot in dict.fromkeys(result.bots):
            own = [after[p][0] for p, name in enumerate(result.bots) if name == bot]
            rated[bot] = model.rating(
                mu=fmean(r.mu for r in own), sigma=fmean(r.sigma for r in own)
            )
    rows = [Rating(bot, r.mu, r.sigma) for bot, r in rated.items()]
    return sorted(rows, key=lambda row: -row.mu)


def _copy(model: PlackettLuce, rating: Any) -> Any:
    return model.rating() if rating is None else model.rating(mu=rating.mu, sigma=rating.sigma)


def faults(results: list[Result]) -> dict[str, dict[str, int]]:
    """Who failed, how, and how often."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for result in results:
        for bot, seat in zip(result.bots, result.faults, strict=True):
            if seat:
                found[bot].update(seat)
    return {bot: dict(counts) for bot, counts in found.items()}


def report(results: list[Result]) -> Report:
    return Report(
        len(results),
        standings(results),
        pairs(results),
        ratings(results),
        faults(results),
        results,
    )
