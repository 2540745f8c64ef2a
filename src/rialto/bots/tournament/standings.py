"""What a tournament says: win shares, points and places with 95 % intervals, pairs, ratings."""

from collections import Counter, defaultdict
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

from openskill.models import PlackettLuce

Z95: Final = 1.959964
"""Half the width of a 95 % interval, in standard errors."""


class Estimate(NamedTuple):
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


def by_deal(values: dict[Any, list[float]]) -> Estimate:
    """A mean whose interval takes games of one deal together, for they share their luck."""
    means = [fmean(v) for v in values.values()]
    mean = fmean(means)
    if len(means) == 1:
        return Estimate(mean, None, None)
    half = Z95 * stdev(means) / sqrt(len(means))
    return Estimate(mean, mean - half, mean + half)


def standings(results: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """For each number of players and bot, in the order of appearance."""
    wins: Counter[tuple[int, str]] = Counter()
    seats: Counter[tuple[int, str]] = Counter()
    points: dict[tuple[int, str], dict[Any, list[float]]] = defaultdict(lambda: defaultdict(list))
    places: dict[tuple[int, str], dict[Any, list[float]]] = defaultdict(lambda: defaultdict(list))
    for result in results:
        for p, bot in enumerate(result["bots"]):
            key, deal = (result["players"], bot), (result["line_up"], result["deal"])
            seats[key] += 1
            wins[key] += result["places"][p] == 1
            points[key][deal].append(result["scores"][p]["total"])
            places[key][deal].append(result["places"][p])
    return [
        {
            "players": players,
            "bot": bot,
            "seats": n,
            "win_share": wilson(wins[players, bot], n)._asdict(),
            "points": by_deal(points[players, bot])._asdict(),
            "place": by_deal(places[players, bot])._asdict(),
        }
        for (players, bot), n in seats.items()
    ]


def pairs(results: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Of each two bots at one table: how often the first finished ahead of the second."""
    ahead: Counter[tuple[str, str]] = Counter()
    for result in results:
        for a, bot in enumerate(result["bots"]):
            for b, other in enumerate(result["bots"]):
                if bot != other and result["places"][a] < result["places"][b]:
                    ahead[bot, other] += 1
    found = []
    for bot, other in sorted({tuple(sorted(pair)) for pair in ahead}):
        n = ahead[bot, other] + ahead[other, bot]
        found.append(
            {"bot": bot, "other": other, "n": n, "ahead": wilson(ahead[bot, other], n)._asdict()}
        )
    return found


def ratings(results: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Plackett-Luce ratings over all games in order. A bot that has several seats at a table is
    rated by the mean of what they would give it."""
    model = PlackettLuce()
    rated: dict[str, Any] = {}
    for result in results:
        bots = result["bots"]
        if len(set(bots)) < 2:
            continue
        teams = [[_copy(model, rated.get(bot))] for bot in bots]
        after = model.rate(teams, ranks=result["places"])
        for bot in dict.fromkeys(bots):
            own = [after[p][0] for p, name in enumerate(bots) if name == bot]
            rated[bot] = model.rating(
                mu=fmean(r.mu for r in own), sigma=fmean(r.sigma for r in own)
            )
    rows = [{"bot": bot, "mu": r.mu, "sigma": r.sigma} for bot, r in rated.items()]
    return sorted(rows, key=lambda row: -row["mu"])


def _copy(model: PlackettLuce, rating: Any) -> Any:
    return model.rating() if rating is None else model.rating(mu=rating.mu, sigma=rating.sigma)


def faults(results: list[dict[str, Any]]) -> dict[str, dict[str, int]]:
    """Who failed, how, and how often."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for result in results:
        for bot, seat in zip(result["bots"], result["faults"], strict=True):
            if seat:
                found[bot].update(seat)
    return {bot: dict(counts) for bot, counts in found.items()}


def report(results: list[dict[str, Any]]) -> dict[str, Any]:
    """Everything, as JSON."""
    return {
        "games": len(results),
        "standings": standings(results),
        "pairs": pairs(results),
        "ratings": ratings(results),
        "faults": faults(results),
        "results": results,
    }
