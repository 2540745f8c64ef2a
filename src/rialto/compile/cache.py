"""Where compiled code is kept: a folder for each version of the sources, so that none is ever out
of date. To import this does not settle the mode of the process (`mode.py`)."""

import hashlib
import os
import sys
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from platformdirs import user_cache_path

PACKAGE: Final = Path(__file__).parents[1]
LAYERS: Final = ("engine", "bots", "review", "research")
"""Folders with compiled code; each may use those before it."""
MARKS: Final = (
    b"\n@rule\n",
    b"\n@compiled\n",
    b"\n@entry",
    b"\n# Compiled code takes numbers from this file.\n",
)
"""What a file holds that compiled code comes from."""


def compiled_sources(layer: str) -> dict[str, bytes]:
    """Every file that compiled code of a layer comes from (a test holds this against the
    imports)."""
    found = {}
    for folder in LAYERS[: LAYERS.index(layer) + 1]:
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            text = path.read_bytes()
            if any(mark in text for mark in MARKS):
                found[path.relative_to(PACKAGE).as_posix()] = text
    return found


@cache
def source_hash(layer: str) -> str:
    """Names the folder: the compiler itself does not see a change in another file. Numba keys its
    cache by source path, so every checkout and Python has its own."""
    where = f"{np.__version__} {sys.implementation.cache_tag} {PACKAGE}"
    digest = hashlib.sha256(where.encode())
    for name, text in compiled_sources(layer).items():
        digest.update(name.encode() + text)
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """The user's cache directory, or what RIALTO_CACHE says."""
    given = os.environ.get("RIALTO_CACHE")
    return Path(given) / "rialto" if given else user_cache_path("rialto")


def cache_dir(layer: str = "engine") -> Path:
    bounds = "-bounds" if os.environ.get("NUMBA_BOUNDSCHECK") == "1" else ""
    return cache_root() / f"{layer}-{source_hash(layer)}{bounds}"


def mark_of(job: str, layer: str = "engine") -> Path:
    """The file that says that a warm-up job (`warm.py`) is done."""
    return cache_dir(layer) / f"warm-{job}"
