"""`@rule`: the same source as plain Python, compiled for the CPU, or compiled for a GPU.

One mode per process, chosen by the environment before the first import:
RIALTO_JIT=1 (default) Numba on the CPU, RIALTO_JIT=0 plain Python, RIALTO_JIT=cuda numba-cuda.
"""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

MODES: Final = {"0": "plain", "1": "cpu", "cuda": "cuda"}
MODE: Final = MODES.get(os.environ.get("RIALTO_JIT", "1"), "")
if not MODE:
    raise ImportError(f"RIALTO_JIT must be one of {', '.join(MODES)}")
PLAIN: Final = MODE == "plain"
CUDA: Final = MODE == "cuda"

SOURCES: Final = Path(__file__).parent


def source_hash() -> str:
    """Names the compiler cache: a change in any compiled file makes a new one."""
    digest = hashlib.sha256(np.__version__.encode())
    package = SOURCES.parent
    for folder in ("engine", "bots", "research"):
        for path in sorted((package / folder).rglob("*.py")):
            digest.update(path.relative_to(package).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Where compiled code is kept, a user cache directory."""
    given = os.environ.get("RIALTO_CACHE") or os.environ.get("XDG_CACHE_HOME")
    if given:
        return Path(given) / "rialto"
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "rialto"
    return Path.home() / ".cache" / "rialto"


def cache_dir() -> Path:
    bounds = "-bounds" if os.environ.get("NUMBA_BOUNDSCHECK") == "1" else ""
    return cache_root() / f"numba-{source_hash()}{bounds}"


if PLAIN:

    def rule(function: F) -> F:
        """A rule of the game: never raises, prints, allocates or takes strings."""
        return function

    def entry(function: F) -> F:
        """A door into the rules for Python: takes `(table, i, ...)`, says `s = table[i]`."""
        return function

    def entry_parallel(function: F) -> F:
        """A door that works on many games at once."""
        return function

    many: Any = range

elif CUDA:
    from numba import cuda as numba_cuda

    cuda: Any = numba_cuda

    def rule(function: F) -> F:
        return cast(F, cuda.jit(device=True)(function))

    def entry(function: F) -> F:
        return function

    def entry_parallel(function: F) -> F:
        return function

    many = range

else:
    import numba as numba_cpu

    numba: Any = numba_cpu
    numba.config.CACHE_DIR = str(cache_dir())
    _OPTIONS: Final = {"cache": True, "nogil": True, "error_model": "numpy"}
    _BARE: Final = {**_OPTIONS, "_nrt": False}
    """A rule allocates nothing, so nothing is counted: counting the references to the lists that
    rules pass along took half of the time of a playout."""

    def rule(function: F) -> F:
        return cast(F, numba.njit(**_BARE)(function))

    def entry(function: F) -> F:
        return cast(F, numba.njit(**_OPTIONS)(function))

    def entry_parallel(function: F) -> F:
        return cast(F, numba.njit(parallel=True, **_OPTIONS)(function))

    many = numba.prange


def fixed(values: tuple[Any, ...]) -> Any:
    """A constant table: a tuple in plain Python, an array for the compiler."""
    return values if PLAIN else np.array(values, dtype=np.int8)
