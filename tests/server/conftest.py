"""What the tests of the server have at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bidwell.server import bots, rooms
from tests.server.helpers import Served

Serve = Callable[..., Served]
AT_ONCE = dict.fromkeys(bots.ANSWER_SECONDS, (0.0, 0.0))


@pytest.fixture(autouse=True)
def bots_answer_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test waits for the time that bots take for their answers."""
    monkeypatch.setattr(bots, "ANSWER_SECONDS", AT_ONCE)


@pytest.fixture(autouse=True)
def many_rooms(monkeypatch: pytest.MonkeyPatch) -> None:
    """All rooms of the tests are opened from one address."""
    monkeypatch.setattr(rooms, "MOST_ROOMS", 1_000_000)


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
