"""What a decision turned out to be worth: lambda-returns, each seat along its own decisions.

A decision of a seat is followed by the same seat's next one, so that a value is always of what that
seat knows. Values are vectors: who wins (5 slots) and by how much (5 slots).
"""

from typing import NamedTuple

import torch
from torch import Tensor

from rialto.bots.net.shape import MARGIN
from rialto.engine.box import SEATS


def slots_of(players: Tensor) -> Tensor:
    """(games, 5, 5): which seat each observer counts as its slot; absent ones count themselves."""
    seat = torch.arange(SEATS, device=players.device)
    n = players[:, None, None]
    turned = (seat[:, None] + seat[None, :]) % n
    return torch.where((seat[:, None] < n) & (seat[None, :] < n), turned, seat[None, :])


def outcome(points: Tensor, places: Tensor, players: Tensor) -> tuple[Tensor, Tensor]:
    """By seat, of a finished game: 1 for the winner, and the margin; zeros for absent seats."""
    there = torch.arange(SEATS, device=points.device) < players[..., None]
    points = points.float() * there
    others = (points.sum(-1, keepdim=True) - points) / (players[..., None] - 1)
    margin = torch.tanh((points - others) / MARGIN) * there
    return ((places == 0) & there).float(), margin


def seen_by(of_seats: Tensor, slots: Tensor) -> Tensor:
    """(games, 5 seats) as each observer counts: (games, 5 observers, 5 slots)."""
    return torch.gather(of_seats[:, None, :].expand(-1, SEATS, -1), 2, slots)


class Played(NamedTuple):
    """So many steps of so many games."""

    seats: Tensor
    """(steps, games): who decided."""
    values: Tensor
    """(steps, games, 10): what the net thought for that seat: win shares, margins."""
    dones: Tensor
    points: Tensor
    places: Tensor
    players: Tensor
    """(games,)"""
    after: Tensor
    """(games, 5, 10): what the net thinks for every seat after the last step."""
    glances: dict[int, Tensor]
    """By step: the seat of each game that was looked at in the middle of it."""


def lambda_returns(played: Played, fade: float) -> tuple[Tensor, dict[int, Tensor]]:
    """What each decision and each glance should have been thought to be worth."""
    steps, games = played.seats.shape
    lanes = torch.arange(games, device=played.seats.device)
    slots = slots_of(played.players)
    values, returns = played.after.clone(), played.after.clone()
    targets = torch.empty_like(played.values)
    looked = {}
    for t in range(steps - 1, -1, -1):
        win, margin = outcome(played.points[t], played.places[t], played.players)
        end = torch.cat([seen_by(win, slots), seen_by(margin, slots)], dim=2)
        over = played.dones[t][:, None, None]
        values, returns = torch.where(over, end, values), torch.where(over, end, returns)
        if t in played.glances:
            q = played.glances[t].long()
            looked[t] = torch.lerp(values[lanes, q], returns[lanes, q], fade)
        p = played.seats[t].long()
        targets[t] = torch.lerp(values[lanes, p], returns[lanes, p], fade)
        values[lanes, p] = played.values[t]
        returns[lanes, p] = targets[t]
    return targets, looked


def utility(values: Tensor, players: Tensor, weight: Tensor | float) -> Tensor:
    """What the observer plays for: a win (1, and minus what makes it fair), and the margin."""
    n = players.float()
    win = (values[..., 0] * n - 1.0) / (n - 1.0)
    return weight * win + (1.0 - weight) * values[..., SEATS]


def ends_of(dones: Tensor) -> Tensor:
    """(steps, games): the step in which the game of each row ended, -1 if not among these."""
    ends = torch.empty(dones.shape, dtype=torch.int16, device=dones.device)
    end = torch.full(dones.shape[1:], -1, dtype=torch.int16, device=dones.device)
    for t in range(len(dones) - 1, -1, -1):
        end = torch.where(dones[t], torch.full_like(end, t), end)
        ends[t] = end
    return ends
