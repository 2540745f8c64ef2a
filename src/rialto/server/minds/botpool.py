"""Bots think in worker processes, never in the event loop; each question has a deadline.

Questions wait in one line: tables where a person sits and looks come first, and of those who ask
much at once each waits behind the others. The workers run the engine compiled. Until the first of
them is ready (on a new machine that takes a minute) one that runs it plain stands in. A worker that
is late is ended and started anew; the move is then a random legal one, so a table never hangs on a
bot.
"""

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Final

from rialto import Move
from rialto.engine.game import View
from rialto.server.logs import say
from rialto.server.metrics import Metrics
from rialto.server.minds.thoughts import think
from rialto.server.minds.worker import COMMAND, FAILURES, Worker
from rialto.server.trouble import Trouble

RANDOM: Final = "random"
LEAST_S: Final = 0.1
"""However many wait, a bot is given this long for a move."""
RETRY_S: Final = 5.0
"""Until a worker that did not start is tried again."""

Pick = Callable[[View, int], int]
"""A number below n, for whoever sees this."""


def any_of(view: View, n: int) -> int:
    return secrets.randbelow(n)


class Urgency(IntEnum):
    """Who waits for a bot's move."""

    PLAYER = 0
    """Somebody who sits at the table."""
    SPECTATOR = 1
    NOBODY = 2
    """Nobody just now."""


@dataclass(order=True, slots=True)
class Question:
    urgency: Urgency
    rank: int
    """How many questions of the same source were waiting before it."""
    number: int
    source: str = field(compare=False)
    what: str = field(compare=False)
    """One of the worker's thoughts, ..."""
    args: tuple[Any, ...] = field(compare=False)
    """... and what it is about."""
    patience_s: float = field(compare=False)
    answer: "asyncio.Future[Any]" = field(compare=False)


