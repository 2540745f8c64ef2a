"""Somebody at the keyboard of the terminal's table, for its tests."""

import random
from collections.abc import Iterator
from itertools import count
from typing import Any, Final

import pytest

from rialto import Game
from rialto.cli import terminal
from rialto.cli.terminal_offer import Offer

START: Final = ["play", "--terminal", "--players", "2", "--bots", "random", "--name", "Anna"]


def answers(monkeypatch: pytest.MonkeyPatch, given: Iterator[str]) -> None:
    def answer(prompt: str = "") -> str:
        try:
            return next(given)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("builtins.input", answer)


def noted_offers(monkeypatch: pytest.MonkeyPatch) -> list[Offer]:
    """Every offer that the table makes."""
    offers: list[Offer] = []

    class Noted(Offer):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            offers.append(self)

    monkeypatch.setattr(terminal, "Offer", Noted)
    return offers


def first_of(offers: list[Offer], times: int | None = None) -> Iterator[str]:
    """Of each question the first answer, whatever is typed for it."""
    for _ in count() if times is None else range(times):
        yield next(iter(offers[-1].moves))


def turns(game: Game, dice: random.Random) -> Iterator[int]:
    """One of those who may act, again and again to the end; chance is drawn between."""
    while True:
        game.run_chance()
        if not game.to_move:
            return
        yield dice.choice(game.to_move)
