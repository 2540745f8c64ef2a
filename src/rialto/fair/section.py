"""The part `fair` of a record: what was promised, whose numbers came, and at the end the secret."""

from dataclasses import dataclass
from typing import Any, Final

from rialto.engine.game import Game
from rialto.engine.record import move_line
from rialto.fair.protocol import PROTOCOL, SIZE, key_of

MOST_ATTEMPTS: Final = 1_000_000


class Unfair(ValueError):
    """A record whose shuffle cannot be checked or does not hold; the message says what."""

    def __init__(self, message: str, where: str = "fair") -> None:
        super().__init__(message)
        self.where = where
        """The place in the record, in no language."""


@dataclass(frozen=True, slots=True)
class Number:
    """What a player added. Without a seal it was given in clear (tables by days)."""

    seat: int
    seal: bytes | None
    number: bytes


@dataclass(frozen=True, slots=True)
class Missing:
    """A number that did not come, so that the others began anew."""

    attempt: int
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Section:
    game: str
    live: bool
    """Numbers were sealed before they were opened."""
    given: int
    """So many moves were there before: the game was forked from another."""
    commitment: bytes
    secret: bytes | None
    """None while the whole record is not open."""
    attempts: int
    numbers: tuple[Number, ...]
    missing: tuple[Missing, ...]

    @property
    def key(self) -> bytes:
        assert self.secret is not None
        numbers = [(n.seat, n.number) for n in self.numbers]
        return key_of(self.secret, self.game, self.attempts, numbers)

    def options(self, record: dict[str, Any]) -> dict[str, Any]:
        """What the commitment is about beside secret and game, read from the record."""
        return options_of(
            rules=record["rules"],
            house=record["house"],
            start=record.get("start"),
            live=self.live,
            given=record["moves"][: self.given],
        )

    def as_dict(self) -> dict[str, Any]:
        said: dict[str, Any] = {
            "protocol": PROTOCOL,
            "game": self.game,
            "live": self.live,
            "given": self.given,
            "commitment": self.commitment.hex(),
            "attempts": self.attempts,
            "numbers": [
                {"seat": n.seat, "seal": n.seal.hex() if n.seal else None, "number": n.number.hex()}
                for n in self.numbers
            ],
            "missing": [
                {"attempt": m.attempt, "seat": m.seat, "name": m.name} for m in self.missing
            ],
        }
        return said if self.secret is None else {**said, "secret": self.secret.hex()}


def game_options(game: Game, live: bool) -> dict[str, Any]:
    """Of a game that has not begun; moves that it has were given to it."""
    return options_of(
        rules=game.rules,
        house=game.house.as_dict(game.rules),
        start=game.start,
        live=live,
        given=[move_line(move) for move in game.log],
    )


def options_of(
    *, rules: int, house: dict[str, Any], start: str | None, live: bool, given: list[str]
) -> dict[str, Any]:
    return {"rules": rules, "house": house, "start": start, "live": live, "given": given}


def read_section(data: Any, players: int, moves: int) -> Section:
    """The part `fair` of a record, each value of its kind; raises Unfair."""
    if not isinstance(data, dict):
        raise Unfair("fair: an object is expected")
    if data.get("protocol") != PROTOCOL:
        raise Unfair(f"fair: protocol {data.get('protocol')!r} is unknown", "fair.protocol")
    attempts = whole(data, "attempts", 1, MOST_ATTEMPTS)
    section = Section(
        game=text(data, "game"),
        live=flag(data, "live"),
        given=whole(data, "given", 0, moves),
        commitment=octets(data, "commitment"),
        secret=octets(data, "secret") if "secret" in data else None,
        attempts=attempts,
        numbers=tuple(read_number(n, players) for n in many(data, "numbers")),
        missing=tuple(read_missing(m, players, attempts) for m in many(data, "missing")),
    )
    seats = [n.seat for n in section.numbers]
    if seats != sorted(set(seats)):
        raise Unfair("fair: one number for a seat, in order", "fair.numbers")
    failed = {m.attempt for m in section.missing}
    if failed != set(range(1, attempts)):
        message = (
            f"fair: {attempts} attempts, but it is not said whose number each time was missing"
        )
        raise Unfair(message, "fair.missing")
    return section


def read_number(data: Any, players: int) -> Number:
    entry = object_in(data, "numbers")
    seal = None if entry.get("seal") is None else octets(entry, "seal", "numbers.")
    number = octets(entry, "number", "numbers.")
    return Number(whole(entry, "seat", 0, players - 1, "numbers."), seal, number)


def read_missing(data: Any, players: int, attempts: int) -> Missing:
    entry = object_in(data, "missing")
    return Missing(
        whole(entry, "attempt", 1, attempts - 1, "missing."),
        whole(entry, "seat", 0, players - 1, "missing."),
        text(entry, "name", "missing."),
    )


def object_in(data: Any, name: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise Unfair(f"fair: {name} is a list of objects", f"fair.{name}")
    return data


def many(data: dict[str, Any], name: str) -> list[Any]:
    if not isinstance(data.get(name), list):
        raise Unfair(f"fair: {name} is a list of objects", f"fair.{name}")
    found: list[Any] = data[name]
    return found


def text(data: dict[str, Any], name: str, inside: str = "") -> str:
    found = data.get(name)
    if not isinstance(found, str):
        raise Unfair(f"fair: {inside}{name} is a text", f"fair.{inside}{name}")
    return found


def flag(data: dict[str, Any], name: str) -> bool:
    found = data.get(name)
    if not isinstance(found, bool):
        raise Unfair(f"fair: {name} is true or false", f"fair.{name}")
    return found


def whole(data: dict[str, Any], name: str, least: int, most: int, inside: str = "") -> int:
    found = data.get(name)
    if type(found) is not int or not least <= found <= most:
        message = f"fair: {inside}{name} is a number from {least} to {most}"
        raise Unfair(message, f"fair.{inside}{name}")
    return found


def octets(data: dict[str, Any], name: str, inside: str = "") -> bytes:
    found = text(data, name, inside)
    try:
        read = bytes.fromhex(found)
    except ValueError:
        read = b""
    if len(read) != SIZE or found != read.hex():
        message = f"fair: {inside}{name} is {SIZE} bytes in hexadecimal"
        raise Unfair(message, f"fair.{inside}{name}")
    return read
