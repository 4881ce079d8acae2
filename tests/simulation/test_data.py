"""Datasets: what a simulation played, written once and read back row by row."""

from __future__ import annotations

import json
import shutil
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import bidwell
from bidwell import native
from bidwell.core.record import replay
from bidwell.simulation import data as module
from bidwell.simulation.data import TABLES
from tests.bots.programs import script
from tests.extras import needed

SEATS = ["network", "heuristic", "random"]
GAME = bidwell.game("serengeti")
WHOLE = {
    **{"format": 1, "game": "serengeti", "rules": 2, "options": {}, "seats": [], "seed": 1, "games": 0},
    **{"tables": [], "files": "jsonl"},
}


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing to compile: few games are played sooner without."""
    monkeypatch.setattr(native, "available", lambda: False)


def written(folder: Path, seats: list[str] = SEATS, games: int = 3, **more: Any) -> dict[str, bytes]:
    """Write a small dataset; return the bytes of its files."""
    bidwell.simulate(GAME, seats, games=games, seed=5, data=folder, **{"tables": TABLES, "cores": 1, **more})
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_the_same_seed_gives_the_same_bytes(form: str, tmp_path: Path) -> None:
    """Whatever the number of processes."""
    if form == "parquet":
        needed("pyarrow", "pyarrow")
    one, two = (written(tmp_path / str(cores), cores=cores, files=form) for cores in (1, 2))
    assert one == two
    assert one.keys() == {"dataset.json", *(f"{table}.{form}" for table in TABLES)}


def test_machine_code_writes_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the interpreter, for games between policies."""
    needed("numba", "numba")
    plain = written(tmp_path / "plain", ["heuristic", "random", "random"])
    monkeypatch.undo()
    assert written(tmp_path / "native", ["heuristic", "random", "random"]) == plain


def test_the_manifest_says_what_was_played(tmp_path: Path) -> None:
    """Format, rules, options, seats and seed."""
    written(tmp_path / "d")
    told = json.loads((tmp_path / "d" / "dataset.json").read_text())
    assert (told["format"], told["game"], told["rules"], told["seed"]) == (1, "serengeti", GAME.rules_version, 5)
    assert (told["seats"], told["games"], told["tables"]) == (SEATS, 3, [*TABLES])
    assert told["options"] == GAME.agreed(3, None)


def test_every_game_can_be_replayed(tmp_path: Path) -> None:
    """From its row: the scores and places agree, and a record can be made of it."""
    written(tmp_path / "d")
    found = bidwell.dataset(tmp_path / "d")
    rows = [*found.games()]
    assert [row["game"] for row in rows] == [0, 1, 2]
    for row in rows:
        table = found.replay(row)
        assert (table.over, table.scores, table.places) == (True, row["scores"], row["places"])
    assert replay(table.record(), bidwell.game).scores == rows[-1]["scores"]


def test_decisions_and_trajectories_are_those_of_the_games(tmp_path: Path) -> None:
    """Every action once, legal, with the features of its seat and what came of it."""
    written(tmp_path / "d", games=1)
    found = bidwell.dataset(tmp_path / "d")
    (game,), decisions, trajectories = found.games(), [*found.decisions()], [*found.trajectories()]
    assert [row["action"] for row in decisions] == game["actions"]
    assert all(row["action"] in row["legal"] for row in decisions)
    assert sum(len(row["actions"]) for row in trajectories) == len(decisions)
    assert all(len(inputs) == GAME.features.SIZE for row in trajectories for inputs in row["features"])
    assert [row["place"] for row in trajectories] == game["places"]
    assert sum(row["win"] for row in trajectories) == pytest.approx(1)


def test_parquet_has_the_rows_of_json_lines(tmp_path: Path) -> None:
    """And the manifest in its metadata, in row groups of a fixed size."""
    parquet = needed("pyarrow.parquet", "pyarrow")
    written(tmp_path / "j")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "ROWS_OF_A_GROUP", 100)
        written(tmp_path / "p", files="parquet")
    plain, packed = bidwell.dataset(tmp_path / "j"), bidwell.dataset(tmp_path / "p")
    for table in TABLES:
        assert [*plain.rows(table)] == [*packed.rows(table)]
    file = parquet.ParquetFile(tmp_path / "p" / "decisions.parquet")
    assert json.loads(file.schema_arrow.metadata[b"bidwell"])["seed"] == 5
    assert file.metadata.row_group(0).num_rows == 100


def test_rows_are_read_lazily(tmp_path: Path) -> None:
    """The first rows come before a broken line is reached."""
    written(tmp_path / "d")
    with (tmp_path / "d" / "games.jsonl").open("a") as file:
        file.write("broken\n")
    rows = bidwell.dataset(tmp_path / "d").games()
    assert len([*islice(rows, 3)]) == 3
    with pytest.raises(bidwell.Refused, match=r"games\.jsonl, line 4: this is not JSON"):
        next(rows)


