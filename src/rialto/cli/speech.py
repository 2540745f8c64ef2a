"""The language of a command."""

import os

from rialto.cli.complaint import Complaint
from rialto.locales import LANGUAGES, Words, words


def language(given: str | None) -> Words:
    """The language asked for, or the system's if there are words in it, or English."""
    if given is None:
        return system_language()
    if given not in LANGUAGES:
        raise Complaint("terminal.bad.language", given=given, known=", ".join(LANGUAGES))
    return words(given)


def system_language() -> Words:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "")[:2]
        if value in LANGUAGES:
            return words(value)
    return words("en")
