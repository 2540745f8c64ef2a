"""What greedy believes things are worth, in final points. Tuned by self-play (docs/bots.md)."""

from enum import IntEnum
from typing import Any, Final

import numpy as np

from rialto.engine.jit import PLAIN

# Compiled code takes numbers from this file.


class W(IntEnum):
    """One weight each. `ABOUT` says what it means."""

    COIN_EARLY = 0
    COIN_ENOUGH = 1
    PRIVATE_FIRST = 2
    PRIVATE_REST = 3
    DOGE_RANK = 4
    DOGE_SPACE = 5
    BRIDGES_TO_COME = 6
    GONDOLAS_TO_COME = 7
    SWAY_ACTIVE = 8
    SWAY_FUTURE = 9
    TIE_AHEAD = 10
    ABSENT_YET = 11
    BANK_ONE = 12
    BANK_TWO = 13
    SPITE = 14
    CARD_KEPT = 15
    JOKER_KEPT = 16
    JOKER_COST = 17
    JOKERS_PLAYED = 18
    SHOWN_KEPT = 19
    NEXT_LEAD = 20
    BRIDGE_BONUS = 21
    GONDOLA_BONUS = 22
    DELAY = 23
    DRAW_THREE = 24
    FIELD = 25
    START_GREEN = 26
    START_YELLOW = 27
    START_BLUE = 28
    USE_GREEN_1 = 29
    USE_GREEN_2 = 30
    USE_GREEN_3 = 31
    USE_GREEN_4 = 32
    USE_YELLOW_1 = 33
    USE_YELLOW_2 = 34
    USE_YELLOW_3 = 35
    USE_YELLOW_4 = 36
    USE_BLUE_1 = 37
    USE_BLUE_2 = 38
    USE_BLUE_3 = 39
    USE_BLUE_4 = 40
    TRUST_COINS = 41
    TRUST_PRIVATE = 42
    TRUST_BUILDINGS = 43
    TRUST_DISTRICTS = 44
    TRUST_BANKS = 45
    TRUST_DOGE = 46
    TRUST_CARDS = 47


ABOUT: Final[dict[W, tuple[float, str]]] = {
    W.COIN_EARLY: (0.86, "a coin that a building can still use, per round to come"),
    W.COIN_ENOUGH: (0.81, "coins that one building can use up in the rounds that count"),
    W.PRIVATE_FIRST: (0.46, "each of the first three councillors in the private supply"),
    W.PRIVATE_REST: (0.22, "each further councillor in the private supply"),
    W.DOGE_RANK: (0.71, "being first rather than last on the Doge track, per round to come"),
    W.DOGE_SPACE: (1.13, "a space on the Doge track"),
    W.BRIDGES_TO_COME: (0.96, "how much of the bridges not yet laid to count for free connections"),
    W.GONDOLAS_TO_COME: (0.61, "the same for gondolas"),
    W.SWAY_ACTIVE: (0.15, "how much one councillor more sways a majority in the active district"),
    W.SWAY_FUTURE: (0.18, "the same in a district whose round is still to come"),
    W.TIE_AHEAD: (0.15, "how likely a tie is lost although ahead on the Doge track"),
    W.ABSENT_YET: (0.77, "how likely somebody who is not in a coming district yet will be"),
    W.BANK_ONE: (0.66, "a councillor in one district of an open bank"),
    W.BANK_TWO: (2.25, "councillors in two districts of an open bank"),
    W.SPITE: (0.57, "a point of the other players together, against one of the own"),
    W.CARD_KEPT: (0.09, "a card kept for the next round"),
    W.JOKER_KEPT: (0.11, "a joker kept for the next round"),
    W.JOKER_COST: (2.31, "a joker that later steps of this round may want"),
    W.JOKERS_PLAYED: (0.44, "how many of its jokers another player adds in this step"),
    W.SHOWN_KEPT: (0.84, "how many of the cards shown another kept, of those it could discard"),
    W.NEXT_LEAD: (0.65, "to be start player of the next step"),
    W.BRIDGE_BONUS: (0.07, "placing the bridge"),
    W.GONDOLA_BONUS: (4.26, "placing the gondola and its councillor"),
    W.DELAY: (10.82, "to play last, of the bonus times the chances that it is won and lost"),
    W.DRAW_THREE: (2.47, "three cards from the pile, in cards that are as good as the average"),
    W.FIELD: (1.13, "cards of a kind that another player is expected to bring to a step"),
    W.START_GREEN: (0.29, "green as starting building"),
    W.START_YELLOW: (1.14, "yellow as starting building"),
    W.START_BLUE: (0.67, "blue as starting building"),
    W.USE_GREEN_1: (0.18, "what a green 1 brings in a round, its coin paid"),
    W.USE_GREEN_2: (0.46, "green 2"),
    W.USE_GREEN_3: (1.19, "green 3"),
    W.USE_GREEN_4: (2.48, "green 4"),
    W.USE_YELLOW_1: (0.58, "yellow 1"),
    W.USE_YELLOW_2: (0.08, "yellow 2"),
    W.USE_YELLOW_3: (0.67, "yellow 3"),
    W.USE_YELLOW_4: (0.79, "yellow 4"),
    W.USE_BLUE_1: (0.29, "blue 1"),
    W.USE_BLUE_2: (0.07, "blue 2"),
    W.USE_BLUE_3: (0.8, "blue 3"),
    W.USE_BLUE_4: (1.0, "blue 4"),
    W.TRUST_COINS: (0.76, "how well the coin term predicts final points (`tuning/fit_terms.py`)"),
    W.TRUST_PRIVATE: (2.11, "the same for the councillors in the private supply"),
    W.TRUST_BUILDINGS: (0.82, "buildings"),
    W.TRUST_DISTRICTS: (0.89, "districts"),
    W.TRUST_BANKS: (0.84, "banks"),
    W.TRUST_DOGE: (0.4, "the Doge track"),
    W.TRUST_CARDS: (0.88, "cards kept"),
}

USE: Final = int(W.USE_GREEN_1)
TRUSTS: Final = [weight for weight in W if weight.name.startswith("TRUST_")]
WEIGHTS: Final = tuple(ABOUT[w][0] for w in W)


def weight_list(values: Any = WEIGHTS) -> Any:
    """The weights as the rules take them."""
    return list(values) if PLAIN else np.array(values, np.float64)
