"""What an observation holds: the table of `rialto.bots.observation.features`, for research."""

from rialto.bots.observation.features import (
    FEATURES,
    HIGH,
    LOW,
    MOST,
    SCALE,
    SIZE,
    SLICES,
    VERSION,
    Feature,
    markdown_table,
    named,
    offset,
    scaled,
)

__all__ = [
    "FEATURES",
    "HIGH",
    "LOW",
    "MOST",
    "SCALE",
    "SIZE",
    "SLICES",
    "VERSION",
    "Feature",
    "markdown_table",
    "named",
    "offset",
    "scaled",
]
