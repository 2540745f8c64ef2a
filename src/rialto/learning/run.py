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
from rialto.learning import checkpoint, train
from rialto.learning.export import export
from rialto.learning.games import Games
from rialto.learning.learner import STATISTICS, Learner
from rialto.learning.mix import WARP, Kinds, lanes_of, tables_named
from rialto.learning.net import Net
from rialto.learning.opponent import Opponent, weights_of
from rialto.learning.plot import draw_curve
from rialto.learning.rollout import Actor, Rollout
from rialto.learning.schedule import BEST_RESPONSE, TUNING, Schedule

KINDS: Final = {"bfloat16": torch.bfloat16, "float32": torch.float32}
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
        kind = KINDS[args.numbers or ("bfloat16" if gpu else "float32")]
        compiled = gpu and not args.no_compile
        self.net = Net(args.width or WIDTH).to(self.device)
        self.mean = copy.deepcopy(self.net).requires_grad_(False)
        self.progress = checkpoint.Progress()
        # Files that cannot be used are refused before a hundred thousand games are set up.
        against = self._opponent_net()
        if args.start:
            self._start(args.start)
        if args.resume:
            self.progress = checkpoint.load(args.resume, self.net, self.mean)
        kinds, apart = self._kinds()
        games = Games(kinds, args.seed, self.device, args.stagger, apart)
        sparring = args.sparring is not None
        seats = games.players[:apart]
        opponent = Opponent(against, kind, seats, sparring, compiled) if against else None
        self.rollout = Rollout(games, args.steps, self.device, opponent, sparring)
        self.actor = Actor(self.net, kind, compiled)
        self.learner = Learner(self.net, self.rollout, args.batch, kind, compiled)
        if args.resume:
            checkpoint.load_memory(args.resume, self.learner.optimiser)
            torch.manual_seed(args.seed + self.progress.iterations)
        self.schedule = self._schedule()
        self.progress.runs.append(
            shlex.join(["python", "-m", "rialto.learning.train", *sys.argv[1:]])
        )
        self.snapshots = [int(m) * 10**6 for m in args.snapshots.split(",") if m]
        self.won = torch.zeros(2, device=self.device)
        self.ended = torch.zeros(3, device=self.device)

    def _opponent_net(self) -> Net | None:
        """The net that does not learn; a best response starts from what it knows."""
        path = self.args.against or self.args.sparring
        if not path:
            return None
        known = weights_of(path)
        other = Net(len(known["first_bias"])).to(self.device)
        other.load_state_dict(known)
        if self.args.against:
            self._know(path)
        return other

    def _know(self, path: Path) -> None:
        known = weights_of(path)
        width, here = len(known["first_bias"]), len(self.net.first_bias)
        if width != here:
            raise BadNet(
                f"{path.name} has the wrong shape: it is {width} wide, the net here {here}"
            )
        for net in (self.net, self.mean):
            net.load_state_dict(known)

    def _kinds(self) -> tuple[Kinds, int]:
        """What is played in the lanes, and in how many of them, the first, an opponent plays."""
        args = self.args
        tables = tables_named(args.players)
        if not args.sparring:
            return lanes_of(args.games, tables), args.games if args.against else 0
        count = max(1, int(args.games * args.sparring_share))
        if count >= WARP:
            count -= count % WARP
        with_partner = lanes_of(count, tables_named(args.sparring_players))
        return with_partner + lanes_of(args.games - count, tables), count

    def _start(self, path: Path) -> None:
        """From weights: what they have behind them counts, but not for the plan."""
        self._know(path)
        about = read_own(path)[1]
        done = {name: about["figures"].get(name, 0) for name in ("decisions", "games", "seconds")}
        self.progress = checkpoint.Progress(**done, runs=list(about["commands"]), before=done)

    def _schedule(self) -> Schedule:
        usual = TUNING if self.progress.before else Schedule()
        if self.args.against:
            usual = BEST_RESPONSE
        return usual.beginning_at(self.args.rate, self.args.curiosity)

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
                self._export(self.mean, args.out / f"after-{million}.net")
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
            self.rollout.play(self.actor)
        except Exception as error:
            if not self.actor.compiled:
                raise
            self._tell(trouble=f"without torch.compile: {error!r}"[:500])
            self.actor = Actor(self.net, self.actor.kind, False)
            if self.rollout.opponent is not None:
                self.rollout.opponent.compile(False)
            self.learner.compile(False)
        self.rollout.carry_over()

    def _iterate(self) -> dict[str, float]:
        """A segment of play and the lesson from it; how long each took."""
        progress, schedule = self.progress, self.schedule
        done = self._done()
        self.learner.rate.fill_(schedule.rate_at(done, progress.iterations))
        self.learner.curiosity.fill_(schedule.curiosity_at(done))
        start = self._now()
        self.rollout.play(self.actor)
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
        progress, before = self.progress, self.progress.before
        if self.args.decisions:
            return (progress.decisions - before.get("decisions", 0)) / float(self.args.decisions)
        return (progress.seconds - before.get("seconds", 0.0)) / float(60.0 * self.args.plan)

    def _now(self) -> float:
        if self.device.type == "cuda":
            torch.cuda.synchronize()
        return time.monotonic()

    def _count(self) -> None:
        """Games that ended, their players and points; and those that the learner won."""
        rows, opponent = self.rollout.rows, self.rollout.opponent
        dones = rows.dones[1:]
        played = (dones * self.rollout.games.players).sum()
        self.ended += torch.stack([dones.sum(), played, rows.points[1:].sum()])
        if opponent is not None:
            dones = dones[:, : opponent.games]
            mine = opponent.learner.long()[None, :, None].expand(len(dones), -1, 1)
            first = rows.places[1:, : opponent.games].gather(2, mine).squeeze(2) == 0
            self.won += torch.stack([(first & dones).sum(), dones.sum()])

    def _figures(self) -> dict[str, float]:
        """What the learner says of the last lesson."""
        values = self.learner.statistics.tolist()
        found = {name: round(value, 5) for name, value in zip(STATISTICS, values, strict=True)}
        games, players, points = self.ended.tolist()
        self.progress.games += int(games)
        found["points"] = round(points / max(1.0, players), 2)
        self.ended.zero_()
        if self.rollout.opponent is not None:
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
