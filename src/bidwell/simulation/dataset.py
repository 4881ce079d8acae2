"""Reads datasets that `bidwell simulate --data` has written, a few rows at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import takewhile
from pathlib import Path
from typing import Any

from bidwell.core.errors import Refused, brief_repr
from bidwell.core.table import Table
from bidwell.games import game as find
from bidwell.simulation.data import FORMAT, FORMATS, MANIFEST, TABLES, Row, arrow_modules
from bidwell.simulation.games import dealt_table

A_DATASET = "a dataset is a folder that `bidwell simulate … --data FOLDER` has written"


def dataset(folder: str | Path) -> Dataset:
    """Open a dataset. Nothing but its manifest is read before rows are asked for. Refuse what is no dataset."""
    try:
        path = Path(folder)
    except TypeError:
        raise Refused(f"{A_DATASET}, not {brief_repr(folder)}") from None
    return Dataset(path)


class Dataset:
    """The games of a simulation. Its tables are read lazily, as dicts; docs/data.md has their columns."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.manifest: dict[str, Any] = _manifest(folder)
        """What was played: format, game, rules, options, seats, seed, games, closed, tables and files."""
        self.game = find(self.manifest["game"])

    def __len__(self) -> int:
        """The number of games."""
        return int(self.manifest["games"])

    def games(self) -> Iterator[Row]:
        """Yield one row a game: its number, actions, scores, places and forfeits."""
        return self.rows("games")

    def decisions(self) -> Iterator[Row]:
        """Yield one row a decision: game, decision, seat, action, its text, and the legal actions."""
        return self.rows("decisions")

    def trajectories(self) -> Iterator[Row]:
        """Yield one row for each seat of each game: features, legal actions and actions, and what came of it."""
        return self.rows("trajectories")

    def rows(self, table: str) -> Iterator[Row]:
        """Yield the rows of a table, in order. Refuse a table that was not written."""
        if table not in self.manifest["tables"]:
            raise Refused(f"{self.folder} has no table {table!r}; it has {', '.join(self.manifest['tables'])}")
        form = self.manifest["files"]
        path = self.folder / f"{table}.{form}"
        if not path.is_file():
            raise Refused(f"there is no file {path}; {A_DATASET}")
        if form == "parquet":
            return _parquet_rows(path)
        rows = _json_rows(path, self.closed)
        return rows if self.closed else takewhile(lambda row: row["game"] < len(self), rows)

    @property
    def closed(self) -> bool:
        """Whether the simulation has ended. If it was killed, or goes on, the number of games is that of whole ones."""
        return bool(self.manifest.get("closed", True))

    def replay(self, row: Mapping[str, Any]) -> Table:
        """Return the table at the end of a game, from its row of `games`. Refuse a dataset of other rules."""
        known = self.manifest
        if not isinstance(row, Mapping) or not {"game", "actions", "scores"} <= row.keys():
            raise Refused("a game is replayed from its row of `games`, which has all its actions")
        if known["rules"] != self.game.rules_version:
            raise Refused(f"{self.folder} has games by rules {known['rules']}, not {self.game.rules_version}")
        table = dealt_table(self.game, len(known["seats"]), known["options"], known["seed"], row["game"])
        for action in row["actions"]:
            table.act(table.asks[0], action)
        return table

    def __repr__(self) -> str:
        return f"<Dataset: {len(self):,} games of {self.game.title}, {', '.join(self.manifest['tables'])}>"


def _manifest(folder: Path) -> dict[str, Any]:
    try:
        read = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Refused(f"{folder} has no {MANIFEST}; {A_DATASET}") from None
    except (OSError, ValueError):
        raise Refused(f"{folder / MANIFEST} cannot be read; {A_DATASET}") from None
    if not isinstance(read, dict) or read.get("format") != FORMAT:
        raise Refused(f"{folder / MANIFEST} is not of format {FORMAT}, which this version reads; {A_DATASET}")
    if not _is_complete(read):
        raise Refused(f"{folder / MANIFEST} is not complete; {A_DATASET}")
    return read


def _is_complete(read: Mapping[str, Any]) -> bool:
    kinds = {"game": str, "rules": int, "options": dict, "seats": list, "seed": int, "games": int, "tables": list}
    if any(type(read.get(name)) is not kind for name, kind in kinds.items()):
        return False
    return read.get("files") in FORMATS and all(table in TABLES for table in read["tables"])


def _json_rows(path: Path, closed: bool) -> Iterator[Row]:
    """Yield the rows of a file. If it was not closed, its last line may be cut off."""
    with path.open(encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, 1):
            if not closed and not line.endswith("\n"):
                return
            try:
                yield json.loads(line)
            except ValueError:
                raise Refused(f"{path}, line {number}: this is not JSON; {A_DATASET}") from None


def _parquet_rows(path: Path) -> Iterator[Row]:
    arrow, parquet = arrow_modules()
    try:
        with parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(batch_size=1024):
                yield from batch.to_pylist()
    except arrow.ArrowException as problem:
        why = str(problem).partition(".")[0].partition("\n")[0]
        raise Refused(f"{path} cannot be read, as after a run that was killed: {why}") from None
