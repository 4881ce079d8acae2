"""Writes the games of a simulation as a dataset: a folder of tables as JSON lines or Parquet. See docs/data.md."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from bidwell.core.errors import Refused, brief_repr
from bidwell.core.game import Game
from bidwell.mechanics import first_of
from bidwell.simulation.games import PlayedGame, dealt_table

FORMAT = 1
"""The version of the format of a dataset; docs/data.md describes it."""
TABLES = ("games", "decisions", "trajectories")
FORMATS = ("jsonl", "parquet")
MANIFEST = "dataset.json"
ROWS_OF_A_GROUP = 4096
"""Rows of a row group of a Parquet file. It is fixed, so that the bytes do not depend on how games are played."""
INSTALL = "Parquet needs pyarrow, which is not installed: pip install 'bidwell[data]'"
Row = dict[str, Any]
Encoded = dict[str, Any]
"""The rows of some games for each table, as they are written: lines of JSON as bytes, or a table of Arrow."""


def rows_of(
    game: Game, seats: Sequence[str], options: Mapping[str, Any], seed: int, played: PlayedGame, tables: Sequence[str]
) -> dict[str, list[Row]]:
    """Return the rows of one game for each of these tables. They follow from its deal and its actions alone."""
    rows: dict[str, list[Row]] = {}
    if "games" in tables:
        forfeits = [{"seat": seat, "why": why} for seat, why in played.forfeits.items()]
        rows["games"] = [
            {
                "game": played.number,
                "actions": played.actions,
                "scores": played.scores,
                "places": played.places,
                "forfeits": forfeits,
            }
        ]
    if len(tables) > len(rows):
        decisions = [*_decisions(game, len(seats), options, seed, played)]
        if "decisions" in tables:
            rows["decisions"] = [{key: row[key] for key in row if key != "features"} for row in decisions]
        if "trajectories" in tables:
            rows["trajectories"] = [_trajectory(played, seat, decisions) for seat in range(len(seats))]
    return rows


def _decisions(game: Game, players: int, options: Mapping[str, Any], seed: int, played: PlayedGame) -> Iterator[Row]:
    table = dealt_table(game, players, options, seed, played.number)
    state, rules = table.state, game.rules
    for number, action in enumerate(played.actions):
        seat = first_of(rules.asks(state))
        legal, features = [0] * game.most_choices, [0] * game.features.SIZE
        count = rules.legal(state, seat, legal)
        game.features.features(state, seat, features)
        row = {"game": played.number, "decision": number, "seat": seat, "action": action}
        yield {**row, "text": game.notation.text(table, action), "legal": legal[:count], "features": features}
        rules.play(state, seat, action)


def _trajectory(played: PlayedGame, seat: int, decisions: Sequence[Row]) -> Row:
    own = [row for row in decisions if row["seat"] == seat]
    winners = played.places.count(1)
    return {
        "game": played.number,
        "seat": seat,
        "decisions": [row["decision"] for row in own],
        "features": [row["features"] for row in own],
        "legal": [row["legal"] for row in own],
        "actions": [row["action"] for row in own],
        "score": played.scores[seat],
        "place": played.places[seat],
        "win": 1 / winners if played.places[seat] == 1 else 0.0,
    }


@dataclass(frozen=True)
class Encoding:
    """What is written of every game, and how. Encoding takes longer than writing, and can be done by any process."""

    tables: tuple[str, ...]
    form: str

    def encoded(self, rows: Mapping[str, list[Row]]) -> Encoded:
        return {table: self._encoded(table, rows[table]) for table in self.tables}

    def _encoded(self, table: str, rows: list[Row]) -> Any:
        if self.form == "jsonl":
            lines = (json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows)
            return "".join(lines).encode()
        arrow, _ = arrow_modules()
        return arrow.Table.from_pylist(rows, schema=_schema(arrow, table))


class TableWriter(Protocol):
    """Writes the encoded rows of one table, a few at a time."""

    def add(self, rows: Any) -> None: ...

    def close(self) -> None: ...


class JsonLines:
    """One JSON object a line."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb")

    def add(self, rows: bytes) -> None:
        self._file.write(rows)
        self._file.flush()  # a run that is killed keeps its games

    def close(self) -> None:
        self._file.close()


