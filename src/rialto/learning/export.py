"""From a trained net to whole numbers: `python -m rialto.learning.export CHECKPOINT.pt OUT.net`."""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from rialto.bots.net.own import EXPECTED, largest_inputs
from rialto.bots.net.shape import BLOCKS, STEP_BITS, SUM_BITS, TOP
from rialto.bots.net.weights import LARGEST, Weights, check_sums, write_net
from rialto.bots.observation.features import SIZE
from rialto.engine.moves import PLAYER_ACTIONS
from rialto.learning.net import HEADS, Net

MOST: Final = 32767
DEEPEST: Final = 13
"""The finest weights are in 1/8192: far finer than they are known."""

Array = NDArray[Any]


def fit(weights: Array, inputs: Array) -> int:
    """As many bits after the point as 16 for a weight and 31 for a sum allow; `inputs` is the
    largest size of each input."""
    largest = float(np.abs(weights).max())
    sums = float((np.abs(weights).T @ inputs).max())
    shift = DEEPEST
    while shift > SUM_BITS and (largest * 2**shift > MOST or sums * 2**shift > LARGEST * 0.9):
        shift -= 1
    return shift


def whole(weights: Array, shift: int) -> NDArray[np.int16]:
    return np.clip(np.rint(weights * 2.0**shift), -MOST, MOST).astype(np.int16)


def bias(values: Array, bits: int, dropped: int) -> NDArray[np.int32]:
    """In the units of the layer's sums; half of what is dropped next is added, so that dropping
    rounds."""
    half = 1 << dropped >> 1
    return (np.rint(values * 2.0**bits) + half).astype(np.int32)


def quantise(net: Net) -> Weights:
    """The net in whole numbers."""
    state = {
        name: value.detach().cpu().double().numpy() for name, value in net.state_dict().items()
    }
    scale = net.scale.cpu().double().numpy()
    first = (state["first"] / scale)[:SIZE]
    kept = _columns()
    inner = [state[f"inner.{n}"] for n in range(2 * BLOCKS)]
    active = np.full(len(state["heads"]), TOP)
    shifts = [fit(first, largest_inputs())]
    shifts += [fit(layer, active) for layer in (*inner, state["heads"])]
    inner_bias = []
    for n, shift in enumerate(shifts[1:-1]):
        dropped = shift if n % 2 == 0 else shift + STEP_BITS - SUM_BITS
        inner_bias.append(bias(state[f"inner_bias.{n}"], shift + STEP_BITS, dropped))
    weights = Weights(
        whole(first, shifts[0]),
        bias(state["first_bias"], shifts[0], shifts[0] - SUM_BITS),
        np.stack([whole(layer, s) for layer, s in zip(inner, shifts[1:-1], strict=True)]),
        np.stack(inner_bias),
        whole(state["heads"][:, kept], shifts[-1]),
        bias(state["heads_bias"][kept], shifts[-1] + STEP_BITS, 0),
        np.array(shifts, np.int64),
    )
    check_sums(weights, largest_inputs())
    return weights


def restore(w: Weights) -> dict[str, Tensor]:
    """A net's state again, as fine as whole numbers had left it: the way back from `quantise`."""
    net = Net(len(w.first_bias))
    shifts = [int(shift) for shift in w.shifts]

    def halved(values: Array, bits: int, dropped: int) -> Array:
        return np.asarray((values - (1 << dropped >> 1)) / 2.0**bits)

    state = {name: value.double().numpy() for name, value in net.state_dict().items()}
    scale = net.scale.double().numpy()[:SIZE]
    state["first"][:] = 0.0
    state["first"][:SIZE] = w.first / 2.0 ** shifts[0] * scale
    state["first_bias"][:] = halved(w.first_bias, shifts[0], shifts[0] - SUM_BITS)
    for n, shift in enumerate(shifts[1:-1]):
        dropped = shift if n % 2 == 0 else shift + STEP_BITS - SUM_BITS
        state[f"inner.{n}"][:] = w.inner[n] / 2.0**shift
        state[f"inner_bias.{n}"][:] = halved(w.inner_bias[n], shift + STEP_BITS, dropped)
    kept = _columns()
    state["heads"][:, kept] = w.heads / 2.0 ** shifts[-1]
    state["heads_bias"][kept] = halved(w.heads_bias, shifts[-1] + STEP_BITS, 0)
    return {name: torch.from_numpy(value).float() for name, value in state.items()}


def _columns() -> NDArray[np.int64]:
    """The outputs that mean something, without those that only fill up rows."""
    actions, *rest = HEADS
    return np.concatenate([np.arange(PLAYER_ACTIONS), actions + np.arange(sum(rest))])


def export(
    net: Net, path: Path, commands: list[str], figures: dict[str, Any], commit: str | None = None
) -> None:
    """The file of weights, with how it was made."""
    about = {
        **EXPECTED,
        "commands": commands,
        "commit": commit or commit_here(),
        "figures": figures,
    }
    write_net(path, quantise(net), about)


def commit_here() -> str:
    """Of these sources, if they are what a repository holds: a copy of them inside another one
    must not borrow its commit."""
    here = Path(__file__)
    try:
        commit = _git(here.parent, "rev-parse", "--short=12", "HEAD")
        changed = _git(here.parent, "status", "--porcelain", "--", str(here.parents[1]))
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return f"{commit} with changes" if changed else commit


def _git(folder: Path, *words: str) -> str:
    command = ["git", *words]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=True)
    return done.stdout.strip()


def main(arguments: Sequence[str] | None = None) -> int:
    from rialto.learning.checkpoint import BadCheckpoint, read

    parser = argparse.ArgumentParser(prog="python -m rialto.learning.export", description=__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--commit", help="of the sources that trained it, if not these")
    args = parser.parse_args(arguments)
    try:
        saved = read(args.checkpoint)
    except BadCheckpoint as error:
        print(f"rialto.learning.export: {error}", file=sys.stderr)
        return 2
    net = Net(saved["mean"]["first_bias"].shape[0])
    net.load_state_dict(saved["mean"])
    progress = saved["progress"]
    export(net, args.out, progress.pop("runs"), progress, args.commit)
    return 0


if __name__ == "__main__":
    sys.exit(main())
