"""What a command says instead of a stack trace."""

from typing import Final

from rialto.locales import Argument, Words, words

BAD_INPUT: Final = 2
OWN_FAULT: Final = 70
INTERRUPTED: Final = 130
"""Exit codes, as shells and sysexits.h have them."""


class Complaint(Exception):
    """Bad input: one line for the user, exit code 2. It is a key of the words with its arguments;
    a command that speaks English only gives the line itself.

    `{exact}` is what is wrong: `where`, a place or a name, and in English the whole `why`.
    """

    def __init__(self, said: str, *, where: str = "", why: str = "", **given: Argument) -> None:
        super().__init__(said)
        self._said, self._given = said, given
        self._where, self._why = where, why or where

    def in_words(self, speech: Words) -> str:
        if not speech.known(self._said):
            return self._said
        exact = self._why if speech.language == "en" else self._where
        return speech.t(self._said, exact=exact, **self._given)

    def __str__(self) -> str:
        return self.in_words(words("en"))
