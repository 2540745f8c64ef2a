"""Codes with names. They are stored in records and logs: only ever append."""

from enum import IntEnum
from typing import Final

# Compiled code takes numbers from this file.

NOBODY = -1
CHANCE = -1
NONE = -1
"""No district, pair, bridge or kind."""


class Kind(IntEnum):
    """K1: the kinds of card. The first six are also the steps A-F of phase II (Q1)."""

    DOGE = 0
    GOLD = 1
    BUILDING = 2
    BRIDGE = 3
    GONDOLA = 4
    COUNCILLOR = 5
    JOKER = 6


class Colour(IntEnum):
    """K3: green works in phase I, yellow in phase II, blue in phase III."""

    GREEN = 0
    YELLOW = 1
    BLUE = 2


class Building(IntEnum):
    """K3: the twelve kinds of building, colour x value."""

    GREEN_1 = 0
    GREEN_2 = 1
    GREEN_3 = 2
    GREEN_4 = 3
    YELLOW_1 = 4
    YELLOW_2 = 5
    YELLOW_3 = 6
    YELLOW_4 = 7
    BLUE_1 = 8
    BLUE_2 = 9
    BLUE_3 = 10
    BLUE_4 = 11


class District(IntEnum):
    """K6: three on each bank."""

    CANNAREGIO = 0
    CASTELLO = 1
    SAN_MARCO = 2
    SANTA_CROCE = 3
    SAN_POLO = 4
    DORSODURO = 5


class Bank(IntEnum):
    """K6: de citra with the first three districts, de ultra with the others."""

    CITRA = 0
    ULTRA = 1


class Board(IntEnum):
    """K7: the two readings of the map."""

    LAGOON = 0
    BANKS = 1


class Link(IntEnum):
    """What lies between two districts."""

    ABSENT = -1
    FREE = 0
    GONDOLA = 1
    BRIDGE = 2


class Stage(IntEnum):
    """Where in the course of the game we are; `rules/flow.py` goes through them."""

    SETUP = 0
    START_BUILDINGS = 1
    DEAL = 2
    ROWS = 3
    GREEN = 4
    DISCARD = 5
    NEUTRAL_CARDS = 6
    PLAYS = 7
    ACTIONS = 8
    BLUE = 9
    END = 10


class Phase(IntEnum):
    """P1, Q1, H1: the three phases of a round, and what comes before and after the rounds."""

    SETUP = 0
    CARDS = 1
    STEPS = 2
    BLUE = 3
    OVER = 4


PHASE_OF: Final = {
    Stage.SETUP: Phase.SETUP,
    Stage.START_BUILDINGS: Phase.SETUP,
    Stage.DEAL: Phase.CARDS,
    Stage.ROWS: Phase.CARDS,
    Stage.GREEN: Phase.CARDS,
    Stage.DISCARD: Phase.CARDS,
    Stage.NEUTRAL_CARDS: Phase.CARDS,
    Stage.PLAYS: Phase.STEPS,
    Stage.ACTIONS: Phase.STEPS,
    Stage.BLUE: Phase.BLUE,
    Stage.END: Phase.OVER,
}


class Decision(IntEnum):
    """What is being asked. TOKEN, FIRST, CARD and TOP_BRIDGE are asked of chance."""

    NOTHING = 0
    TOKEN = 1
    FIRST = 2
    CARD = 3
    TOP_BRIDGE = 4
    START = 5
    ROW = 6
    GREEN = 7
    DISCARD = 8
    PLAY = 9
    BUILD = 10
    BRIDGE = 11
    GONDOLA = 12
    SOURCE = 13
    COUNCIL = 14
    BLUE = 15
    OVER = 16


ASKED_OF_PLAYERS: Final = tuple(d for d in Decision if Decision.START <= d < Decision.OVER)
"""In the order of a round."""


class Draw(IntEnum):
    """What the cards that are due are for (P2)."""

    ROWS = 0
    AFTER_ROW = 1
    GREEN = 2
    NEUTRAL = 3


class Why(IntEnum):
    """What points were scored for, so that every change of score can be traced."""

    BRIDGE_CARDS = 0
    BRIDGE_NONE = 1
    BRIDGE_BONUS = 2
    COUNCILLORS_MISSING = 3
    GONDOLA_BONUS = 4
    BANK = 5
    BUILDING_RETURNED = 6
    BLUE_2 = 7
    BLUE_4 = 8


class Event(IntEnum):
    """What happened; the arguments of each are listed in `events.py`."""

    TOKEN = 0
    FIRST = 1
    TOP_BRIDGE = 2
    START_BUILDING = 3
    ROUND = 4
    DEALT = 5
    RESHUFFLED = 6
    FORFEITED = 7
    TOOK_ROW = 8
    DREW = 9
    NEUTRAL_DREW = 10
    ACTIVATED = 11
    TOOK_LEFTOVER = 12
    HAND_LIMIT = 13
    SEALED = 14
    LEFTOVERS_DISCARDED = 15
    STEP = 16
    DELAYED = 17
    TURNED = 18
    PLAYED = 19
    PASSED = 20
    BONUS = 21
    NO_BONUS = 22
    DOGE = 23
    COINS = 24
    BUILT = 25
    RETURNED = 26
    POINTS = 27
    BRIDGE = 28
    GONDOLA = 29
    FETCHED = 30
    COUNCILLOR = 31
    BANK_TURNED = 32
    UPGRADED = 33
    MARKER = 34
    COINS_CLEARED = 35
    GAME_OVER = 36
    BUILT_NONE = 37
    BRIDGE_LEFT = 38
    GONDOLA_LEFT = 39
    PLACED_NONE = 40


class Refusal(IntEnum):
    """Why a move is not legal; `explain.py` gives one of these and the rule id."""

    UNKNOWN_MOVE = 0
    NO_SUCH_SEAT = 1
    GAME_OVER = 2
    NOT_YOUR_TURN = 3
    NOT_ASKED_NOW = 4
    IMPOSSIBLE_CHANCE = 5
    KIND_TAKEN = 6
    NO_SUCH_ROW = 7
    ROW_TAKEN = 8
    NOT_YOUR_BUILDING = 9
    BUILDING_USED = 10
    NO_COIN = 11
    NO_EFFECT = 12
    NOT_IN_LEFTOVERS = 13
    NO_CARDS_TO_DRAW = 14
    NOT_IN_HAND = 16
    NOT_ENOUGH_CARDS = 17
    NOT_ENOUGH_JOKERS = 18
    LONE_JOKER = 19
    PAIR_BUT_KIND_HELD = 20
    MUST_PLAY = 21
    DELAY_COMES_FIRST = 22
    SAME_KIND = 23
    NO_PLAY_AFTER = 24
    SUPPLY_EMPTY = 25
    TOO_EXPENSIVE = 26
    SLOTS_FULL = 27
    SLOTS_NOT_FULL = 28
    MUST_BUILD = 29
    NOTHING_TO_BUILD = 30
    NO_CONNECTION = 31
    CONNECTION_TAKEN = 32
    # 33 was never given: no bridge has equal ends.
    NO_COUNCILLOR_THERE = 34
    ALREADY_THERE = 35
    PRIVATE_SUPPLY_ONLY = 36
    PRIVATE_SUPPLY_EMPTY = 37
    NOT_FROM_SUPPLY = 38
    # 39 was never given.
    NO_COUNCILLOR_LEFT = 40
    ALREADY_DISCARDED = 41
    NOT_A_START_BUILDING = 42
    COMPULSORY = 43
    PRIVATE_SUPPLY_FIRST = 44
