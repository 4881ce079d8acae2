"""The command `bidwell serve`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bidwell.cli import seating
from bidwell.core.errors import Refused

ABOUT = "tables in the browser, for you, your friends and bots"
EPILOG = """\
examples:
  bidwell serve                        on this machine: http://127.0.0.1:8080
  bidwell serve --lan                  for everybody on the network; prints the link to give them
  bidwell serve --home ~/tables        keep rooms and games in this folder
  bidwell serve --store postgresql://bidwell@db.example/bidwell   keep them in PostgreSQL
  bidwell serve --name games.example   behind a proxy that is known by this name

Every flag can be a setting in the file (port = 8000) or in the environment (BIDWELL_PORT=8000); flags come first.
Everything that was acknowledged is on disk: stop it at any moment, and it comes back with every table."""


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--host", help="the address to listen at (default: 127.0.0.1, this machine only)")
    add("--port", type=seating.whole(0, 65535), help="default: 8080; 0 for any")
    add("--home", metavar="FOLDER", help="where games are kept (default: in your data folder)")
    add("--store", metavar="URL", help="keep games in PostgreSQL instead, for several servers: postgresql://…")
    add("--workers", metavar="N", help="servers to run on this machine, at one address; needs --store (default: 1)")
    add(
        "--bots",
        metavar="N",
        help="processes for bots; with --store, 0 leaves them to `bidwell work` (default: by cores)",
    )
    add("--internal", metavar="HOST:PORT", help="where the other servers reach this one (default: 127.0.0.1, any port)")
    add("--lease", metavar="SECONDS", help="until the rooms of a server that is gone are taken over (default: 5)")
    add("--name", action="append", metavar="NAME", help="a further host name to answer to")
    add("--proxy", action="append", metavar="ADDRESS", help="a proxy whose X-Forwarded-For is believed")
    add("--metrics", metavar="HOST:PORT", help="serve metrics for Prometheus at this address")
    add("--log", choices=("text", "json"), help="the format of the log (default: text)")
    add("--config", metavar="FILE", help="a TOML file with settings, named like these flags")
    add("--lan", action="store_true", default=None, help="let everybody on your network in (listens at 0.0.0.0)")
    add("--open", action="store_true", default=None, help="open the page in your browser")


def run(given: argparse.Namespace) -> int:
    with needs_the_server():
        from bidwell.server.run import serve
        from bidwell.server.settings import settings
    return serve(settings(vars(given), default_home()))


@contextmanager
def needs_the_server() -> Iterator[None]:
    """Say how to install what the server needs, if an import inside fails."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in ("starlette", "uvicorn", "msgspec", "websockets", "anyio"):
            raise
        raise Refused("the server needs a few packages: pip install 'bidwell[serve]'") from None


def home_of(given: str | None) -> Path:
    """Return the folder that was given, here or in the environment as for a server, or the usual one."""
    named = given or os.environ.get("BIDWELL_HOME")
    return Path(named).expanduser() if named else default_home()


def store_of(given: argparse.Namespace) -> str:
    """Return the URL of the store that was given, here or in the environment as for a server; empty for a folder."""
    return given.store or ("" if given.home else os.environ.get("BIDWELL_STORE", ""))


def default_home() -> Path:
    """Return the folder for user data on this system."""
    data = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".local" / "share"
    return Path(data) / "bidwell"
