"""How the suite draws its examples: the same ones in every run; `--hypothesis-profile=search` looks for new ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

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
    *("cli/test_serve.py", "cli/test_programs.py", "test_new_game.py", "docs", "rl/test_vector_env.py", "spiel"),
)
"""What `./test --fast` leaves out: it starts a browser, a server or other processes, or compiles."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of these folders and files, and the comparisons with oracles, as slow."""
    here = Path(__file__).parent
    for item in items:
        path = item.path.relative_to(here).as_posix()
        if path.startswith(SLOW) or path.endswith("test_oracle.py"):
            item.add_marker(pytest.mark.slow)
