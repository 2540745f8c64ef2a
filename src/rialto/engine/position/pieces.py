"""Coins, scores, buildings and councillors."""

from collections.abc import Sequence

from rialto.engine.box import (
    BUILDINGS,
    COUNCILLORS,
    DISTRICTS,
    START_COUNCILLORS,
    START_SCORE,
    TILES_PER_BUILDING,
)
from rialto.engine.ids import NOBODY
from rialto.engine.moves import (
    BANK_NAMES,
    BUILDING_NAMES,
    DISTRICT_NAMES,
)
from rialto.engine.position.parts import (
    WIDE,
    Bad,
    Record,
    Word,
    amounts,
    index,
    letter,
    list_of,
    number,
    per_seat,
    seat,
    seat_numbers,
    seats,
)
from rialto.engine.rules.setup import pay_start_coins


def _start_coins(r: Record) -> None:
    """S5, once the first player is drawn."""
    r["coins"] = 0
    if r["first_player"] != NOBODY:
        pay_start_coins(r)


def _start_scores(r: Record) -> None:
    r["scores"] = 0
    r["scores"][: r["players"]] = START_SCORE


def _no_buildings(r: Record) -> None:
    r["tiles"] = r["used"] = 0


def _read_buildings(r: Record, _: str, says: Sequence[str]) -> None:
    """`buildings A green-1 2 yellow-2*`: a star for those used in this round."""
    if not says:
        raise Bad("a seat is missing")
    p = seat(r, says[0])
    names = (*BUILDING_NAMES, *(f"{b}*" for b in BUILDING_NAMES))
    for i, n in amounts(names, says[1:], "building").items():
        r["tiles"][p][i % BUILDINGS] += n
        r["used"][p][i % BUILDINGS] += n * (i >= BUILDINGS)


def _write_buildings(r: Record, _: Record) -> list[str]:
    names = (*BUILDING_NAMES, *(f"{b}*" for b in BUILDING_NAMES))
    return [
        f"buildings {letter(r, p)} "
        + list_of(names, [*(r["tiles"][p] - r["used"][p]), *r["used"][p]])
        for p in seats(r)
        if r["tiles"][p].any()
    ]


def _check_buildings(r: Record) -> None:
    for b in range(BUILDINGS):
        if r["tiles"][:, b].sum() > TILES_PER_BUILDING:
            raise Bad(f"there are only {TILES_PER_BUILDING} {BUILDING_NAMES[b]} (K3)")


def _full_supply(r: Record) -> None:
    r["supply"] = TILES_PER_BUILDING - r["tiles"].sum(axis=0)


def _read_supply(r: Record, _: str, says: Sequence[str]) -> None:
    for b, n in amounts(BUILDING_NAMES, says, "building").items():
        most = TILES_PER_BUILDING - int(r["tiles"][:, b].sum())
        r["supply"][b] = number(str(n), 0, most)


def _write_supply(r: Record, usual: Record) -> list[str]:
    told = [
        f"{r['supply'][b]} {name}"
        for b, name in enumerate(BUILDING_NAMES)
        if r["supply"][b] != usual["supply"][b]
    ]
    return ["supply " + " ".join(told)]


def _no_council(r: Record) -> None:
    r["council"] = 0


def _read_council(r: Record, _: str, says: Sequence[str]) -> None:
    """`council san-marco A2 B1`."""
    if len(says) < 2:
        raise Bad("say a district and its councillors")
    d = index(DISTRICT_NAMES, says[0], "district")
    for p, n in seat_numbers(r, says[1:], 0, 127).items():
        r["council"][d][p] = n


def _write_council(r: Record, _: Record) -> list[str]:
    return [
        " ".join(
            [
                "council",
                DISTRICT_NAMES[d],
                *(f"{letter(r, p)}{r['council'][d][p]}" for p in seats(r) if r["council"][d][p]),
            ]
        )
        for d in range(DISTRICTS)
        if r["council"][d].any()
    ]


def _start_private(r: Record) -> None:
    """S4, or what is left of the 18."""
    r["private"] = 0
    for p in range(r["players"]):
        left = COUNCILLORS - int(r["council"][:, p].sum())
        if left < 0:
            raise Bad(f"{letter(r, p)} has more than {COUNCILLORS} councillors (K2)")
        r["private"][p] = min(START_COUNCILLORS, left)


def _rest_general(r: Record) -> None:
    """K2: 18 in all."""
    r["general"] = 0
    for p in range(r["players"]):
        left = COUNCILLORS - int(r["council"][:, p].sum()) - int(r["private"][p])
        if left < 0:
            raise Bad(f"{letter(r, p)} has more than {COUNCILLORS} councillors (K2)")
        r["general"][p] = left


def _banks_open(r: Record) -> None:
    r["bank_turned"] = r["bank_scored"] = 0


def _read_bank(r: Record, _: str, says: Sequence[str]) -> None:
    """`bank citra turned`, or `bank citra scored A B` in the middle of step F."""
    if len(says) < 2 or says[1] not in ("turned", "scored"):
        raise Bad("say 'citra turned', or 'citra scored' and seats")
    bank = index(BANK_NAMES, says[0], "bank")
    if says[1] == "turned" and len(says) == 2:
        r["bank_turned"][bank] = 1
    for text in says[2:]:
        r["bank_scored"][bank][seat(r, text)] = 1


def _write_bank(r: Record, _: Record) -> list[str]:
    lines = [f"bank {name} turned" for i, name in enumerate(BANK_NAMES) if r["bank_turned"][i]]
    for i, name in enumerate(BANK_NAMES):
        who = [letter(r, p) for p in seats(r) if r["bank_scored"][i][p]]
        lines += [" ".join(["bank", name, "scored", *who])] if who else []
    return lines


COINS = per_seat("coins", "coins", _start_coins, high=WIDE)
SCORE = per_seat("score", "scores", _start_scores, low=-WIDE, high=WIDE)
BUILDINGS_OWNED = Word(
    ("buildings",),
    ("tiles", "used"),
    _no_buildings,
    _read_buildings,
    _write_buildings,
    _check_buildings,
    repeats=True,
)
SUPPLY = Word(("supply",), ("supply",), _full_supply, _read_supply, _write_supply)
COUNCIL = Word(("council",), ("council",), _no_council, _read_council, _write_council, repeats=True)
PRIVATE = per_seat("private", "private", _start_private, high=COUNCILLORS)
GENERAL = per_seat("general", "general", _rest_general, high=COUNCILLORS)
BANK = Word(
    ("bank",), ("bank_turned", "bank_scored"), _banks_open, _read_bank, _write_bank, repeats=True
)
