"""One line on stderr that says what is going on; without a terminal, line after line."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def telling() -> Iterator[Callable[[str], None]]:
    """What to call with each new line; at the end it is gone."""
    from rich.console import Console
    from rich.text import Text

    console = Console(stderr=True, highlight=False)
    if not console.is_terminal:
        yield lambda text: console.print(text, markup=False, soft_wrap=True)
        return
    with console.status("") as status:
        yield lambda text: status.update(Text(text))
