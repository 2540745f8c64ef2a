"""Structured logs: one JSON object a line. Never a body, a query, a header or a secret."""

import json
import logging
import re
import sys
import time
from typing import Any, Final

LOG: Final = logging.getLogger("rialto.server")
PLAIN: Final = re.compile(r"[\w./:@+-]+", re.ASCII)
"""What needs no quotes."""


def say(message: str, *, level: int = logging.INFO, **facts: Any) -> None:
    LOG.log(level, message, extra={"facts": facts})


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


class PlainLines(logging.Formatter):
    """One line for people. What a client has sent cannot begin another one."""

    def format(self, record: logging.LogRecord) -> str:
        facts = [f"{k}={quote(v)}" for k, v in getattr(record, "facts", {}).items()]
        said = " ".join([printable(record.getMessage()), *facts])
        trace = ""
        if record.exc_info:
            lines = self.formatException(record.exc_info).splitlines()
            trace = "".join(f"\n    {printable(line)}" for line in lines)
        return f"{record.levelname.lower():7} {said}{trace}"


def quote(value: object) -> str:
    text = str(value)
    return text if PLAIN.fullmatch(text) else json.dumps(text)


def printable(text: str) -> str:
    return "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text)


def set_up(level: str, *, as_json: bool) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if as_json else PlainLines())
    for name in ("rialto", "uvicorn", "websockets"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
    logging.getLogger("rialto").setLevel(level.upper())
    # Its access lines would hold query strings; ours do not.
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("websockets").setLevel(logging.WARNING)
