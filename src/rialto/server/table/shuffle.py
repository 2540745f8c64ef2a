"""How a fair shuffle comes about before the game begins: who has sealed, who has opened.

Every function takes what is kept and gives what is to be kept; `Change` stores it, together with
the seat or the start that it belongs to.
"""

from collections.abc import Collection
from typing import Any

from msgspec.structs import replace

from rialto import Game
from rialto.fair.protocol import SIZE, commitment_to, key_of, seal_of
from rialto.fair.section import Missing, Number, Section, game_options
from rialto.server import wire
from rialto.server.auth import Secrets
from rialto.server.store import KeptFair, Part
from rialto.server.trouble import Trouble


def new_shuffle(
    secrets: Secrets, table: str, game: Game, *, live: bool, asked: Collection[int] = ()
) -> KeptFair:
    """`asked`: seats that are to add a number, though nothing has come of it yet."""
    secret = secrets.octets(SIZE)
    return KeptFair(
        secret=secret,
        commitment=commitment_to(secret, table, game_options(game, live)),
        live=live,
        given=len(game.log),
        parts=tuple(Part(seat=seat) for seat in sorted(asked)),
    )


# ── what is so ──


def is_ready(fair: KeptFair) -> bool:
    """Once all seats are taken: nothing is awaited any more."""
    return all(part.number is not None for part in fair.parts)


def phase_of(fair: KeptFair, full: bool) -> wire.FairPhase:
    if not full:
        return "gathering"
    return "sealing" if unsealed(fair) else "opening"


def unsealed(fair: KeptFair) -> list[int]:
    """Who has given nothing yet; in clear there is a number without a seal."""
    return [part.seat for part in fair.parts if part.seal is None and part.number is None]


def awaited(fair: KeptFair, full: bool) -> list[int]:
    """Whose seal or number everybody waits for."""
    if not full or is_ready(fair):
        return []
    if phase_of(fair, full) == "sealing":
        return unsealed(fair)
    return [part.seat for part in fair.parts if part.number is None]


def section_of(fair: KeptFair, table: str, *, begun: bool, over: bool) -> Section:
    """For the record: numbers once all of them are open, the secret when the game is over."""
    numbers = [
        Number(part.seat, part.seal, part.number)
        for part in fair.parts
        if begun and part.number is not None
    ]
    return Section(
        game=table,
        live=fair.live,
        given=fair.given,
        commitment=fair.commitment,
        secret=fair.secret if over else None,
        attempts=fair.attempt,
        numbers=tuple(numbers),
        missing=fair.missing,
    )


def draw_key(fair: KeptFair, table: str) -> bytes:
    numbers = [(part.seat, part.number) for part in fair.parts if part.number is not None]
    return key_of(fair.secret, table, fair.attempt, numbers)


def fair_part(fair: KeptFair | None, table: str, status: wire.Status) -> dict[str, Any]:
    """What a record says of it: the secret goes with the whole record and with nothing else."""
    if fair is None:
        return {}
    section = section_of(fair, table, begun=status != "open", over=status == "over")
    return {"fair": section.as_dict()}


def part_of(fair: KeptFair, seat: int) -> Part | None:
    return next((part for part in fair.parts if part.seat == seat), None)


# ── what changes ──


def add_part(fair: KeptFair, seat: int, seal: bytes) -> KeptFair:
    """Somebody sits down with a sealed number."""
    others = [part for part in fair.parts if part.seat != seat]
    parts = sorted([*others, Part(seat=seat, seal=seal)], key=lambda part: part.seat)
    return replace(fair, parts=tuple(parts))


def drop_part(fair: KeptFair, seat: int, name: str) -> KeptFair:
    """The seat is another's or free. If a number of this attempt is open already, who comes next
    could choose theirs by it: all seal anew."""
    if part_of(fair, seat) is None:
        return fair
    if fair.live and any(part.number is not None for part in fair.parts):
        return begin_anew(fair, {seat: name}, without={seat})
    return replace(fair, parts=tuple(part for part in fair.parts if part.seat != seat))


def seal(fair: KeptFair, full: bool, wanted: wire.Seal, seat: int) -> KeptFair:
    """A seal can be changed as long as no number of this attempt is open."""
    check_attempt(fair, wanted.attempt)
    octets, part = bytes.fromhex(wanted.seal), part_of(fair, seat)
    if part is not None and part.seal == octets:
        return fair
    if part is None and full:
        raise Trouble("not_now", "The seats are taken: no further number is added.")
    if any(other.number is not None for other in fair.parts) and fair.live:
        raise Trouble("not_now", "The numbers are being opened.")
    return add_part(fair, seat, octets)


def open_number(fair: KeptFair, full: bool, wanted: wire.OpenNumber, seat: int) -> KeptFair:
    check_attempt(fair, wanted.attempt)
    number, part = bytes.fromhex(wanted.number), part_of(fair, seat)
    if part is not None and part.number == number:
        return fair
    if part is None or part.seal is None or seal_of(number) != part.seal:
        raise Trouble("bad_number")
    if fair.live and phase_of(fair, full) != "opening":
        raise Trouble("not_now", "Numbers are opened when all seats are taken.")
    # In clear there is no seal: it would claim that the others' numbers were unknown then.
    opened = replace(part, number=number, seal=part.seal if fair.live else None)
    return replace(fair, parts=tuple(opened if p is part else p for p in fair.parts))


def drop_unopened(fair: KeptFair) -> KeptFair:
    """In clear nobody is waited for long: whose number has not come adds none."""
    return replace(fair, parts=tuple(part for part in fair.parts if part.number is not None))


def forget_name(fair: KeptFair, seat: int, name: str) -> KeptFair:
    """Whoever was missing there is called so from now on."""
    missing = tuple(
        Missing(m.attempt, m.seat, name if m.seat == seat else m.name) for m in fair.missing
    )
    return replace(fair, missing=missing)


def begin_anew(fair: KeptFair, missing: dict[int, str], without: Collection[int]) -> KeptFair:
    """The next attempt: the names of those who were missing stay, all others seal new numbers."""
    named = tuple(Missing(fair.attempt, seat, name) for seat, name in sorted(missing.items()))
    return replace(
        fair,
        attempt=fair.attempt + 1,
        parts=tuple(Part(seat=part.seat) for part in fair.parts if part.seat not in without),
        missing=(*fair.missing, *named),
    )


def check_attempt(fair: KeptFair, attempt: int) -> None:
    if fair.attempt != attempt:
        raise Trouble("not_now", f"This is attempt {fair.attempt}.")
