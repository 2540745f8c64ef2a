"""Checkpoints: two files, of which the second holds the optimiser's memory in half the width."""

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import torch
from torch import Tensor

from rialto.bots.observation.features import VERSION
from rialto.learning.net import Net, state_of

NET: Final = "checkpoint.pt"
MEMORY: Final = "checkpoint-adam.pt"


class BadCheckpoint(ValueError):
    """A checkpoint that cannot be gone on with; the message says why."""


@dataclass
class Progress:
    """How far the training is."""

    decisions: int = 0
    games: int = 0
    seconds: float = 0.0
    """Of playing and learning, without what a process needs to start."""
    iterations: int = 0
    runs: list[str] = field(default_factory=list)
    """The commands so far."""
    before: dict[str, float] = field(default_factory=dict)
    """How far it was when the present plan began; empty for a net that began from nothing."""


def save(folder: Path, net: Net, mean: Net, optimiser: Any, progress: Progress) -> None:
    """Both files; an old one stays until the new one is whole."""
    folder.mkdir(parents=True, exist_ok=True)
    whole = {
        "observation": VERSION,
        "net": state_of(net),
        "mean": state_of(mean),
        "progress": asdict(progress),
    }
    _replace(folder / NET, whole)
    memory = [
        {name: _short(name, value) for name, value in kept.items()}
        for kept in optimiser.state_dict()["state"].values()
    ]
    _replace(folder / MEMORY, memory)


def _replace(path: Path, what: Any) -> None:
    fresh = path.with_suffix(".new")
    torch.save(what, fresh)
    fresh.replace(path)


def load(folder: Path, net: Net, mean: Net) -> Progress:
    """What a net had learned when its checkpoint was written."""
    whole = read(folder / NET)
    width, here = len(whole["net"]["first_bias"]), len(net.first_bias)
    if width != here:
        raise BadCheckpoint(f"{folder / NET} is {width} wide, the net here {here}")
    net.load_state_dict(whole["net"])
    mean.load_state_dict(whole["mean"])
    return Progress(**whole["progress"])


def load_memory(folder: Path, optimiser: Any) -> None:
    """The optimiser's. Without its file it starts empty, which a few steps mend."""
    if not (folder / MEMORY).exists():
        return
    memory = _file(folder / MEMORY)
    parameters = [p for group in optimiser.param_groups for p in group["params"]]
    for parameter, kept in zip(parameters, memory, strict=True):
        optimiser.state[parameter] = {
            name: value.to(parameter.device, torch.float32) for name, value in kept.items()
        }


def _short(name: str, value: Tensor) -> Tensor:
    """The number of steps must stay exact, the means need not."""
    return value.detach().to("cpu", torch.float32 if name == "step" else torch.bfloat16)


def read(path: Path) -> dict[str, Any]:
    """A checkpoint's net, if it is one that this version can use."""
    whole = _file(path)
    if not isinstance(whole, dict) or not {"observation", "net", "mean"} <= set(whole):
        raise BadCheckpoint(f"{path} is not a checkpoint of rialto.learning")
    if whole["observation"] != VERSION:
        raise BadCheckpoint(
            f"{path} was trained on observation version {whole['observation']}, this is {VERSION}"
        )
    return whole


def _file(path: Path) -> Any:
    if not path.is_file():
        raise BadCheckpoint(f"there is no checkpoint {path}")
    try:
        return torch.load(path, map_location="cpu", weights_only=True)
    except Exception as error:
        raise BadCheckpoint(f"{path} cannot be read: {type(error).__name__}") from None
