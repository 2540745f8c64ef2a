"""Learning from a segment of play: proximal policy optimisation (PPO), one pass over all rows."""

from typing import Any, Final, NamedTuple

import torch
from torch import Tensor

from rialto.bots.net.shape import PARTS, POINT
from rialto.engine.box import SEATS
from rialto.learning.net import Net, Outputs
from rialto.learning.returns import slots_of
from rialto.learning.rollout import Rollout

CLIP: Final = 0.2
"""How far a policy may move in one pass."""
GRADIENT: Final = 1.0
"""The longest gradient that is followed as it is."""
WIN, MARGIN, SCORE = 0.5, 0.5, 0.05
"""Weights of the other things that are learned, beside the policy's 1."""
SURE: Final = -0.01
"""The log-probability from which a choice was none: there the policy has nothing to learn."""
KEPT: Final = 0.25
"""Share of such choices that are learned from, each counting so much more."""
OTHERS: Final = 0.25
"""Weight of the others' margins beside the own one."""


class Rows(NamedTuple):
    """What a net is asked about, and what it should have said."""

    seen: Tensor
    players: Tensor
    targets: Tensor
    """(rows, 10): win shares and margins by slot."""
    parts: Tensor
    """(rows, 5, PARTS): parts of the scores by slot, in units of POINT."""
    weights: Tensor
    """(rows,): how much each counts."""


class Choices(NamedTuple):
    """What was chosen in the first rows, which are decisions."""

    masks: Tensor
    actions: Tensor
    chances: Tensor
    gains: Tensor
    weights: Tensor


def mean(values: Tensor, weights: Tensor) -> Tensor:
    return (values * weights).sum() / weights.sum().clamp(min=1.0)


def foretelling(out: Outputs, rows: Rows) -> Tensor:
    """How wrong the net was about the end: who wins, the margin, the parts."""
    there = torch.arange(SEATS, device=rows.players.device) < rows.players[:, None]
    logs = torch.log_softmax(out.win.masked_fill(~there, -1e9), dim=1)
    win = -(rows.targets[:, :SEATS] * logs.masked_fill(~there, 0.0)).sum(1)
    slots = there.float() * OTHERS
    slots[:, 0] = 1.0
    margin = ((out.margin - rows.targets[:, SEATS:]).square() * slots).sum(1)
    score = ((out.parts - rows.parts).square().sum(2) * there).sum(1) / rows.players
    return torch.stack([mean(wrong, rows.weights) for wrong in (win, margin, score)])


def choosing(out: Outputs, choices: Choices) -> Tensor:
    """The policy's loss, its entropy, how far it has moved, how often too far."""
    logits = out.policy[: len(choices.actions)].masked_fill(choices.masks == 0, -1e9)
    logs = torch.log_softmax(logits, dim=1)
    entropy = -(logs.exp() * logs.masked_fill(choices.masks == 0, 0.0)).sum(1)
    change = logs.gather(1, choices.actions[:, None]).squeeze(1) - choices.chances
    ratio = change.exp()
    gain = torch.minimum(ratio * choices.gains, ratio.clamp(1.0 - CLIP, 1.0 + CLIP) * choices.gains)
    too_far = ((ratio - 1.0).abs() > CLIP).float()
    told = (-gain, entropy, ratio - 1.0 - change, too_far)
    return torch.stack([mean(of_rows, choices.weights) for of_rows in told])


def loss(
    net: Net, kind: torch.dtype, rows: Rows, choices: Choices, curiosity: Tensor
) -> tuple[Tensor, Tensor]:
    """The loss, and what it is made of (STATISTICS)."""
    out = net(rows.seen, kind)
    policy, future = choosing(out, choices), foretelling(out, rows)
    total = policy[0] - curiosity * policy[1]
    total = total + WIN * future[0] + MARGIN * future[1] + SCORE * future[2]
    return total, torch.cat([policy, future]).detach()


STATISTICS: Final = ("policy", "entropy", "moved", "too_far", "win", "margin", "score")


