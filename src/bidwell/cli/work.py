"""The command `bidwell work`."""

from __future__ import annotations

import argparse
import os

from bidwell.cli import seating
from bidwell.cli.serve import needs_the_server
from bidwell.core.errors import Refused

ABOUT = "think for the bots and analyses of servers that share a PostgreSQL database"
EPILOG = """\
examples:
  bidwell work --store postgresql://bidwell@db.example/bidwell            on all cores of this machine
  bidwell work --store postgresql://bidwell@db.example/bidwell --bots 4   four decisions at a time

Servers with `--bots 0` leave all thinking to such processes. Run as many as you like, on any machine; a job whose
process is gone is done by another."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--store", metavar="URL", help="the PostgreSQL database of the servers (or in BIDWELL_STORE)")
    parser.add_argument("--bots", type=seating.whole(0, 256), help="decisions of bots at a time (default: all cores)")
    parser.add_argument(
        "--analyses", type=seating.whole(0, 256), default=1, help="analyses at a time (default: %(default)s)"
    )


def run(given: argparse.Namespace) -> int:
    with needs_the_server():
        from bidwell.server.store import choice
    store = given.store or os.environ.get("BIDWELL_STORE", "")
    if not choice.checked_url(store):
        raise Refused("store: give postgresql://USER@HOST/DATABASE")
    with choice.refusing(store):
        from bidwell.server.cluster.work import work
    return work(store, given.bots, given.analyses)
