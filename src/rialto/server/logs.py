"""Structured logs: one JSON object a line. Never a body, a query, a header or a secret."""

import json
import logging
import sys
import time
from typing import Any, Final

LOG: Final = logging.getLogger("rialto.server")


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
        return json.dumps(line, ensure_ascii=False, default=str)


class PlainLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        facts = " ".join(f"{k}={v}" for k, v in getattr(record, "facts", {}).items())
        trace = "\n" + self.formatException(record.exc_info) if record.exc_info else ""
        return f"{record.levelname.lower():7} {record.getMessage()} {facts}".rstrip() + trace


def set_up(level: str, *, as_json: bool) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if as_json else PlainLines())
    for name in ("rialto", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
    logging.getLogger("rialto").setLevel(level.upper())
    # Its access lines would hold query strings; ours do not.
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    logging.getLogger("uvicorn.access").disabled = True
