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
    index,
    letter,
    per_seat,
    seat,
)
from rialto.engine.rules.queue import line_up, line_up_clockwise
from rialto.engine.rules.setup import line_up_for_start_buildings
from rialto.engine.rules.steps import in_steps, majority

STAGE_NAMES: Final = tuple(s.name.lower().replace("_", "-") for s in Stage)
DECISION_NAMES: Final = tuple(d.name.lower().replace("_", "-") for d in Decision)


def _usual_round(r: Record) -> int:
    return 0 if r["stage"] in (Stage.SETUP, Stage.START_BUILDINGS) else 1


def _usual_lead(r: Record) -> int:
    """Q2: the highest on the Doge track, unless the Position says who won the last bonus."""
    return int(r["doge_order"][0]) if in_steps(r) else 0


def _usual_winner(r: Record) -> int:
    """Q7: known once all have played."""
    return majority(r) if r["stage"] == Stage.ACTIONS else NOBODY


def _usual_queue(r: Record) -> None:
    _line_up(r, ())
    if r["stage"] == Stage.START_BUILDINGS:
        line_up_for_start_buildings(r)
    elif r["stage"] in (Stage.ROWS, Stage.GREEN, Stage.BLUE):
        line_up(r, False)
    elif r["stage"] == Stage.PLAYS:
        line_up_clockwise(r, int(r["lead"]))
    elif r["stage"] == Stage.ACTIONS:
        line_up(r, True)


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
