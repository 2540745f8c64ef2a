"""random: any legal move, each as likely as any other."""

from rialto.engine.game import Move, View
from rialto.engine.rng import below, new_rng


class Random:
    def __init__(self, seed: int) -> None:
        self.name = "random"
        self._rng = new_rng(seed)

    def choose(self, view: View, legal: list[Move], seconds: float | None = None) -> Move:
        return legal[below(self._rng, len(legal))]
