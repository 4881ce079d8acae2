"""Steps through the frames of a record."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from bidwell.cli.event_lines import event_lines
from bidwell.cli.keys import Keys
from bidwell.cli.scenes import Scene, scene_of
from bidwell.cli.screen import console, fresh_page
from bidwell.core.digits import is_number, value_of
from bidwell.core.events import Event
from bidwell.core.table import Table, View

Frame = tuple[View, list[Event]]


def print_story(frames: list[Frame], table: Table) -> None:
    """Print all events, then the last screen."""
    out = console()
    for line in event_lines((event for _, told in frames for event in told), spaced=True):
        out.print(line)
    _end(out, scene_of(table.game), frames, table)


def _end(out: Console, scene: Scene, frames: list[Frame], table: Table) -> None:
    out.print()
    out.print(scene.ending(table) if table.over else scene.scene(frames[-1][0], []))


def step_through(frames: list[Frame], table: Table) -> None:
    out, scene, at = console(), scene_of(table.game), 0
    keys = Keys(out)
    while at >= 0:
        _show(out, scene, frames, table, at)
        try:
            at = _next(at, keys.step(_prompt(at, len(frames) - 1)), len(frames) - 1)
        except EOFError:
            at = -1
    out.print()


def _show(out: Console, scene: Scene, frames: list[Frame], table: Table, at: int) -> None:
    view, told = frames[at]
    fresh_page(out)
    if at == len(frames) - 1 and table.over:
        for line in event_lines(told):
            out.print(line)
        out.print()
        out.print(scene.ending(table))
    else:
        out.print(scene.scene(view, told))


def _prompt(at: int, last: int) -> Text:
    forth = "the end" if at == last else "Enter next"
    return Text.assemble(
        (f"step {at} of {last}", "key"), (f" · {forth} · b back · a number · q leave ", "quiet"), ("▸ ", "title")
    )


def _next(at: int, key: str, last: int) -> int:
    """Return the step to show next, or -1 to leave. An unknown key changes nothing."""
    if is_number(key):
        return min(value_of(key, last), last)
    if key in ("q", "quit", "exit"):
        return -1
    if key in ("b", "back"):
        return max(at - 1, 0)
    return min(at + 1, last) if key == "" else at
