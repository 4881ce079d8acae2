"""A progress bar on stderr, if it is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec


def watched() -> bool:
    """Return whether stderr is a terminal and Rich is installed."""
    return sys.stderr.isatty() and find_spec("rich") is not None


@contextmanager
def bar() -> Iterator[Callable[[int, int, str], None]]:
    """A bar; call it with the amount done, the total and a text. Without Rich it shows nothing."""
    if find_spec("rich") is None:
        yield lambda done, total, said: None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from bidwell.cli.screen import console

    out = console(stderr=True)
    columns = (BarColumn(None), TextColumn("{task.description}", markup=False), TimeRemainingColumn(compact=True))
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as drawn:
        task = drawn.add_task("getting ready", total=None)
        yield lambda done, total, said: drawn.update(task, completed=done, total=total, description=said)
