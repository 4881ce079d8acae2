"""How the suite draws its examples: the same ones in every run; `--hypothesis-profile=search` looks for new ones."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from bidwell.games import NAMES

pytest.register_assert_rewrite("tests.laws.laws", "tests.games.serengeti.helpers")

settings.register_profile(
    "suite",
    deadline=None,
    derandomize=True,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("search", settings.get_profile("suite"), derandomize=False, max_examples=2000)
settings.load_profile("suite")

SLOW = (
    *("browser", "native", "bots", "tournament", "analysis", "simulation", "studies", "server"),
    *("laws/test_native.py", "cli/test_arena.py", "cli/test_analyse.py", "cli/test_simulate.py", "cli/test_start.py"),
    *(
        "cli/test_serve.py",
        "cli/test_programs.py",
        "test_new_game.py",
        "docs",
        "rl/test_vector_env.py",
        "spiel",
        "train",
    ),
)
"""What `./test --fast` leaves out: it starts a browser, a server or other processes, or compiles."""


COMPILED = (
    *("analysis/", "bots/", "laws/test_native.py", "native/test_batch.py", "native/test_vector.py"),
    *("rl/", "simulation/", "tournament/", "train/"),
)
"""Tests that compile the same loops of a game: one worker runs those of one game, so that none is compiled twice."""
A_GAME = re.compile("|".join(NAMES))


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark slow tests: those of some folders and files, and comparisons with oracles. Group those that compile."""
    here = Path(__file__).parent
    for item in items:
        path = item.path.relative_to(here).as_posix()
        if path.startswith(SLOW) or path.endswith("test_oracle.py"):
            item.add_marker(pytest.mark.slow)
        if path.startswith(COMPILED) and item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(f"compiled {_game_of(item)}"))


def _game_of(item: pytest.Item) -> str:
    """The game in the name of a test, else the first one in its source, else the one that most others use."""
    named = A_GAME.search(item.name)
    if not named and isinstance(item, pytest.Function):
        named = A_GAME.search(inspect.getsource(item.function))
    return named[0] if named else NAMES[0]
