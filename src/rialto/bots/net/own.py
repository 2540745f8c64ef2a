"""The weights that come with Rialto, and others of the same shape."""

from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from rialto.bots.net.inference import OUTPUTS
from rialto.bots.net.shape import BLOCKS, PARTS
from rialto.bots.net.weights import BadNet, Weights, check_sums, read_net
from rialto.bots.observation.features import HIGH, LOW, SIZE, VERSION
from rialto.engine.box import SEATS
from rialto.engine.moves import PLAYER_ACTIONS

FILE: Final = Path(__file__).with_name("rialto.net")
EXPECTED: Final = {
    "observation": VERSION,
    "inputs": SIZE,
    "actions": PLAYER_ACTIONS,
    "seats": SEATS,
    "parts": PARTS,
}


@cache
def load(path: Path = FILE) -> tuple[Weights, dict[str, Any]]:
    """The weights, and what there is to know about them; refused unless they are sound."""
    w, about = read_net(path, EXPECTED)
    if len(w.inner) != 2 * BLOCKS or w.heads.shape[1] != OUTPUTS:
        raise BadNet(f"{path.name} has the wrong shape: it has other layers than here")
    check_sums(w, largest_inputs())
    return w, about


def largest_inputs() -> Any:
    """The largest size of each cell of an observation."""
    return np.maximum(np.abs(LOW.astype(np.int64)), HIGH.astype(np.int64))
