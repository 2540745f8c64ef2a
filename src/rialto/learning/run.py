"""One run of training: play, judge, learn, and so on, until the time or the plan is over."""

import argparse
import copy
import shlex
import sys
import time
from pathlib import Path
from typing import Any, Final

import torch

from rialto.bots.net.own import load as read_own
from rialto.bots.net.shape import WIDTH
from rialto.bots.net.weights import BadNet
from rialto.engine.house import House
from rialto.learning import checkpoint, train
from rialto.learning.export import export, restore
from rialto.learning.games import Games
from rialto.learning.learner import STATISTICS, Learner
from rialto.learning.mix import TABLES, lanes_of
from rialto.learning.net import Net
from rialto.learning.plot import draw_curve
from rialto.learning.rollout import Actor, Rollout
from rialto.learning.schedule import BEST_RESPONSE, Schedule

KEEP: Final = 0.98
"""Share of the mean weights that an iteration keeps."""
SAVE_S: Final = 60.0
TELL_S: Final = 5.0
SPARE_S: Final = 6.0
"""Kept for the last checkpoint and the net."""


class Run:
    def __init__(self, args: argparse.Namespace) -> None:
        torch.manual_seed(args.seed)
        self.args = args
        self.device = torch.device(args.device)
        gpu = args.device == "cuda"
        kind = torch.bfloat16 if gpu else torch.float32
        compiled = gpu and not args.no_compile
        self.net = Net(args.width or WIDTH).to(self.device)
        self.mean = copy.deepcopy(self.net).requires_grad_(False)
        self.schedule = BEST_RESPONSE if args.against else Schedule()
        kinds = lanes_of(args.games, _tables(args.players))
        games = Games(kinds, args.seed, self.device, args.stagger)
        self.rollout = Rollout(games, args.steps, self.device)
        self.actor = Actor(self.net, kind, compiled)
        self.learner = Learner(self.net, self.rollout, args.batch, kind, compiled)
        self.frozen = self._freeze(kind) if args.against else None
        self.progress = checkpoint.Progress()
        if args.resume:
            self.progress = checkpoint.load(
                args.resume, self.net, self.mean, self.learner.optimiser
            )
            torch.manual_seed(args.seed + self.progress.iterations)
        self.progress.runs.append(
            shlex.join(["python", "-m", "rialto.learning.train", *sys.argv[1:]])
        )
        self.snapshots = [int(m) * 10**6 for m in args.snapshots.split(",") if m]
        self.won = torch.zeros(2, device=self.device)
        self.ended = torch.zeros(3, device=self.device)

    def _freeze(self, kind: torch.dtype) -> Actor:
        """The opponent; the learner starts from what it knows, in one seat of each game."""
        path = self.args.against
        known = (
            restore(read_own(path)[0]) if path.suffix == ".net" else checkpoint.read(path)["mean"]
        )
        other = copy.deepcopy(self.net).requires_grad_(False)
        for net in (other, self.net, self.mean):
            net.load_state_dict(known)
        players = self.rollout.games.players
        lanes = torch.arange(len(players), device=self.device)
        self.rollout.learner = (lanes % players).to(torch.int8)
        return Actor(other, kind, False)

    def go(self) -> None:
        args, progress = self.args, self.progress
        args.out.mkdir(parents=True, exist_ok=True)
        end = args.began + 60.0 * args.minutes - SPARE_S
        self._warm_up()
        self._tell(start_s=round(time.monotonic() - args.began, 1))
        saved = told = time.monotonic()
        per_iteration = args.games * args.steps
        while time.monotonic() < end and self._done() < 1.0:
            began = time.monotonic()
            times = self._iterate()
            now = time.monotonic()
            progress.iterations += 1
            progress.decisions += per_iteration
            progress.seconds += now - began
            if now - told > TELL_S or progress.iterations <= 3:
                told = now
                self._tell(rate=round(per_iteration / (now - began)), **times, **self._figures())
            if self.snapshots and progress.decisions >= self.snapshots[0]:
                million = self.snapshots.pop(0) // 10**6
                self._export(self.net, args.out / f"after-{million}.net")
            if now - saved > SAVE_S:
                saved = now
                self._save()
        self._save()
        self._export(self.mean, args.out / "rialto.net")
        draw_curve(args.out / "progress.jsonl", args.out / "curve.svg")
        self._tell(done=True)

    def _warm_up(self) -> None:
        """The first use compiles; where torch cannot, it does without."""
        try:
            self.rollout.play(self.actor, self.frozen)
        except Exception as error:
            if not self.actor.compiled:
                raise
            self._tell(trouble=f"without torch.compile: {error!r}"[:500])
            self.actor = Actor(self.net, self.actor.kind, False)
            self.learner.compile(False)
        self.rollout.carry_over()

    def _iterate(self) -> dict[str, float]:
        """A segment of play and the lesson from it; how long each took."""
        progress, schedule = self.progress, self.schedule
        done = self._done()
        self.learner.rate.fill_(schedule.rate_at(done, progress.iterations))
        self.learner.curiosity.fill_(schedule.curiosity_at(done))
        start = self._now()
        self.rollout.play(self.actor, self.frozen)
        played = self._now()
        self.rollout.judge(schedule.win_at(done))
        judged = self._now()
        self.learner.learn()
        self._count()
        self.rollout.carry_over()
        with torch.no_grad():
            for mean, new in zip(self.mean.parameters(), self.net.parameters(), strict=True):
                mean.lerp_(new, 1.0 - KEEP)
        learned = self._now()
        return {
            "play_s": round(played - start, 4),
            "judge_s": round(judged - played, 4),
            "learn_s": round(learned - judged, 4),
        }

    def _done(self) -> float:
        """The share of the plan that is done: of its decisions, or of its minutes."""
        if self.args.decisions:
            return float(self.progress.decisions / self.args.decisions)
        return float(self.progress.seconds / (60.0 * self.args.plan))

    def _now(self) -> float:
        if self.device.type == "cuda":
            torch.cuda.synchronize()
        return time.monotonic()

    def _count(self) -> None:
        """Games that ended, their players and points; and those that the learner won."""
        rows, learner = self.rollout.rows, self.rollout.learner
        dones = rows.dones[1:]
        played = (dones * self.rollout.games.players).sum()
        self.ended += torch.stack([dones.sum(), played, rows.points[1:].sum()])
        if learner is not None:
            mine = learner.long()[None, :, None].expand(len(dones), -1, 1)
            first = rows.places[1:].gather(2, mine).squeeze(2) == 0
            self.won += torch.stack([(first & dones).sum(), dones.sum()])

    def _figures(self) -> dict[str, float]:
        """What the learner says of the last lesson."""
        values = self.learner.statistics.tolist()
        found = {name: round(value, 5) for name, value in zip(STATISTICS, values, strict=True)}
        games, players, points = self.ended.tolist()
        self.progress.games += int(games)
        found["points"] = round(points / max(1.0, players), 2)
        self.ended.zero_()
        if self.rollout.learner is not None:
            won, games = self.won.tolist()
            found["won"] = round(won / max(1.0, games), 4)
            self.won.zero_()
        return found

    def _tell(self, **more: Any) -> None:
        progress = self.progress
        line = {
            "decisions": progress.decisions,
            "games": progress.games,
            "seconds": round(progress.seconds, 1),
            **more,
        }
        train.write_line(self.args.out / "progress.jsonl", line)

    def _save(self) -> None:
        checkpoint.save(self.args.out, self.net, self.mean, self.learner.optimiser, self.progress)

    def _export(self, net: Net, path: Path) -> None:
        progress = self.progress
        figures = {
            "decisions": progress.decisions,
            "games": progress.games,
            "seconds": round(progress.seconds, 1),
        }
        try:
            export(net, path, progress.runs, figures, self.args.commit)
        except BadNet as error:  # hours of training are worth more than one file
            self._tell(trouble=str(error))


def _tables(players: str) -> tuple[tuple[House, float], ...]:
    """The tables with these numbers of players, in their shares of one another."""
    names = {
        (f"{house.players}n" if house.neutral else str(house.players)): (house, share)
        for house, share in TABLES
    }
    chosen = [names[name] for name in dict.fromkeys(players.split(","))]
    whole = sum(share for _, share in chosen)
    return tuple((house, share / whole) for house, share in chosen)
