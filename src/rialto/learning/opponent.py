"""A net that does not learn, in all seats but one of some games."""

from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from rialto.bots.net.own import load as read_own
from rialto.learning import checkpoint
from rialto.learning.export import restore
from rialto.learning.net import Net

SHARPNESS = 2.0
"""A sparring partner draws its moves from its likelihoods to this power: what it has learned of
another player is blurred, and this makes up for it."""


def weights_of(path: Path) -> dict[str, Tensor]:
    """Of a file of weights, or of a checkpoint its mean."""
    if path.suffix == ".net":
        return restore(read_own(path)[0])
    known: dict[str, Tensor] = checkpoint.read(path)["mean"]
    return known


class Opponent:
    """It plays in the first games. `draws`: by chance, or always its best move."""

    def __init__(
        self, net: Net, kind: torch.dtype, players: Tensor, draws: bool, compiled: bool
    ) -> None:
        self.net = net.requires_grad_(False)
        self.kind = kind
        self.draws = draws
        self.games = len(players)
        lanes = torch.arange(self.games, device=players.device)
        self.learner = (lanes % players).to(torch.int8)
        """(games,): the seat that learns."""
        self.compile(compiled)

    def compile(self, wanted: bool) -> None:
        """Whether torch.compile makes one kernel of many."""
        self.choose: Any = self._choose
        if wanted:
            self.choose = torch.compile(self._choose, dynamic=False)

    def _choose(self, seen: Tensor, masks: Tensor) -> Tensor:
        """An action for each row."""
        logits = self.net(seen, self.kind).policy.masked_fill(masks == 0, -1e9)
        if self.draws:
            noise = -torch.log(-torch.log(torch.rand_like(logits).clamp(min=1e-10)))
            logits = SHARPNESS * logits + noise
        chosen: Tensor = logits.argmax(dim=1)
        return chosen
