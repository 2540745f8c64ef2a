"""From a trained net to whole numbers: `python -m rialto.learning.export CHECKPOINT.pt OUT.net`."""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

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


def _columns() -> NDArray[np.int64]:
    """The outputs that mean something, without those that only fill up rows."""
    actions, *rest = HEADS
    return np.concatenate([np.arange(PLAYER_ACTIONS), actions + np.arange(sum(rest))])


def export(net: Net, path: Path, commands: list[str], figures: dict[str, Any]) -> None:
    """The file of weights, with how it was made."""
    about = {
        **EXPECTED,
        "commands": commands,
        "commit": commit(),
        "figures": figures,
    }
    write_net(path, quantise(net), about)


def commit() -> str:
    """Of these sources, if they come from a repository."""
    try:
        done = subprocess.run(
            ["git", "rev-parse", "--short=12", "HEAD"],
            capture_output=True,
            text=True,
            cwd=Path(__file__).parent,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return done.stdout.strip()


def main(arguments: Sequence[str] | None = None) -> int:
    from rialto.learning.checkpoint import BadCheckpoint, read

    parser = argparse.ArgumentParser(prog="python -m rialto.learning.export", description=__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("out", type=Path)
    args = parser.parse_args(arguments)
    try:
        saved = read(args.checkpoint)
    except BadCheckpoint as error:
        print(f"rialto.learning.export: {error}", file=sys.stderr)
        return 2
    net = Net(saved["mean"]["first_bias"].shape[0])
    net.load_state_dict(saved["mean"])
    progress = saved["progress"]
    export(net, args.out, progress.pop("runs"), progress)
    return 0


if __name__ == "__main__":
    sys.exit(main())
