"""The command `bidwell export`."""

from __future__ import annotations

import argparse
from pathlib import Path

from bidwell.cli.serve import home_of, needs_the_server, store_of

ABOUT = "write the records of all finished games of a server to a folder"
EPILOG = """\
examples:
  bidwell export games                   of the server that keeps its games in your data folder
  bidwell export games --home ~/tables   of the server that keeps them there

Each record is a text file that `bidwell replay`, `analyse` and `verify` read."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER", help="where the records are written; made if it does not exist")
    parser.add_argument("--home", metavar="FOLDER", help="where games are kept (default: in your data folder)")
    parser.add_argument("--store", metavar="URL", default="", help="the PostgreSQL database where they are kept")


def run(given: argparse.Namespace) -> int:
    with needs_the_server():
        from bidwell.server.store import choice
    folder, count = Path(given.folder), 0
    for name, record in choice.finished_games(home_of(given.home), store_of(given)):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(record, encoding="utf-8")
        count += 1
    print(f"{count} finished games are in {folder}." if count else "No game is finished yet.")
    return 0
