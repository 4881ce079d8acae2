"""Fixtures for the tests of bots."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture
def pids(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The ids of all processes started in the test; none of them may still run at its end."""
    started: list[int] = []

    class Watched(subprocess.Popen[Any]):
        def __init__(self, *words: Any, **how: Any) -> None:
            super().__init__(*words, **how)
            started.append(self.pid)

    monkeypatch.setattr("subprocess.Popen", Watched)
    yield started
    assert [pid for pid in started if there_is(pid)] == []


def there_is(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
