"""What the tests of the command line have at hand."""

from __future__ import annotations

import pytest

from tests.cli.terminal import Bidwell, terminal


@pytest.fixture
def bidwell(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Bidwell:
    """`bidwell("play serengeti", "7", "pass")`: a command, and what is typed."""
    return terminal(monkeypatch, capsys)
