"""What self-play says about the game itself: seats, points, buildings, rows."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from rialto.bots.tournament.plot import bars
from rialto.bots.tournament.standings import Estimate, wilson
from rialto.bots.tournament.tally import Tally, tally_of
from rialto.engine.moves import BUILDING_NAMES, KIND_NAMES
from rialto.engine.rules.scoring import FIRST_DISTRICT

ORDINALS: Final = ("first", "second", "third", "fourth", "fifth")
PARTS: Final = ("during", "leftovers", "buildings", "districts", "total")

Tables = Mapping[int, Tally]
"""By number of players."""


def tables_of(results: Sequence[dict[str, Any]]) -> dict[int, Tally]:
    """The arena's games by number of players."""
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for result in results:
        found[result["players"]].append(result)
    return {players: tally_of(games) for players, games in found.items()}


def by_start(tally: Tally) -> list[Estimate]:
    """Win share by place clockwise from the first player."""
    games, players = tally.places.shape
    winners = tally.started[tally.places == 1]
    return [wilson(int((winners == n + 1).sum()), games) for n in range(players)]


def by_building(tally: Tally) -> list[tuple[str, float, Estimate]]:
    """Of each start building: how many are taken in a game, and the win share of their owners."""
    games = len(tally.begun)
    found = []
    for b, name in enumerate(BUILDING_NAMES):
        owners = tally.begun == b
        taken = int(owners.sum())
        if taken:
            wins = int((owners & (tally.places == 1)).sum())
            found.append((name, taken / games, wilson(wins, taken)))
    return found


def parts(tally: Tally, winners_only: bool) -> dict[str, float]:
    """Mean points and their parts (Z1-Z3)."""
    which = (tally.places == 1) | (not winners_only)
    mean = tally.parts[which].mean(axis=0)
    found = (*mean[:FIRST_DISTRICT], mean[FIRST_DISTRICT:].sum(), mean.sum())
    return dict(zip(PARTS, map(float, found), strict=True))


def margins(tally: Tally) -> NDArray[np.float64]:
    """By how many points each player was ahead of the mean of the table."""
    totals = tally.parts.sum(axis=2)
    return np.asarray(totals - totals.mean(axis=1, keepdims=True))


def building_rows(tally: Tally) -> list[tuple[str, float, float]]:
    """Of each kind: how many a player has in the end, and points ahead of the table per tile."""
    return worth(tally.tiles, tally, BUILDING_NAMES)


def row_rows(tally: Tally) -> list[tuple[str, float, float]]:
    """Of each kind of card: how many a player takes in rows, and points ahead per card."""
    return worth(tally.cards, tally, KIND_NAMES)


def worth(counts: Any, tally: Tally, names: Sequence[str]) -> list[tuple[str, float, float]]:
    flat = counts.reshape(-1, len(names))
    slopes = fit(flat, margins(tally).ravel())
    means = flat.mean(axis=0)
    return [(name, float(means[i]), slopes[i]) for i, name in enumerate(names)]


def fit(counts: Any, ahead: Any) -> list[float]:
    """Least squares: what one more of each brings, the others being equal. The smallest answer
    where a kind never varies."""
    table = np.column_stack([np.asarray(counts, float), np.ones(len(counts))])
    solution = np.linalg.pinv(table.T @ table) @ (table.T @ np.asarray(ahead, float))
    return [float(x) for x in solution[:-1]]


def markdown(tables: Tables, command: str, plots: dict[str, str]) -> str:
    """The page `docs/statistics.md`."""
    games = sum(len(tally.places) for tally in tables.values())
    lines = [
        "# Statistics of the game, from self-play",
        "",
        "Made by",
        "",
        "```",
        command,
        "```",
        "",
        f"from {games:,} games. Intervals are 95 %. They say how these bots fare, which is not yet"
        " how people fare.",
    ]
    lines += ["", "## Who starts", "", "Win share by place clockwise from the first player.", ""]
    lines += ["| players | " + " | ".join(ORDINALS) + " |", "|---|" + "---|" * len(ORDINALS)]
    for players, tally in tables.items():
        cells = [percent(estimate) for estimate in by_start(tally)]
        cells += [""] * (len(ORDINALS) - len(cells))
        lines.append(f"| {players} | " + " | ".join(cells) + " |")
    lines += ["", "## Points", "", "Means of all players and, in brackets, of winners.", ""]
    lines += [
        "| players | during play | coins and councillors | buildings | districts | total |",
        "|---|---|---|---|---|---|",
    ]
    for players, tally in tables.items():
        everybody, winners = parts(tally, False), parts(tally, True)
        cells = [f"{everybody[part]:.1f} ({winners[part]:.1f})" for part in PARTS]
        lines.append(f"| {players} | " + " | ".join(cells) + " |")
    lines += start_buildings(tables)
    lines += part_of_page("Buildings", "tiles at the end", building_rows, tables)
    lines += part_of_page("Cards in rows", "cards taken in rows", row_rows, tables)
    lines += rows_left_over(tables)
    for name, words in plots.items():
        lines += ["", f"![{words}]({name})"]
    return "\n".join(lines) + "\n"


