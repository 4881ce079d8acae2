"""Golden records: whole games in the folder `records` of a game's tests, each with its result."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import bidwell
from bidwell import Event, Table


class GoldenRecords:
    """The golden records beside a test file."""

    def __init__(self, test: str) -> None:
        self._folder = Path(test).parent / "records"
        self.names = sorted(path.stem for path in self._folder.glob("*.bidwell"))

    def text(self, name: str) -> str:
        return (self._folder / f"{name}.bidwell").read_text(encoding="utf-8")

    def replayed(self, name: str) -> Table:
        """The table at the end of a record."""
        return bidwell.replay(self.text(name))

    def written_down(self, name: str) -> dict[str, Any]:
        """Its result."""
        found: dict[str, Any] = json.loads((self._folder / f"{name}.json").read_text(encoding="utf-8"))
        return found


def told(table: Table, name: str) -> list[Event]:
    """All events of this name."""
    return [event for event in table.log if event.name == name]
