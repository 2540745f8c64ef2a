"""The line that a person sees while the engine is compiled for the first time on a machine."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rialto.locales import Words, words

if TYPE_CHECKING:
    from rialto.engine.warm import Job


def warm_up(jobs: "Sequence[Job]", speech: Words | None = None) -> None:
    """Compile what is not compiled yet, saying so on stderr."""
    from rialto.engine.warm import WAITING, warm

    told = speech or words("en")
    live = sys.stderr.isatty()
    spoke = False

    def say(name: str, number: int, of: int) -> None:
        nonlocal spoke
        spoke = True
        if name == WAITING:
            line = told.t("terminal.warm.waiting")
        else:
            line = told.t("terminal.warm", what=told.t(f"terminal.warm.{name}"), n=number, of=of)
        print(f"\r\x1b[K{line}" if live else line, end="" if live else "\n", file=sys.stderr)
        sys.stderr.flush()

    warm(jobs, say)
    if spoke and live:
        print("\r\x1b[K", end="", file=sys.stderr)
