"""The ledger of an arena: a file with a line for every finished deal, so that an interrupted arena can resume.

The first line identifies the arena. Lines are only appended. The last line may be incomplete after a crash.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from bidwell.core.errors import Refused
from bidwell.tournament.match import Forfeit, Piece, Result

try:
    import fcntl
except ImportError:  # this system has no flock, so two arenas can write to the same file
    LOCKS = False
else:
    LOCKS = True

SAFE_WITHIN = 1.0
"""The minimum number of seconds between two flushes to disk. Closing the ledger always flushes."""
ASKED_FOR = {"game", "bots", "options", "seed"}
"""The parts of the heading that the user chooses."""
LEDGER = "a ledger is a file that `bidwell arena … --resume FILE` has written"


def ledger_seed(path: str | os.PathLike[str]) -> int | None:
    """Return the seed of the arena in this ledger, or None if the ledger is new."""
    lines = _lines(path)
    return int(_heading(path, lines[0])["seed"]) if lines else None


class Ledger:
    """The finished deals of one arena. `finished` holds those that were in the file when it was opened."""

    def __init__(self, path: str | os.PathLike[str], arena: Mapping[str, Any]) -> None:
        """Open a ledger. `arena` is everything that makes deals comparable. Refuse a file of another arena."""
        self.finished: dict[Piece, Result] = {}
        self._path, self._saved = path, float("-inf")
        self._file = open(_checked(path), "ab", buffering=0)  # noqa: SIM115
        try:
            _lock(path, self._file)
            whole = self._read(path, arena)
            self._file.truncate(whole)  # drop an incomplete last line
            if not whole:
                self._add({"arena": arena})
        except BaseException:
            self._file.close()
            raise

    def _read(self, path: str | os.PathLike[str], arena: Mapping[str, Any]) -> int:
        """Read the finished deals and return how many bytes of the file are complete lines."""
        lines = _lines(path)
        if not lines:
            return 0
        _same(path, _heading(path, lines[0]), arena)
        whole = len(lines[0])
        for number, line in enumerate(lines[1:], 2):
            result = _result(line, arena)
            if result is None and number < len(lines):
                raise Refused(f"{path}, line {number}: this is no finished deal of the arena; {LEDGER}")
            if result:
                self.finished[result.piece] = result
                whole += len(line)
        return whole

    def keep(self, result: Result) -> None:
        """Append a result."""
        piece = result.piece
        line = {"one": piece.candidate, "among": piece.opponent, "players": piece.players, "deal": piece.deal}
        forfeits = [[each.rotation, each.seat, each.why, *each.last_words] for each in result.forfeits]
        self._add({**line, "places": result.places, **({"forfeits": forfeits} if forfeits else {})})

    def close(self) -> None:
        with self._file, self._naming_the_file():
            os.fsync(self._file.fileno())

    def _add(self, values: Mapping[str, Any]) -> None:
        left = json.dumps(values).encode() + b"\n"
        with self._naming_the_file():
            while left:
                left = left[self._file.write(left) :]
            if time.monotonic() - self._saved > SAFE_WITHIN:
                os.fsync(self._file.fileno())
                self._saved = time.monotonic()

    @contextmanager
    def _naming_the_file(self) -> Iterator[None]:
        """Turn an OSError into a Refused that names the file."""
        try:
            yield
        except OSError as problem:
            raise Refused(f"{self._path} could not be written: {problem.strerror}") from problem


def _lock(path: str | os.PathLike[str], file: IO[bytes]) -> None:
    """Lock the file until it is closed. Refuse it if another arena has locked it."""
    try:
        if LOCKS:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Refused(f"another arena is writing in {path}; wait until it is done, or name a new file") from None
    except OSError:  # a network file system without locks
        pass


def _checked(path: str | os.PathLike[str]) -> Path:
    """Return the path, or refuse it if it is not a file: opening a pipe would block."""
    place = Path(path)
    if place.exists() and not place.is_file():
        raise Refused(f"{path} is {'a folder' if place.is_dir() else 'a pipe or a device'}; {LEDGER}")
    return place


def _lines(path: str | os.PathLike[str]) -> list[bytes]:
    """Return the lines of the file with their line ends, or none if it does not exist."""
    place = _checked(path)
    return place.read_bytes().splitlines(keepends=True) if place.exists() else []


def _heading(path: str | os.PathLike[str], line: bytes) -> dict[str, Any]:
    told = _values(line)
    if not isinstance(told.get("arena"), dict) or type(told["arena"].get("seed")) is not int:
        raise Refused(f"{path} is no ledger, and is left as it is; {LEDGER}")
    heading: dict[str, Any] = told["arena"]
    return heading


def _same(path: str | os.PathLike[str], heading: Mapping[str, Any], arena: Mapping[str, Any]) -> None:
    other = [name for name in arena if heading.get(name) != arena[name]]
    if other:
        has, mine = (" and ".join(f"{name} {json.dumps(of.get(name))}" for name in other) for of in (heading, arena))
        told = f"{path} is the ledger of another arena: it has {has}, and this one {mine}"
        raise Refused(f"{told}; name a new file{', or ask for the same arena' * ({*other} <= ASKED_FOR)}")


def _values(line: bytes) -> dict[str, Any]:
    """Parse a line as a JSON object. Return an empty dict if it is incomplete or invalid."""
    try:
        told = json.loads(line) if line.endswith(b"\n") else {}
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def _result(line: bytes, arena: Mapping[str, Any]) -> Result | None:
    """Return the result in a line, or None if it is incomplete or not of this arena."""
    told = _values(line)
    try:
        players, bots = int(told["players"]), (str(told["one"]), str(told["among"]))
        places = tuple(tuple(int(place) for place in row) for row in told["places"])
        forfeits = tuple(
            Forfeit(int(rotation), int(seat), str(why), tuple(map(str, words)))
            for rotation, seat, why, *words in told.get("forfeits", ())
        )
        piece = Piece(arena["game"], *bots, players, int(told["deal"]), arena["options"])
    except (KeyError, TypeError, ValueError, IndexError, OverflowError):
        return None
    square = len(places) == players and all(len(row) == players and min(row) in (1, players) for row in places)
    fits = all(0 <= each.rotation < players and 0 <= each.seat < players for each in forfeits)
    return Result(piece, places, forfeits) if square and fits and {*bots} <= {*arena["bots"]} else None
