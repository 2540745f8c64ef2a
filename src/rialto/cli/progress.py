"""What is going on, on stderr: a bar in a terminal, line after line elsewhere."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Tell(Protocol):
    def __call__(self, text: str, done: int = 0, of: int = 0) -> None:
        """What is being done, and how many parts are done already."""


@contextmanager
def telling() -> Iterator[Tell]:
    """What to call with each new line; at the end the bar is gone."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    console = Console(stderr=True, highlight=False)
    if not console.is_terminal:
        yield lambda text, done=0, of=0: console.print(text, markup=False, soft_wrap=True)
        return
    columns = SpinnerColumn(), BarColumn(20), TimeElapsedColumn(), TextColumn("{task.description}")
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None)

        def tell(text: str, done: int = 0, of: int = 0) -> None:
            bar.update(task, description=text, completed=done, total=of or None)

        yield tell
