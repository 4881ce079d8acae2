"""The ledger of an arena: a file with a line for every finished deal, so that an interrupted arena can go on.

The first line says which arena it is. Lines are only ever added; the last one may be torn, where a machine went down.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bidwell.core.errors import Refused
from bidwell.lab.duplicate import Forfeit, Piece, Result

SAFE_WITHIN = 1.0
"""Seconds until a line written is on the disk whatever happens; a ledger that is closed is safe at once."""
LEDGER = "a ledger is a file that `bidwell arena … --resume FILE` has written"


def seed_of(path: str | os.PathLike[str]) -> int | None:
    """The seed of the arena this ledger belongs to; None if it is still to be begun."""
    lines = _lines(path)
    return int(_heading(path, lines[0])["seed"]) if lines else None


class Ledger:
    """The finished deals of one arena: `finished` are those that were in the file when it was opened."""

    def __init__(self, path: str | os.PathLike[str], arena: Mapping[str, Any]) -> None:
        """`arena` is all that makes deals comparable; a file of another arena is refused, and left as it is."""
        self.finished: dict[Piece, Result] = {}
        lines, whole = _lines(path), 0
        if lines:
            _same(path, _heading(path, lines[0]), arena)
            whole = len(lines[0])
        for number, line in enumerate(lines[1:], 2):
            result = _result(line, arena)
            if result is None and number < len(lines):
                raise Refused(f"{path}, line {number}: this is no finished deal of the arena; {LEDGER}")
            if result:
                self.finished[result.piece] = result
                whole += len(line)
        self._file = open(path, "ab")  # noqa: SIM115
        self._file.truncate(whole)
        self._saved = float("-inf")
        if not lines:
            self._add({"arena": arena})

    def keep(self, result: Result) -> None:
        """Write it down."""
        piece = result.piece
        line = {"one": piece.candidate, "among": piece.opponent, "players": piece.players, "deal": piece.deal}
        forfeits = [[each.rotation, each.seat, each.why] for each in result.forfeits]
        self._add({**line, "places": result.places, **({"forfeits": forfeits} if forfeits else {})})

    def close(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()

    def _add(self, values: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(values).encode() + b"\n")
        self._file.flush()
        if time.monotonic() - self._saved > SAFE_WITHIN:
            os.fsync(self._file.fileno())
            self._saved = time.monotonic()


def _lines(path: str | os.PathLike[str]) -> list[bytes]:
    """The lines of the file with their ends; none if there is no file yet."""
    try:
        return Path(path).read_bytes().splitlines(keepends=True)
    except FileNotFoundError:
        return []
    except IsADirectoryError:
        raise Refused(f"{path} is a folder; {LEDGER}") from None


def _heading(path: str | os.PathLike[str], line: bytes) -> dict[str, Any]:
    told = _values(line)
    if not isinstance(told.get("arena"), dict) or type(told["arena"].get("seed")) is not int:
        raise Refused(f"{path} is no ledger, and is left as it is; {LEDGER}")
    heading: dict[str, Any] = told["arena"]
    return heading


def _same(path: str | os.PathLike[str], heading: Mapping[str, Any], arena: Mapping[str, Any]) -> None:
    other = [f"{name} {json.dumps(heading.get(name))}" for name in arena if heading.get(name) != arena[name]]
    mine = [f"{name} {json.dumps(arena[name])}" for name in arena if heading.get(name) != arena[name]]
    if other:
        told = f"it has {' and '.join(other)}, and this one {' and '.join(mine)}"
        raise Refused(f"{path} is the ledger of another arena: {told}; name a new file, or ask for the same arena")


def _values(line: bytes) -> dict[str, Any]:
    """The line as JSON; empty if it is none, or torn."""
    try:
        told = json.loads(line) if line.endswith(b"\n") else {}
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def _result(line: bytes, arena: Mapping[str, Any]) -> Result | None:
    """What the line tells, if it is whole and of this arena."""
    told = _values(line)
    try:
        players, bots = int(told["players"]), (str(told["one"]), str(told["among"]))
        places = tuple(tuple(int(place) for place in row) for row in told["places"])
        forfeits = tuple(Forfeit(int(each[0]), int(each[1]), str(each[2])) for each in told.get("forfeits", ()))
        piece = Piece(arena["game"], *bots, players, int(told["deal"]), arena["options"])
    except (KeyError, TypeError, ValueError, IndexError):
        return None
    square = len(places) == players and all(len(row) == players and min(row) == 1 for row in places)
    fits = all(0 <= each.rotation < players and 0 <= each.seat < players for each in forfeits)
    return Result(piece, places, forfeits) if square and fits and {*bots} <= {*arena["bots"]} else None