class Learner:
    """Takes minibatches out of a rollout. On a GPU one step is recorded once and then replayed:
    launching its kernels one by one from Python would take longer than running them."""

    def __init__(
        self, net: Net, rollout: Rollout, batch: int, kind: torch.dtype, compiled: bool
    ) -> None:
        device = rollout.gains.device
        steps = rollout.steps
        self.net, self.rollout, self.kind = net, rollout, kind
        self.batch = batch
        self.look_batch = max(1, batch * len(rollout.pauses) // steps)
        self.rate = torch.zeros((), device=device)
        self.curiosity = torch.zeros((), device=device)
        self.optimiser = torch.optim.Adam(
            net.parameters(),
            lr=self.rate,
            eps=1e-5,
            capturable=device.type == "cuda",
            fused=device.type == "cuda",
        )
        self.slots = slots_of(rollout.games.players)
        self.weights = torch.ones_like(rollout.gains)
        self.statistics = torch.zeros(len(STATISTICS), device=device)
        self._rows = torch.zeros(batch, dtype=torch.int64, device=device)
        self._looks = torch.zeros(self.look_batch, dtype=torch.int64, device=device)
        self._recorded: Any = None
        self.compile(compiled)

    def compile(self, wanted: bool) -> None:
        """Whether torch.compile makes one kernel of many."""
        self._loss: Any = torch.compile(loss, dynamic=False) if wanted else loss

    def learn(self) -> int:
        """One pass over the segment; how many steps of the optimiser."""
        device = self.rate.device
        rows = self._decisions()
        looks = torch.randperm(self.rollout.look_seats.numel(), device=device)
        self.statistics.zero_()
        batches = len(rows) // self.batch
        for i in range(batches):
            self._rows.copy_(rows[i * self.batch : (i + 1) * self.batch])
            start = i * self.look_batch % max(1, len(looks) - self.look_batch + 1)
            self._looks.copy_(looks[start : start + self.look_batch])
            self._step()
        self.statistics /= max(1, batches)
        return batches

    def _decisions(self) -> Tensor:
        """The rows to learn from, shuffled."""
        chances = self.rollout.chances
        sure = chances > SURE
        self.weights.copy_(torch.where(sure, 1.0 / KEPT, 1.0))
        kept = ~sure | (torch.rand_like(chances) < KEPT)
        rows = torch.nonzero((self.rollout.learns() & kept).flatten()).flatten()
        return rows[torch.randperm(len(rows), device=rows.device)]

    def _step(self) -> None:
        if self.rate.device.type != "cuda":
            self._descend()
        elif self._recorded is None:
            self._record()
        else:
            self._recorded.replay()

    def _record(self) -> None:
        """A few steps to warm up, as CUDA asks, then the recording."""
        side: Any = torch.cuda.Stream()  # type: ignore[no-untyped-call]  # torch says no types
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                self._descend()
        torch.cuda.current_stream().wait_stream(side)
        self.optimiser.zero_grad(set_to_none=True)
        self._recorded = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._recorded):
            self._descend()

    def _descend(self) -> None:
        self.optimiser.zero_grad(set_to_none=True)
        total, made_of = self._loss(
            self.net, self.kind, self._take(), self._choices(), self.curiosity
        )
        total.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), GRADIENT)
        self.optimiser.step()
        self.statistics += made_of

    def _choices(self) -> Choices:
        r, rows = self.rollout, self._rows
        return Choices(
            r.rows.masks[:-1].flatten(0, 1)[rows],
            r.actions.flatten()[rows],
            r.chances.flatten()[rows],
            r.gains.flatten()[rows],
            self.weights.flatten()[rows],
        )

    def _take(self) -> Rows:
        """The decisions, then the looks between them."""
        r = self.rollout
        games = len(r.games.players)
        lanes = torch.cat([self._rows % games, self._looks % games])
        seats = torch.cat(
            [r.rows.seats[:-1].flatten()[self._rows].long(), r.look_seats.flatten()[self._looks]]
        )
        first, apart = (r.pauses[0], r.pauses[1] - r.pauses[0]) if len(r.pauses) > 1 else (0, 1)
        steps = torch.cat(
            [
                self._rows // games,
                first + apart * torch.div(self._looks, games, rounding_mode="floor"),
            ]
        )
        seen = r.rows.seen[:-1].flatten(0, 1)[self._rows]
        looks = r.looks.flatten(0, 1)[self._looks]
        targets = torch.cat(
            [r.targets.flatten(0, 1)[self._rows], r.look_targets.flatten(0, 1)[self._looks]]
        )
        players = r.games.players[lanes]
        parts = self._parts(steps, lanes, seats)
        weights = r.telling[lanes]
        weights[: len(self._rows)] *= self.weights.flatten()[self._rows]
        return Rows(torch.cat([seen, looks]), players, targets, parts, weights)

    def _parts(self, steps: Tensor, lanes: Tensor, seats: Tensor) -> Tensor:
        """What the scores were made of; what the net expects, where the game is not over yet."""
        r = self.rollout
        ends = r.ends[steps, lanes].long()
        ended = r.rows.parts[1 + ends.clamp(min=0), lanes].float() / POINT
        order = self.slots[lanes, seats][:, :, None].expand(-1, -1, PARTS)
        expected = r.after_parts[lanes, seats]
        return torch.where((ends >= 0)[:, None, None], ended.gather(1, order), expected)
