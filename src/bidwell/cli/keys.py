"""Reads single keys from a terminal, and lines from anything else."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console, RenderableType

from bidwell.cli.screen import ask
from bidwell.core.digits import is_number

try:
    import termios
    import tty
except ImportError:  # not on this system: read lines instead
    KEYS = False
else:
    KEYS = True

ONE_KEY = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|.", re.S)
ARROWS = {"\x1b[C": "", "\x1b[B": "", "\x1b[D": "b", "\x1b[A": "b"}


class Keys:
    """Reads keys one by one; a number is typed and confirmed."""

    def __init__(self, out: Console) -> None:
        self.out = out
        self.pressed = ""

    def step(self, prompt: RenderableType) -> str:
        """Return a key or a number. Raises EOFError at the end of the input."""
        if not (KEYS and sys.stdin.isatty()):
            return ask(self.out, prompt)
        with _unshown():
            self.out.print(prompt, end="")
            key = number = self._key()
            while is_number(key):
                self.out.print(key, end="")
                key = self._key()
                number += key if is_number(key) else ""
        return number.strip()

    def _key(self) -> str:
        self.pressed = self.pressed or os.read(sys.stdin.fileno(), 64).decode(errors="replace")
        found = ONE_KEY.match(self.pressed)
        if not found or found[0] == "\x04":
            raise EOFError
        self.pressed = self.pressed[found.end() :]
        return ARROWS.get(found[0], found[0])


@contextmanager
def _unshown() -> Iterator[None]:
    """Make the terminal deliver every key at once, without echo."""
    before = termios.tcgetattr(sys.stdin)
    # TCSADRAIN keeps keys that were typed ahead
    tty.setcbreak(sys.stdin, termios.TCSADRAIN)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
