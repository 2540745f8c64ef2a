"""What an OpenSpiel player sees, from the engine's View: as text and as numbers."""

from typing import Any, Final

import numpy as np
import pyspiel

from rialto.engine.ids import Decision
from rialto.engine.layout import HIDDEN, OWN, TAIL
from rialto.engine.moves import KIND_NAMES
from rialto.engine.state import FIELDS, HEAD, from_record
from rialto.engine.view import View
from rialto.research.features import FEATURES, SCALE, SIZE, SLICES, named
from rialto.research.tensors import write_view

OPEN_NAMES: Final = tuple(f.name for f in FIELDS if f.sight not in (HIDDEN, OWN, TAIL))
ALL_NAMES: Final = tuple(f.name for f in HEAD)
OWN_NAMES: Final = tuple(f.name for f in FIELDS if f.sight == OWN)


def _fields(table: Any, names: tuple[str, ...]) -> str:
    lines = [f"{name}: {str(table[name][0].tolist()).replace(' ', '')}" for name in names]
    return "\n".join([f"decision: {Decision(int(table['asked'][0])).name.lower()}", *lines])


def public_text(view: View) -> str:
    """Every open field, one on a line."""
    return _fields(view.table, OPEN_NAMES)


def whole_text(table: Any) -> str:
    """Every field of a table of one record, hidden ones too."""
    return _fields(table, ALL_NAMES)


def private_text(view: View, player: int) -> str:
    """The player's own cards."""
    lines = []
    for name in OWN_NAMES:
        counts = view.table[name][0][player]
        cards = " ".join(f"{n} {k}" for n, k in zip(counts, KIND_NAMES, strict=True) if n)
        lines.append(f"own {name}: {cards or 'none'}")
    return "\n".join(lines)


class ViewObserver:
    """What the player sees now: public, private, or both."""

    def __init__(self, public: bool, private: bool) -> None:
        self._public = public
        self._private = private
        self._counts = np.zeros(SIZE, np.int8)
        self._whole = np.zeros(SIZE, np.float32)
        names = [f.name for f in FEATURES if public or f.name in OWN_NAMES]
        parts = [SLICES[name] for name in names]
        self._cells = np.concatenate([np.arange(part.start, part.stop) for part in parts])
        self.tensor = np.zeros(len(self._cells), np.float32)
        self.dict = {}
        at = 0
        for name in names:
            shape = named(self._counts)[name].shape
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size

    def set_from(self, state: Any, player: int) -> None:
        view = state.rialto.view(player if self._private else None)
        write_view(from_record(view.table[0]), 0, player, self._counts)
        np.divide(self._counts, SCALE, out=self._whole)
        self.tensor[:] = self._whole[self._cells]

    def string_from(self, state: Any, player: int) -> str:
        view = state.rialto.view(player if self._private else None)
        texts = [f"seat: {player}"] if self._public and self._private else []
        texts += [public_text(view)] if self._public else []
        texts += [private_text(view, player)] if self._private else []
        return "\n".join(texts)


class MemoryObserver:
    """Perfect recall: every move since the root, as the player saw it."""

    def __init__(self, players: int, longest: int) -> None:
        self.tensor = np.zeros(players + longest, np.float32)
        self.dict = {"player": self.tensor[:players], "moves": self.tensor[players:]}

    def set_from(self, state: Any, player: int) -> None:
        self.tensor[:] = 0.0
        self.dict["player"][player] = 1.0
        heard = state.heard(player)
        self.dict["moves"][: len(heard)] = np.array(heard, np.float32) + 1.0

    def string_from(self, state: Any, player: int) -> str:
        return f"seat {player}: " + " ".join(map(str, state.heard(player)))


Observer = ViewObserver | MemoryObserver


def make_observer(kind: Any, players: int, longest: int) -> Observer | None:
    """The observer for an IIGObservationType, or None where there is no such kind."""
    everybody = kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS
    private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
    if kind.perfect_recall:
        return MemoryObserver(players, longest) if kind.public_info and private else None
    if everybody or not (kind.public_info or private):
        return None
    return ViewObserver(kind.public_info, private)
