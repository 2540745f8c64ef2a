"""Bots think in worker processes, never in the event loop; each question has a deadline.

A worker that is late is ended and a new one is started; the move is then a random legal one, so a
table never hangs on a bot.
"""

import asyncio
import os
import pickle
import secrets
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final

from rialto import Move
from rialto.server.botworker import LENGTH
from rialto.server.logs import say
from rialto.server.metrics import Metrics

RANDOM: Final = "random"
START_S: Final = 60.0
"""The first start on a machine compiles the engine."""

Pick = Callable[[int], int]
"""A number below n."""


class BotPool:
    def __init__(
        self,
        *,
        workers: int,
        deadline_s: float,
        metrics: Metrics,
        pick: Pick = secrets.randbelow,
        command: Sequence[str] = (sys.executable, "-m", "rialto.server.botworker"),
    ) -> None:
        self._deadline_s = deadline_s
        self._metrics = metrics
        self._pick = pick
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        self._all = [Worker(command) for _ in range(workers)]
        for worker in self._all:
            self._idle.put_nowait(worker)

    async def choose(self, level: str, view: Any, legal: Sequence[Move]) -> Move:
        """A legal move, whatever happens."""
        if level == RANDOM or len(legal) == 1 or not self._all:
            how = "in-process"
            move = legal[self._pick(len(legal))]
        else:
            how, move = await self._ask(level, view, legal)
        self._metrics.bot_moves.labels(level, how).inc()
        return move

    async def _ask(self, level: str, view: Any, legal: Sequence[Move]) -> tuple[str, Move]:
        worker = await self._idle.get()
        try:
            question = (level, view, list(legal), self._deadline_s)
            chosen = await worker.ask(question, self._deadline_s * 1.5)
            return "worker", legal[chosen]
        except (TimeoutError, OSError, EOFError, ValueError, IndexError) as trouble:
            say("a bot failed; a random move instead", level=30, bot=level, why=repr(trouble))
            await worker.stop()
            return "fallback", legal[self._pick(len(legal))]
        finally:
            self._idle.put_nowait(worker)

    def warm(self) -> None:
        """Start the first worker before its first question."""
        for worker in self._all[:1]:
            worker.warm()

    async def close(self) -> None:
        for worker in self._all:
            await worker.stop()


class Worker:
    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._process: asyncio.subprocess.Process | None = None
        self._starting = asyncio.Lock()
        self._warming: asyncio.Task[Any] | None = None

    def warm(self) -> None:
        if self._process is None and self._warming is None:
            self._warming = asyncio.create_task(self._warm())

    async def _warm(self) -> None:
        try:
            await self._started()
        except (TimeoutError, OSError, EOFError) as trouble:
            say("a bot worker did not start", level=30, why=repr(trouble))
            await self.stop()

    async def _started(self) -> asyncio.subprocess.Process:
        async with self._starting:
            if self._process is None:
                # The server may run the engine plain; bots always run it compiled.
                env = {k: v for k, v in os.environ.items() if k != "RIALTO_JIT"}
                self._process = await asyncio.create_subprocess_exec(
                    *self._command,
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    env=env,
                    start_new_session=os.name == "posix",  # Ctrl-C is the server's to handle
                )
                async with asyncio.timeout(START_S):
                    if await self._line(self._process) != b"ready\n":
                        raise EOFError("no greeting")
            return self._process

    async def ask(self, question: Any, seconds: float) -> int:
        process = await self._started()
        packed = pickle.dumps(question)
        assert process.stdin is not None
        process.stdin.write(LENGTH.pack(len(packed)) + packed)
        async with asyncio.timeout(seconds):
            await process.stdin.drain()
            return int(await self._line(process))

    @staticmethod
    async def _line(process: asyncio.subprocess.Process) -> bytes:
        assert process.stdout is not None
        line = await process.stdout.readline()
        if not line:
            raise EOFError("the worker ended")
        return line

    async def stop(self) -> None:
        process, self._process, self._warming = self._process, None, None
        if process is not None and process.returncode is None:
            process.kill()
        if process is not None:
            await process.wait()
