"""One bot worker: a process that is asked one question at a time."""

import asyncio
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Coroutine, Sequence
from typing import Any, Final

from rialto.server.logs import say
from rialto.server.minds.botworker import GENTLE, LENGTH

COMMAND: Final = (sys.executable, "-m", "rialto.server.minds.botworker")
START_S: Final = 30.0
COMPILE_S: Final = 1800.0
LONGEST: Final = 1 << 24
"""Bytes of an answer."""
FAILURES: Final = (TimeoutError, OSError, EOFError, ValueError, IndexError)

if sys.platform == "win32":
    APART: Final[dict[str, Any]] = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
else:
    APART: Final[dict[str, Any]] = {"start_new_session": True}
"""Ctrl-C is for the server to handle, not for its workers."""


class Worker:
    """It belongs to one task of the pool; whoever has asked may be gone by now and harms nobody."""

    def __init__(self, command: Sequence[str], *, plain: bool, gentle: bool = False) -> None:
        self._command = [*command, *([] if plain else ["--warm"]), *([GENTLE] if gentle else [])]
        self._env = {**os.environ, "RIALTO_JIT": "0" if plain else "1"}
        self._patience_s = START_S if plain else COMPILE_S
        self._process: asyncio.subprocess.Process | None = None
        self._number = 0

    async def start(self) -> None:
        """Until it is ready; nothing if it is."""
        if self._process is not None:
            return
        try:
            await to_the_end(self._spawn())
            async with asyncio.timeout(self._patience_s):
                if await self._line() != b"ready\n":
                    raise EOFError("no greeting")
        except BaseException as error:
            if isinstance(error, FAILURES):
                say("a bot worker did not start", level=30, why=repr(error))
            await self.stop()
            raise

    async def _spawn(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST,
            env=self._env,
            **APART,
        )

    async def ask(self, question: Sequence[Any], seconds: float) -> Any:
        """Questions are numbered: an answer to an older one is passed over."""
        process = self._process
        if process is None or process.stdin is None or process.stdin.is_closing():
            raise EOFError("the worker was ended")
        self._number += 1
        packed = pickle.dumps((self._number, *question))
        process.stdin.write(LENGTH.pack(len(packed)) + packed)
        async with asyncio.timeout(seconds):
            await process.stdin.drain()
            while True:
                number, answer = (await self._line()).split(b" ", 1)
                if int(number) == self._number:
                    return json.loads(answer)

    async def _line(self) -> bytes:
        assert self._process is not None
        assert self._process.stdout is not None
        text = await self._process.stdout.readline()
        if not text:
            raise EOFError("the worker ended")
        return text

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if process.returncode is None:
            process.kill()
        await to_the_end(process.wait())


async def to_the_end(work: Coroutine[Any, Any, object]) -> None:
    """Though we are cancelled: a process that is there has to be known until it is gone."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await task
        raise
