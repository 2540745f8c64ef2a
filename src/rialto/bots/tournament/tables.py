"""The tables of `docs/bots.md` from played games: `python -m rialto.bots.tournament.tables FILE…`.

With `--into docs/bots.md` they replace what stands between the two marks there.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from rialto.bots.tournament.measure import FAILED, read_games
from rialto.bots.tournament.plan import SECTIONS
from rialto.bots.tournament.standings import by_deal, wilson
from rialto.bots.tournament.strengths import strengths

BEGIN: Final = "<!-- figures: python -m rialto.bots.tournament.tables -->"
END: Final = "<!-- end of figures -->"
TITLES: Final = {
    "ladder": "The ladder",
    "bars": "The net",
    "search": "The search that the net guides",
    "levels": "Levels, each against the next gentler one",
    "rules": "The net by other rules",
    "response": "A net trained against the net",
}
ZERO: Final = "greedy"

Games = list[dict[str, Any]]


def render(games: Games) -> str:
    """All sections that have games, as Markdown."""
    sections: dict[str, Games] = defaultdict(list)
    for game in games:
        sections[game["match"].split()[0]].append(game)
    parts = []
    for section in SECTIONS:
        if section in sections:
            table = ladder(sections[section]) if section == "ladder" else matches(sections[section])
            parts.append(f"### {TITLES[section]}\n\n{table}")
    faults = sum(game["faults"] for game in games)
    parts.append(
        f"{len(games):,} games in all; moves that were refused or came too late: {faults}."
    )
    return "\n\n".join(parts) + "\n"


def ladder(games: Games) -> str:
    """Strengths, and what a choice costs."""
    cost: dict[str, list[float]] = defaultdict(list)
    for game in games:
        for bot, choices, seconds in zip(
            game["bots"], game["choices"], game["seconds"], strict=True
        ):
            if choices:
                cost[bot].append(1000.0 * seconds / choices)
    rows = [
        (
            f"`{s.bot}`",
            f"{s.points:+.0f}",
            f"[{s.low:+.0f}, {s.high:+.0f}]",
            f"{fmean(cost[s.bot]):.3g}",
        )
        for s in strengths(games, ZERO)
    ]
    return table(("bot", f"strength (`{ZERO}` = 0)", "95 %", "ms a choice"), rows)


def matches(games: Games) -> str:
    """How the first bot of each match-up did."""
    by_match: dict[str, Games] = defaultdict(list)
    for game in games:
        by_match[game["match"]].append(game)
    rows = [row(name, by_match[name]) for name in by_match]
    head = ("bot", "against", "players", "rules", "games", "wins", "lead", "ms a choice")
    return table(head, rows)


def row(name: str, games: Games) -> tuple[str, ...]:
    _, bots, players, rules = name.split()
    first, second = bots.split(",")
    leads: dict[Any, list[float]] = defaultdict(list)
    wins, seconds, choices = 0, 0.0, 0
    for game in games:
        p = game["bots"].index(first)
        others = [points for q, points in enumerate(game["points"]) if q != p]
        leads[game["deal"]].append(game["points"][p] - fmean(others))
        wins += game["places"][p] == 1
        seconds += game["seconds"][p]
        choices += game["choices"][p]
    share, lead = wilson(wins, len(games)), by_deal(leads)
    low, high = ("?" if v is None else f"{100 * v:.1f}" for v in share[1:])
    half = "" if lead.high is None else f" ± {lead.high - lead.mean:.1f}"
    return (
        f"`{first}`", f"`{second}`", players, rules, str(len(games)),
        f"{100 * share.mean:.1f} % [{low}, {high}]", f"{lead.mean:+.1f}{half}",
        f"{1000.0 * seconds / max(1, choices):.3g}",
    )  # fmt: skip


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def insert(text: str, tables: str) -> str:
    """The page with these tables between its marks."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the page has no marks {BEGIN} and {END}")
    return f"{before}{BEGIN}\n\n{tables}\n{END}{after}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m rialto.bots.tournament.tables")
    parser.add_argument(
        "games", type=Path, nargs="+", help="files of rialto.bots.tournament.measure"
    )
    parser.add_argument("--into", type=Path, help="a page that has the marks")
    args = parser.parse_args(arguments)
    found = {
        (game["match"], game["game"]): game for path in args.games for game in read_games(path)
    }
    try:
        if not found:
            raise ValueError(f"there are no games in {', '.join(map(str, args.games))}")
        tables = render(list(found.values()))
        if args.into:
            args.into.write_text(insert(args.into.read_text("utf-8"), tables), "utf-8")
        else:
            print(tables, end="")
    except (OSError, ValueError) as error:
        print(f"rialto.bots.tournament.tables: {error}", file=sys.stderr)
        return FAILED
    return 0


if __name__ == "__main__":
    sys.exit(main())
