"""One scale for all bots: Plackett-Luce strengths that fit every game at once.

At a table the first place goes to a bot in proportion to its strength, then the second among those
left, and so on. A phantom of strength 1 wins and loses half a game against each, so that a bot that
always loses has a strength at all.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

TEN_TO_ONE: Final = 400.0
"""Points ahead for which a bot finishes ahead ten times in eleven."""
DRAWS: Final = 300
"""Weighings of the deals, for the interval."""
STEPS: Final = 200

Floats = NDArray[np.float64]


class Strength(NamedTuple):
    """Points above `zero`, with a 95 % interval."""

    bot: str
    points: float
    low: float
    high: float


class Orders(NamedTuple):
    """How games ended, as arrays."""

    bots: list[str]
    places: NDArray[np.int64]
    """Each order that came, from first place to last: the number of the bot, len(bots) where there
    is no such place."""
    which: NDArray[np.int64]
    """The order of each game."""
    deals: NDArray[np.int64]
    """The deal of each game: games of one deal share their luck."""


def orders_of(games: Sequence[dict[str, Any]]) -> Orders:
    bots = sorted({bot for game in games for bot in game["bots"]})
    places = np.full((len(games), 5), len(bots), np.int64)
    for row, game in zip(places, games, strict=True):
        for place, bot in zip(game["places"], game["bots"], strict=True):
            row[place - 1] = bots.index(bot)
    keys: dict[tuple[str, int], int] = {}
    deals = [keys.setdefault((game["match"], game["deal"]), len(keys)) for game in games]
    found, which = np.unique(places, axis=0, return_inverse=True)
    return Orders(bots, found, which.ravel(), np.array(deals, np.int64))


def fit(orders: Orders, weights: Floats) -> Floats:
    """Logarithms of the strengths when each game weighs so much, by minorisation and maximisation
    (Hunter 2004)."""
    n = len(orders.bots)
    weigh = np.bincount(orders.which, weights, len(orders.places)).astype(float)
    there = orders.places < n
    last = there.sum(1) - 1
    chosen = there & (np.arange(5) < last[:, None])
    wins = np.bincount(orders.places[chosen], (weigh[:, None] * chosen)[chosen], n)[:n] + 0.5
    strength = np.ones(n + 1)
    strength[n] = 0.0
    for _ in range(STEPS):
        left = np.cumsum(strength[orders.places][:, ::-1], axis=1)[:, ::-1]
        shares = np.where(chosen, weigh[:, None] / np.maximum(left, 1e-300), 0.0)
        met = np.bincount(orders.places.ravel(), np.cumsum(shares, axis=1).ravel(), n + 1)[:n]
        strength[:n] = wins / (met + 1.0 / (1.0 + strength[:n]))
    return np.asarray(np.log(strength[:n]))


def strengths(games: Sequence[dict[str, Any]], zero: str) -> list[Strength]:
    """The strongest first; the interval weighs the deals by chance, again and again."""
    orders = orders_of(games)
    base = orders.bots.index(zero)
    rng = np.random.default_rng(1)
    ones = np.ones(len(games))
    deals = int(orders.deals.max()) + 1
    drawn = [fit(orders, rng.exponential(size=deals)[orders.deals]) for _ in range(DRAWS)]
    scale = TEN_TO_ONE / np.log(10.0)

    def above(logs: Floats) -> Floats:
        return np.asarray((logs - logs[base]) * scale)

    points = above(fit(orders, ones))
    low, high = np.quantile([above(logs) for logs in drawn], (0.025, 0.975), axis=0)
    found = [
        Strength(bot, float(points[k]), float(low[k]), float(high[k]))
        for k, bot in enumerate(orders.bots)
    ]
    return sorted(found, key=lambda strength: -strength.points)
