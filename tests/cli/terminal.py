"""A terminal for the tests: what is typed, and what is shown."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from rich.console import Console, RenderableType

from bidwell.cli import main
from bidwell.cli.screen import THEME


@dataclass
class Shown:
    """What a command left behind."""

    code: int
    out: str
    err: str


Bidwell = Callable[..., Shown]


def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Bidwell:
    """Runs commands here, in this process, with lines to type."""

    def bidwell(command: str, *typed: str) -> Shown:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        code = main(command.split())
        shown = capsys.readouterr()
        return Shown(code, shown.out, shown.err)

    return bidwell


def interrupted(*given: object) -> None:
    """In place of something that somebody interrupts."""
    raise KeyboardInterrupt


def drawn(what: RenderableType, width: int = 80, height: int = 24, screen: bool = False) -> str:
    """A picture as plain text; on a `screen` it is cut to its height. What is wider than it should be sticks out."""
    file = io.StringIO()
    out = Console(
        file=file,
        width=10 * width,
        height=height,
        theme=THEME,
        force_terminal=screen,
        color_system=None,
        emoji=False,
        markup=False,
    )
    out.print(what, width=width)
    return file.getvalue()


INTERPRETED = "import sys; from bidwell import native; native.available = lambda: False\n"
INTERPRETED += "from bidwell.cli import main; sys.exit(main(sys.argv[1:]))"
"""What Python runs to run a command where nothing is compiled."""


class Process(subprocess.Popen[str]):
    """One that does not outlive its test."""

    def __exit__(self, *leaving: Any) -> None:
        self.kill()
        super().__exit__(*leaving)


def hear_signals() -> None:
    """As from a terminal, even if the tests run where somebody has these ignored, as `nohup` does."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)


def started(*words: str, environment: Mapping[str, str] | None = None, session: bool = False) -> Process:
    """A command as a process of its own, or as a whole session."""
    return Process(
        [sys.executable, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **(environment or {})},
        start_new_session=session,
        preexec_fn=hear_signals,
    )
