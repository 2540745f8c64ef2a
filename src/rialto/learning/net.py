"""The net: an observation in; a policy, who wins, by how much, and the parts of the scores out.

It is made to be turned into whole numbers (`export.py`): no normalisation, activations that are cut
off at both ends, and a sum that runs through (residual blocks), so that it trains without one.
"""

from typing import Any, Final, NamedTuple

import torch
from torch import Tensor, nn

from rialto.bots.net.shape import BLOCKS, CLIP, PARTS, POINT, WIDTH
from rialto.bots.observation.features import SCALE, SIZE
from rialto.engine.box import SEATS
from rialto.engine.moves import PLAYER_ACTIONS

ALIGN: Final = 64
"""Rows of such a multiple make matrix products fast."""
INPUTS: Final = -(-SIZE // ALIGN) * ALIGN
ACTIONS: Final = -(-PLAYER_ACTIONS // ALIGN) * ALIGN
HEADS: Final = (ACTIONS, SEATS, SEATS, SEATS * PARTS)
OUTPUTS: Final = -(-sum(HEADS) // ALIGN) * ALIGN


class Outputs(NamedTuple):
    """By row; slots are seats counted from the observer."""

    policy: Tensor
    """(rows, ACTIONS): logits."""
    win: Tensor
    """(rows, 5): logits of who wins, by slot."""
    margin: Tensor
    """(rows, 5): about tanh(points ahead of the others' mean / 20), by slot."""
    parts: Tensor
    """(rows, 5, PARTS): parts of the final scores in units of POINT, by slot."""


class Net(nn.Module):
    scale: Tensor

    def __init__(self, width: int = WIDTH, blocks: int = BLOCKS) -> None:
        super().__init__()
        scale = torch.ones(INPUTS)
        scale[:SIZE] = torch.from_numpy(SCALE)
        self.register_buffer("scale", scale.reshape(-1, 1), persistent=False)
        self.first = _weights(INPUTS, width, 0.1)
        self.first_bias = nn.Parameter(torch.zeros(width))
        self.inner = nn.ParameterList(
            _weights(width, width, (2.0 / width) ** 0.5 * (1.0 if i % 2 == 0 else 0.5))
            for i in range(2 * blocks)
        )
        self.inner_bias = nn.ParameterList(
            nn.Parameter(torch.zeros(width)) for _ in range(2 * blocks)
        )
        self.heads = _weights(width, OUTPUTS, 0.1 / width**0.5)
        self.heads_bias = nn.Parameter(torch.zeros(OUTPUTS))

    def forward(self, seen: Tensor, kind: torch.dtype = torch.float32) -> Outputs:
        """`seen`: rows of INPUTS small whole numbers, as the environment writes them."""
        x = seen.to(kind)
        h = torch.addmm(self.first_bias.to(kind), x, (self.first / self.scale).to(kind))
        for i in range(0, len(self.inner), 2):
            u = torch.clamp(h, 0.0, CLIP)
            u = torch.addmm(self.inner_bias[i].to(kind), u, self.inner[i].to(kind))
            u = torch.clamp(u, 0.0, CLIP)
            h = h + torch.addmm(self.inner_bias[i + 1].to(kind), u, self.inner[i + 1].to(kind))
        z = torch.addmm(self.heads_bias.to(kind), torch.clamp(h, 0.0, CLIP), self.heads.to(kind))
        policy, win, margin, parts, _ = torch.split(z, [*HEADS, OUTPUTS - sum(HEADS)], dim=1)
        return Outputs(
            policy.float(), win.float(), margin.float(), parts.float().view(-1, SEATS, PARTS)
        )


def _weights(inputs: int, outputs: int, deviation: float) -> nn.Parameter:
    return nn.Parameter(torch.randn(inputs, outputs) * deviation)


def win_shares(win: Tensor, players: Tensor) -> Tensor:
    """Each slot's probability to win; nothing for seats that are not there."""
    slots = torch.arange(SEATS, device=win.device)
    return torch.softmax(win.masked_fill(slots >= players[:, None], -1e9), dim=1)


def state_of(net: nn.Module) -> dict[str, Any]:
    return {name: value.detach().cpu() for name, value in net.state_dict().items()}


__all__ = ["ACTIONS", "INPUTS", "POINT", "Net", "Outputs", "state_of", "win_shares"]
