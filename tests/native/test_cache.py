"""Compiled code is kept, and never stale: a change in any source that it comes from is a change in what runs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba", reason="the native extra is not installed")

import bidwell
from bidwell.native.compile import sources_digest

PACKAGE = Path(bidwell.__file__).parent

PLAY = """
import json, bidwell
from bidwell.bots.playout import playout
from bidwell.core.game import SEAT_LETTERS
from bidwell.native.games import play_games

game = bidwell.game("serengeti")
options = {option.name: option.default for option in game.options}
native = play_games(game, ["random"] * 3, options, seed=1, first=0, count=20)
tables = [game.lay(SEAT_LETTERS[:3], options) for _ in range(20)]
scores, standings = ([[0] * 3 for _ in tables] for _ in range(2))
out, decisions = [0] * game.most_choices, [0] * 20
playout(game, False)(tables, [0] * 3, 1, 0, out, scores, standings, decisions, None)
print(json.dumps({"from": bidwell.__file__, "native": native.scores.tolist(), "interpreted": scores}))
"""

STEP = """
import json, bidwell
from bidwell.native.batch import Batch

batch = Batch(bidwell.game("serengeti"), 4, players=3, seed=1, cores=1)
batch.play(batch.actions[:, 0])
print(json.dumps({"native": batch.scores()[0].tolist(), "features": batch.features().tolist()}))
"""


def copied(folder: Path) -> Path:
    """The package once more, to change something in it."""
    shutil.copytree(PACKAGE, folder / "bidwell", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def run(program: str, source: Path, cache: Path) -> dict[str, Any]:
    """What the program prints, run on its own from the sources in `source`, with its own cache."""
    surroundings = {
        **os.environ,
        "PYTHONPATH": str(source),
        "XDG_CACHE_HOME": str(cache),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run([sys.executable, "-c", program], env=surroundings, capture_output=True, text=True, check=True)
    printed: dict[str, Any] = json.loads(done.stdout)
    return printed


def kept(cache: Path) -> dict[str, int]:
    """Every file of the cache, and when it was written."""
    return {str(path.relative_to(cache)): path.stat().st_mtime_ns for path in cache.rglob("*") if path.is_file()}


def test_a_change_in_the_rules_is_a_change_in_what_runs(tmp_path: Path) -> None:
    """Run, run again from the cache, change a number, run again: the new number counts, in Python and natively."""
    source, cache = copied(tmp_path / "source"), tmp_path / "cache"
    first = run(PLAY, source, cache)
    assert first["from"].startswith(str(source))
    assert first["native"] == first["interpreted"]
    files = kept(cache)
    assert files
    assert run(PLAY, source, cache) == first
    assert kept(cache) == files, "the second run did not use what the first one compiled"
    components = source / "bidwell" / "games" / "serengeti" / "components.py"
    text = components.read_text(encoding="utf-8")
    assert "POINTS_FOR_MOST_CHIPS = 3" in text
    components.write_text(text.replace("POINTS_FOR_MOST_CHIPS = 3", "POINTS_FOR_MOST_CHIPS = 50"), encoding="utf-8")
    changed = run(PLAY, source, cache)
    assert changed["native"] == changed["interpreted"]
    assert changed["native"] != first["native"]


def test_tables_in_a_batch_are_compiled_once(tmp_path: Path) -> None:
    """The second run uses what the first one compiled, and adds nothing to the cache."""
    source, cache = copied(tmp_path / "source"), tmp_path / "cache"
    first = run(STEP, source, cache)
    files = kept(cache)
    assert run(STEP, source, cache) == first
    assert kept(cache) == files


COMPILED = [
    path.relative_to(PACKAGE)
    for path in sorted(PACKAGE.rglob("*.py"))
    if path.relative_to(PACKAGE).parts[0] in ("core", "games", "bots", "native", "mechanics.py")
]


@pytest.mark.parametrize("path", COMPILED, ids=str)
def test_the_cache_is_keyed_by_every_source(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any change in core, mechanics, games, bots or native makes another key."""
    source = copied(tmp_path) / "bidwell"
    monkeypatch.setattr(bidwell, "__file__", str(source / "__init__.py"))
    before = sources_digest()
    assert sources_digest() == before
    with (source / path).open("a", encoding="utf-8") as file:
        file.write("\n# changed\n")
    assert sources_digest() != before


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
