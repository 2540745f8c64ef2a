"""The weights of a net in whole numbers, and the file that they are kept in.

The file: a line that says what it is; a line of JSON that says what the net reads, how it was made
and how it did; then the numbers, compressed. A file that is damaged or does not fit is refused.
"""

import hashlib
import json
import zlib
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rialto.bots.net.shape import STEP_BITS, SUM_BITS, TOP

# Compiled code takes numbers from this file.

MAGIC: Final = b"rialto net 1\n"
LARGEST: Final = 2**31 - 1


class BadNet(ValueError):
    """A file of weights that cannot be used; the message says why."""


class Weights(NamedTuple):
    """Layers from the observation to the heads; each layer's sums are in 1/2^(bits of its input +
    its shift), and every sum that can come fits in 32 bits (`check_sums`)."""

    first: NDArray[np.int16]
    """(inputs, width)"""
    first_bias: NDArray[np.int32]
    inner: NDArray[np.int16]
    """(layers, width, width), two layers to a block."""
    inner_bias: NDArray[np.int32]
    heads: NDArray[np.int16]
    """(width, outputs): policy, win, margin, parts."""
    heads_bias: NDArray[np.int32]
    shifts: NDArray[np.int64]
    """Of each layer in turn: its weights are in 1/2^shift."""


TYPES: Final = ("<i2", "<i4", "<i2", "<i4", "<i2", "<i4", "<i8")
SIDES: Final = [2, 1, 3, 2, 2, 1, 1]
"""How many dimensions each has."""


def check_sums(w: Weights, most: NDArray[np.int64]) -> None:
    """No sum can leave 32 bits, whatever is observed: `most` is the largest size of each input."""

    def largest(weights: Any, bias: Any, inputs: Any) -> int:
        sizes = np.abs(weights.astype(np.int64)).T @ inputs + np.abs(bias.astype(np.int64))
        if int(sizes.max()) > LARGEST:
            raise BadNet("the weights are too large: a sum might not fit in 32 bits")
        return int(sizes.max())

    shifts = [int(shift) for shift in w.shifts]
    if min(shifts) < SUM_BITS or max(shifts) > 24:
        raise BadNet(f"the weights' shifts must be {SUM_BITS} to 24")
    full = np.full(w.inner.shape[1], TOP, np.int64)
    through = largest(w.first, w.first_bias, most) >> (shifts[0] - SUM_BITS)
    for n in range(len(w.inner)):
        size = largest(w.inner[n], w.inner_bias[n], full)
        if n % 2:
            through += (size >> (shifts[1 + n] + STEP_BITS - SUM_BITS)) + 1
    if through > LARGEST:
        raise BadNet("the weights are too large: the sum that runs through might not fit")
    largest(w.heads, w.heads_bias, full)


def write_net(path: Path, w: Weights, about: dict[str, Any]) -> None:
    """Keep the weights with what there is to know about them."""
    arrays = [np.asarray(array, kind) for array, kind in zip(w, TYPES, strict=True)]
    packed = zlib.compress(b"".join(array.tobytes() for array in arrays), 9)
    header = {
        **about,
        "shapes": [array.shape for array in arrays],
        "sha256": hashlib.sha256(packed).hexdigest(),
    }
    path.write_bytes(MAGIC + json.dumps(header).encode() + b"\n" + packed)


def read_about(path: Path) -> tuple[dict[str, Any], bytes]:
    """What the file says of itself, and its numbers as they are packed."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadNet(f"{path.name} cannot be read: {error.strerror}") from None
    if not data.startswith(MAGIC):
        raise BadNet(f"{path.name} is not a file of weights (or of a version that is not known)")
    line, _, packed = data[len(MAGIC) :].partition(b"\n")
    try:
        header = json.loads(line)
        digest = header["sha256"]
    except (ValueError, KeyError, TypeError):
        raise BadNet(f"{path.name} is damaged: its description cannot be read") from None
    if hashlib.sha256(packed).hexdigest() != digest:
        raise BadNet(f"{path.name} is damaged: its weights are not those that were written")
    return header, packed


def read_net(path: Path, expected: dict[str, Any]) -> tuple[Weights, dict[str, Any]]:
    """The weights, and what there is to know about them; `expected` is what must be true of them
    here, such as the version of the observation."""
    header, packed = read_about(path)
    for name, value in expected.items():
        if header.get(name) != value:
            raise BadNet(f"{path.name} is for {name} {header.get(name)}, but here it is {value}")
    data, at, arrays = zlib.decompress(packed), 0, []
    if [len(shape) for shape in header["shapes"]] != SIDES:
        raise BadNet(f"{path.name} has the wrong shape: its layers are not those of a net")
    for shape, kind in zip(header["shapes"], TYPES, strict=True):
        count = int(np.prod(shape))
        size = count * np.dtype(kind).itemsize
        if at + size > len(data):
            raise BadNet(f"{path.name} has the wrong shape: there are too few weights")
        arrays.append(np.frombuffer(data, kind, count, at).reshape(shape))
        at += size
    if at != len(data):
        raise BadNet(f"{path.name} has the wrong shape: there are weights left over")
    w = Weights(*arrays)
    inputs, width = w.first.shape
    fits = inputs == header.get("inputs") and w.inner.shape[1:] == (width, width)
    if not fits or len(w.heads) != width or len(w.shifts) != len(w.inner) + 2:
        raise BadNet(f"{path.name} has the wrong shape: its layers do not fit together")
    return w, header