def start_buildings(tables: Tables) -> list[str]:
    """How many of each are taken, and what their owners win; nothing where it was not kept."""
    if all((tally.begun < 0).all() for tally in tables.values()):
        return []
    lines = [
        "",
        "## Start buildings",
        "",
        "How many are taken in a game, and the win share of their owners.",
        "",
    ]
    lines += ["| players | building | taken | wins |", "|---|---|---|---|"]
    for players, tally in tables.items():
        for name, taken, wins in by_building(tally):
            lines.append(f"| {players} | {name} | {taken:.2f} | {percent(wins)} |")
    lines += ["", "## Length", "", "| players | questions a game, of all seats |", "|---|---|"]
    return lines + [f"| {n} | {tally.choices.mean():.1f} |" for n, tally in tables.items()]


def rows_left_over(tables: Tables) -> list[str]:
    """What lies in the row that nobody takes; nothing where it was not counted."""
    if not any(tally.left.any() for tally in tables.values()):
        return []
    lines = [
        "",
        "## Rows left over",
        "",
        "Cards of each kind in the row that nobody takes, for 100 in the rows that are taken."
        " Below 100 a kind is wanted.",
        "",
        "| kind | " + " | ".join(f"{n} players" for n in tables) + " |",
        "|---|" + "---|" * len(tables),
    ]
    columns = [left_rows(tally) for tally in tables.values()]
    for name, *shares in zip(KIND_NAMES, *columns, strict=True):
        lines.append(f"| {name} | " + " | ".join(f"{100 * share:.0f}" for share in shares) + " |")
    return lines


def left_rows(tally: Tally) -> list[float]:
    """Of each kind, how many lie in a row left over for one in a row that is taken."""
    left = tally.left.mean(axis=0)
    taken = tally.cards.mean(axis=(0, 1))
    return [float(a / b) if b else 0.0 for a, b in zip(left, taken, strict=True)]


def percent(estimate: Estimate) -> str:
    mean, low, high = (100 * (x or 0) for x in estimate)
    return f"{mean:.1f} % [{low:.1f}, {high:.1f}]"


def part_of_page(title: str, what: str, rows: Any, tables: Tables) -> list[str]:
    """One table: a line for each kind, two columns for each number of players."""
    lines = [
        "",
        f"## {title}",
        "",
        f"Mean number of {what} for one player, and how many points one more went with, ahead of"
        " the mean of the table (least squares over all kinds together).",
        "",
        "| kind | " + " | ".join(f"{n} players | points" for n in tables) + " |",
        "|---|" + "---|---|" * len(tables),
    ]
    columns = [rows(tally) for tally in tables.values()]
    for line in zip(*columns, strict=True):
        cells = [f"{mean:.2f} | {slope:+.2f}" for _, mean, slope in line]
        lines.append(f"| {line[0][0]} | " + " | ".join(cells) + " |")
    return lines


def plots(tables: Tables) -> dict[str, str]:
    """SVG pictures by name, of the largest number of players."""
    players, games = max(tables.items(), key=lambda table: table[0])
    starts = [
        (ORDINALS[i], 100 * e.mean, f"{100 * e.mean:.1f} %") for i, e in enumerate(by_start(games))
    ]
    buildings = [(name, slope, f"{slope:+.2f}") for name, _, slope in building_rows(games)]
    cards = [(name, slope, f"{slope:+.2f}") for name, _, slope in row_rows(games)]
    return {
        "start": bars(f"Win share by starting place, {players} players", starts),
        "buildings": bars(f"Points that go with a building, {players} players", buildings),
        "rows": bars(f"Points that go with a card taken in a row, {players} players", cards),
    }
