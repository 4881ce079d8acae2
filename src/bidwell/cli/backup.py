"""The command `bidwell backup`."""

from __future__ import annotations

import argparse
from pathlib import Path

from bidwell.cli.serve import home_of, needs_the_server, store_of
from bidwell.core.errors import Refused

ABOUT = "copy all rooms and games of a server to a file"
EPILOG = """\
examples:
  bidwell backup games.backup                   of the server that keeps its games in your data folder
  bidwell backup games.backup --home ~/tables   of the server that keeps them there

The server may keep running: the copy shows a single moment. `bidwell restore` brings it back."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a file that does not exist yet")
    parser.add_argument("--home", metavar="FOLDER", help="where games are kept (default: in your data folder)")
    parser.add_argument("--store", metavar="URL", help="for PostgreSQL: says which of its own programs to use")


def run(given: argparse.Namespace) -> int:
    if store_of(given):
        raise Refused("PostgreSQL has a program for this: pg_dump --format=custom --schema=bidwell --file=FILE URL")
    with needs_the_server():
        from bidwell.server.store.files import backup
    rooms = backup(home_of(given.home), Path(given.file))
    print(f"{given.file} has all {rooms} rooms.")
    return 0
