"""The command `bidwell serve`."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from bidwell.cli import seating
from bidwell.core.errors import Refused

ABOUT = "tables in the browser, for you, your friends and bots"
EPILOG = """\
examples:
  bidwell serve                        on this machine: http://127.0.0.1:8080
  bidwell serve --host 0.0.0.0         for everybody on the network
  bidwell serve --home ~/tables        keep rooms and games in this folder
  bidwell serve --name games.example   behind a proxy that is known by this name

Everything that was acknowledged is on disk: stop it at any moment, and it comes back with every table."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at (default: this machine only)")
    parser.add_argument("--port", type=seating.whole(0, 65535), default=8080, help="default: %(default)s; 0 for any")
    parser.add_argument("--home", metavar="FOLDER", help="where games are kept (default: in your data folder)")
    parser.add_argument("--name", action="append", default=[], metavar="NAME", help="a host name to answer to, too")
    parser.add_argument("--open", action="store_true", help="open the page in your browser")


def run(given: argparse.Namespace) -> int:
    home = Path(given.home).expanduser() if given.home else default_home()
    try:
        from bidwell.server.run import serve
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in ("starlette", "uvicorn", "msgspec", "websockets", "anyio"):
            raise
        raise Refused("the server needs a few packages: pip install 'bidwell[serve]'") from None
    return serve(given.host, given.port, home, given.name, given.open)


def default_home() -> Path:
    """Return the folder for user data on this system."""
    data = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".local" / "share"
    return Path(data) / "bidwell"