def test_a_bot_that_fails_forfeits(tmp_path: Path) -> None:
    """It is placed last, the heuristic plays on, and report and rows say so."""
    spec = f"cmd:{script(tmp_path, 'sys.exit(7)')}"
    report = bidwell.simulate(GAME, [spec, "random", "random"], games=1, seed=5, cores=1, data=tmp_path / "d")
    (row,) = bidwell.dataset(tmp_path / "d").games()
    assert report.forfeits == {spec: 1}
    assert row["places"][0] == 3
    assert "exit code 7" in row["forfeits"][0]["why"]


def test_ctrl_c_leaves_a_dataset(tmp_path: Path) -> None:
    """Of the games that were finished."""

    def stop(games: int, decisions: int) -> None:
        raise KeyboardInterrupt

    written(tmp_path / "d", ["random"] * 3, games=100, progress=stop)
    found = bidwell.dataset(tmp_path / "d")
    assert 0 < len(found) == len([*found.games()]) < 100


def killed(folder: Path, form: str) -> Path:
    """What a run leaves that is killed after its first games: its folder of that moment, with a line cut off."""
    left = folder / "killed"

    def copy(games: int, decisions: int) -> None:
        if not left.exists():
            shutil.copytree(folder / "d", left)
            for path in left.glob("*.jsonl"):
                path.write_bytes(path.read_bytes() + b'{"game":99,"sc')

    written(folder / "d", ["random"] * 3, games=60, progress=copy, files=form)
    return left


def test_a_killed_run_leaves_whole_games(tmp_path: Path) -> None:
    """In JSON lines: those that the manifest counts, in every table."""
    found = bidwell.dataset(killed(tmp_path, "jsonl"))
    assert not found.closed
    assert 0 < len(found) < 60
    games = [*range(len(found))]
    assert [row["game"] for row in found.games()] == games
    assert sorted({row["game"] for row in found.decisions()}) == games
    assert [row["game"] for row in found.trajectories()] == [game for game in games for _ in range(3)]
    assert all(found.replay(row).scores == row["scores"] for row in found.games())
    assert bidwell.dataset(tmp_path / "d").closed


def test_games_that_the_manifest_does_not_count_yet_are_not_read(tmp_path: Path) -> None:
    """Tables are written one after the other, so that the last game may be in some of them only."""
    left = killed(tmp_path, "jsonl")
    told = json.loads((left / "dataset.json").read_text())
    (left / "dataset.json").write_text(json.dumps({**told, "games": 2}))
    assert [row["game"] for row in bidwell.dataset(left).games()] == [0, 1]


def test_a_killed_run_leaves_no_parquet(tmp_path: Path) -> None:
    """A sentence says so: such a file has its index at its end."""
    needed("pyarrow", "pyarrow")
    found = bidwell.dataset(killed(tmp_path, "parquet"))
    with pytest.raises(bidwell.Refused, match=r"games\.parquet cannot be read, as after a run that was killed"):
        next(found.games())


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"files": "csv"}, "a dataset is written as jsonl or parquet, not 'csv'"),
        (
            {"tables": ["moves"]},
            r"the tables of a dataset are a list of games, decisions, trajectories, not \['moves'\]",
        ),
        ({"tables": "games"}, "the tables of a dataset are a list of games, decisions, trajectories, not 'games'"),
        ({"data": 7}, "a dataset is written into a folder, not 7"),
        ({"data": "full"}, "full has files already; name a new folder"),
        ({"data": "/proc/no"}, "/proc/no cannot be written"),
    ],
)
def test_what_cannot_be_written_is_refused(
    more: dict[str, Any], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a sentence, before a game is played."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    with pytest.raises(bidwell.Refused, match=why):
        bidwell.simulate(GAME, SEATS, games=1, seed=5, cores=1, **{"data": "new", **more})


@pytest.mark.parametrize(
    ("manifest", "why"),
    [
        (None, r"has no dataset\.json; a dataset is a folder that"),
        ("{", "cannot be read"),
        ('{"format": 2}', "is not of format 1, which this version reads"),
        ('{"format": 1}', "is not complete"),
        (json.dumps({**WHOLE, "tables": 3}), "is not complete"),
        (json.dumps({**WHOLE, "game": "chess"}), "there is no game 'chess'"),
    ],
)
def test_what_is_no_dataset_is_refused(manifest: str | None, why: str, tmp_path: Path) -> None:
    """With a sentence."""
    if manifest:
        (tmp_path / "dataset.json").write_text(manifest)
    with pytest.raises(bidwell.Refused, match=why):
        bidwell.dataset(tmp_path)


def test_a_table_that_was_not_written_is_refused(tmp_path: Path) -> None:
    """Its name and those that are there are said."""
    written(tmp_path / "d", ["random"] * 3, tables=["games"])
    with pytest.raises(bidwell.Refused, match="has no table 'decisions'; it has games"):
        bidwell.dataset(tmp_path / "d").decisions()


def test_only_a_row_of_games_is_replayed(tmp_path: Path) -> None:
    """A row of another table does not have all actions."""
    written(tmp_path / "d", ["random"] * 3, games=1)
    found = bidwell.dataset(tmp_path / "d")
    for row in (next(found.decisions()), next(found.trajectories()), 7):
        with pytest.raises(bidwell.Refused, match="a game is replayed from its row of `games`"):
            found.replay(row)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"actions": None}, "a game is replayed from its row of `games`"),
        ({"game": None}, "a game is replayed from its row of `games`"),
        ({"game": 1.5}, "a game is replayed from its row of `games`"),
        ({"actions": []}, "game 0 is not over after the 0 actions of its row"),
    ],
)
def test_a_row_that_is_not_whole_is_not_replayed(changed: dict[str, Any], why: str, tmp_path: Path) -> None:
    """With a sentence; nor is one with an action too many."""
    written(tmp_path / "d", ["random"] * 3, games=1)
    found = bidwell.dataset(tmp_path / "d")
    row = next(found.games())
    with pytest.raises(bidwell.Refused, match=why):
        found.replay({**row, **changed})
    count = len(row["actions"])
    with pytest.raises(bidwell.Refused, match=f"game 0 is over after {count} actions; its row has {count + 1}"):
        found.replay({**row, "actions": [*row["actions"], 0]})


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"options": {"luck": 1}}, "there is no option 'luck'"),
        ({"options": {"overbid": "maybe"}}, "option overbid is true or false"),
        ({"seats": ["random"] * 9}, "Serengeti is for 3 to 5 players, not 9"),
        ({"seed": -1}, "a seed is a whole number"),
    ],
)
def test_what_was_never_played_is_not_replayed(changed: dict[str, Any], why: str, tmp_path: Path) -> None:
    """A manifest with options, seats or a seed that no game has."""
    written(tmp_path / "d", ["random"] * 3, games=1)
    found = bidwell.dataset(tmp_path / "d")
    found.manifest.update(changed)
    with pytest.raises(bidwell.Refused, match=why):
        found.replay(next(found.games()))


