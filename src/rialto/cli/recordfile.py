"""Game records as files: read with a clear word about what is wrong, written whole or not."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rialto.cli.complaint import Complaint

if TYPE_CHECKING:
    from rialto.engine.game import BadRecord

MOST_BYTES: Final = 16 * 1024 * 1024
"""The longest game is far below; anything bigger is no record."""
SAVE_FORMAT: Final = "rialto-save"


def read_json(path: Path) -> Any:
    """What is in the file."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise Complaint("terminal.bad.too_big", file=str(path))
        return json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise Complaint("terminal.bad.no_file", file=str(path)) from None
    except OSError:
        raise Complaint("terminal.bad.unreadable", file=str(path)) from None
    except UnicodeDecodeError:
        raise Complaint("terminal.bad.not_text", file=str(path)) from None
    except json.JSONDecodeError as error:
        line, column = error.lineno, error.colno
        raise Complaint("terminal.bad.not_json", file=str(path), line=line, column=column) from None
    except RecursionError:
        raise Complaint("terminal.bad.too_deep", file=str(path)) from None


def read_record(path: Path) -> Any:
    """A record, or the record inside a saved game."""
    data = read_json(path)
    if isinstance(data, dict) and data.get("format") == SAVE_FORMAT and "record" in data:
        return data["record"]
    return data


def bad_record(path: Path, error: "BadRecord") -> Complaint:
    """The place in every language; the engine's own words about it are English."""
    return Complaint("terminal.bad.record", file=str(path), where=error.where, why=str(error))


def write_json(path: Path, data: Any) -> None:
    """Beside it first, then in one step into its place."""
    beside = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("w", encoding="utf-8") as file:
            json.dump(data, file, ensure_ascii=False, indent=1)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError:
        raise Complaint("terminal.bad.unwritable", file=str(path)) from None
