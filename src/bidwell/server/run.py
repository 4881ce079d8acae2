"""Runs the server as a program."""

from __future__ import annotations

import contextlib
import gc
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

from bidwell.bots.registry import LEVELS, weakness
from bidwell.core.errors import Refused
from bidwell.server.app import PAGE, app
from bidwell.server.guard import LARGEST_MESSAGE
from bidwell.server.store import held

NEXT_PORTS = 20
"""Number of ports to try, from the requested one on."""


def serve(host: str, port: int, home: Path, names: Sequence[str], show: bool) -> int:
    """Serve until Ctrl-C; return the exit code."""
    if not (PAGE / "index.html").is_file():
        raise Refused("the page was not built: in web/, run `npm ci` and `npm run build`")
    home.mkdir(parents=True, exist_ok=True)
    # fail here, before the address is printed, if another server uses the folder
    held(home / "lock").close()
    listening = _listening(host, port)
    address = f"http://{_shown(host)}:{listening.getsockname()[1]}"
    print(f"Bidwell is at {address}  (Ctrl-C stops it; every table is kept in {home})", flush=True)
    if weaker := weakness([*LEVELS]):
        print(f"{weaker[0].upper()}{weaker[1:]}.", flush=True)
    if show and _has_screen():
        threading.Timer(0.5, webbrowser.open, [address]).start()
    # objects made at startup live until exit, so the collector can skip them
    gc.freeze()
    gc.set_threshold(1_000_000, 50, 1000)  # the house collects garbage itself, when idle
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(configured(app(home, names))).run([listening])
    return 0


def configured(application: Starlette) -> uvicorn.Config:
    """Return the server's settings: small messages, and no log of what clients send."""
    return uvicorn.Config(
        application,
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        server_header=False,
        timeout_graceful_shutdown=1,
    )


def _listening(host: str, port: int) -> socket.socket:
    """Return a socket listening at this port. If the port is taken, the next ones are tried."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    tries = range(port, min(port + NEXT_PORTS, 65536)) if port else (0,)
    for number in tries:
        made = socket.socket(family)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((host, number))
            made.listen(2048)
            return made
        except OSError as problem:
            made.close()
            last = problem
    raise Refused(f"cannot listen at {host}:{port}: {last.strerror}; give another --host or --port")


def _has_screen() -> bool:
    """Return whether a graphical browser can open; one inside the terminal would hide the server's output."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _shown(host: str) -> str:
    return {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
