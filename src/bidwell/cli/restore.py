"""The command `bidwell restore`."""

from __future__ import annotations

import argparse
from pathlib import Path

from bidwell.cli.serve import home_of, needs_the_server, store_of
from bidwell.core.errors import Refused

ABOUT = "bring a backup of a server's rooms and games back"
EPILOG = """\
examples:
  bidwell restore games.backup                   into your data folder
  bidwell restore games.backup --home ~/tables   into another

Stop the server first. The database that was there is kept beside the new one."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a file that `bidwell backup` has written")
    parser.add_argument("--home", metavar="FOLDER", help="where games are kept (default: in your data folder)")
    parser.add_argument("--store", metavar="URL", help="for PostgreSQL: says which of its own programs to use")


def run(given: argparse.Namespace) -> int:
    if store_of(given):
        raise Refused(
            "PostgreSQL has a program for this: stop all servers, then pg_restore --clean --if-exists --dbname=URL FILE"
        )
    with needs_the_server():
        from bidwell.server.store.files import restore
    home = home_of(given.home)
    rooms = restore(home, Path(given.file))
    print(f"{home} has the {rooms} rooms of {given.file}.")
    return 0
