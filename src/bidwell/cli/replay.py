"""The command `bidwell replay`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from bidwell.cli import files
from bidwell.core.digits import is_number, value_of
from bidwell.core.names import folded

if TYPE_CHECKING:
    from bidwell.core.events import Event
    from bidwell.core.table import Table, View

HIGHEST_SEAT = 99
"""A number up to this is a seat, whether it exists or not; a larger one is treated as a name."""
ABOUT = "a saved game, step by step or all at once"
EPILOG = """\
examples:
  bidwell replay mine.txt                step by step, as a spectator saw it
  bidwell replay mine.txt --as Anne      as Anne saw it
  bidwell replay mine.txt --open         with everything open
  bidwell replay mine.txt --all | less   the whole story

keys: Enter, space or → goes on, b or ← goes back, a number and Enter goes to that step, q leaves."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record, as `bidwell play … --save FILE` writes it")
    eyes = parser.add_mutually_exclusive_group()
    eyes.add_argument("--as", dest="seat", metavar="NAME", help="see what this player saw (default: a spectator)")
    eyes.add_argument("--open", action="store_true", help="see everything")
    parser.add_argument("--all", action="store_true", help="print the whole story at once")


def run(given: argparse.Namespace) -> int:
    from bidwell import replay
    from bidwell.cli import replay_view

    text = files.read(given.file)
    with files.in_file(given.file):
        table = replay(text)
    frames = _frames(text, seat_meant(table, given.seat), given.open)
    if given.all:
        replay_view.print_story(frames, table)
    else:
        replay_view.step_through(frames, table)
    return 0


def _frames(text: str, seat: int | None, everything: bool) -> list[tuple[View, list[Event]]]:
    """Return the view and the events after the deal and after every decision."""
    from bidwell.core.events import heard
    from bidwell.core.record import steps
    from bidwell.games import game

    frames = []
    for table, told in steps(text, game):
        view = table.view(seat)
        if everything:
            view.update(table.position())
            view.state = table.state.copy()
            frames.append((view, told))
        else:
            frames.append((view, heard(told, seat)))
    return frames


def seat_meant(table: Table, seat: str | None) -> int | None:
    """Return a seat by its player's name or by its number.

    Capitals and the form of apostrophes do not matter if only one name matches.
    """
    if seat is None:
        return None
    if seat in table.names:
        return table.seat(seat)
    alike = [name for name in table.names if folded(name) == folded(seat)]
    if len(alike) == 1:
        return table.seat(alike[0])
    meant = value_of(seat, HIGHEST_SEAT) if is_number(seat) else HIGHEST_SEAT + 1
    return table.seat(meant if meant <= HIGHEST_SEAT else seat)
