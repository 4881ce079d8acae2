"""What the tests of the server have at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.helpers import Served

Serve = Callable[..., Served]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that the tests of a module share; nothing went wrong in it unseen."""
    made = Served(tmp_path_factory.mktemp("home"))
    yield made
    made.stop()
    assert made.log.lines == []


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """`serve()` begins a server on the home of this test, ending the one before."""
    running: list[Served] = []

    def begin(**how: object) -> Served:
        while running:
            running.pop().stop()
        running.append(Served(tmp_path / "home", **how))  # type: ignore[arg-type]
        return running[0]

    yield begin
    while running:
        running.pop().stop()
