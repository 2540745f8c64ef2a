"""Commands that are doubled, delayed, reordered, stale or nonsense never change the state."""

import asyncio
import contextlib
import random
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
)

from rialto.server import wire
from rialto.server.table.table import Table
from rialto.server.trouble import Trouble
from tests.patience import PATIENCE_S
from tests.server import bare

Sent = tuple[int, str, int, list[str]]
"""Seat, move_id, version and moves of a command, as it was sent."""


class OneTable(RuleBasedStateMachine):
    sent = Bundle("sent")

    @initialize(players=st.sampled_from([2, 3]), seed=st.integers(0, 2**32))
    def sit_down(self, players: int, seed: int) -> None:
        self.loop = asyncio.new_event_loop()
        self.folder = Path(tempfile.mkdtemp())
        self.rng = random.Random(seed)
        self.seed = seed
        self.count = 0
        self.answers: dict[str, int] = {}
        self.open()
        self.table: Table = self.run(bare.table(self.hall, *["me"] * players))
        self.model = self.table.game.checksum()
        self.version = self.table.version

    def open(self) -> None:
        self.context = bare.hall(self.folder, seed=lambda: self.seed)
        self.hall = self.context.__enter__()

    def run(self, work: Any) -> Any:
        return self.loop.run_until_complete(work)

    def teardown(self) -> None:
        if hasattr(self, "loop"):
            self.context.__exit__(None, None, None)
            self.loop.close()
            shutil.rmtree(self.folder)

    def submit(self, command: Sent) -> Any:
        seat, move_id, version, moves = command
        try:
            return self.run(self.table.submit(seat, move_id, version, moves))
        except Trouble as trouble:
            return trouble

    def took_effect(self, answer: Any, move_id: str) -> None:
        assert isinstance(answer, wire.AckFrame), answer
        assert answer.version == self.table.version > self.version
        self.answers[move_id] = answer.version
        self.version = answer.version
        self.model = self.table.game.checksum()

    def next_id(self) -> str:
        self.count += 1
        return f"move-{self.count:06d}"

    def a_move(self, seat: int) -> str:
        return self.rng.choice(self.table.game.legal(seat)).text

    @rule(target=sent)
    def play(self) -> Sent:
        if self.table.status != "running":
            return (0, "move-000000", 0, ["pass"])
        seat = self.rng.choice(self.table.game.to_move)
        command = (seat, self.next_id(), self.table.version, [self.a_move(seat)])
        self.took_effect(self.submit(command), command[1])
        return command

    @rule(command=sent)
    def send_again(self, command: Sent) -> None:
        """The same answer as before, and nothing else."""
        if command[1] in self.answers:
            answer = self.submit(command)
            assert isinstance(answer, wire.AckFrame)
            assert answer.version == self.answers[command[1]]

    @rule(command=sent)
    def send_again_as_new(self, command: Sent) -> None:
        """What was chosen on an older state is answered with `stale`."""
        seat, _, version, moves = command
        if self.table.status == "running" and version < self.table.basis[seat]:
            answer = self.submit((seat, self.next_id(), version, moves))
            assert isinstance(answer, wire.StaleFrame)
            assert answer.version == self.table.version

    @rule(command=sent, ahead=st.integers(1, 50))
    def send_from_the_future(self, command: Sent, ahead: int) -> None:
        if self.table.status == "running":
            version = self.table.version + ahead
            answer = self.submit((command[0], self.next_id(), version, command[3]))
            assert isinstance(answer, wire.StaleFrame)

    @rule(command=sent)
    def take_anothers_id(self, command: Sent) -> None:
        if command[1] in self.answers:
            other = (command[0] + 1) % self.table.players
            answer = self.submit((other, *command[1:]))
            assert isinstance(answer, Trouble)
            assert answer.code == "move_id_taken"

    @rule(text=st.sampled_from(["play 9", "row 9", "x", "card gold", "token castello", "done "]))
    def nonsense(self, text: str) -> None:
        if self.table.status == "running":
            seat = self.table.game.to_move[0]
            answer = self.submit((seat, self.next_id(), self.table.version, [text]))
            assert isinstance(answer, wire.RefusedFrame)

    @rule()
    def half_a_command(self) -> None:
        """A legal move and one that is not: none of them."""
        if self.table.status == "running":
            seat = self.table.game.to_move[0]
            moves = [self.a_move(seat), "row 9"]
            answer = self.submit((seat, self.next_id(), self.table.version, moves))
            assert isinstance(answer, (wire.RefusedFrame, Trouble))

    @rule()
    def out_of_turn(self) -> None:
        if self.table.status == "running":
            seats = set(range(self.table.players)) - set(self.table.game.to_move)
            for seat in seats:
                answer = self.submit((seat, self.next_id(), self.table.version, ["pass"]))
                assert isinstance(answer, wire.RefusedFrame)

    @rule()
    def try_out(self) -> None:
        if self.table.status == "running":
            seat = self.table.game.to_move[0]
            view = self.table.try_out(seat, self.table.version, [self.a_move(seat)])
            assert view.version == self.table.version

    @rule()
    def undo(self) -> None:
        if self.table.status != "running":
            return
        for seat in range(self.table.players):
            if self.table.game.can_undo(seat):
                move_id = self.next_id()
                self.took_effect(
                    self.run(self.table.undo(seat, move_id, self.table.version)), move_id
                )
                again = self.run(self.table.undo(seat, move_id, 0))
                assert again.version == self.answers[move_id]
                return

    @rule()
    def restart(self) -> None:
        """The log is all there is: a new server comes to the same state."""
        name = self.table.id
        history = self.table.history.since(0, 0)
        self.context.__exit__(None, None, None)
        self.open()
        self.table = self.run(self.load(name))
        assert self.table.history.since(0, 0) == history

    async def load(self, name: str) -> Table:
        table = await self.hall.get(name)
        await table.recall()
        return table

    @invariant()
    def nothing_else_changed(self) -> None:
        if hasattr(self, "table"):
            assert self.table.version == self.version
            assert self.table.game.checksum() == self.model
            entries = self.run(self.hall.services.store.entries(self.table.id))
            assert [entry.seq for entry in entries] == list(range(self.version))


TestOneTable = OneTable.TestCase
TestOneTable.settings = hypothesis_settings(max_examples=25, stateful_step_count=60, deadline=None)


async def test_a_command_cancelled_while_it_is_stored_is_not_half_known(tmp_path: Path) -> None:
    """Nobody waits for the answer any more; what is on disk decides."""
    with bare.hall(tmp_path) as hall:
        table = await bare.table(hall, "me", "me")
        seat = table.game.to_move[0]
        move = table.game.legal(seat)[0].text
        command = asyncio.create_task(table.submit(seat, "cancelled-1", table.version, [move]))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        command.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await command
        assert table.id not in hall.tables
        answer = None
        async with asyncio.timeout(PATIENCE_S):
            while not isinstance(answer, wire.AckFrame):
                await asyncio.sleep(0.01)
                again = await hall.get(table.id)
                # As long as the first is still on its way to the disk, this one is refused.
                with contextlib.suppress(Trouble):
                    answer = await again.submit(seat, "cancelled-1", again.version, [move])
        entries = await hall.services.store.entries(table.id)
        assert [e.move_id for e in entries if e.move_id] == ["cancelled-1"]
        assert (await hall.get(table.id)).version == len(entries)
