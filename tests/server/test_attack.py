"""The check that attacks a server: every limit holds, and a limit that does not is reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from checks import attack
from checks.kills import Flaw
from checks.target import Target


def test_the_server_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Against the attacks that take a moment."""
    wanted = ["leaks", "header flood", "half requests", "connections", "reads", "lobby", "forged addresses", "names"]
    wanted += [
        "frames that are no messages",
        "requests",
        "refused connections",
        "host reloads",
        "disk refuses writes",
        "deleted database",
    ]
    assert attack.run(1, tmp_path / "home", wanted), capsys.readouterr().out


def test_what_does_not_hold_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The check can fail."""

    def broken(target: Target) -> str:
        raise Flaw("it leaks")

    monkeypatch.setattr(attack, "attacks", lambda size: {"leaks": broken})
    assert not attack.run(1, tmp_path / "home", [])
    assert "FAILED leaks: Flaw: it leaks" in capsys.readouterr().out
