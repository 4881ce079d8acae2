"""Runs the server as a program."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from functools import partial
from typing import Any

import uvicorn
from starlette.applications import Starlette

from bidwell.bots.registry import LEVELS, weakness
from bidwell.core.errors import Refused
from bidwell.core.prose import capital
from bidwell.games import games
from bidwell.server import logs
from bidwell.server.app import PAGE, app
from bidwell.server.cluster.joining import Membership
from bidwell.server.guard import LARGEST_MESSAGE
from bidwell.server.http_limits import LARGEST_HEADER, limited_protocol
from bidwell.server.lan import Lan
from bidwell.server.settings import Settings, next_address
from bidwell.server.store import choice
from bidwell.server.wire import TableProtocol

PING_SECONDS = 20.0
"""Seconds between two pings of a WebSocket, and within which one must be answered."""
NEXT_PORTS = 20
"""Number of ports to try, from the requested one on."""


def serve(settings: Settings) -> int:
    """Serve until Ctrl-C; return the exit code."""
    if not (PAGE / "index.html").is_file():
        raise Refused("the page was not built: in web/, run `npm ci` and `npm run build`")
    games()  # fail here, and not at the first request, if BIDWELL_GAMES names something that is no game
    if settings.workers > 1 and not settings.store:
        raise Refused("workers: several processes need a store they can share: give --store postgresql://…")
    # fail here, before the address is printed, if another server uses the folder or the database is damaged
    choice.prepare(settings.home, settings.store)
    logs.set_up(settings.log)
    for place in range(settings.workers):
        _check_free("metrics", next_address(settings.metrics, place))
        _check_free("internal", next_address(settings.internal, place) if settings.store else "")
    host = "0.0.0.0" if settings.lan else settings.host
    listening = _listening(host, settings.port)
    port = listening.getsockname()[1]
    address = f"http://{_shown(host)}:{port}"
    print(f"Bidwell is at {address}  (Ctrl-C stops it; every table is kept in {kept_in(settings)})", flush=True)
    for link in Lan(host, port).info("").links:
        print(f"For others on your network: {link}", flush=True)
    if weaker := weakness([*LEVELS]):
        print(f"{capital(weaker)}.", flush=True)
    if settings.open and _has_screen():
        threading.Timer(0.5, webbrowser.open, [address]).start()
    if settings.workers > 1:
        from bidwell.server.cluster.processes import run_all

        return run_all(settings, listening)
    return serve_at(settings, listening)


def serve_at(settings: Settings, listening: socket.socket) -> int:
    """Serve at this socket until the process gets a signal to end; return the exit code."""
    # objects made at startup live until exit, so the collector can skip them
    gc.freeze()
    gc.set_threshold(1_000_000, 50, 1000)  # the ticker collects garbage itself, when idle
    _allow_many_files()
    bots = settings.bots if settings.bots >= 0 else max(1, ((os.cpu_count() or 2) - 1) // settings.workers)
    membership = Membership(settings.internal, settings.lease, bots)
    application = app(settings.home, settings.name, max(1, bots), settings.metrics, settings.store, membership)
    host, port = listening.getsockname()[:2]
    server = uvicorn.Server(configured(application, settings.proxy))
    # behind a proxy everybody may seem to be at this machine, so nobody may open the server to the network;
    # of several processes only one would open and close
    is_public = bool(settings.name or settings.proxy)
    is_alone = not is_public and settings.workers == 1
    application.state.lan = Lan(host, port, partial(_serve_at, server) if is_alone else None, is_public=is_public)
    with contextlib.suppress(KeyboardInterrupt):
        server.run([listening])
    return 0 if server.started else 1


def _check_free(name: str, address: str) -> None:
    """Refuse an address at which nothing can listen, before the address of the server is printed."""
    host, _, port = address.rpartition(":")
    if not address:
        return
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind((host.strip("[]"), int(port)))
            tried.listen()
    except (OSError, OverflowError) as problem:
        why = getattr(problem, "strerror", None) or problem
        raise Refused(f"{name}: cannot listen at {address}: {why}") from None


def kept_in(settings: Settings) -> str:
    """Return where tables are kept, for people."""
    if not settings.store:
        return str(settings.home)
    from bidwell.server.store.postgres import without_password

    return without_password(settings.store)


def configured(application: Starlette, proxies: Sequence[str] = ()) -> uvicorn.Config:
    """Return the server's settings: small requests and messages, and no log of what clients send.

    `X-Forwarded-For` is believed only from the addresses or networks in `proxies`.
    """
    return uvicorn.Config(
        application,
        http=limited_protocol(proxies),
        h11_max_incomplete_event_size=LARGEST_HEADER,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=[*proxies],
        log_config=None,
        log_level="error",
        access_log=False,
        ws=TableProtocol,
        ws_per_message_deflate=False,
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        server_header=False,
        timeout_graceful_shutdown=1,
    )


async def _serve_at(server: uvicorn.Server, listening: socket.socket) -> asyncio.Server:
    """Serve at one more socket, which the server closes with its others."""
    loop = asyncio.get_running_loop()

    def protocol() -> asyncio.Protocol:
        kind: Any = server.config.http_protocol_class
        made: asyncio.Protocol = kind(
            config=server.config, server_state=server.server_state, app_state=server.lifespan.state, _loop=loop
        )
        return made

    opened = await loop.create_server(protocol, sock=listening)
    server.servers.append(opened)
    return opened


def _allow_many_files() -> None:
    """Raise the number of open files to what the system allows: every connection is one."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


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
