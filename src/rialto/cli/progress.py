"""One line on stderr that says what is going on; without a terminal, line after line."""

import sys


def show(text: str) -> None:
    live = sys.stderr.isatty()
    print(
        f"\r\x1b[K{text}" if live else text, end="" if live else "\n", file=sys.stderr, flush=True
    )


def clear() -> None:
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
