"""The text of a saved game: its record, its seats, and all other lines of the file it was resumed from."""

from __future__ import annotations

from collections.abc import Sequence

from bidwell.core.table import Table

SEATS = "# seats: "
"""Begins the line that says who sits where."""


class Autosave:
    """A growing record. The text it was resumed from stays as it is; new decisions are appended."""

    def __init__(self, table: Table, resumed: str | None = None, path: str | None = None) -> None:
        self.table = table
        self.begun = table.record() if resumed is None else _to_write_on(resumed)
        self.recorded = len(table.record())
        """Length of the part of the record that `begun` contains."""
        self.whole_in = path if table.over else None
        """The file that already holds the finished game; nothing is added to it."""

    def text(self, seats: Sequence[str]) -> str:
        return f"{self.begun}{self.table.record()[self.recorded :]}{SEATS}{', '.join(seats)}\n"


def saved_seats(text: str) -> str | None:
    """Return who sits where in a saved game, as `--seats` takes it; None if the file does not say."""
    found = (line.removeprefix(SEATS) for line in text.splitlines() if line.startswith(SEATS))
    return next(found, None) or None


def _to_write_on(resumed: str) -> str:
    """Return all lines except that of the seats. An empty line must come before the first decision."""
    lines = [line for line in resumed.splitlines() if not line.startswith(SEATS)]
    if all(map(str.strip, lines)):
        lines.append("")
    return "".join(f"{line}\n" for line in lines)
