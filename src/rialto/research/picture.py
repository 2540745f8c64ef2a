"""A view as a picture, drawn with NumPy alone, for `render_mode="rgb_array"`.

Above, the six districts with their connections, the councillors in each and the round tokens;
below, one line per seat: score, coins, Doge spaces, cards in hand, buildings.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from rialto.engine.box import (
    BUILDINGS,
    DISTRICTS,
    NEUTRAL_COLOUR,
    PAIR_HIGH,
    PAIR_LOW,
    PAIRS,
    SEAT_COLOURS,
    colour,
    value,
)
from rialto.engine.ids import Link
from rialto.engine.rules.council import active_district
from rialto.engine.view import View

Image = NDArray[np.uint8]
Colour = tuple[int, int, int]

WIDTH: Final = 640
MAP_HEIGHT: Final = 380
LINE: Final = 40
WATER: Final = (196, 221, 230)
PAPER: Final = (247, 243, 233)
INK: Final = (38, 38, 46)
LAND: Final = (232, 214, 178)
ACTIVE: Final = (255, 196, 84)
FREE: Final = (160, 188, 198)
GONDOLA: Final = (70, 110, 150)
BRIDGE: Final = (134, 78, 48)
GREY: Final = (128, 128, 128)
PAINT: Final = {
    "red": ((168, 31, 49), PAPER),
    "blue": ((27, 88, 166), PAPER),
    "yellow": ((242, 186, 36), INK),
    "green": ((47, 164, 135), INK),
    "white": ((251, 248, 239), INK),
    NEUTRAL_COLOUR: (GREY, INK),
}
"""Of each seat's colour, and of the figures on it: those of the page."""
TILE_COLOURS: Final = ((74, 146, 84), (222, 178, 40), (66, 116, 190))
PLACES: Final = ((150, 100), (320, 50), (490, 100), (150, 280), (320, 330), (490, 280))
"""Where the districts lie: the first bank above, the second below."""

_FONT: Final = {
    "0": ("111", "101", "101", "101", "111"),
    "1": ("010", "110", "010", "010", "111"),
    "2": ("111", "001", "111", "100", "111"),
    "3": ("111", "001", "011", "001", "111"),
    "4": ("101", "101", "111", "001", "001"),
    "5": ("111", "100", "111", "001", "111"),
    "6": ("111", "100", "111", "101", "111"),
    "7": ("111", "001", "010", "010", "010"),
    "8": ("111", "101", "111", "101", "111"),
    "9": ("111", "101", "111", "001", "111"),
    "-": ("000", "000", "111", "000", "000"),
}


def _box(image: Image, x: int, y: int, w: int, h: int, colour: Colour) -> None:
    image[max(y, 0) : y + h, max(x, 0) : x + w] = colour


def _disc(image: Image, x: int, y: int, radius: int, colour: Colour) -> None:
    rows, columns = np.ogrid[: image.shape[0], : image.shape[1]]
    image[(rows - y) ** 2 + (columns - x) ** 2 <= radius**2] = colour


def _stroke(image: Image, a: tuple[int, int], b: tuple[int, int], w: int, colour: Colour) -> None:
    for t in np.linspace(0.0, 1.0, 200):
        x, y = (round(p + (q - p) * t) for p, q in zip(a, b, strict=True))
        _box(image, x - w // 2, y - w // 2, w, w, colour)


def _number(image: Image, x: int, y: int, value: int, colour: Colour = INK, size: int = 3) -> None:
    for character in str(value):
        for row, bits in enumerate(_FONT[character]):
            for column, bit in enumerate(bits):
                if bit == "1":
                    _box(image, x + column * size, y + row * size, size, size, colour)
        x += 4 * size


def _links(image: Image, view: View) -> None:
    colours = {Link.FREE: FREE, Link.GONDOLA: GONDOLA, Link.BRIDGE: BRIDGE}
    for pair in range(PAIRS):
        link = Link(int(view.link[pair]))
        if link == Link.ABSENT:
            continue
        a, b = PLACES[PAIR_LOW[pair]], PLACES[PAIR_HIGH[pair]]
        _stroke(image, a, b, 3 if link == Link.FREE else 9, colours[link])
        if link != Link.FREE:
            for end, (near, far) in enumerate(((a, b), (b, a))):
                x, y = (round(p + (q - p) * 0.38) for p, q in zip(near, far, strict=True))
                _disc(image, x, y, 11, PAPER)
                _number(image, x - 4, y - 7, int(view.ends[pair][end]))


def _paint(view: View, p: int) -> tuple[Colour, Colour]:
    return PAINT[SEAT_COLOURS[p] if p < view.players else NEUTRAL_COLOUR]


def _district(image: Image, view: View, d: int) -> None:
    x, y = PLACES[d]
    active = view.round_no > 0 and active_district(view.table[0]) == d
    _disc(image, x, y, 44, INK)
    _disc(image, x, y, 42, ACTIVE if active else LAND)
    _number(image, x - 4, y - 36, int(view.tokens[d]), GREY)
    for i, p in enumerate(range(view.players + view.neutral)):
        left, top = x - 34 + 24 * (i % 3), y - 14 + 24 * (i // 3)
        ground, figure = _paint(view, p)
        _box(image, left, top, 20, 20, INK)
        _box(image, left + 1, top + 1, 18, 18, ground)
        _number(image, left + 3, top + 4, int(view.council[d][p]), figure, 2)


def _seat(image: Image, view: View, p: int) -> None:
    top = MAP_HEIGHT + LINE * p
    _box(image, 0, top, WIDTH, LINE - 2, PAPER)
    _box(image, 6, top + 6, 26, 26, INK)
    _box(image, 7, top + 7, 24, 24, _paint(view, p)[0])
    if p == view.actor:
        _box(image, 36, top + 6, 6, 26, INK)
    amounts = (view.scores[p], view.coins[p], view.spaces[p], view.hand_size[p], view.private[p])
    for i, amount in enumerate(amounts):
        _number(image, 60 + 62 * i, top + 12, int(amount))
    x = 380
    for b in range(BUILDINGS):
        for n in range(int(view.tiles[p][b])):
            used = n < view.used[p][b]
            _box(image, x, top + 6, 26, 26, INK)
            _box(image, x + 2, top + 8, 22, 22, GREY if used else TILE_COLOURS[colour(b)])
            _number(image, x + 9, top + 12, value(b), PAPER)
            x += 32


def picture(view: View) -> Image:
    """The board and the seats as rows of red, green and blue."""
    height = MAP_HEIGHT + LINE * (view.players + view.neutral)
    image = np.empty((height, WIDTH, 3), np.uint8)
    image[:] = WATER
    _links(image, view)
    for d in range(DISTRICTS):
        _district(image, view, d)
    for p in range(view.players + view.neutral):
        _seat(image, view, p)
    return image
