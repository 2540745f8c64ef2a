"""What a story can check: every word of a Position, and a few more."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from rialto import Game
from rialto.engine.game import GameEvent
from rialto.engine.house import RULES_VERSION
from rialto.engine.ids import CHANCE, Decision, Link
from rialto.engine.moves import DISTRICT_NAMES
from rialto.engine.position.parts import pair, seat, seat_numbers
from rialto.engine.position.words import words_in


def check_word(record: Any, name: str, says: Sequence[str]) -> None:
    """A word of a Position holds if saying it would change nothing."""
    word = next(w for w in words_in(RULES_VERSION) if name in w.names)
    wanted = record.copy()
    _forget(wanted[0], name, says)
    word.read(wanted[0], name, says)
    for f in word.fields:
        got, want = record[0][f], wanted[0][f]
        assert np.array_equal(got, want), f"{name} {' '.join(says)}: {f} is {got}, not {want}"


def _forget(r: Any, name: str, says: Sequence[str]) -> None:
    """Words that add to what was said before are read onto nothing."""
    if name in ("hand", "sealed", "played", "shown"):
        r[{"played": "cards_played"}.get(name, name)][seat(r, says[0])] = 0
    elif name == "buildings":
        r["tiles"][seat(r, says[0])] = r["used"][seat(r, says[0])] = 0
    elif name in ("bridge", "gondola"):
        i = pair(says[0], r)[0]
        r["link"][i], r["ends"][i] = Link.FREE, 0
    elif name == "row":
        r["rows"][int(says[0]) - 1], r["row_owner"][int(says[0]) - 1] = 0, -1


Check = Callable[[Game, Any, Sequence[str]], None]


def _asks(game: Game, r: Any, says: Sequence[str]) -> None:
    """`asks play A`; in P6 several seats."""
    who = tuple(CHANCE if text == "chance" else seat(r, text) for text in says[1:])
    assert (game.decision.name.lower(), game.to_move) == (says[0], who)


def _over(game: Game, r: Any, says: Sequence[str]) -> None:
    assert game.over and game.decision == Decision.OVER and game.to_move == ()


def _part(name: str) -> Check:
    def check(game: Game, r: Any, says: Sequence[str]) -> None:
        scores = game.scores
        got = {p: getattr(scores[p], name) for p in seat_numbers(r, says, -999, 9999)}
        assert got == seat_numbers(r, says, -999, 9999), f"{name} is {got}"

    return check


def _district(game: Game, r: Any, says: Sequence[str]) -> None:
    """`district san-marco A11 B5`: what each seat gets there in final scoring."""
    d = DISTRICT_NAMES.index(says[0])
    want = seat_numbers(r, says[1:], 0, 999)
    got = {p: game.scores[p].districts[d] for p in want}
    assert got == want, f"{says[0]} gives {got}"


def _ranking(game: Game, r: Any, says: Sequence[str]) -> None:
    assert game.ranking == [seat(r, text) for text in says]


def _free(game: Game, r: Any, says: Sequence[str]) -> None:
    for text in says:
        assert r["link"][pair(text, r)[0]] == Link.FREE, f"{text} is not free"


def _per_seat_size(name: str) -> Check:
    def check(game: Game, r: Any, says: Sequence[str]) -> None:
        want = seat_numbers(r, says, 0, 99)
        assert {p: int(r[name][p]) for p in want} == want, f"{name} is {r[name]}"

    return check


def _size(name: str) -> Check:
    def check(game: Game, r: Any, says: Sequence[str]) -> None:
        assert int(r[name]) == int(says[0]), f"{name} is {r[name]}"

    return check


def _bank_open(game: Game, r: Any, says: Sequence[str]) -> None:
    for text in says:
        assert not r["bank_turned"][("citra", "ultra").index(text)], f"{text} is turned"


def _event(game: Game, r: Any, says: Sequence[str]) -> None:
    """`event doge A n=3 rank=1`: the last move made it happen; arguments may be left out."""
    assert _matching(game, r, says), f"events: {game.events()}"


def _no_event(game: Game, r: Any, says: Sequence[str]) -> None:
    assert not _matching(game, r, says), f"events: {game.events()}"


def _matching(game: Game, r: Any, says: Sequence[str]) -> list[GameEvent]:
    code, *rest = says
    who = [seat(r, text) for text in rest if "=" not in text]
    args = {tuple(text.split("=")) for text in rest if "=" in text}
    return [
        e
        for e in game.events()
        if e.code.name.lower() == code
        and who in ([], [e.seat])
        and args <= {(k, str(v)) for k, v in e.args.items()}
    ]


CHECKS: Final[dict[str, Check]] = {
    "asks": _asks,
    "over": _over,
    "total": _part("total"),
    "leftovers": _part("leftovers"),
    "values": _part("buildings"),
    "during": _part("during"),
    "district": _district,
    "ranking": _ranking,
    "free": _free,
    "hand-size": _per_seat_size("hand_size"),
    "sealed-size": _per_seat_size("sealed_size"),
    "pile-size": _size("pile_size"),
    "discard-size": _size("discard_size"),
    "open": _bank_open,
    "event": _event,
    "no-event": _no_event,
}
