"""Which puzzles somebody has solved: a small file in their own folder."""

from pathlib import Path
from typing import Any, Final, NamedTuple

from rialto.cli.complaint import Complaint
from rialto.cli.play import folder
from rialto.cli.recordfile import read_json, write_json

FORMAT: Final = "rialto-solved"
VERSION: Final = 1


class Solved(NamedTuple):
    names: tuple[str, ...] = ()
    streak: int = 0
    """So many in a row, at the first try of each."""
    missed: tuple[str, ...] = ()
    """Answered otherwise at first: to solve them later is no part of a streak."""

    def with_answer(self, name: str, *, solved: bool) -> "Solved":
        if not solved:
            missed = self.missed if name in self.missed else (*self.missed, name)
            return self._replace(streak=0, missed=missed)
        if name in self.names:
            return self
        streak = self.streak + (name not in self.missed)
        return self._replace(names=(*self.names, name), streak=streak)


def solved_path() -> Path:
    return folder("puzzles.json")


def read_solved() -> Solved:
    """Nothing, as long as there is no file."""
    path = solved_path()
    if not path.exists():
        return Solved()
    data = read_json(path)
    if not isinstance(data, dict) or data.get("format") != FORMAT or data.get("version") != VERSION:
        raise Complaint("terminal.bad.damaged", file=str(path), where="format")
    streak = data.get("streak")
    if not isinstance(streak, int) or isinstance(streak, bool) or streak < 0:
        raise Complaint("terminal.bad.damaged", file=str(path), where="streak")
    return Solved(names_in(data, "solved", path), streak, names_in(data, "missed", path))


def names_in(data: dict[str, Any], field: str, path: Path) -> tuple[str, ...]:
    names = data.get(field)
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise Complaint("terminal.bad.damaged", file=str(path), where=field)
    return tuple(names)


def keep_solved(solved: Solved) -> None:
    data = {
        "format": FORMAT,
        "version": VERSION,
        "solved": solved.names,
        "streak": solved.streak,
        "missed": solved.missed,
    }
    write_json(solved_path(), data)
