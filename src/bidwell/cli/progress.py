"""While something runs: a bar on stderr, if somebody is there to see it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec


def watched() -> bool:
    """Is there somebody to see a bar, and something to draw it?"""
    return sys.stderr.isatty() and find_spec("rich") is not None


@contextmanager
def bar() -> Iterator[Callable[[int, int, str], None]]:
    """Is told how much is done, of how much, and what to say of it."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from bidwell.cli.screen import console

    out = console(stderr=True)
    columns = (BarColumn(None), TextColumn("{task.description}", markup=False), TimeRemainingColumn(compact=True))
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as drawn:
        task = drawn.add_task("getting ready", total=None)
        yield lambda done, total, said: drawn.update(task, completed=done, total=total, description=said)
