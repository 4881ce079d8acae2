"""Compiled code is kept, and never stale: a change in any source that it comes from is a change in what runs."""

from __future__ import annotations

import inspect
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, cast

import pytest

pytest.importorskip("numba", reason="the native extra is not installed")

import bidwell
from bidwell.core.rule import RULES
from bidwell.native.compile import LONG_UNUSED, sweep
from bidwell.native.sources import FOR_PEOPLE, sources_digest

PACKAGE = Path(bidwell.__file__).parent

DEAL = """
import json, numpy, bidwell
from bidwell.core.rng import key_of
from bidwell.core.game import SEAT_LETTERS
from bidwell.native.compile import jit
from bidwell.native.record import pack

game = bidwell.game("serengeti")
deal, write_scores = game.rules.deal, game.rules.scores

def deal_and_score(tables, out):
    tables[0].chance_key = key_of(1, 0)
    deal(tables[0])
    write_scores(tables[0], out)

state = game.lay(SEAT_LETTERS[:3], {option.name: option.default for option in game.options})
native, interpreted = numpy.zeros(3, numpy.int64), [0] * 3
jit(deal_and_score)(pack(state), native)
deal_and_score([state], interpreted)
print(json.dumps({"from": bidwell.__file__, "native": native.tolist(), "interpreted": interpreted}))
"""

PLAY = """
import json, bidwell
from bidwell.bots.playouts import play_games

game = bidwell.game("serengeti")
options = {option.name: option.default for option in game.options}
played = play_games(game, ["random", "heuristic", "random"], options, seed=1, first=0, count=20)
print(json.dumps({"native": played.scores.tolist()}))
"""

STEP = """
import json, bidwell
from bidwell.native.batch import Batch

batch = Batch(bidwell.game("serengeti"), 4, players=3, seed=1, cores=1)
batch.play(batch.actions[:, 0])
print(json.dumps({"native": batch.scores()[0].tolist(), "features": batch.features().tolist()}))
"""

VECTOR = """
import json, bidwell
from bidwell.native.vector import VectorBatch

batch = VectorBatch(bidwell.game("serengeti"), 4, players=3, seed=1, cores=1)
batch.step(batch.choose("random"))
print(json.dumps({"native": batch.tables["price"].tolist(), "features": batch.features.tolist()}))
"""


def copied(folder: Path) -> Path:
    """The package once more, to change something in it."""
    shutil.copytree(PACKAGE, folder / "bidwell", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def run(program: str, source: Path, cache: Path | None = None) -> dict[str, Any]:
    """What the program prints, run on its own from the sources in this folder, with its own cache, beside them."""
    file = source / "program.py"
    if not file.exists():
        file.write_text(program, encoding="utf-8")
    own = {
        "PYTHONPATH": str(source),
        "XDG_CACHE_HOME": str((cache or source) / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [sys.executable, str(file)]
    done = subprocess.run(command, env={**os.environ, **own}, capture_output=True, text=True, check=True)
    printed: dict[str, Any] = json.loads(done.stdout)
    return printed


def kept(source: Path) -> dict[str, int]:
    """Every file of the cache, and when it was written."""
    files = [path for path in (source / "cache").rglob("*") if path.is_file()]
    return {str(path.relative_to(source)): path.stat().st_mtime_ns for path in files}


def test_a_change_in_a_game_is_a_change_in_what_runs(tmp_path: Path) -> None:
    """Run, change a number of the game, run again: the new number counts, in Python and natively."""
    source = copied(tmp_path)
    first = run(DEAL, source)
    assert first["from"].startswith(str(source))
    assert first["native"] == first["interpreted"] == [3, 3, 3]
    components = source / "bidwell" / "games" / "serengeti" / "components.py"
    text = components.read_text(encoding="utf-8")
    assert "POINTS_FOR_MOST_CHIPS = 3" in text
    components.write_text(text.replace("POINTS_FOR_MOST_CHIPS = 3", "POINTS_FOR_MOST_CHIPS = 50"), encoding="utf-8")
    changed = run(DEAL, source)
    assert changed["native"] == changed["interpreted"] == [50, 50, 50]


@pytest.mark.parametrize("program", [PLAY, STEP, VECTOR], ids=["games", "batch", "vector"])
def test_a_second_run_uses_what_the_first_one_compiled(program: str, tmp_path: Path) -> None:
    """It prints the same, and adds nothing to the cache."""
    source = copied(tmp_path)
    first = run(program, source)
    files = kept(source)
    assert files
    assert run(program, source) == first
    assert kept(source) == files


COMPILED = [
    path.relative_to(PACKAGE)
    for path in sorted(PACKAGE.rglob("*.py"))
    if path.relative_to(PACKAGE).parts[0] in ("core", "games", "bots", "native", "mechanics.py")
    and path.name not in FOR_PEOPLE
]


@pytest.mark.parametrize("path", COMPILED, ids=str)
def test_the_cache_is_keyed_by_every_source(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any change in core, mechanics, games, bots or native makes another key, but for files without rules."""
    source = copied(tmp_path) / "bidwell"
    monkeypatch.setattr(bidwell, "__file__", str(source / "__init__.py"))
    before = sources_digest()
    assert sources_digest() == before
    with (source / path).open("a", encoding="utf-8") as file:
        file.write("\n# changed\n")
    assert sources_digest() != before


def test_no_rule_is_in_a_file_that_is_not_part_of_the_key() -> None:
    """Every rule of every game, and every function that a rule calls."""
    bidwell.games()
    for rule in RULES:
        called = [value for name, value in rule.__globals__.items() if name in rule.__code__.co_names]
        for function in (rule, *filter(inspect.isfunction, called)):
            assert Path(inspect.getfile(cast(Any, function))).name not in FOR_PEOPLE


def test_another_copy_of_the_same_sources_uses_what_the_first_one_compiled(tmp_path: Path) -> None:
    """Compiled code is kept by the contents of its sources, not by their place."""
    one, other = (copied(tmp_path / name) for name in ("one", "other"))
    first = run(PLAY, one, cache=tmp_path)
    files = kept(tmp_path)
    assert files
    assert run(PLAY, other, cache=tmp_path) == first
    assert kept(tmp_path) == files


def test_a_new_source_makes_another_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And so does one that was moved."""
    source = copied(tmp_path) / "bidwell"
    monkeypatch.setattr(bidwell, "__file__", str(source / "__init__.py"))
    keys = [sources_digest()]
    new = source / "games" / "new.py"
    new.write_text("", encoding="utf-8")
    keys.append(sources_digest())
    new.rename(source / "games" / "newer.py")
    keys.append(sources_digest())
    assert len({*keys}) == 3


def test_what_nobody_used_for_a_month_is_swept_away(tmp_path: Path) -> None:
    """And nothing else."""
    for name, age in (("old", LONG_UNUSED + 60), ("young", 60)):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (time.time() - age,) * 2)
    sweep(tmp_path)
    assert [folder.name for folder in tmp_path.iterdir()] == ["young"]
