"""The command `bidwell play`."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from bidwell.cli import files, seating
from bidwell.core.errors import Refused

if TYPE_CHECKING:
    from bidwell.core.table import Table

ABOUT = "a game in the terminal, you against bots or each other"
EPILOG = """\
examples:
  bidwell play serengeti                                     you and three bots
  bidwell play serengeti --seats you,novice,expert           you and two bots
  bidwell play serengeti --seats you,you,novice --names Ida,Jo
                                                             two at one keyboard, and a bot
  bidwell play serengeti --seats "you,cmd:./mybot,regular"   you, a program of yours and a bot
  bidwell play serengeti --option fines=off --seed 7         other options, and a deal that can be repeated
  bidwell play serengeti --save mine.txt                     save the game, also when you leave early
  bidwell play --resume mine.txt                             continue it later

Bots: `novice` plays sensibly at once, `regular` by a trained network or after a moment, `expert` thinks
a second on all cores.
While playing, `?` shows what you can type."""


def arguments(parser: argparse.ArgumentParser) -> None:
    known = seating.PLAYERS
    parser.add_argument("game", nargs="?", help="a game (`bidwell games` lists them; default: serengeti)")
    parser.add_argument(
        "--seats",
        metavar="LIST",
        help=f"who plays, clockwise, each one of {known} (default: you and \
three novice bots); several `you` share the keyboard",
    )
    parser.add_argument("--names", metavar="LIST", help="the players' names, in the order of the seats")
    seating.add_table(parser)
    parser.add_argument("--save", metavar="FILE", help="write the record of the game to this new file")
    parser.add_argument(
        "--resume",
        metavar="FILE",
        help="continue a saved game (and save it there again, \
unless --save names another file)",
    )


def run(given: argparse.Namespace) -> int:
    table, seats, text = _resumed(given) if given.resume is not None else (*_dealt(given), None)
    path = given.resume if given.save is None else given.save
    if path is not None:
        files.check_place("--resume" if given.save is None else "--save", path)
    if given.save is not None and given.save != given.resume and Path(given.save).exists():
        raise Refused(f"--save: {path} is there already; name a new file, or go on with that game: --resume {path}")
    from bidwell.cli.autosave import Autosave
    from bidwell.cli.session import Session

    return Session(table, seats, path, Autosave(table, text, given.resume)).run()


def _dealt(given: argparse.Namespace) -> tuple[Table, list[str]]:
    from bidwell import game

    found = game(given.game or "serengeti")
    named = len(given.names.split(",")) if given.names else None
    usual = seating.usual_seats(found, seating.YOU, "novice", named)
    seats = seating.parse_seats(given.seats, found) if given.seats is not None else usual
    names = seating.parse_names(given.names, found, len(seats))
    return found.deal(seed=given.seed, options=seating.parse_options(given.option, found), names=names), seats


def _resumed(given: argparse.Namespace) -> tuple[Table, list[str], str]:
    """Return the table of the resumed file, its seats, and its text."""
    from bidwell import replay
    from bidwell.cli.autosave import saved_seats

    for flag in ("names", "seed", "option"):
        if getattr(given, flag) not in (None, []):
            raise Refused(f"--resume goes on with the game as it was dealt: leave --{flag} out")
    text = files.read(given.resume)
    with files.in_file(given.resume):
        table = replay(text)
    if given.game not in (None, table.game.name):
        raise Refused(f"{given.resume} is a game of {table.game.name}, not of {given.game}")
    wanted = given.seats if given.seats is not None else saved_seats(text)
    usual = seating.usual_seats(table.game, seating.YOU, "novice", table.players)
    seats = seating.parse_seats(wanted, table.game) if wanted is not None else usual
    if len(seats) != table.players:
        raise Refused(f"--seats: {len(seats)} seats for the {table.players} players of {given.resume}")
    if given.seats is None and any(kind.startswith("cmd:") for kind in seats):
        again = shlex.quote("".join(filter(str.isprintable, ",".join(seats))))
        raise Refused(f"{given.resume} wants to run programs on this computer; if they may: --seats {again}")
    return table, seats, text