@pytest.mark.parametrize("line", ["5", "[]", "{}", '{"game":"0"}', "[" * 100_000])
@pytest.mark.parametrize("closed", [True, False])
def test_a_line_that_is_no_row_is_refused(closed: bool, line: str, tmp_path: Path) -> None:
    """With its number."""
    written(tmp_path / "d", ["random"] * 3, games=1)
    path = tmp_path / "d" / "games.jsonl"
    path.write_text(f"{line}\n{path.read_text()}")
    found = bidwell.dataset(tmp_path / "d")
    found.manifest["closed"] = closed
    with pytest.raises(bidwell.Refused, match=r"games\.jsonl, line 1: this is no"):
        next(found.games())


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_a_file_that_ends_early_is_refused(form: str, tmp_path: Path) -> None:
    """Once its rows are read: the manifest says how many games there are."""
    needed("pyarrow", "pyarrow")
    for name, games in (("d", 3), ("short", 2)):
        written(tmp_path / name, ["random"] * 3, games=games, files=form)
    for table in TABLES:
        shutil.copy(tmp_path / "short" / f"{table}.{form}", tmp_path / "d")
        rows = bidwell.dataset(tmp_path / "d").rows(table)
        with pytest.raises(bidwell.Refused, match=f"{table}.{form} does not end with game 2, the last one of"):
            assert not [*rows]


def test_a_damaged_parquet_file_is_refused(tmp_path: Path) -> None:
    """With a sentence, as is one of something else."""
    pyarrow = needed("pyarrow", "pyarrow")
    from pyarrow import parquet

    written(tmp_path / "d", ["random"] * 3, games=3, files="parquet")
    path = tmp_path / "d" / "games.parquet"
    whole = path.read_bytes()
    path.write_bytes(bytes(byte ^ 255 if 20 <= at < 400 and at % 3 == 0 else byte for at, byte in enumerate(whole)))
    with pytest.raises(bidwell.Refused, match=r"games\.parquet cannot be read"):
        next(bidwell.dataset(tmp_path / "d").games())
    parquet.write_table(pyarrow.table({"a": [1]}), path)
    with pytest.raises(bidwell.Refused, match=r"games\.parquet has no column with the number of a game"):
        next(bidwell.dataset(tmp_path / "d").games())


def test_a_dataset_is_a_folder() -> None:
    """Anything else is refused with a sentence."""
    with pytest.raises(bidwell.Refused, match=r"a dataset is a folder that .*, not 7"):
        bidwell.dataset(7)  # type: ignore[arg-type]


def test_games_by_other_rules_are_not_replayed(tmp_path: Path) -> None:
    """Their rows can still be read."""
    written(tmp_path / "d", ["random"] * 3, tables=["games"])
    found = bidwell.dataset(tmp_path / "d")
    found.manifest["rules"] = 0
    with pytest.raises(bidwell.Refused, match="has games by rules 0"):
        found.replay(next(found.games()))
