"""Puzzles: the list, one of them, what a move would lead to, and an answer."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response

from rialto import IllegalMove
from rialto.review.puzzles import Puzzle
from rialto.server import wire
from rialto.server.show.puzzles import (
    answer_puzzle,
    find_puzzle,
    list_puzzles,
    show_puzzle,
    try_out,
)
from rialto.server.trouble import Trouble
from rialto.server.web.asking import Answer, HallDep, answers, large
from rialto.server.web.routes.play import refusal

router = APIRouter(prefix="/api/puzzles", tags=["puzzles"])


async def the_puzzle(name: str, hall: HallDep) -> Puzzle:
    """The one in the path. All of them are read when the first is wanted."""
    found = await hall.services.aside(find_puzzle, name)
    if found is None:
        raise Trouble("not_found", "There is no such puzzle.")
    return found


PuzzleDep = Annotated[Puzzle, Depends(the_puzzle)]


@router.get("", responses=answers(wire.Puzzles))
async def all_puzzles(request: Request, hall: HallDep) -> Response:
    return await large(request, await hall.services.aside(list_puzzles))


@router.get("/{name}", responses=answers(wire.Puzzle, "not_found"))
async def one_puzzle(puzzle: PuzzleDep, hall: HallDep) -> Answer:
    """The table as the seat sees it; nothing in it depends on the solution."""
    return Answer(await hall.services.aside(show_puzzle, puzzle))


@router.post("/{name}/try", responses=answers(wire.View, "not_found", "refused"))
async def try_puzzle(puzzle: PuzzleDep, wanted: wire.PostPuzzle, hall: HallDep) -> Answer:
    """The view after these moves."""
    return await played(hall, try_out, puzzle, wanted.moves)


@router.post("/{name}/answer", responses=answers(wire.PuzzleAnswer, "not_found", "refused"))
async def answer(puzzle: PuzzleDep, wanted: wire.PostPuzzle, hall: HallDep) -> Answer:
    """How it was, the solution, and why."""
    return await played(hall, answer_puzzle, puzzle, wanted.moves)


async def played(
    hall: HallDep, make: Callable[[Puzzle, Sequence[str]], Any], puzzle: Puzzle, moves: list[str]
) -> Answer:
    try:
        return Answer(await hall.services.aside(make, puzzle, moves))
    except IllegalMove as no:
        refused = no.refusal.name.lower()
        return refusal(
            wire.RefusedFrame(move_id="", refusal=refused, rule=no.rule, move=no.move.text)
        )
