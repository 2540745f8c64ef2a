"""Where in the game we are and whose turn it is."""

from collections.abc import Sequence
from typing import Final

from rialto.engine.box import (
    ROUNDS,
    STEPS,
)
from rialto.engine.ids import NOBODY, Decision, Stage
from rialto.engine.moves import (
    KIND_NAMES,
)
from rialto.engine.position.parts import (
    Bad,
    Record,
    Word,
    a_name,
    a_number,
    a_seat,
    clockwise,
    index,
    letter,
    per_seat,
    seat,
    seats,
)

STAGE_NAMES: Final = tuple(s.name.lower().replace("_", "-") for s in Stage)
DECISION_NAMES: Final = tuple(d.name.lower().replace("_", "-") for d in Decision)


def _usual_round(r: Record) -> int:
    return 0 if r["stage"] in (Stage.SETUP, Stage.START_BUILDINGS) else 1


def _usual_lead(r: Record) -> int:
    """Q2: the highest on the Doge track, unless the Position says who won the last bonus."""
    in_steps = r["stage"] in (Stage.PLAYS, Stage.ACTIONS)
    return int(r["doge_order"][0]) if in_steps else 0


def _usual_winner(r: Record) -> int:
    """Q7: once all have played, the highest strength, ties by Doge order."""
    if r["stage"] != Stage.ACTIONS or not r["strength"].any():
        return NOBODY
    order = [int(p) for p in r["doge_order"][: len(seats(r))]]
    return max(order, key=lambda p: int(r["strength"][p]))


def _usual_queue(r: Record) -> None:
    order = [int(p) for p in r["doge_order"][: len(seats(r))]]
    if r["stage"] == Stage.PLAYS:
        order = clockwise(r, int(r["lead"]))
    elif r["stage"] == Stage.START_BUILDINGS:
        order = _start_order(r)
    elif r["stage"] in (Stage.ROWS, Stage.GREEN, Stage.BLUE):
        order = [p for p in order if p < r["players"]]
    elif r["stage"] != Stage.ACTIONS:
        order = []
    _line_up(r, order)


def _start_order(r: Record) -> list[int]:
    """S6, N2: counter-clockwise, ending or (by the option) beginning with the first player."""
    first, *others = clockwise(r, int(r["first_player"]))
    if r["neutral"]:
        return others[::-1]
    return [first, *others[::-1]] if r["first_player_builds_first"] else [*others[::-1], first]


def _line_up(r: Record, order: Sequence[int]) -> None:
    r["queue"] = 0
    r["queue_length"] = len(order)
    r["queue"][: len(order)] = order


def _read_queue(r: Record, _: str, says: Sequence[str]) -> None:
    order = [seat(r, text) for text in (says if list(says) != ["nobody"] else ())]
    if len(set(order)) != len(order):
        raise Bad("every seat is named at most once")
    _line_up(r, order)


def _write_queue(r: Record, _: Record) -> list[str]:
    who = " ".join(letter(r, p) for p in r["queue"][: r["queue_length"]])
    return ["queue " + (who or "nobody")]


def _not_asked(r: Record) -> None:
    r["asked"] = Decision.NOTHING
    r["actor"] = 0


def _read_ask(r: Record, _: str, says: Sequence[str]) -> None:
    """`ask play A`, `ask card chance`."""
    if len(says) != 2:
        raise Bad("say a decision and a seat, or 'chance'")
    r["asked"] = index(DECISION_NAMES, says[0], "decision")
    r["actor"] = NOBODY if says[1] == "chance" else seat(r, says[1])


def _write_ask(r: Record, _: Record) -> list[str]:
    who = "chance" if r["actor"] == NOBODY else letter(r, r["actor"])
    return [f"ask {DECISION_NAMES[r['asked']]} {who}"]


ROUND = a_number("round", "round_no", _usual_round, high=ROUNDS)
STAGE = a_name("stage", "stage", STAGE_NAMES, "stage", Stage.PLAYS, always=True)
STEP = a_name("step", "step", KIND_NAMES[:STEPS], "step")
LEAD = a_seat("lead", "lead", _usual_lead)
STRENGTH = per_seat("strength", "strength")
WINNER = a_seat("winner", "winner", _usual_winner)
QUEUE = Word(("queue",), ("queue", "queue_length"), _usual_queue, _read_queue, _write_queue)
ASK = Word(("ask",), ("asked", "actor"), _not_asked, _read_ask, _write_ask)
