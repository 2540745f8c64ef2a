"""A net that plays like another bot: `python -m rialto.learning.imitate FOLDER --out OUT.net`.

It learns from what that bot chose (`rialto.learning.examples`) and starts from our net, which knows
the game. Only its choices mean something, not what it foretells: it is a sparring partner.
"""

import argparse
import math
import shlex
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import torch
from torch import Tensor

from rialto.bots.net.own import FILE
from rialto.bots.net.own import load as read_own
from rialto.bots.net.weights import BadNet
from rialto.bots.observation.features import SIZE
from rialto.engine.moves import PLAYER_ACTIONS
from rialto.learning.examples import BadExamples, Examples, join, read_examples
from rialto.learning.export import export
from rialto.learning.net import ACTIONS, INPUTS, Net
from rialto.learning.opponent import weights_of

FAILED: Final = 2
RATE: Final = 5e-4
DECAY: Final = 1e-3
HELD_BACK: Final = 20
"""One row in so many is not learned from, to see how well it does on what it has not seen."""


class Shown:
    """Examples on the device."""

    def __init__(self, found: Examples, device: torch.device) -> None:
        rows = len(found.chosen)
        self.seen = torch.zeros((rows, INPUTS), dtype=torch.int8, device=device)
        self.seen[:, :SIZE] = torch.from_numpy(found.seen).to(device)
        self.legal = torch.zeros((rows, ACTIONS), dtype=torch.int8, device=device)
        self.legal[:, :PLAYER_ACTIONS] = torch.from_numpy(found.legal).to(device)
        self.chosen = torch.from_numpy(found.chosen).long().to(device)

    def logits(self, net: Net, rows: Tensor) -> Tensor:
        policy: Tensor = net(self.seen[rows]).policy
        return policy.masked_fill(self.legal[rows] == 0, -1e9)


def learn(net: Net, shown: Shown, rows: Tensor, batch: int, steps: int) -> None:
    """So many steps over shuffled rows, the rate falling to nothing along half a cosine."""
    optimiser = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=DECAY)
    order = rows[:0]
    for step in range(steps):
        if len(order) < batch:
            order = torch.cat([order, rows[torch.randperm(len(rows), device=rows.device)]])
        now, order = order[:batch], order[batch:]
        for group in optimiser.param_groups:
            group["lr"] = RATE * 0.5 * (1.0 + math.cos(math.pi * step / steps))
        wrong = torch.nn.functional.cross_entropy(shown.logits(net, now), shown.chosen[now])
        optimiser.zero_grad(set_to_none=True)
        wrong.backward()  # type: ignore[no-untyped-call]  # torch says no types
        optimiser.step()
        if step % 500 == 0:
            tell(f"step {step} of {steps}: {float(wrong.detach()):.4f}")


@torch.no_grad()
def agreement(net: Net, shown: Shown, rows: Tensor) -> tuple[float, float]:
    """How often its likeliest move was the bot's, and how likely it thought that (in e-folds)."""
    same = wrong = 0.0
    for part in torch.split(rows, 8192):
        logits = shown.logits(net, part)
        same += float((logits.argmax(dim=1) == shown.chosen[part]).sum())
        wrong += float(
            torch.nn.functional.cross_entropy(logits, shown.chosen[part], reduction="sum")
        )
    return same / len(rows), wrong / len(rows)


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m rialto.learning.imitate", description=__doc__)
    add = parser.add_argument
    add("folders", type=Path, nargs="+", help="of examples")
    add("--out", type=Path, required=True, help="file for the weights")
    add("--start", type=Path, default=FILE, help="weights to start from")
    add("--rounds", type=float, default=8.0, help="how often every example is learned from")
    add("--batch", type=int, default=4096)
    add("--seed", type=int, default=1)
    add("--device", choices=("cuda", "cpu"), default="cuda")
    add("--commit", help="of these sources, where it cannot be found out")
    return parser.parse_args(arguments)


def imitate(args: argparse.Namespace) -> None:
    torch.manual_seed(args.seed)
    device = torch.device(args.device)
    found, about = zip(*(read_examples(folder) for folder in args.folders), strict=True)
    shown = Shown(join(found), device)
    net = Net(len(read_own(args.start)[0].first_bias)).to(device)
    net.load_state_dict(weights_of(args.start))
    rows = torch.randperm(len(shown.chosen), device=device)
    held, rows = rows[: len(rows) // HELD_BACK], rows[len(rows) // HELD_BACK :]
    before = agreement(net, shown, held)
    began = time.monotonic()
    learn(net, shown, rows, args.batch, int(args.rounds * len(rows) / args.batch))
    same, wrong = agreement(net, shown, held)
    tell(
        f"{len(rows)} examples in {time.monotonic() - began:.0f} s; of {len(held)} others the same"
        f" move {same:.1%} (before {before[0]:.1%}), {wrong:.4f} (before {before[1]:.4f})"
    )
    command = shlex.join(["python", "-m", "rialto.learning.imitate", *sys.argv[1:]])
    figures = {"examples": len(rows), "agreement": round(same, 4), "of": list(about)}
    export(net, args.out, [command], figures, args.commit)


def tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    args = parse(arguments)
    try:
        if args.device == "cuda" and not torch.cuda.is_available():
            raise ValueError("learning needs a GPU with CUDA, and PyTorch finds none")
        if min(args.rounds, args.batch) <= 0:
            raise ValueError("rounds and batch must be above 0")
        imitate(args)
    except (BadExamples, BadNet, ValueError) as error:
        tell(f"rialto.learning.imitate: {error}")
        return FAILED
    return 0


if __name__ == "__main__":
    sys.exit(main())
