"""Faults of the disk: a database that is damaged, newer or unwritable at the start, a disk that refuses writes."""

from __future__ import annotations

import json
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from checks.kills import Flaw, Server
from checks.target import PATIENCE, VICTIM, Target, next_view

DATABASE = "house.db"
MOUNTS = {"full disk": "size=32k", "read-only disk": "ro"}
"""Disks on which a server cannot start, as options of their mounts."""


def _no_database(file: Path) -> None:
    file.write_bytes(b"this is no database" * 500)


def _damaged(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[4096:] = b"\x5a" * (len(content) - 4096)
    file.write_bytes(content)


def _newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA user_version = 99")


def _folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


FAULTS: dict[str, Callable[[Path], None]] = {
    "no database": _no_database,
    "damaged": _damaged,
    "newer": _newer,
    "a folder": _folder,
}


def bad_starts(target: Target) -> str:
    """Start servers on bad databases, on a full disk and on a read-only one."""
    told = []
    for name, spoil in FAULTS.items():
        home = target.home.with_name(name.replace(" ", "-"))
        home.mkdir()
        with (
            closing(sqlite3.connect(target.home / DATABASE)) as source,
            closing(sqlite3.connect(home / DATABASE)) as copy,
        ):
            source.backup(copy)
        spoil(home / DATABASE)
        told.append(f"{name}: {_refused_start(home)}")
        shutil.rmtree(home)
    for name, options in MOUNTS.items():
        told.append(f"{name}: {_refused_start(target.home.with_name('disk'), _mounted(target, options))}")
    return "; ".join(told)


def _refused_start(home: Path, prefix: Sequence[str] = ()) -> str:
    """Start a server that must refuse; return its only sentence."""
    command = [*prefix, sys.executable, "-m", "bidwell", "serve", "--port", "0", "--home", str(home)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    lines = done.stderr.strip().splitlines()
    if done.returncode == 0 or len(lines) != 1 or "Traceback" in done.stderr or done.stdout:
        raise Flaw(f"it answered {done.returncode}: {done.stdout[-300:]}{done.stderr[-300:]}")
    return lines[0].removeprefix("bidwell: ").replace(str(home), "HOME")


def _mounted(target: Target, options: str) -> list[str]:
    """Return the start of a command that runs with a small disk of its own, at the folder `disk`."""
    disk = target.home.with_name("disk")
    disk.mkdir(exist_ok=True)
    return ["unshare", "-rm", "sh", "-c", 'mount -t tmpfs -o "$0" none "$1" && shift && exec "$@"', options, str(disk)]


def refused_writes(target: Target) -> str:
    """Let every write of the running server fail for a while."""
    process = target.server.pid

    def limit(size: int) -> None:
        resource.prlimit(process, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    return _fails_for_a_while(target, lambda: limit(0), lambda: limit(resource.RLIM_INFINITY))


def full_disk(target: Target) -> str:
    """Fill the disk of a running server, and make room again."""
    home = target.home.with_name("disk")
    server = Server(home, prefix=_mounted(target, "size=8m"))
    filling = Path(f"/proc/{server.pid}/root{home}/filling")
    there = Target(server, 0, home)
    try:
        with there.open:
            return _fails_for_a_while(there, lambda: _fill(filling), filling.unlink)
    finally:
        server.kill()


def _fill(file: Path) -> None:
    with suppress(OSError), file.open("wb", buffering=0) as filling:
        while filling.write(bytes(1 << 12)):
            pass


def _fails_for_a_while(target: Target, begin: Callable[[], None], end: Callable[[], None]) -> str:
    """During a fault nothing is acknowledged and `/healthz` says why; afterwards everything goes on."""
    (room, tokens), there, act = _asked(target)
    begin()
    try:
        _not_acknowledged(there, act)
        status, why = target.ask("GET", "/healthz", None, VICTIM)
    finally:
        end()
    if status != 503:
        raise Flaw(f"/healthz answers {status}")
    again = target.sit(room, *tokens, address=VICTIM)
    again.send(json.dumps(act))
    while json.loads(again.recv(PATIENCE)).get("key") != act["key"]:
        pass
    after, _ = target.ask("GET", "/healthz", None, VICTIM)
    if after != 200:
        raise Flaw(f"the fault is over, but /healthz answers {after}")
    return f"the action was refused, and /healthz said: {why['why']}; afterwards the action was taken"


def deleted_database(target: Target) -> str:
    """Delete the database of the running server: nothing may be acknowledged any more."""
    _, there, act = _asked(target)
    (target.home / DATABASE).unlink()
    _not_acknowledged(there, act)
    status, why = target.ask("GET", "/healthz", None, VICTIM)
    if status != 503:
        raise Flaw(f"/healthz answers {status}")
    return f"the action was refused, and /healthz says: {why['why']}"


def _asked(target: Target) -> tuple[tuple[str, list[str]], ClientConnection, dict[str, Any]]:
    """Return a new room with its tokens, a connection that plays all its seats, and a legal action."""
    room, tokens = target.room("serengeti", ["me"] * 3, VICTIM)
    there = target.sit(room, *tokens, address=VICTIM)
    shown = [next_view(there) for _ in tokens]
    asked = next(view for view in shown if view["view"]["legal"])
    act = {"say": "act", "seat": asked["seat"], "seq": asked["seq"], "action": "pass", "key": "0123456789"}
    return (room, tokens), there, act


def _not_acknowledged(there: ClientConnection, act: dict[str, Any]) -> None:
    there.send(json.dumps(act))
    with suppress(ConnectionClosed):
        while True:
            if json.loads(there.recv(PATIENCE)).get("key") == act["key"]:
                raise Flaw("an action was acknowledged that is not on disk")
