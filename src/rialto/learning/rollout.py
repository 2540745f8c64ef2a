"""Playing: so many steps in every game by the present net, and what was seen on the way."""

from typing import Any

import torch
from torch import Tensor

from rialto.bots.net.shape import PARTS
from rialto.engine.box import SEATS
from rialto.engine.jit import CUDA
from rialto.learning.games import Games, Rows, as_array
from rialto.learning.net import ACTIONS, INPUTS, Net, Outputs, win_shares
from rialto.learning.opponent import Opponent
from rialto.learning.returns import Played, ends_of, lambda_returns, utility

PAUSES = 8
"""In every eighth step a look at any seat, between any two outcomes of chance."""
LONGEST = 24
"""Most outcomes of chance before such a look."""
FADE = 0.95
"""Lambda: how far a return looks past the next value."""


def values_of(out: Outputs, players: Tensor) -> Tensor:
    """(rows, 10): win shares and margins by slot."""
    return torch.cat([win_shares(out.win, players), out.margin], dim=1)


class Actor:
    """Chooses moves by a net."""

    def __init__(self, net: Net, kind: torch.dtype, compiled: bool) -> None:
        self.net = net
        self.kind = kind
        self.compiled = compiled
        self.sample: Any = self._sample
        if compiled:
            self.sample = torch.compile(self._sample, dynamic=False)

    def _sample(
        self, seen: Tensor, masks: Tensor, players: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """An action for each row, its log-probability, and what the net thinks of the game."""
        out = self.net(seen, self.kind)
        logits = out.policy.masked_fill(masks == 0, -1e9)
        # Gumbel's noise, which is finite here, so that an illegal action is never the best.
        noise = -torch.log(-torch.log(torch.rand_like(logits).clamp(min=1e-10)))
        action = (logits + noise).argmax(dim=1)
        chance = torch.log_softmax(logits, dim=1).gather(1, action[:, None]).squeeze(1)
        return action, chance, values_of(out, players)


class Rollout:
    """A segment of play and what the learner takes from it. The tensors stay where they are, so
    that a recorded step of learning finds them."""

    def __init__(
        self,
        games: Games,
        steps: int,
        device: torch.device,
        opponent: Opponent | None = None,
        sparring: bool = False,
    ) -> None:
        n = len(games.players)
        self.games = games
        self.steps = steps
        self.rows = Rows(steps + 1, n, device)
        self.actions = torch.zeros((steps, n), dtype=torch.int64, device=device)
        self.chances = torch.zeros((steps, n), device=device)
        self.values = torch.zeros((steps, n, 2 * SEATS), device=device)
        self.targets = torch.zeros_like(self.values)
        self.gains = torch.zeros((steps, n), device=device)
        self.ends = torch.zeros((steps, n), dtype=torch.int16, device=device)
        self.pauses = list(range(PAUSES // 2, steps, PAUSES))
        looks = (len(self.pauses), n)
        self.looks = torch.zeros((*looks, INPUTS), dtype=torch.int8, device=device)
        self.look_seats = torch.zeros(looks, dtype=torch.int64, device=device)
        self.look_targets = torch.zeros((*looks, 2 * SEATS), device=device)
        self._looks = [as_array(row) for row in self.looks]
        self.after = torch.zeros((n, SEATS, 2 * SEATS), device=device)
        self.after_parts = torch.zeros((n, SEATS, SEATS, PARTS), device=device)
        self._last = torch.zeros((n, INPUTS), dtype=torch.int8, device=device)
        self._last_array = as_array(self._last)
        self.weight = torch.zeros((), device=device)
        """A win's, beside the margin's."""
        self._recorded: Any = None
        self.opponent = opponent
        self.telling = torch.ones(n, device=device)
        """(games,): 1 if what becomes of the game is what the net should foretell. When it only
        spars it should not: what it foretells is how equals fare."""
        if sparring and opponent is not None:
            self.telling[: opponent.games] = 0.0
        games.show(self.rows.steps[0])

    @torch.no_grad()
    def play(self, actor: Actor) -> None:
        """The next segment."""
        rows, games, opponent = self.rows, self.games, self.opponent
        for t in range(self.steps):
            if opponent is None or CUDA:
                self._choose(t, actor)
            else:
                self._choose_apart(t, actor, opponent)
            games.actions.copy_(self.actions[t])
            if t in self.pauses:
                self._look(self.pauses.index(t))
                games.finish(rows.steps[t + 1])
            else:
                games.step(rows.steps[t + 1])
        self._look_at_all(actor)

    def _choose(self, t: int, actor: Actor) -> None:
        """An action in every game, each net asked in all games: a GPU wants one shape."""
        rows, opponent = self.rows, self.opponent
        action, chance, values = actor.sample(rows.seen[t], rows.masks[t], self.games.players)
        if opponent is not None:
            n = opponent.games
            other = opponent.choose(rows.seen[t][:n], rows.masks[t][:n])
            action[:n] = torch.where(self._own(rows.seats[t])[:n], action[:n], other)
        self.actions[t], self.chances[t], self.values[t] = action, chance, values

    def _choose_apart(self, t: int, actor: Actor, opponent: Opponent) -> None:
        """The same by asking each net only where it is its turn: with 2 players half the work."""
        own = self._own(self.rows.seats[t])
        mine, theirs = torch.nonzero(own).flatten(), torch.nonzero(~own).flatten()
        seen, masks = self.rows.seen[t], self.rows.masks[t]
        action, chance, values = actor.sample(seen[mine], masks[mine], self.games.players[mine])
        self.actions[t][mine], self.chances[t][mine], self.values[t][mine] = action, chance, values
        self.actions[t][theirs] = opponent.choose(seen[theirs], masks[theirs])

    def _look(self, number: int) -> None:
        """What some seat of each game sees in the middle of a step."""
        games = self.games
        luck = torch.rand(2, len(games.players), device=games.players.device)
        games.outcomes.copy_((luck[0] * 1.7 - 0.7).clamp(min=0.0) * LONGEST)
        games.begin()
        seats = (luck[1] * games.players).long()
        if self.opponent is not None:
            seats[: self.opponent.games] = self.opponent.learner.long()
        self.look_seats[number] = seats
        games.seats.copy_(seats)
        games.observe(self._looks[number])

    def _look_at_all(self, actor: Actor) -> None:
        """What the net thinks for every seat where the segment ends."""
        players = self.games.players
        for p in range(SEATS):
            self.games.seats.fill_(p)
            self.games.observe(self._last_array)
            out = actor.net(self._last, actor.kind)
            self.after[:, p] = values_of(out, players)
            self.after_parts[:, p] = out.parts

    def learns(self) -> Tensor:
        """(steps, games): whether a decision was the learner's."""
        return self._own(self.rows.seats[:-1])

    def _own(self, seats: Tensor) -> Tensor:
        """(…, games): whether these are the learner's seats."""
        own = torch.ones_like(seats, dtype=torch.bool)
        if self.opponent is not None:
            n = self.opponent.games
            own[..., :n] = seats[..., :n] == self.opponent.learner
        return own

    @torch.no_grad()
    def judge(self, weight: float) -> None:
        """What the decisions turned out to be worth; `weight` is a win's beside the margin's. On a
        GPU this is recorded the second time and then replayed: it is a thousand small kernels."""
        self.weight.fill_(weight)
        if self.weight.device.type != "cuda" or self._recorded is None:
            self._judge()
        if self.weight.device.type == "cuda":
            if self._recorded is None:
                self._recorded = torch.cuda.CUDAGraph()
                with torch.cuda.graph(self._recorded):
                    self._judge()
            self._recorded.replay()

    def _judge(self) -> None:
        rows, players, t, weight = self.rows, self.games.players, self.steps, self.weight
        played = Played(
            rows.seats[:t],
            self.values,
            rows.dones[1:],
            rows.points[1:],
            rows.places[1:],
            players,
            self.after,
            {step: self.look_seats[i] for i, step in enumerate(self.pauses)},
        )
        targets, looked = lambda_returns(played, FADE)
        self.targets.copy_(targets)
        for i, step in enumerate(self.pauses):
            self.look_targets[i] = looked[step]
        self.ends.copy_(ends_of(rows.dones[1:]))
        gains = utility(self.targets, players, weight) - utility(self.values, players, weight)
        own = self.learns().float()
        for lanes in self.games.tables:
            part, mine = gains[:, lanes], own[:, lanes]
            count = mine.sum().clamp(min=1.0)
            part = part - (part * mine).sum() / count
            deviation = ((part.square() * mine).sum() / count).sqrt()
            self.gains[:, lanes] = part / (deviation + 1e-6)

    def carry_over(self) -> None:
        """The last row is the next segment's first."""
        rows = self.rows
        for array in (rows.seen, rows.masks, rows.seats):
            array[0] = array[-1]


__all__ = ["ACTIONS", "Actor", "Rollout"]
