"""A command of several moves: all of them, or none."""

from pathlib import Path

from rialto.server import wire
from tests.server import bare

PLACING = """
seats A B   placing-is-optional yes   step councillor   round 1   stage actions   strength A2
private A5   hand B doge
"""


async def test_councillors_are_placed_one_by_one_in_one_command(tmp_path: Path) -> None:
    """F1, Q9: two of three, then no more; the next round comes with the last of these moves."""
    with bare.hall(tmp_path) as hall:
        table = await bare.table(hall, "me", "me", position=PLACING)
        moves = ["from supply", "from supply", "done"]
        answer = await table.submit(0, "place-0001", table.version, moves)
        assert isinstance(answer, wire.AckFrame)
        view = table.game.view(0)
        assert list(view.council[0][:2]) == [2, 0] and view.private[0] == 3
        assert view.round_no == 2


async def test_a_command_with_a_move_too_many_changes_nothing(tmp_path: Path) -> None:
    with bare.hall(tmp_path) as hall:
        table = await bare.table(hall, "me", "me", position=PLACING)
        before = (table.version, table.game.checksum())
        moves = ["from supply", "from castello"]
        answer = await table.submit(0, "place-0001", table.version, moves)
        assert isinstance(answer, wire.RefusedFrame)
        assert (answer.refusal, answer.rule) == ("private_supply_first", "F1")
        assert (table.version, table.game.checksum()) == before