class BotPool:
    def __init__(
        self,
        *,
        workers: int,
        think_s: float,
        deadline_s: float,
        metrics: Metrics,
        pick: Pick = any_of,
        command: Sequence[str] = COMMAND,
    ) -> None:
        self._think_s = think_s
        self._deadline_s = deadline_s
        self._metrics = metrics
        self._pick = pick
        self._compiled = [Worker(command, plain=False) for _ in range(workers)]
        self._plain = Worker(command, plain=True)
        self._gentle = Worker(command, plain=False, gentle=True)
        """For what no table waits for; it gives way to all others."""
        self._alone = asyncio.Lock()
        self._later = 0
        """Whoever wants something of it, or has it."""
        self._waiting: asyncio.PriorityQueue[Question] = asyncio.PriorityQueue()
        self._from: Counter[str] = Counter()
        """Questions that wait, by their source."""
        self._number = 0
        self._ready = 0
        """Compiled workers that can be asked."""
        self._none_ready = asyncio.Event()
        self._none_ready.set()
        self._tasks: list[asyncio.Task[None]] = []

    async def choose(
        self, level: str, view: View, legal: Sequence[Move], urgency: Urgency, source: str
    ) -> Move:
        """A legal move, whatever happens. Whether there was a choice can be told neither by the
        time it takes nor by what is counted."""
        if level == RANDOM or not self._compiled:
            chosen = self._pick(view, len(legal))
        else:
            chosen = await self._ask(level, view, legal, urgency, source)
        self._metrics.bot_moves.labels(level).inc()
        return legal[chosen]

    async def _ask(
        self, level: str, view: View, legal: Sequence[Move], urgency: Urgency, source: str
    ) -> int:
        args = (level, view, list(legal))
        try:
            chosen = await self._answer_to("move", args, urgency, source, self._deadline_s)
            if not isinstance(chosen, int) or not 0 <= chosen < len(legal):
                raise IndexError("no such move")
            return chosen
        except FAILURES as error:
            self._metrics.bot_failures.inc()
            say("a bot failed; a random move instead", level=30, bot=level, why=repr(error))
            return self._pick(view, len(legal))

    async def think(
        self, what: str, *args: Any, urgency: Urgency, source: str, patience_s: float
    ) -> Any:
        """Anything else that a worker can be asked. A server without workers thinks about it
        beside its event loop."""
        try:
            if self._compiled:
                return await self._answer_to(what, args, urgency, source, patience_s)
            return await asyncio.to_thread(think, what, args, patience_s)
        except FAILURES as error:
            say("no answer", level=30, what=what, why=repr(error))
            raise Trouble("no_answer") from None

    async def look_back(self, what: str, *args: Any, patience_s: float) -> Any:
        """Something that takes long and that no table waits for: one at a time, in a process that
        gives way to all others and ends with the last of them."""
        if not self._compiled:
            return await self.think(
                what, *args, urgency=Urgency.NOBODY, source=what, patience_s=patience_s
            )
        self._later += 1
        try:
            async with self._alone:
                await self._gentle.start()
                return await self._gentle.ask((what, args, patience_s), patience_s)
        except FAILURES as error:
            await self._gentle.stop()
            say("no answer", level=30, what=what, why=repr(error))
            raise Trouble("no_answer") from None
        finally:
            self._later -= 1

    @property
    def compiled(self) -> bool:
        """Whether compiled code is there; a server without workers thinks as it can."""
        return not self._compiled or self._ready > 0

    async def rest(self) -> None:
        """Nothing is looked back at any more, unless somebody else has begun."""
        if not self._later:
            await self._gentle.stop()

    async def _answer_to(
        self, what: str, args: tuple[Any, ...], urgency: Urgency, source: str, patience_s: float
    ) -> Any:
        self.warm()
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._number += 1
        rank = self._from[source]
        self._put(Question(urgency, rank, self._number, source, what, args, patience_s, answer))
        async with asyncio.timeout(patience_s):
            return await answer

    def _put(self, question: Question) -> None:
        self._from[question.source] += 1
        self._waiting.put_nowait(question)

    # ── the workers ──

    def warm(self) -> None:
        """Start the workers; nobody waits for it."""
        if not self._tasks:
            loop = asyncio.get_running_loop()
            self._tasks = [loop.create_task(self._serve(worker)) for worker in self._compiled]
            self._tasks.append(loop.create_task(self._stand_in()))

    async def _serve(self, worker: Worker) -> None:
        while True:
            try:
                await worker.start()
            except FAILURES:
                await asyncio.sleep(RETRY_S)
                continue
            self._count_ready(1)
            try:
                while await self._answer_next(worker):
                    pass
            finally:
                self._count_ready(-1)

    async def _stand_in(self) -> None:
        """The plain worker, as long as no other can be asked."""
        while True:
            await self._none_ready.wait()
            question = await self._next()
            if self._ready:  # by now there is a better one
                self._put(question)
                continue
            try:
                await self._plain.start()
            except FAILURES as error:
                fail(question, error)
                continue
            await self._answer(self._plain, question)

    def _count_ready(self, more: int) -> None:
        self._ready += more
        if self._ready:
            self._none_ready.clear()
        else:
            self._none_ready.set()

    async def _answer_next(self, worker: Worker) -> bool:
        return await self._answer(worker, await self._next())

    async def _next(self) -> Question:
        while True:
            question = await self._waiting.get()
            self._from[question.source] -= 1
            if not self._from[question.source]:
                del self._from[question.source]
            if not question.answer.done():  # whoever asked may be gone, or too late
                return question

    async def _answer(self, worker: Worker, question: Question) -> bool:
        """Whether the worker is still good."""
        asked = (question.what, question.args, self._seconds())
        try:
            chosen = await worker.ask(asked, question.patience_s)
        except FAILURES as error:
            fail(question, error)
            await worker.stop()
            return False
        if not question.answer.done():
            question.answer.set_result(chosen)
        return True

    def _seconds(self) -> float:
        """What a bot is given for a move: less, the more wait for theirs."""
        crowd = 1 + self._waiting.qsize() / max(1, len(self._compiled))
        return min(self._think_s, max(LEAST_S, self._think_s / crowd))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in [*self._compiled, self._plain, self._gentle]:
            await worker.stop()


def fail(question: Question, error: BaseException) -> None:
    if not question.answer.done():
        question.answer.set_exception(error)
