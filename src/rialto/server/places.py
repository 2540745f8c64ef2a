"""Where a store is: a file of SQLite's, or a database of PostgreSQL."""

import re
from pathlib import Path
from typing import Final

FORM: Final = "postgresql://user:password@host:port/database"
URL: Final = re.compile(
    r"postgres(?:ql)?://(?:(?P<user>[^:@/?#]*)(?::[^@/?#]*)?@)?"
    r"(?P<host>[^@/?#]*)(?P<database>/[^@/?#]*)?(?:\?[^#]*)?"
)


class BadPlace(ValueError):
    """Neither a file nor a database that we know; the words have no password in them."""


class Url:
    """A connection string, with the password if it has one. In words it has none."""

    __slots__ = ("_shown", "secret")

    def __init__(self, text: str) -> None:
        parts = URL.fullmatch(text)
        if parts is None:
            raise BadPlace(
                f"the connection string is not of the form {FORM} "
                "(in a name or password write %40 for @, %2F for /, %3A for :)"
            )
        user = f"{parts['user']}@" if parts["user"] else ""
        self.secret = text
        self._shown = f"postgresql://{user}{parts['host']}{parts['database'] or ''}"

    def __str__(self) -> str:
        return self._shown

    def __repr__(self) -> str:
        return f"Url({self._shown!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Url) and other.secret == self.secret

    def __hash__(self) -> int:
        return hash(self.secret)


Place = Path | Url


def place(given: "str | Place") -> Place:
    """What a setting or the command line says."""
    if not isinstance(given, str):
        return given
    if re.match(r"postgres(ql)?:", given):
        return Url(given)
    if "://" in given:
        kind = given.partition("://")[0]
        raise BadPlace(f"{kind}:// is no database that Rialto knows: name a file, or {FORM}")
    return Path(given)
