"""One mode per process, chosen by the environment before this module is first imported.

RIALTO_JIT=1 (default) Numba on the CPU, RIALTO_JIT=0 plain Python, RIALTO_JIT=cuda numba-cuda.
"""

import os
from typing import Final

MODES: Final = {"0": "plain", "1": "cpu", "cuda": "cuda"}
MODE: Final = MODES.get(os.environ.get("RIALTO_JIT", "1"), "")
if not MODE:
    raise ImportError(f"RIALTO_JIT must be one of {', '.join(MODES)}")
CUDA: Final = MODE == "cuda"
SIMULATED: Final = CUDA and os.environ.get("NUMBA_ENABLE_CUDASIM") == "1"
"""Numba's CUDA simulator runs kernels as Python on the CPU, so the rules are plain there."""
PLAIN: Final = MODE == "plain" or SIMULATED
