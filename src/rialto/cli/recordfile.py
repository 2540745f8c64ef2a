"""Game records as files: read with a clear word about what is wrong, written whole or not."""

import json
import os
from pathlib import Path
from typing import Any, Final

from rialto.cli.complaint import Complaint

MOST_BYTES: Final = 16 * 1024 * 1024
"""The longest game is far below; anything bigger is no record."""
SAVE_FORMAT: Final = "rialto-save"


def read_json(path: Path) -> Any:
    """What is in the file."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise Complaint(f"{path}: too big for a game record")
        return json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise Complaint(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Complaint(f"{path}: not a text file") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno} column {error.colno}"
        raise Complaint(f"{path}: damaged or cut short: no JSON at {where}") from None
    except RecursionError:
        raise Complaint(f"{path}: nested too deep for a game record") from None


def read_record(path: Path) -> Any:
    """A record, or the record inside a saved game."""
    data = read_json(path)
    if isinstance(data, dict) and data.get("format") == SAVE_FORMAT and "record" in data:
        return data["record"]
    return data


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
    except OSError as error:
        raise Complaint(f"{path}: cannot be written: {error.strerror}") from None
