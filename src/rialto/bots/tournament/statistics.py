"""What self-play says about the game itself: seats, points, buildings, rows."""

from collections import defaultdict
from statistics import fmean
from typing import Any, Final

import numpy as np

from rialto.bots.tournament.plot import bars
from rialto.bots.tournament.standings import Estimate, wilson
from rialto.engine.moves import BUILDING_NAMES, KIND_NAMES

Results = list[dict[str, Any]]
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth")
PARTS: Final = ("during", "leftovers", "buildings", "districts", "total")


def tables_of(results: Results) -> dict[int, Results]:
    """The games by number of players."""
    found: dict[int, Results] = defaultdict(list)
    for result in results:
        found[result["players"]].append(result)
    return dict(found)


def by_start(results: Results) -> list[Estimate]:
    """Win share by place clockwise from the first player."""
    players = results[0]["players"]
    wins = [0] * players
    for result in results:
        wins[result["started"][result["places"].index(1)] - 1] += 1
    return [wilson(n, len(results)) for n in wins]


def parts(results: Results, winners_only: bool) -> dict[str, float]:
    """Mean points and their parts (Z1-Z3)."""
    found: dict[str, list[int]] = {part: [] for part in PARTS}
    for result in results:
        for score, place in zip(result["scores"], result["places"], strict=True):
            if place == 1 or not winners_only:
                for part in PARTS:
                    value = score[part]
                    found[part].append(sum(value) if part == "districts" else value)
    return {part: fmean(values) for part, values in found.items()}


def margins(result: dict[str, Any]) -> list[float]:
    """By how many points each player was ahead of the mean of the table."""
    totals = [score["total"] for score in result["scores"]]
    return [total - fmean(totals) for total in totals]


def building_rows(results: Results) -> list[tuple[str, float, float]]:
    """Of each kind: how many a player has in the end, and points ahead of the table per tile."""
    counts = [n for result in results for n in result["buildings"]]
    ahead = [m for result in results for m in margins(result)]
    slopes = fit(counts, ahead)
    means = np.mean(np.array(counts), axis=0)
    return [(name, float(means[i]), slopes[i]) for i, name in enumerate(BUILDING_NAMES)]


def row_rows(results: Results) -> list[tuple[str, float, float]]:
    """Of each kind of card: how many a player takes in rows, and points ahead per card."""
    counts = [
        [sum(row[k] for row in rows) for k in range(len(KIND_NAMES))]
        for result in results
        for rows in result["rows"]
    ]
    ahead = [m for result in results for m in margins(result)]
    slopes = fit(counts, ahead)
    means = np.mean(np.array(counts), axis=0)
    return [(name, float(means[i]), slopes[i]) for i, name in enumerate(KIND_NAMES)]


def fit(counts: list[list[int]], ahead: list[float]) -> list[float]:
    """Least squares: what one more of each brings, the others being equal."""
    table = np.column_stack([np.array(counts, float), np.ones(len(counts))])
    solution = np.linalg.lstsq(table, np.array(ahead), rcond=None)[0]
    return [float(x) for x in solution[:-1]]


def markdown(results: Results, command: str, plots: dict[str, str]) -> str:
    """The page `docs/statistics.md`."""
    lines = [
        "# Statistics of the game, from self-play",
        "",
        "Made by",
        "",
        "```",
        command,
        "```",
        "",
        f"from {len(results)} games. Intervals are 95 %. They say how these bots fare, which is not"
        " yet how people fare.",
    ]
    tables = tables_of(results)
    lines += ["", "## Who starts", "", "Win share by place clockwise from the first player.", ""]
    lines += ["| players | " + " | ".join(ORDINALS) + " |", "|---|" + "---|" * len(ORDINALS)]
    for players, games in tables.items():
        cells = [percent(estimate) for estimate in by_start(games)]
        cells += [""] * (len(ORDINALS) - len(cells))
        lines.append(f"| {players} | " + " | ".join(cells) + " |")
    lines += ["", "## Points", "", "Means of all players and, in brackets, of winners.", ""]
    lines += [
        "| players | during play | coins and councillors | buildings | districts | total |",
        "|---|---|---|---|---|---|",
    ]
    for players, games in tables.items():
        everybody, winners = parts(games, False), parts(games, True)
        cells = [f"{everybody[part]:.1f} ({winners[part]:.1f})" for part in PARTS]
        lines.append(f"| {players} | " + " | ".join(cells) + " |")
    lines += part_of_page("Buildings", "tiles at the end", building_rows, tables)
    lines += part_of_page("Cards in rows", "cards taken in rows", row_rows, tables)
    for name, words in plots.items():
        lines += ["", f"![{words}]({name})"]
    return "\n".join(lines) + "\n"


def percent(estimate: Estimate) -> str:
    mean, low, high = (100 * (x or 0) for x in estimate)
    return f"{mean:.1f} % [{low:.1f}, {high:.1f}]"


def part_of_page(title: str, what: str, rows: Any, tables: dict[int, Results]) -> list[str]:
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
    columns = [rows(games) for games in tables.values()]
    for line in zip(*columns, strict=True):
        cells = [f"{mean:.2f} | {slope:+.2f}" for _, mean, slope in line]
        lines.append(f"| {line[0][0]} | " + " | ".join(cells) + " |")
    return lines


def plots(results: Results) -> dict[str, str]:
    """SVG pictures by name, of the largest number of players."""
    players, games = max(tables_of(results).items())
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
