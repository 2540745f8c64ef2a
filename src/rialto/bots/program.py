"""Foreign bots: any program that speaks JSON lines on stdin and stdout (docs/write-a-bot.md)."""

import contextlib
import json
import os
import queue
import shlex
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO, Any, Final

from rialto.bots.guard import BotFault
from rialto.engine.game import Move, View
from rialto.engine.state import HEAD

PATIENCE_S: Final = 10.0
"""For one move, when nobody says otherwise."""
LONGEST_LINE: Final = 65536
MOST_STARTS: Final = 3
"""A program that ended or stalled this often in one game is not started again."""


def as_json(view: View) -> dict[str, Any]:
    """Every field of the view by its name (`engine/state.py` says what each means)."""
    fields: dict[str, Any] = {"seat": view.seat}
    for field in HEAD:
        value = getattr(view, field.name)
        fields[field.name] = value if isinstance(value, int) else value.tolist()
    return fields


def split(command: str) -> list[str]:
    """Into words, as the system's shell would; on Windows a backslash is part of a path."""
    return shlex.split(command, posix=os.name == "posix")


def command_line(text: str) -> list[str]:
    """The words of a command; a Python file is run by this Python."""
    words = split(text)
    if words and words[0].endswith(".py"):
        return [sys.executable, *words]
    return words


class Program:
    """Starts the program at the first question and asks it one line at a time."""

    def __init__(self, command: str) -> None:
        self.name = f"program:{command}"
        self._command = command_line(command)
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._starts = 0
        self._asked = 0

    def choose(self, view: View, legal: list[Move], seconds: float | None = None) -> Move:
        patience = PATIENCE_S if seconds is None else seconds
        texts = [move.text for move in legal]
        self._asked += 1
        question = {
            "id": self._asked,
            "seat": view.seat,
            "seconds": patience,
            "legal": texts,
            "view": as_json(view),
        }
        answer = self._ask(json.dumps(question).encode() + b"\n", patience)
        try:
            return legal[texts.index(answer["move"])]
        except (KeyError, TypeError, ValueError):
            raise BotFault("answered nonsense") from None

    def _ask(self, line: bytes, seconds: float) -> Any:
        process = self._start()
        assert process.stdin is not None
        try:
            process.stdin.write(line)
            process.stdin.flush()
        except OSError:
            self.close()
            raise BotFault("ended early") from None
        try:
            reply = self._lines.get(timeout=seconds)
        except queue.Empty:
            self.close()
            raise BotFault("did not answer in time") from None
        if not reply:
            self.close()
            raise BotFault("ended early")
        try:
            return json.loads(reply)
        except ValueError:
            raise BotFault("answered nonsense") from None

    def _start(self) -> subprocess.Popen[bytes]:
        if self._process is not None:
            return self._process
        if self._starts >= MOST_STARTS:
            raise BotFault("failed too often and was left out")
        self._starts += 1
        try:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        except (OSError, IndexError):
            raise BotFault("could not be started") from None
        # A reader of its own: a pipe cannot be read with a time limit on every system.
        self._lines = queue.SimpleQueue()
        reader = threading.Thread(
            target=_read, args=(self._process.stdout, self._lines), daemon=True
        )
        reader.start()
        return self._process

    def close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        assert process.stdin is not None
        with contextlib.suppress(OSError):
            process.stdin.close()


def _read(pipe: IO[bytes], lines: "queue.SimpleQueue[bytes]") -> None:
    with pipe:
        while line := pipe.readline(LONGEST_LINE):
            lines.put(line)
    lines.put(b"")


def check_program(command: str) -> str | None:
    """What is wrong with the command, if it can be told without starting it."""
    try:
        words = split(command)
    except ValueError as error:
        return str(error)
    if not words:
        return "no program is named"
    if os.sep in words[0] and not Path(words[0]).is_file():
        return f"there is no file {words[0]}"
    return None
