"""A digest of what decides how bots play: the sources that machine code is compiled from, and the networks."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import bidwell
from bidwell.games import added_games

PARTS = ("mechanics.py", "core/**/*.py", "games/**/*.py", "games/**/network.*", "bots/**/*.py", "native/**/*.py")
FOR_PEOPLE = frozenset({"foresight.py", "goal.py", "notation.py", "options.py", "positions.py", "ties.py"})
"""Files of a game without rules, which are never compiled."""


def sources_digest(maker: str = "") -> str:
    """Return a digest of these files and of `maker`, which names the compiler's version."""
    digest = hashlib.sha256(maker.encode())
    for name, path in _sources():
        digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _sources() -> Iterator[tuple[str, Path]]:
    """The sources of this package that are compiled, and those of the games added to it."""
    root = Path(bidwell.__file__).parent
    found = (path for part in PARTS for path in root.glob(part))
    for path in sorted(path for path in found if path.name not in FOR_PEOPLE):
        yield str(path.relative_to(root)), path
    for game in added_games():
        folder = Path(str(import_module(game.package).__file__)).parent
        for path in sorted(folder.rglob("*.py")):
            yield f"{game.package}/{path.relative_to(folder)}", path
