"""`@rule`: the same source as plain Python, compiled for the CPU, or compiled for a GPU.

`rialto.compile.mode` says which of them in this process.
"""

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import numpy as np

from rialto.compile.cache import LAYERS, cache_dir
from rialto.compile.mode import CUDA, MODE, PLAIN, SIMULATED

# Compiled code takes numbers from this file.
F = TypeVar("F", bound=Callable[..., Any])

if PLAIN:

    def compiled(function: F) -> F:
        """Never raises, prints, allocates or takes strings."""
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

    # numba-cuda asks NumPy for names that 2.5 has dropped, in code that no rule uses.
    for _name in ("asfarray", "in1d", "round_", "row_stack", "trapz"):
        if not hasattr(np, _name):
            setattr(np, _name, type(_name, (), {}))

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

    def compiled(function: F) -> F:
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

    def _njit(function: F, **options: bool | str) -> F:
        layer = function.__module__.split(".")[1] if "." in function.__module__ else ""
        # Where a function is cached is decided when it is marked; tests and scripts mark some too.
        numba.config.CACHE_DIR = str(cache_dir(layer if layer in LAYERS else LAYERS[-1]))
        return cast(F, numba.njit(**options)(function))

    def compiled(function: F) -> F:
        return _njit(function, **_BARE)

    def entry(function: F) -> F:
        return _njit(function, **_OPTIONS)

    def entry_parallel(function: F) -> F:
        return _njit(function, parallel=True, **_OPTIONS)

    many = numba.prange


def rule(function: F) -> F:
    """A rule of the game, for `engine/`; other code that is compiled is marked `@compiled`."""
    return compiled(function)


def fixed(values: tuple[Any, ...]) -> Any:
    """A constant table: a tuple in plain Python, an array for the compiler."""
    return values if PLAIN else np.array(values, dtype=np.int8)


__all__ = [
    "CUDA",
    "MODE",
    "PLAIN",
    "SIMULATED",
    "compiled",
    "entry",
    "entry_parallel",
    "fixed",
    "many",
    "rule",
]
