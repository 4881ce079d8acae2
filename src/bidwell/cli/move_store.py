"""The command `bidwell move-store`."""

from __future__ import annotations

import argparse

from bidwell.cli.serve import needs_the_server

ABOUT = "copy a server's rooms and games to another store"
EPILOG = """\
examples:
  bidwell move-store ~/.local/share/bidwell postgresql://bidwell@db.example/bidwell   from a folder to PostgreSQL
  bidwell move-store postgresql://bidwell@db.example/bidwell ~/tables                 and back

Stop the servers first. The target must be empty. Every table is compared after the copy, and nothing is kept if it
differs; the source stays as it is."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="FROM", help="the folder of a server, or postgresql://…")
    parser.add_argument("target", metavar="TO", help="an empty store: a folder, or postgresql://…")


def run(given: argparse.Namespace) -> int:
    with needs_the_server():
        from bidwell.server.store.move import move_store
    copied = move_store(given.source, given.target)
    for table, found in copied.items():
        print(f"{table:10} {found.rows:9,} rows  {found.checksum:064x}"[:60])
    print(f"All {copied['rooms'].rows} rooms arrived, and every table is the same in both.")
    return 0
