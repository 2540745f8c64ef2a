"""`@rule`: the same source as plain Python, compiled for the CPU, or compiled for a GPU.

One mode per process, chosen by the environment before the first import:
RIALTO_JIT=1 (default) Numba on the CPU, RIALTO_JIT=0 plain Python, RIALTO_JIT=cuda numba-cuda.
"""

import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

MODES: Final = {"0": "plain", "1": "cpu", "cuda": "cuda"}
MODE: Final = MODES.get(os.environ.get("RIALTO_JIT", "1"), "")
if not MODE:
    raise ImportError(f"RIALTO_JIT must be one of {', '.join(MODES)}")
CUDA: Final = MODE == "cuda"
SIMULATED: Final = CUDA and os.environ.get("NUMBA_ENABLE_CUDASIM") == "1"
"""Numba's CUDA simulator runs kernels as Python on the CPU, so the rules are plain there."""
PLAIN: Final = MODE == "plain" or SIMULATED

SOURCES: Final = Path(__file__).parent


CONSTANTS: Final = frozenset(
    {"box.py", "features.py", "ids.py", "jit.py", "layout.py", "moves.py", "state.py", "weights.py"}
)
"""Files that compiled code takes numbers from without being compiled themselves."""

LAYERS: Final = ("engine", "bots", "research")
"""Folders with compiled code; each may use those before it."""


def compiled_sources(layer: str) -> dict[str, bytes]:
    """Every file that compiled code of a layer comes from (a test holds this against the
    imports)."""
    package = SOURCES.parent
    found = {}
    for folder in LAYERS[: LAYERS.index(layer) + 1]:
        for path in sorted((package / folder).rglob("*.py")):
            text = path.read_bytes()
            if b"\n@rule\n" in text or b"\n@entry" in text or path.name in CONSTANTS:
                found[path.relative_to(package).as_posix()] = text
    return found


@cache
def source_hash(layer: str) -> str:
    """Names the compiler cache, for the compiler itself does not see a change in another file. Of
    two equal checkouts the compiler keeps code for each, and so for each Python."""
    where = f"{np.__version__} {sys.implementation.cache_tag} {SOURCES}"
    digest = hashlib.sha256(where.encode())
    for name, text in compiled_sources(layer).items():
        digest.update(name.encode() + text)
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Where compiled code is kept, a user cache directory."""
    given = os.environ.get("RIALTO_CACHE") or os.environ.get("XDG_CACHE_HOME")
    if given:
        return Path(given) / "rialto"
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "rialto"
    return Path.home() / ".cache" / "rialto"


def cache_dir(layer: str = "engine") -> Path:
    """A folder for each version of the sources, so that none is ever out of date."""
    bounds = "-bounds" if os.environ.get("NUMBA_BOUNDSCHECK") == "1" else ""
    return cache_root() / f"{layer}-{source_hash(layer)}{bounds}"


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

elif CUDA:  # pragma: no cover - coverage is measured in plain mode
    import ast
    import inspect
    from enum import IntEnum
    from textwrap import dedent

    from numba import cuda as numba_cuda

    cuda: Any = numba_cuda

    def _plain_numbers(function: F) -> F:
        """The same function with numbers for the names of codes: numba-cuda takes no enum as an
        index."""
        names = function.__globals__

        class Numbers(ast.NodeTransformer):
            def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
                owner = names.get(node.value.id) if isinstance(node.value, ast.Name) else None
                if isinstance(owner, type) and issubclass(owner, IntEnum):
                    return ast.copy_location(ast.Constant(int(owner[node.attr])), node)
                return self.generic_visit(node)

        tree = Numbers().visit(ast.parse(dedent(inspect.getsource(function))))
        tree.body[0].decorator_list = []
        found: dict[str, Any] = {}
        exec(compile(tree, inspect.getfile(function), "exec"), names, found)
        return cast(F, found[function.__name__])

    def rule(function: F) -> F:
        return cast(F, cuda.jit(device=True)(_plain_numbers(function)))

    def entry(function: F) -> F:
        return function

    def entry_parallel(function: F) -> F:
        return function

    many = range

else:  # pragma: no cover - coverage is measured in plain mode
    import numba as numba_cpu

    numba: Any = numba_cpu
    _OPTIONS: Final[dict[str, bool | str]] = {"cache": True, "nogil": True, "error_model": "numpy"}
    _BARE: Final[dict[str, bool | str]] = {**_OPTIONS, "_nrt": False}
    """A rule allocates nothing, so nothing is counted: counting the references to the lists that
    rules pass along took half of the time of a playout."""

    def _compiled(function: F, **options: bool | str) -> F:
        layer = function.__module__.split(".")[1] if "." in function.__module__ else ""
        # Where a function is cached is decided when it is marked; tests and scripts mark some too.
        numba.config.CACHE_DIR = str(cache_dir(layer if layer in LAYERS else LAYERS[-1]))
        return cast(F, numba.njit(**options)(function))

    def rule(function: F) -> F:
        return _compiled(function, **_BARE)

    def entry(function: F) -> F:
        return _compiled(function, **_OPTIONS)

    def entry_parallel(function: F) -> F:
        return _compiled(function, parallel=True, **_OPTIONS)

    many = numba.prange


def fixed(values: tuple[Any, ...]) -> Any:
    """A constant table: a tuple in plain Python, an array for the compiler."""
    return values if PLAIN else np.array(values, dtype=np.int8)
