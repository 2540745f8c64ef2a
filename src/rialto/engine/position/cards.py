"""Hands, rows, piles, and cards that are due."""

from collections.abc import Sequence
from typing import Final

from rialto.engine.box import (
    CARDS_PER_KIND,
    DRAW_NEUTRAL,
    KINDS,
    ROW_LENGTH,
    ROWS,
    rows_for,
)
from rialto.engine.ids import NOBODY, Draw, Stage
from rialto.engine.moves import (
    KIND_NAMES,
)
from rialto.engine.position.parts import (
    Bad,
    Record,
    Word,
    amounts,
    cards,
    cards_of_seats,
    index,
    letter,
    list_of,
    no_word,
    number,
    per_seat,
    seat,
)
from rialto.engine.rules.cards import cards_above_limit

DRAW_NAMES: Final = tuple(d.name.lower().replace("_", "-") for d in Draw)


def _no_rows(r: Record) -> None:
    r["rows"] = 0
    r["row_owner"] = NOBODY


def _read_row(r: Record, _: str, says: Sequence[str]) -> None:
    """`row 2 gold 2 doge`, or `row 2 taken A`."""
    if len(says) < 2:
        raise Bad("say a row and its cards, or 'taken' and a seat")
    row = number(says[0], 1, ROWS) - 1
    if says[1] == "taken" and len(says) == 3:
        r["row_owner"][row] = seat(r, says[2])
        return
    for k, n in amounts(KIND_NAMES, says[1:], "kind of card").items():
        r["rows"][row][k] += n


def _write_row(r: Record, _: Record) -> list[str]:
    lines = []
    for row in range(ROWS):
        if r["row_owner"][row] != NOBODY:
            lines.append(f"row {row + 1} taken {letter(r, r['row_owner'][row])}")
        if r["rows"][row].any():
            lines.append(f"row {row + 1} {list_of(KIND_NAMES, r['rows'][row])}")
    return lines


def cards_elsewhere(r: Record, k: int) -> int:
    """K1: cards of a kind that are not in the draw pile."""
    held = r["hand"][:, k].sum() + r["sealed"][:, k].sum() + r["cards_played"][:, k].sum()
    return int(held + r["rows"][:, k].sum() + r["discards"][k] + r["neutral_cards"][k])


def _rest_in_pile(r: Record) -> None:
    """Cards that a Position does not name are in the draw pile."""
    for k in range(KINDS):
        r["pile"][k] = max(0, CARDS_PER_KIND - cards_elsewhere(r, k))


def _check_cards(r: Record) -> None:
    for k in range(KINDS):
        if cards_elsewhere(r, k) + int(r["pile"][k]) > CARDS_PER_KIND:
            raise Bad(f"there are only {CARDS_PER_KIND} {KIND_NAMES[k]} cards (K1)")


def _sizes(r: Record) -> None:
    """The numbers of cards, which are public (V1)."""
    r["hand_size"] = r["hand"].sum(axis=1)
    r["sealed_size"] = r["sealed"].sum(axis=1)
    r["pile_size"] = r["pile"].sum()
    r["discard_size"] = r["discards"].sum() + r["sealed"].sum()


def _usual_excess(r: Record) -> None:
    """P6, once green buildings have been used."""
    r["excess"] = 0
    if r["stage"] == Stage.DISCARD:
        for p in range(r["players"]):
            r["excess"][p] = cards_above_limit(r, p)


def _usual_due(r: Record) -> None:
    """P2: the rest of the deal; N4: the rest of N's seven cards."""
    r["due"] = r["due_for"] = r["due_seat"] = 0
    if r["stage"] == Stage.DEAL:
        r["due"] = ROW_LENGTH * rows_for(int(r["players"])) - r["rows"].sum()
        r["due_seat"] = NOBODY
    elif r["stage"] == Stage.NEUTRAL_CARDS:
        r["due"] = DRAW_NEUTRAL - r["neutral_cards"].sum()
        r["due_for"] = Draw.NEUTRAL
        r["due_seat"] = r["players"]


def _read_due(r: Record, _: str, says: Sequence[str]) -> None:
    """`due 2 after-row A`: cards still to be drawn, what for and for whom."""
    if list(says) == ["none"]:
        r["due"] = r["due_for"] = r["due_seat"] = 0
        return
    if len(says) not in (2, 3):
        raise Bad("say a number of cards, what for and for whom")
    r["due"] = number(says[0], 1)
    r["due_for"] = index(DRAW_NAMES, says[1], "kind of draw")
    r["due_seat"] = seat(r, says[2]) if len(says) == 3 else NOBODY


def _write_due(r: Record, _: Record) -> list[str]:
    who = "" if r["due_seat"] == NOBODY else f" {letter(r, r['due_seat'])}"
    return [f"due {r['due']} {DRAW_NAMES[r['due_for']]}{who}" if r["due"] else "due none"]


HAND = cards_of_seats("hand", "hand")
ROW = Word(("row",), ("rows", "row_owner"), _no_rows, _read_row, _write_row, repeats=True)
DISCARDS = cards("discards", "discards")
SEALED = cards_of_seats("sealed", "sealed")
NEUTRAL_CARDS = cards("neutral", "neutral_cards")
PLAYED = cards_of_seats("played", "cards_played")
PILE = cards("pile", "pile", _rest_in_pile, _check_cards)
SIZES = no_word(("hand_size", "sealed_size", "pile_size", "discard_size"), _sizes)
KEEP_MORE = per_seat("keep-more", "keep_more")
EXCESS = per_seat("excess", "excess", _usual_excess)
DUE = Word(("due",), ("due", "due_for", "due_seat"), _usual_due, _read_due, _write_due)
