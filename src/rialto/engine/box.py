"""What is in the box (docs/rules.md, section 0). What the box only pictures is data here."""

from typing import Final

from rialto.engine.jit import fixed, rule

SEATS: Final = 5
"""S2: players, 2 to 5; the neutral player of two has a seat too."""
SEAT_COLOURS: Final = ("red", "blue", "yellow", "green", "white")
SEAT_SHAPES: Final = ("disc", "square", "triangle", "diamond", "clover")
"""K2: by seat. Each colour has a shape, for colour is never the only sign."""
NEUTRAL_COLOUR: Final = "grey"
NEUTRAL_SHAPE: Final = "clover"
KINDS: Final = 7
STEPS: Final = 6
DISTRICTS: Final = 6
PAIRS: Final = 15
COLOURS: Final = 3
VALUES: Final = 4
"""K3: buildings come in values 1 to 4 of each colour."""
BUILDINGS: Final = COLOURS * VALUES
BANKS: Final = 2
DISTRICTS_PER_BANK: Final = 3
ROUNDS: Final = 6
ROWS: Final = 6

CARDS_PER_KIND: Final = 11
"""K1: 77 cards, 11 of each kind."""
CARDS: Final = KINDS * CARDS_PER_KIND

COUNCILLORS: Final = 18
"""K2: per player colour."""
TILES_PER_BUILDING: Final = 5
"""K3: 60 tiles, a finite supply."""
SLOTS: Final = 7
"""K8: building slots on a player board."""

ROW_LENGTH: Final = 6
DRAW_AFTER_ROW: Final = 2
DRAW_GREEN: Final = 3
DRAW_NEUTRAL: Final = 7
HAND_LIMIT: Final = 7
BANK_BONUS: Final = 5

START_SCORE: Final = 3
START_VALUE: Final = 1
"""S6: of the start building."""
START_COUNCILLORS: Final = 5
START_COINS: Final[tuple[tuple[int, ...], ...]] = fixed(
    (
        (0, 0, 0, 0, 0),
        (0, 0, 0, 0, 0),
        (1, 2, 0, 0, 0),
        (1, 2, 3, 0, 0),
        (1, 2, 2, 3, 0),
        (1, 2, 2, 2, 3),
    )
)
"""S5: by number of players, clockwise from the first player."""

BRIDGES: Final = 6
BRIDGE_ENDS: Final[tuple[tuple[int, ...], ...]] = fixed(
    ((3, 4), (3, 5), (3, 6), (4, 5), (4, 6), (5, 6))
)
"""K4: the two values of each bridge, the lower first."""
GONDOLAS: Final = 6
"""K5: value 1 at both ends."""

PAIR_LOW: Final[tuple[int, ...]] = fixed((0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4))
PAIR_HIGH: Final[tuple[int, ...]] = fixed((1, 2, 3, 4, 5, 2, 3, 4, 5, 3, 4, 5, 4, 5, 5))
"""Every pair of districts, the first-named and the other."""
PAIR_OF: Final[tuple[tuple[int, ...], ...]] = fixed(
    (
        (-1, 0, 1, 2, 3, 4),
        (0, -1, 5, 6, 7, 8),
        (1, 5, -1, 9, 10, 11),
        (2, 6, 9, -1, 12, 13),
        (3, 7, 10, 12, -1, 14),
        (4, 8, 11, 13, 14, -1),
    )
)
CONNECTED: Final[tuple[tuple[int, ...], ...]] = fixed(
    (
        (1, 0, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 0),
        (1, 1, 1, 1, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1),
    )
)
"""K7: by board, whether a pair of districts has a connection. Lagoon lacks Castello-Santa Croce,
Cannaregio-San Marco and San Polo-Dorsoduro; banks lacks Cannaregio-Dorsoduro,
San Marco-Santa Croce and Castello-San Polo."""


@rule
def value(b: int) -> int:
    """K3: of a building, 1 to 4."""
    return b % VALUES + 1


@rule
def colour(b: int) -> int:
    """K3: of a building, by `ids.Colour`."""
    return b // VALUES


@rule
def building(c: int, v: int) -> int:
    """K3: the building of a colour and value."""
    return c * VALUES + v - 1


@rule
def next_building(b: int) -> int:
    """H2: of a building of value 1 to 3, the next of its colour."""
    return b + 1


@rule
def rows_for(players: int) -> int:
    """P2: one more than players."""
    return players + 1


@rule
def bank_of(d: int) -> int:
    """K6: the bank that a district lies on."""
    return d // DISTRICTS_PER_BANK
