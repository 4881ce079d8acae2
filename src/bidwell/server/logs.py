"""The log: one line for each event, as text or JSON, with time, level and room. It contains no secrets."""

from __future__ import annotations

import json
import logging
import sys
import time
import traceback
from typing import Any

ROOM_DIGITS = 6
"""Characters of a room's id in the log: enough to find the room, too few to enter it."""


def room_tag(room: str) -> dict[str, str]:
    """Return what a call of the logger needs as `extra` to name a room."""
    return {"room": room[:ROOM_DIGITS]}


class OneLine(logging.Formatter):
    """Formats a record as one line, its traceback included."""

    def __init__(self, as_json: bool) -> None:
        super().__init__()
        self._as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        found: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname,
            "room": getattr(record, "room", ""),
            "message": _printable(record.getMessage()),
        }
        if record.exc_info and record.exc_info[0] is not None:
            kind, raised, trace = record.exc_info
            places = [f"{frame.name}:{frame.lineno}" for frame in traceback.extract_tb(trace)]
            found["error"] = _printable(f"{kind.__name__}: {raised} at {' > '.join(places[-5:])}")
        if self._as_json:
            return json.dumps({name: value for name, value in found.items() if value})
        room = f" room={found['room']}" if found["room"] else ""
        error = f": {found['error']}" if "error" in found else ""
        return f"{found['time']} {found['level']}{room} {found['message']}{error}"


def _printable(text: str) -> str:
    """Return the text on one line, without codes that would change what a terminal shows."""
    return "".join(letter if letter.isprintable() else "?" for letter in " ".join(text.split()))


def set_up(log_format: str) -> None:
    """Write the logs of the server, of Uvicorn and of the event loop to standard error in this format."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(OneLine(log_format == "json"))
    for name, level in (("bidwell.server", logging.INFO), ("uvicorn", logging.ERROR), ("asyncio", logging.ERROR)):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)
