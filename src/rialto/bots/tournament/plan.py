"""The match-ups behind `docs/bots.md`: who plays whom, how often, by which rules."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from rialto.bots.levels import LEVELS
from rialto.bots.tournament.arena import Arena
from rialto.bots.tournament.match import Job
from rialto.engine.house import BOARDS, EDITIONS, House

SEED: Final = 1
YARDSTICKS: Final = ("random", "greedy", "search:200it", "search:5000it", "net")
"""From weak to strong."""
SECTIONS: Final = ("ladder", "bars", "search", "levels", "rules", "response")
EDITIONS_APART: Final = [name for name, options in EDITIONS.items() if options != House().options]


@dataclass(frozen=True)
class Match:
    """So many games of the first bot against the others, in every seat of the same deals."""

    section: str
    bots: tuple[str, ...]
    players: int
    games: int
    rules: str = "standard"
    """An edition, a board, or `neutral`."""

    @property
    def name(self) -> str:
        return f"{self.section} {','.join(self.bots)} {self.players} {self.rules}"

    @property
    def house(self) -> House:
        if self.rules in BOARDS:
            return House(players=self.players, board=self.rules)
        if self.rules == "neutral":
            return House(players=self.players, neutral=True)
        return House.edition(self.rules, players=self.players)

    def jobs(self) -> list[Job]:
        return Arena(self.bots, (self.players,), self.games, SEED, self.house).jobs()


def make_plan(searches: Sequence[str], response: str | None) -> list[Match]:
    """Everything: `searches` are guided by the net, the first has a place on the ladder; `response`
    is a net that was trained against ours."""
    plan = [*ladder(searches[0]), *bars(), *levels(), *rules()]
    plan += [Match("search", (search, "net"), n, 400) for search in searches for n in (2, 4)]
    if response:
        plan.append(Match("response", (f"net:file={response}", "net"), 2, 1000))
    return plan


def ladder(search: str) -> list[Match]:
    """Tables of neighbours, from weak to strong; pairs also one step further apart."""
    bots = (*YARDSTICKS, search)
    found = [Match("ladder", bots[k : k + 3 : 2], 2, 60) for k in range(len(bots) - 2)]
    for players in (2, 3, 4, 5):
        tables = [bots[k : k + players] for k in range(len(bots) - players + 1)]
        found += [Match("ladder", table, players, 60) for table in tables]
    return found


def bars() -> list[Match]:
    """What the net must reach."""
    return [
        Match("bars", ("net", other), players, games)
        for other, players, games in (
            ("greedy", 2, 400),
            ("greedy", 4, 400),
            ("search:200it", 2, 400),
            ("search:200it", 4, 400),
            ("search:5000it", 2, 400),
            ("search:5000it", 4, 200),
        )
    ]


def levels() -> list[Match]:
    """Each level against the next gentler one."""
    return [
        Match("levels", (stronger.name, gentler.name), players, 400)
        for gentler, stronger in pairwise(LEVELS)
        for players in (2, 4)
    ]


def rules() -> list[Match]:
    """The net by every kind of rules, against one opponent."""
    apart = [*(board for board in BOARDS if board != House().board), *EDITIONS_APART]
    found = [
        Match("rules", ("net", "search:200it"), players, 1500, name)
        for name in ("standard", *apart)
        for players in (2, 4)
    ]
    return [*found, Match("rules", ("net", "search:200it"), 2, 1500, "neutral")]


def in_turn(plan: Iterable[Match]) -> list[tuple[Match, Job]]:
    """All games, so that whenever they are stopped every match-up is about as far."""
    games = [
        ((n + 1) / len(jobs), match, job)
        for match in plan
        for jobs in [match.jobs()]
        for n, job in enumerate(jobs)
    ]
    return [(match, job) for _, match, job in sorted(games, key=lambda game: game[0])]
