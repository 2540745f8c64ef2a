"""What a person sees while the engine is compiled for the first time on a machine."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rialto.cli import progress
from rialto.locales import Words, words

if TYPE_CHECKING:
    from rialto.compile.warm import Compilation


def warm_up(jobs: "Sequence[Compilation]", speech: Words | None = None) -> None:
    """Compile what is not compiled yet, saying so on stderr."""
    from rialto.compile.warm import WAITING, warm

    told = speech or words("en")

    with progress.telling() as tell:

        def say(name: str, number: int, of: int) -> None:
            if name == WAITING:
                tell(told.t("terminal.warm.waiting"))
            else:
                what = told.t("terminal.warm." + name.partition("-")[0])
                tell(told.t("terminal.warm", what=what, n=number, of=of), number - 1, of)

        warm(jobs, say)
