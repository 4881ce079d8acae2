"""Reads datasets that `bidwell simulate --data` has written, a few rows at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import takewhile
from pathlib import Path
from typing import Any

from bidwell.core.errors import Refused, brief_repr
from bidwell.core.game import checked_seed
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
        """Yield one row for each seat of each game: features, legal actions and actions, and the result."""
        return self.rows("trajectories")

    def rows(self, table: str) -> Iterator[Row]:
        """Yield the rows of a table, in order. Refuse a table that was not written."""
        if table not in self.manifest["tables"]:
            raise Refused(f"{self.folder} has no table {table!r}; it has {', '.join(self.manifest['tables'])}")
        form = self.manifest["files"]
        path = self.folder / f"{table}.{form}"
        if not path.is_file():
            raise Refused(f"there is no file {path}; {A_DATASET}")
        rows = _parquet_rows(path) if form == "parquet" else _json_rows(path, self.closed)
        return self._whole(path, rows) if self.closed else takewhile(lambda row: row["game"] < len(self), rows)

    def _whole(self, path: Path, rows: Iterator[Row]) -> Iterator[Row]:
        """Yield the rows of a file, and refuse one that does not end with the last game."""
        last = -1
        for row in rows:
            last = row["game"]
            yield row
        if last != len(self) - 1:
            raise Refused(f"{path} does not end with game {len(self) - 1}, the last one of {MANIFEST}; {A_DATASET}")

    @property
    def closed(self) -> bool:
        """Whether the simulation has ended. If it was killed, or goes on, the number of games is that of whole ones."""
        return bool(self.manifest.get("closed", True))

    def replay(self, row: Mapping[str, Any]) -> Table:
        """Return the table at the end of a game, from its row of `games`. Refuse a dataset of other rules."""
        known = self.manifest
        if not _is_replayable(row):
            raise Refused("a game is replayed from its row of `games`, which has all its actions")
        if known["rules"] != self.game.rules_version:
            raise Refused(f"{self.folder} has games by rules {known['rules']}, not {self.game.rules_version}")
        players = len(self.game.seated(len(known["seats"]), None))
        options, seed = self.game.agreed(players, known["options"]), checked_seed(known["seed"])
        table = dealt_table(self.game, players, options, seed, row["game"])
        for number, action in enumerate(row["actions"]):
            if table.over:
                raise Refused(f"game {row['game']} is over after {number} actions; its row has {len(row['actions'])}")
            table.act(table.asks[0], action)
        if not table.over:
            raise Refused(f"game {row['game']} is not over after the {len(row['actions'])} actions of its row")
        return table

    def __repr__(self) -> str:
        return f"<Dataset: {len(self):,} games of {self.game.title}, {', '.join(self.manifest['tables'])}>"


def _manifest(folder: Path) -> dict[str, Any]:
    try:
        read = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Refused(f"{folder} has no {MANIFEST}; {A_DATASET}") from None
    except (OSError, ValueError, RecursionError):
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
    if read["games"] < 0 or type(read.get("closed", True)) is not bool:
        return False
    return read.get("files") in FORMATS and all(table in TABLES for table in read["tables"])


def _is_replayable(row: Any) -> bool:
    if not isinstance(row, Mapping) or not {"game", "actions", "scores"} <= row.keys():
        return False
    return type(row["game"]) is int and row["game"] >= 0 and isinstance(row["actions"], list)


def _json_rows(path: Path, closed: bool) -> Iterator[Row]:
    """Yield the rows of a file. If it was not closed, its last line may be cut off."""
    with path.open(encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, 1):
            if not closed and not line.endswith("\n"):
                return
            try:
                row = json.loads(line)
            except (ValueError, RecursionError):
                raise Refused(f"{path}, line {number}: this is not JSON; {A_DATASET}") from None
            if not isinstance(row, dict) or type(row.get("game")) is not int:
                raise Refused(f"{path}, line {number}: this is no row with the number of its game; {A_DATASET}")
            yield row


def _parquet_rows(path: Path) -> Iterator[Row]:
    arrow, parquet = arrow_modules()
    try:
        with parquet.ParquetFile(path) as file:
            if "game" not in file.schema_arrow.names:
                raise Refused(f"{path} has no column with the number of a game; {A_DATASET}")
            for batch in file.iter_batches(batch_size=1024):
                yield from batch.to_pylist()
    except (arrow.ArrowException, OSError) as problem:
        why = str(problem).partition(".")[0].partition("\n")[0]
        raise Refused(f"{path} cannot be read, as after a run that was killed: {why}") from None
