"""What the tests of the command line have at hand."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from bidwell.analysis import hint
from tests.cli.terminal import Bidwell, terminal


@pytest.fixture(autouse=True)
def quick_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """The coach answers by the network, as without Numba, so that no test compiles its search."""
    monkeypatch.setattr(hint, "native", SimpleNamespace(available=lambda: False))


@pytest.fixture
def bidwell(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Bidwell:
    """`bidwell("play serengeti", "7", "pass")`: a command, and what is typed."""
    return terminal(monkeypatch, capsys)
