"""Bots think in worker processes, never in the event loop; each question has a deadline.

The workers run the engine compiled. Until the first of them is ready (on a new machine that takes
a minute) a worker that runs it plain stands in. A worker that is late is ended and started anew;
the move is then a random legal one, so a table never hangs on a bot.
"""

import asyncio
import os
import pickle
import secrets
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final

from rialto import Move
from rialto.engine.game import View
from rialto.server.logs import say
from rialto.server.metrics import Metrics
from rialto.server.minds.botworker import LENGTH

RANDOM: Final = "random"
COMMAND: Final = (sys.executable, "-m", "rialto.server.minds.botworker")
START_S: Final = 30.0
COMPILE_S: Final = 1800.0
FAILURES: Final = (TimeoutError, OSError, EOFError, ValueError, IndexError)

if sys.platform == "win32":
    APART: Final[dict[str, Any]] = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
else:
    APART: Final[dict[str, Any]] = {"start_new_session": True}
"""Ctrl-C is for the server to handle, not for its workers."""

Pick = Callable[[View, int], int]
"""A number below n, for whoever sees this."""


def any_of(view: View, n: int) -> int:
    return secrets.randbelow(n)


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
        self._turn = 0

    async def choose(self, level: str, view: View, legal: Sequence[Move]) -> Move:
        """A legal move, whatever happens."""
        if level == RANDOM or len(legal) == 1 or not self._compiled:
            how, move = "in-process", legal[self._pick(view, len(legal))]
        else:
            how, move = await self._ask(level, view, legal)
        self._metrics.bot_moves.labels(level, how).inc()
        return move

    async def _ask(self, level: str, view: View, legal: Sequence[Move]) -> tuple[str, Move]:
        worker = self._worker()
        try:
            question = (level, view, list(legal), self._think_s)
            return "worker", legal[await worker.ask(question, self._deadline_s)]
        except FAILURES as trouble:
            say("a bot failed; a random move instead", level=30, bot=level, why=repr(trouble))
            await worker.stop()
            return "fallback", legal[self._pick(view, len(legal))]

    def _worker(self) -> "Worker":
        """The compiled ones in turn, once they are ready."""
        self.warm()
        ready = [worker for worker in self._compiled if worker.ready]
        if not ready:
            return self._plain
        self._turn += 1
        return ready[self._turn % len(ready)]

    def warm(self) -> None:
        """Start the workers; nobody waits for it."""
        for worker in self._compiled:
            worker.begin()

    async def close(self) -> None:
        for worker in [*self._compiled, self._plain]:
            await worker.stop()


class Worker:
    """One process; it is asked one question at a time."""

    def __init__(self, command: Sequence[str], *, plain: bool) -> None:
        self._command = [*command, *([] if plain else ["--warm"])]
        self._env = {**os.environ, "RIALTO_JIT": "0" if plain else "1"}
        self._patience_s = START_S if plain else COMPILE_S
        self._process: asyncio.subprocess.Process | None = None
        self._start: asyncio.Task[None] | None = None
        self._one_at_a_time = asyncio.Lock()

    @property
    def ready(self) -> bool:
        start = self._start
        return (
            start is not None
            and start.done()
            and not start.cancelled()
            and (start.exception() is None)
        )

    def begin(self) -> "asyncio.Task[None]":
        if self._start is None:
            self._start = asyncio.create_task(self._begin())
        return self._start

    async def _begin(self) -> None:
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env=self._env,
                **APART,
            )
            async with asyncio.timeout(self._patience_s):
                if await line(self._process) != b"ready\n":
                    raise EOFError("no greeting")
        except FAILURES as trouble:
            say("a bot worker did not start", level=30, why=repr(trouble))
            raise

    async def ask(self, question: Any, seconds: float) -> int:
        async with self._one_at_a_time:
            await self.begin()
            process = self._process
            if process is None or process.stdin is None or process.stdin.is_closing():
                raise EOFError("the worker was ended")
            packed = pickle.dumps(question)
            process.stdin.write(LENGTH.pack(len(packed)) + packed)
            async with asyncio.timeout(seconds):
                await process.stdin.drain()
                return int(await line(process))

    async def stop(self) -> None:
        process, self._process, start, self._start = self._process, None, self._start, None
        if start is not None and not start.done():
            start.cancel()
            await asyncio.gather(start, return_exceptions=True)
        if process is not None and process.returncode is None:
            process.kill()
        if process is not None:
            await process.wait()


async def line(process: asyncio.subprocess.Process) -> bytes:
    assert process.stdout is not None
    text = await process.stdout.readline()
    if not text:
        raise EOFError("the worker ended")
    return text
