"""One live game: its lock, its log, who watches, who is asked.

A command is tried on a copy (`Draft`), stored in one transaction, and only after the commit does
the copy become the table's game, the answer go out and everybody's view change. So whatever is
read here is stored, and a command that could not be stored leaves no trace.
"""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from rialto import Game, IllegalMove
from rialto.server import wire
from rialto.server.logs import say
from rialto.server.services import Services
from rialto.server.show.present import Memo, Presented
from rialto.server.store.store import Entry, Statement, StoreClosed, StoreError, StoreFull, append
from rialto.server.table.autoplay import Turns
from rialto.server.table.clock import Clock
from rialto.server.table.draft import Draft
from rialto.server.table.history import History
from rialto.server.table.seats import Chair, Header, Watcher
from rialto.server.trouble import Trouble

KEEP_CLOCK_FOR_MS: Final = 250
"""A view with a running clock is made anew if it is older."""


Answer = wire.AckFrame | wire.RefusedFrame | wire.StaleFrame


@dataclass(slots=True)
class Table:
    header: Header
    status: wire.Status
    chairs: list[Chair]
    holders: dict[bytes, set[int]]
    game: Game
    history: History
    clock: Clock | None
    services: Services
    updated: int
    rematch: str | None = None
    version: int = 0
    known: dict[str, tuple[int, int]] = field(default_factory=dict)
    """move_id -> the seat and the version after it."""
    basis: list[int] = field(default_factory=list)
    """For each seat the oldest version that its commands may be based on (P6: others' discards
    do not make one's own stale)."""
    tick: int = 0
    """Grows with every change that can be seen, presence and names included."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Watcher] = field(default_factory=set)
    touched: float = 0.0
    _presented: Presented | None = None
    _presented_at: int = 0
    _memo: Memo = field(default_factory=Memo)
    _views: dict[int | None, bytes] = field(default_factory=dict)
    _showing: bool = False
    """Whoever watches is shown the newest view in a moment."""
    turns: Turns = field(init=False)

    def __post_init__(self) -> None:
        self.turns = Turns(self)

    @property
    def id(self) -> str:
        return self.header.id

    @property
    def players(self) -> int:
        return len(self.chairs)

    # ── commands ──

    async def submit(
        self, seat: int, move_id: str, version: int | None, moves: Sequence[str]
    ) -> Answer:
        """A command of one or several moves: all or none. Without a version: the newest state."""
        async with self.lock:
            before = self._answered(seat, move_id, version)
            if before is not None:
                return before
            draft = Draft.of(self.game)
            try:
                draft.moves(seat, moves)
            except IllegalMove as no:
                self.services.metrics.commands.labels("refused").inc()
                at = min(len(draft.steps), len(moves) - 1)
                return wire.RefusedFrame(
                    move_id=move_id,
                    refusal=no.refusal.name.lower(),
                    rule=no.rule,
                    move=moves[at],
                )
            draft.run_chance()
            await self._carry_out(seat, move_id, draft)
            return wire.AckFrame(move_id=move_id, version=self.version)

    async def undo(self, seat: int, move_id: str, version: int | None) -> Answer:
        async with self.lock:
            before = self._answered(seat, move_id, version)
            if before is not None:
                return before
            draft = Draft.of(self.game)
            draft.undo(seat)
            await self._carry_out(seat, move_id, draft)
            return wire.AckFrame(move_id=move_id, version=self.version)

    def try_out(self, seat: int, version: int | None, moves: Sequence[str]) -> wire.View:
        """The view after these moves; nothing is stored or announced, chance is not drawn."""
        if self.status != "running":
            raise Trouble("not_running")
        if version is not None and not self._fresh(seat, version):
            raise Trouble("stale")
        draft = Draft.of(self.game)
        draft.moves(seat, moves)
        return self._present(draft.game).view(seat)

    def _answered(self, seat: int, move_id: str, version: int | None) -> Answer | None:
        """The answer that needs no work: given before, not running, or stale."""
        if move_id in self.known:
            owner, then = self.known[move_id]
            if owner != seat:
                raise Trouble("move_id_taken")
            self.services.metrics.commands.labels("repeated").inc()
            return wire.AckFrame(move_id=move_id, version=then)
        if self.status != "running":
            raise Trouble("not_running")
        if version is not None and not self._fresh(seat, version):
            self.services.metrics.commands.labels("stale").inc()
            return wire.StaleFrame(move_id=move_id, version=self.version)
        return None

    def _fresh(self, seat: int, version: int) -> bool:
        return self.basis[seat] <= version <= self.version

    async def start(self) -> None:
        """Every seat is taken: chance lays the table out."""
        async with self.lock:
            if self.status != "open" or any(c.kind == "empty" for c in self.chairs):
                return
            draft = Draft.of(self.game)
            draft.run_chance()
            status = ("UPDATE games SET status = 'running', updated = ? WHERE id = ?",
                      (self.services.now(), self.id))  # fmt: skip
            await self._carry_out(None, None, draft, status)

    async def _carry_out(
        self, seat: int | None, move_id: str | None, draft: Draft, *more: Statement
    ) -> None:
        """Store, and only then let it be true."""
        now = self.services.now()
        cost = self._cost(seat, draft.game) if seat is not None else 0
        last = len(draft.steps) - 1
        entries = [
            Entry(
                self.version + i,
                now,
                step.what,
                step.seat,
                step.move,
                spent=cost if i == 0 else 0,
                move_id=move_id if i == last else None,
            )
            for i, step in enumerate(draft.steps)
        ]
        statements = append(self.id, entries)
        ended = draft.game.over
        if ended:
            statements.append(self._ended(draft.game, now))
        await self._store([*statements, *more])
        both_discarding = draft.discarding and Draft(self.game).discarding
        self.game = draft.game
        for step in draft.steps:
            if step.what == "move":
                self.history.add(step.events)
            else:
                self.history.add_note("undone", step.seat)
        self.version += len(entries)
        self.updated = now
        if self.clock is not None and seat is not None:
            self.clock.charge(seat, cost)
        if move_id is not None and seat is not None:
            self.known[move_id] = (seat, self.version)
            self.services.metrics.stored.inc()
        self.services.metrics.entries.n += len(entries)
        if both_discarding and seat is not None:
            self.basis[seat] = self.version
        else:
            self.basis = [self.version] * self.players
        self.status = "over" if ended else "running"
        self.changed()

    def _ended(self, game: Game, now: int) -> Statement:
        result = {"totals": [s.total for s in game.scores], "ranking": game.ranking}
        return ("UPDATE games SET status = 'over', updated = ?, result = ? WHERE id = ?",
                (now, wire.encode(result).decode(), self.id))  # fmt: skip

    async def _note(self, what: str, seat: int, cost: int = 0, *more: Statement) -> None:
        """An entry about the table: nobody's command becomes stale by it."""
        entry = Entry(self.version, self.services.now(), what, seat, "", cost, None)
        await self._store([*append(self.id, [entry]), *more])
        self.history.add_note(what, seat if seat >= 0 else None)
        self.version += 1
        self.updated = entry.at
        if self.clock is not None and seat >= 0:
            self.clock.charge(seat, cost)

    async def _store(self, statements: Sequence[Statement]) -> None:
        try:
            await stored(self.services, statements)
        except BaseException as trouble:
            # Refused before anything was written: the table is as it was. Anything else (we were
            # cancelled while it was being written, another entry has this number) leaves us not
            # knowing what is on disk, so the table is folded anew from there.
            if not isinstance(trouble, Trouble) or trouble.code == "store_failed":
                self.services.on_doubt(self)
            raise

    # ── the table itself ──

    async def change(self, *statements: Statement) -> None:
        """Store something about the table that is no part of the log (names, seats)."""
        await self._store(statements)

    async def abandon(self) -> None:
        async with self.lock:
            if self.status not in ("open", "running"):
                raise Trouble("not_running")
            end = ("UPDATE games SET status = 'abandoned', updated = ? WHERE id = ?",
                   (self.services.now(), self.id))  # fmt: skip
            await self._note("abandoned", -1, 0, end)
            self.status = "abandoned"
            self.changed()

    async def step_away(self, seat: int) -> None:
        """The time is up, or the player has left: a bot plays on until they return."""
        async with self.lock:
            if self.status != "running" or self.chairs[seat].away:
                return
            cost = self._cost(seat, self.game)
            await self._note("away", seat, cost, self._mark_away(seat, 1))
            self.chairs[seat].away = True
            self.changed()

    def _mark_away(self, seat: int, away: int) -> Statement:
        """The log has it; the mark is for finding such games after a restart."""
        return "UPDATE seats SET away = ? WHERE game = ? AND seat = ?", (away, self.id, seat)

    async def come_back(self, seat: int) -> None:
        async with self.lock:
            if not self.chairs[seat].away or self.status != "running":
                return
            gift = self.clock.gift_on_return(seat) if self.clock else 0
            await self._note("back", seat, gift, self._mark_away(seat, 0))
            self.chairs[seat].away = False
            self.turns.stop_thinking(seat)
            self.changed()

    # ── who is asked ──

    def changed(self) -> None:
        """Something visible has changed: show it, and ask who is to move."""
        self.tick += 1
        self._forget_views()
        self.turns.set_flag()
        if self.watchers and not self._showing:
            # Soon: whoever made the change gets the answer first.
            self._showing = True
            asyncio.get_running_loop().call_soon(self._show)
        self.turns.call_bots()
        self.services.on_change(self)

    def asked(self) -> Iterable[int]:
        return self.game.to_move if self.status == "running" else ()

    def played_by_bot(self, seat: int) -> bool:
        return self.chairs[seat].kind == "bot" or self.chairs[seat].away

    def _cost(self, seat: int, after: Game) -> int:
        if self.clock is None:
            return 0
        ended = seat not in after.to_move
        return self.clock.cost(seat, self.services.ticks(), turn_ended=ended)

    # ── showing ──

    def watch(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)
        self._note_presence(watcher.seat)

    def unwatch(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        self._note_presence(watcher.seat)

    def _show(self) -> None:
        self._showing = False
        for watcher in list(self.watchers):
            watcher.show()
        # What was shown is not kept, or it would fill memory with copies.
        self._forget_views()

    def _note_presence(self, seat: int | None) -> None:
        self.touched = self.services.ticks() / 1000
        if seat is None:
            return
        here = any(w.seat == seat for w in self.watchers)
        if here != self.chairs[seat].connected:
            self.chairs[seat].connected = here
            self.changed()

    def presented(self) -> Presented:
        now = self.services.ticks()
        old = self.clock is not None and now - self._presented_at > KEEP_CLOCK_FOR_MS
        if self._presented is None or old:
            self._presented = self._present(self.game)
            self._presented_at = now
            self._views.clear()
        return self._presented

    def _present(self, game: Game) -> Presented:
        return Presented(
            game,
            self.chairs,
            table=self.id,
            version=self.version,
            status=self.status,
            clock=self._clock_now(),
            rematch=self.rematch,
            memo=self._memo,
        )

    def _clock_now(self) -> wire.Clock | None:
        if self.clock is None:
            return None
        now = self.services.ticks()
        return wire.Clock(
            bank_ms=[self.clock.left(p, now) for p in range(self.players)],
            running=sorted(self.clock.since),
            increment_ms=self.clock.rules.increment_ms,
        )

    def _forget_views(self) -> None:
        self._presented = None
        self._views.clear()

    def view(self, seat: int | None) -> wire.View:
        return self.presented().view(seat)

    def frame(self, seat: int | None, since: int) -> bytes:
        """A `view` frame: the newest view and what happened since that version."""
        presented = self.presented()
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = presented.encoded(seat)
        events = self.history.since(since, seat)
        return b'{"type":"view","view":' + view + b',"events":' + events + b"}"

    def close(self) -> None:
        """Put away; what is stored is all there is."""
        self.turns.close()


async def stored(services: Services, statements: Sequence[Statement]) -> None:
    """One transaction, on disk when this returns; otherwise nothing was changed."""
    try:
        await services.store.write_soon(statements)
    except StoreFull as trouble:
        raise Trouble("disk_full") from trouble
    except StoreClosed as trouble:
        raise Trouble("stopping") from trouble
    except StoreError as trouble:
        say("not stored", level=40, why=str(trouble))
        raise Trouble("store_failed") from trouble
