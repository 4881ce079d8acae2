"""The text of a kept game: its record, who sits where, and whatever else stands in the file that it goes on with."""

from __future__ import annotations

from collections.abc import Sequence

from bidwell.core.table import Table

SEATS = "# seats: "


class Autosave:
    """A record that grows: what stood in the file stays as it is, and what is played since comes behind it."""

    def __init__(self, table: Table, resumed: str | None = None, path: str | None = None) -> None:
        self.table = table
        self.begun = table.record() if resumed is None else _to_write_on(resumed)
        self.recorded = len(table.record())
        """So much of the record is in what has begun."""
        self.whole_in = path if table.over else None
        """The file that has the game to its end: there is nothing to add to it."""

    def text(self, seats: Sequence[str]) -> str:
        return f"{self.begun}{self.table.record()[self.recorded :]}{SEATS}{', '.join(seats)}\n"


def _to_write_on(resumed: str) -> str:
    """All its lines but that of the seats; an empty one must come before the first decision."""
    lines = [line for line in resumed.splitlines() if not line.startswith(SEATS)]
    if all(map(str.strip, lines)):
        lines.append("")
    return "".join(f"{line}\n" for line in lines)
