"""A live table: one game, its seats, its clock, who is asked.

A command is tried on a copy (`Draft`), stored in one transaction, and only after the commit does
the copy become the table's game, the answer go out and everybody's view change. So whatever is
read here is stored, and a command that could not be stored leaves no trace.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from rialto import Game, IllegalMove, Move
from rialto.engine.ids import Phase
from rialto.server import wire
from rialto.server.services import Services
from rialto.server.store import Entry, Held, KeptFair, Notice, Proposal, Result, Transaction
from rialto.server.store.days import KeptDays
from rialto.server.store.peers import Passes
from rialto.server.table.anew import anew
from rialto.server.table.autoplay import Autoplay
from rialto.server.table.change import Change
from rialto.server.table.clock import Clock
from rialto.server.table.deadlines import Deadlines
from rialto.server.table.display import Display
from rialto.server.table.draft import Act, Draft, open_since, point_parts
from rialto.server.table.fairness import Fairness
from rialto.server.table.history import History
from rialto.server.table.log import tell
from rialto.server.table.others import Others
from rialto.server.table.passing import Passing, answer
from rialto.server.table.presence import who_opens
from rialto.server.table.seats import Chair, Header, Keeper, first_game
from rialto.server.table.shuffle import draw_key, is_ready
from rialto.server.table.takeback import note_reveals
from rialto.server.table.talk import Talk
from rialto.server.trouble import Overtaken, Trouble

Answer = wire.AckFrame | wire.RefusedFrame | wire.StaleFrame


@dataclass(slots=True)
class Table:
    header: Header
    status: wire.Status
    chairs: list[Chair]
    holders: Held
    game: Game
    history: History
    clock: Clock | None
    services: Services
    keeper: Keeper
    updated: int
    leavers: Held = field(default_factory=dict)
    """Those who left a seat and may come back to it."""
    invited: set[int] = field(default_factory=set)
    notices: Sequence[Notice] = field(default_factory=list)
    """What happened at the table and is no part of the game; the newest ones."""
    fair: KeptFair | None = None
    days: KeptDays | None = None
    group_link: bytes | None = None
    proposals: Sequence[Proposal] = field(default_factory=list)
    last_proposal: int = 0
    declined: dict[tuple[str, bytes], int] = field(default_factory=dict)
    quiet: bool = False
    practice: bool = False
    rematch: str | None = None
    started: int | None = None
    acted: int = 0
    """When a person last did something in the game."""
    revealed: list[int] = field(default_factory=list)
    """For each seat, up to which move something hidden was shown since (`takeback`)."""
    version: int = 0
    revision: int = 0
    """How often something beside the log has changed."""
    known: dict[str, tuple[int, int]] = field(default_factory=dict)
    """move_id -> the seat and the version after it."""
    basis: list[int] = field(default_factory=list)
    """For each seat the oldest version that its commands may be based on (P6: others' discards
    do not make one's own stale)."""
    passing: Passing = field(default_factory=Passing)
    undos: dict[tuple[int, int], int] = field(default_factory=dict)
    """How often a seat has taken something back in its present turn."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    recalling: asyncio.Lock = field(default_factory=asyncio.Lock)
    touched: float = 0.0
    closed: bool = False
    autoplay: Autoplay = field(init=False)
    display: Display = field(init=False)
    fairness: Fairness = field(init=False)
    deadlines: Deadlines = field(init=False)
    talk: Talk = field(init=False)
    others: Others = field(init=False)

    def __post_init__(self) -> None:
        self.autoplay = Autoplay(self)
        self.display = Display(self)
        self.fairness = Fairness(self)
        self.deadlines = Deadlines(self)
        self.talk = Talk(self)
        self.others = Others(self)

    @property
    def id(self) -> str:
        return self.header.id

    @property
    def players(self) -> int:
        return len(self.chairs)

    @property
    def drives(self) -> bool:
        """Whether what happens here by itself is done by this process."""
        return self.others.term is not None

    # ── commands ──

    @anew
    async def submit(
        self, seat: int, move_id: str, version: int | None, moves: Sequence[str],
        *, term: int | None = None,
    ) -> Answer:  # fmt: skip
        """A command of one or several moves: all or none. Without a version: the newest state. With
        a term it is a driver's: done in that term, or not at all."""
        async with self.lock:
            before = await self._known_answer(seat, move_id, version)
            if before is not None:
                return before
            draft = Draft.of(self.game)
            try:
                draft.moves(seat, moves)
            except IllegalMove as no:
                await self.others.be_sure()
                self.services.metrics.commands.labels("refused").inc()
                at = min(len(draft.steps), len(moves) - 1)
                return wire.RefusedFrame(
                    move_id=move_id,
                    refusal=no.refusal.name.lower(),
                    rule=no.rule,
                    move=moves[at],
                )
            draft.go_on(self._unasked)
            return await self.carry_out(seat, move_id, draft, term=term)

    @anew
    async def undo(self, seat: int, move_id: str, version: int | None) -> Answer:
        async with self.lock:
            before = await self._known_answer(seat, move_id, version)
            if before is not None:
                return before
            turn = open_since(self.game, seat)
            before_this = self.undos.get((seat, turn), 0)
            if before_this >= self.services.settings.undos_per_turn:
                raise Trouble("too_many_undos")
            draft = Draft.of(self.game)
            draft.undo(seat)
            self.passing.set(seat, None, self.game)
            answer = await self.carry_out(seat, move_id, draft)
            self.undos = {key: n for key, n in self.undos.items() if key[0] != seat}
            self.undos[seat, turn] = before_this + 1
            return answer

    def try_out(self, seat: int, version: int | None, moves: Sequence[str]) -> wire.View:
        """The view after these moves; nothing is stored or announced, chance is not drawn."""
        if self.status != "running":
            raise Trouble("not_running")
        if version is not None and not self.is_fresh(seat, version):
            raise Trouble("stale")
        draft = Draft.of(self.game)
        draft.moves(seat, moves)
        draft.answer(self._unasked)
        return self.display.view_of(draft.game, seat)

    async def pass_until(self, seat: int, until: wire.PassUntil | None) -> None:
        """Said beforehand. Nobody else may notice, so nobody is shown anything."""
        async with self.lock:
            if self.status != "running":
                raise Trouble("not_running")
            if self.game.phase != Phase.STEPS:
                raise Trouble("no_step")
            self.passing.set(seat, until, self.game)
            self.display.forget_views()
            self.services.peers.tell(Passes(self.id, seat, until))

    def _unasked(self, game: Game) -> Move | None:
        return answer(self, game)

    async def _known_answer(self, seat: int, move_id: str, version: int | None) -> Answer | None:
        """The answer that needs no work: given before, not running, or stale."""
        if move_id in self.known:
            owner, then = self.known[move_id]
            if owner != seat:
                raise Trouble("move_id_taken")
            self.services.metrics.commands.labels("repeated").inc()
            return wire.AckFrame(move_id=move_id, version=then)
        self.check_open()
        stale = version is not None and not self.is_fresh(seat, version)
        if stale or self.status != "running":
            await self.others.be_sure()
        if self.status != "running":
            raise Trouble("not_running")
        if stale:
            self.services.metrics.commands.labels("stale").inc()
            return wire.StaleFrame(move_id=move_id, version=self.version)
        return None

    def is_fresh(self, seat: int, version: int) -> bool:
        return self.basis[seat] <= version <= self.version

    async def carry_out(
        self, seat: int, move_id: str, draft: Draft, *, term: int | None = None
    ) -> Answer:
        """Store, and only then let it be true."""
        act = self._act(seat, move_id, draft)
        changes = self.services.store.transaction()
        self.add_act(act, changes)
        if term is not None:
            changes.fence(self.id, term)
        if self.days is not None:
            changes.advance(self.id, self.revision)
        await self.write(changes)
        if self.days is not None:
            self.revision += 1
        self.apply(act)
        self.services.metrics.count_stored(len(act.entries))
        self.announce()
        self.others.tell()
        return wire.AckFrame(move_id=move_id, version=self.version)

    def _act(self, seat: int | None, move_id: str | None, draft: Draft) -> Act:
        now = self.services.now()
        cost = self.cost(seat, draft.game) if seat is not None else 0
        return Act(draft, draft.entries(self.version, now, cost, move_id), seat, move_id, now, cost)

    def add_act(self, act: Act, changes: Transaction) -> None:
        changes.append(self.id, act.entries)
        self.deadlines.note(act, changes)
        for seat in who_opens(self, act):
            changes.mark_opened(self.id, seat)
        game = act.draft.game
        if game.over:
            result = Result([s.total for s in game.scores], game.ranking, point_parts(game))
            changes.set_status(self.id, "over", act.at, result)
        elif self.status == "open":
            changes.set_status(self.id, "running", act.at)

    def apply(self, act: Act) -> None:
        """What was stored is true."""
        note_reveals(self, act)
        for seat in who_opens(self, act):
            self.chairs[seat].opened = True
        both_discarding = act.draft.discarding and Draft(self.game).discarding
        self.started = self.started or act.at
        self.game = act.draft.game
        for step in act.draft.steps:
            if step.what == "move":
                self.history.add(step.events)
            else:
                self.history.add_note("undone", step.seat)
        self.version += len(act.entries)
        self.updated, self.days = act.at, act.days
        if act.seat is None or act.entries[-1].by_person:  # it begins when somebody sits down
            self.acted = act.at
        if act.seat is not None and act.move_id is not None:
            if self.clock is not None:
                self.clock.charge(act.seat, act.cost)
            self.known[act.move_id] = (act.seat, self.version)
        if both_discarding and act.seat is not None:
            self.basis[act.seat] = self.version
        else:
            self.basis = [self.version] * self.players
        self.status = "over" if self.game.over else "running"

    def apply_entry(self, entry: Entry) -> None:
        """An entry about the table was stored."""
        self.history.add_note(entry.what, entry.seat if entry.seat >= 0 else None)
        self.version += 1
        self.updated = entry.at
        if entry.by_person:
            self.acted = entry.at
        if self.clock is not None and entry.seat >= 0:
            self.clock.charge(entry.seat, entry.spent)

    # ── the table itself ──

    def change(self) -> Change:
        """Of anything but the game; see `Change`."""
        return Change(self)

    def opening(self, fills: int | None, fair: KeptFair | None) -> Act | None:
        """Chance lays the table out once every seat is taken and every number open."""
        missing = any(c.kind == "empty" for p, c in enumerate(self.chairs) if p != fills)
        if self.status != "open" or missing or (fair is not None and not is_ready(fair)):
            return None
        draft = Draft.of(self.game)
        if fair is not None:
            draft.game.draw_by(draw_key(fair, self.id))
        draft.run_chance()
        return self._act(None, None, draft)

    async def abandon(self) -> None:
        async with self.change() as change:
            if self.status not in ("open", "running"):
                raise Trouble("not_running")
            change.abandon()

    async def write(self, changes: Transaction) -> None:
        try:
            await self.services.write(changes)
        except Overtaken:
            await self.others.give_way()
            raise
        except BaseException as error:
            # Refused before anything was written: the table is as it was. Anything else (we were
            # cancelled while it was being written, another entry has this number) leaves us not
            # knowing what is on disk, so the table is folded anew from there.
            if not isinstance(error, Trouble) or error.code == "store_failed":
                self.keeper.out_of_sync(self)
            raise

    async def recall(self) -> None:
        """Have the whole log told, for somebody who wants to read it."""
        async with self.recalling:
            if self.history.first > 0:
                entries = await self.services.store.entries(self.id)
                first = first_game(self.header, 0)
                earlier = entries[: self.history.first]
                self.history.recall(await self.services.aside(tell, first, earlier, self.players))

    # ── who is asked ──

    def announce(self) -> None:
        """Something visible has changed: show it, and ask who is to move."""
        self.autoplay.set_flag()
        self.fairness.set_timer()
        self.deadlines.set_timer()
        self.display.refresh()
        self.autoplay.call_bots()
        self.keeper.table_changed(self)

    def touch(self) -> None:
        self.touched = self.services.ticks() / 1000

    @property
    def to_move(self) -> tuple[int, ...]:
        """As the game has it, and nobody unless it runs."""
        return self.game.to_move if self.status == "running" else ()

    def played_by_bot(self, seat: int) -> bool:
        return self.chairs[seat].kind == "bot" or self.chairs[seat].away

    def cost(self, seat: int, after: Game) -> int:
        if self.clock is None:
            return 0
        ended = seat not in after.to_move
        return self.clock.cost(seat, self.services.ticks(), turn_ended=ended)

    def close(self) -> None:
        """Put away; what is stored is all there is."""
        self.closed = True
        self.autoplay.close()
        self.fairness.close()
        self.deadlines.close()

    def check_open(self) -> None:
        """Who waited for the lock meanwhile has to ask the table that is loaded anew."""
        if self.closed:
            raise Trouble("store_failed")