class Parquet:
    """A Parquet file with the header of the dataset in its metadata."""

    def __init__(self, path: Path, table: str, header: Mapping[str, Any]) -> None:
        self._arrow, parquet = arrow_modules()
        schema = _schema(self._arrow, table).with_metadata({"bidwell": json.dumps(header, sort_keys=True)})
        self._file = parquet.ParquetWriter(path, schema)
        self._left = schema.empty_table()

    def add(self, rows: Any) -> None:
        self._left = self._arrow.concat_tables([self._left, rows.cast(self._left.schema)])
        while len(self._left) >= ROWS_OF_A_GROUP:
            self._write(self._left.slice(0, ROWS_OF_A_GROUP))
            self._left = self._left.slice(ROWS_OF_A_GROUP)

    def close(self) -> None:
        if len(self._left):
            self._write(self._left)
        self._file.close()

    def _write(self, rows: Any) -> None:
        self._file.write_table(rows.combine_chunks())


def arrow_modules() -> tuple[Any, Any]:
    """Import pyarrow, or refuse with how to install it."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ModuleNotFoundError:
        raise Refused(INSTALL) from None
    return pyarrow, parquet


def _schema(arrow: Any, table: str) -> Any:
    small, number, whole = arrow.int8(), arrow.int64(), arrow.int32()
    numbers = arrow.list_(whole)
    columns = {
        "games": {
            "game": number,
            "actions": numbers,
            "scores": numbers,
            "places": arrow.list_(small),
            "forfeits": arrow.list_(arrow.struct({"seat": small, "why": arrow.string()})),
        },
        "decisions": {
            **{"game": number, "decision": whole, "seat": small, "action": whole},
            **{"text": arrow.string(), "legal": numbers},
        },
        "trajectories": {
            **{"game": number, "seat": small, "decisions": numbers, "features": arrow.list_(numbers)},
            **{"legal": arrow.list_(numbers), "actions": numbers},
            **{"score": whole, "place": small, "win": arrow.float64()},
        },
    }
    return arrow.schema([*columns[table].items()])


class DataWriter:
    """Writes a new dataset, game by game in order. The manifest always has the number of games written so far."""

    def __init__(self, folder: str | Path, header: Mapping[str, Any], tables: Sequence[str], form: str) -> None:
        """Create the folder. Refuse one that has files, unknown tables and formats."""
        if form not in FORMATS:
            raise Refused(f"a dataset is written as {' or '.join(FORMATS)}, not {brief_repr(form)}")
        if not isinstance(tables, list | tuple) or not tables or any(table not in TABLES for table in tables):
            raise Refused(f"the tables of a dataset are a list of {', '.join(TABLES)}, not {brief_repr(tables)}")
        self.encoding = Encoding(tuple(table for table in TABLES if table in tables), form)
        self._header = {"format": FORMAT, **header, "tables": [*self.encoding.tables], "files": form}
        if form == "parquet":
            arrow_modules()  # refused before there is a folder
        self._folder = _new_folder(folder)
        self._games = 0
        self._writers = {table: self._writer(table, form) for table in self.encoding.tables}
        self._write_manifest(closed=False)

    def _writer(self, table: str, form: str) -> TableWriter:
        path = self._folder / f"{table}.{form}"
        return JsonLines(path) if form == "jsonl" else Parquet(path, table, self._header)

    def add(self, parts: Sequence[Encoded], games: int) -> None:
        """Append the encoded rows of some games."""
        for part in parts:
            for table, rows in part.items():
                self._writers[table].add(rows)
        self._games += games
        self._write_manifest(closed=False)

    def close(self) -> None:
        """Finish the files."""
        for writer in self._writers.values():
            writer.close()
        self._write_manifest(closed=True)

    def _write_manifest(self, *, closed: bool) -> None:
        """Replace the manifest at once, so that a reader finds either the old one or the new one."""
        text = json.dumps({**self._header, "games": self._games, "closed": closed}, indent=2, ensure_ascii=False)
        new = self._folder / f"{MANIFEST}.new"
        new.write_text(text + "\n", encoding="utf-8")
        new.replace(self._folder / MANIFEST)


def _new_folder(folder: str | Path) -> Path:
    try:
        path = Path(folder)
    except TypeError:
        raise Refused(f"a dataset is written into a folder, not {brief_repr(folder)}") from None
    try:
        path.mkdir(parents=True, exist_ok=True)
        if any(path.iterdir()):
            raise Refused(f"{path} has files already; name a new folder for the dataset")
    except OSError as problem:
        raise Refused(f"{path} cannot be written: {problem.strerror}") from None
    return path
