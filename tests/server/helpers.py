"""A server in its own thread and clients for the tests. Every wait has a timeout."""

from __future__ import annotations

import asyncio
import http.client
import itertools
import json
import logging
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeVar

import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from bidwell.core.table import Table
from bidwell.server.app import app
from bidwell.server.cluster.joining import Membership
from bidwell.server.guard import Buckets
from bidwell.server.house import House
from bidwell.server.room_session import RoomSession
from bidwell.server.run import configured

PATIENCE = 30.0
"""Seconds before a wait fails."""
LOGGERS = ("", "uvicorn")
"""The loggers that receive everything that is logged."""

Message = dict[str, Any]
T = TypeVar("T")
_keys = itertools.count(1)


class Log(logging.Handler):
    """Collects everything that is logged."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


class Served:
    """The application as `bidwell serve` runs it, at a free port of this machine."""

    def __init__(
        self,
        home: Path,
        names: Sequence[str] = (),
        calls: float = 1e9,
        proxies: Sequence[str] = (),
        metrics: str = "",
        store: str = "",
        lease: float = 6.0,
        bots: int = 1,
    ) -> None:
        self.home = home
        self.log = Log()
        self._app = app(
            home, names, workers=1, metrics=metrics, store=store, membership=Membership(lease=lease, bots=bots)
        )
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        self._server = uvicorn.Server(configured(self._app, proxies))
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],), daemon=True)
        # a test that ran `bidwell serve` in this process has sent its logs to standard error
        logger = logging.getLogger("bidwell.server")
        logger.handlers, logger.propagate = [], True
        for name in LOGGERS:
            logging.getLogger(name).addHandler(self.log)
        self._thread.start()
        wait_until(lambda: self._server.started or not self._thread.is_alive())
        assert self._server.started, self.log.lines
        self.house: House = self._app.state.house
        self.house.requests = self.house.openers = Buckets(1e9, 1e9)
        self.house.callers = self.house.readers = self.house.shares = Buckets(calls, calls)
        self.loop = self.house.tasks.loop

    def stop(self) -> None:
        """Stop the server, as Ctrl-C does."""
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        for name in LOGGERS:
            logging.getLogger(name).removeHandler(self.log)
        self._socket.close()

    def on_loop(self, work: Callable[[], T]) -> T:
        """Run this on the event loop of the server and return its result."""

        async def there() -> T:
            return work()

        return self.awaited(there())

    def awaited(self, work: Awaitable[T]) -> T:
        async def there() -> T:
            return await work

        return asyncio.run_coroutine_threadsafe(there(), self.loop).result(PATIENCE)

    def live(self, room: str) -> RoomSession:
        return self.on_loop(lambda: self.house.rooms.get(room))

    @property
    def connections(self) -> int:
        """The number of open connections."""
        return len(self._server.server_state.connections)

    # HTTP

    def ask(
        self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None
    ) -> tuple[int, http.client.HTTPMessage, bytes]:
        """Return status, headers and body of the answer; a `body` of bytes is sent unchanged."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            sent = body if isinstance(body, bytes | None) else json.dumps(body).encode()
            connection.request(method, path, sent, dict(headers or {}))
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def get(self, path: str) -> Any:
        status, _, body = self.ask("GET", path)
        assert status == 200, body
        return json.loads(body)

    def post(self, path: str, body: Any = None) -> Any:
        status, _, answer = self.ask("POST", path, {} if body is None else body)
        assert status == 200, answer
        return json.loads(answer)

    def refused(self, method: str, path: str, body: Any = None) -> tuple[int, str]:
        """Return status and sentence of a request that is refused."""
        status, _, answer = self.ask(method, path, body)
        assert status >= 400, answer
        problem = json.loads(answer)
        assert {*problem} == {"why", "clause"}
        return status, problem["why"]

    # Rooms

    def room(self, game: str = "serengeti", players: int = 3, who: str = "me", **more: Any) -> tuple[str, list[str]]:
        """Create a room whose seats are all of one kind; return it with its tokens."""
        seats = [{"who": who, "name": name} for name in ("Ida", "Jo", "Kim", "Lee", "Max", "Nia")[:players]]
        made = self.post("/api/rooms", {"game": game, "seats": seats, **more})
        return made["room"]["id"], [*made["tokens"].values()]

    def table_of(self, room: str) -> Table:
        """The true table of a room."""
        return self.live(room).room.playing

    def lay(self, room: str, table: Table, seq: int) -> None:
        """Replace the table of a room, in memory only."""
        self.on_loop(lambda: self.house.rooms.get(room).room.begin(table, seq))


class Device:
    """A person's connection to one table, with any number of seats."""

    def __init__(self, served: Served, room: str, *tokens: str, hello: bool = True, **more: Any) -> None:
        self.heard: list[str] = []
        self.views: dict[int | None, Message] = {}
        self._open = ExitStack()
        connecting = connect(
            f"ws://127.0.0.1:{served.port}/ws/{room}",
            open_timeout=PATIENCE,
            close_timeout=PATIENCE,
            compression=None,
            max_size=1 << 24,
            **more,
        )
        self._socket: ClientConnection = self._open.enter_context(connecting)
        if hello:
            self.say(say="hello", tokens=[*tokens], foresight=True)
            self.hear("room")
            if served.get(f"/api/rooms/{room}")["state"] != "gathering":
                for _ in tokens or (None,):
                    self.hear("view")

    def say(self, **message: Any) -> None:
        self.raw(json.dumps(message))

    def raw(self, message: str | bytes) -> None:
        self._socket.send(message)

    def next(self, seconds: float = PATIENCE) -> Message:
        """The next message of any kind."""
        text = self._socket.recv(seconds)
        assert isinstance(text, str)
        self.heard.append(text)
        message: Message = json.loads(text)
        if message["tell"] == "view":
            self.views[message["seat"]] = message
        return message

    def hear(self, tell: str) -> Message:
        """The next message of this kind."""
        end = time.monotonic() + PATIENCE
        while (message := self.next(max(0.0, end - time.monotonic())))["tell"] != tell:
            pass
        return message

    def rest(self) -> list[Message]:
        """All messages up to now: sends an invalid message and collects what arrives before its answer."""
        self.raw('{"say": "what else?"}')
        found = []
        while (message := self.next())["tell"] != "error":
            found.append(message)
        return found

    def closed(self) -> tuple[int | None, list[Message]]:
        """Wait for the close; return its code and the messages before it."""
        found = []
        try:
            while True:
                found.append(self.next())
        except ConnectionClosed:
            return self._socket.close_code, found

    def act(self, seat: int, action: str, seq: int | None = None, key: str | None = None) -> str:
        """Send an intent and return its key."""
        key = key or f"key-{next(_keys):08}"
        self.say(say="act", seat=seat, seq=self.views[seat]["seq"] if seq is None else seq, key=key, action=action)
        return key

    def play(self, seat: int, action: str) -> Message:
        """Play a legal action and return the view that answers it."""
        key = self.act(seat, action)
        while (message := self.next()).get("key") != key or message["tell"] != "view":
            assert message["tell"] not in ("refused", "error"), message
        return message

    def step(self, seat: int, action: str) -> Message:
        """Play a legal action and wait until all seats of this device that notice it have its view."""
        asks, before = self.views[seat]["view"]["asks"], {each: shown["seq"] for each, shown in self.views.items()}
        shown = self.play(seat, action)
        if shown["view"]["asks"] == asks:  # others may not notice it: an empty line is answered after all views
            self.say(say="chat", seat=seat, text=" ", key=f"key-{next(_keys):08}")
            self.hear("chat")
        else:
            while any(self.views[each]["seq"] == seq for each, seq in before.items()):
                self.hear("view")
        return shown

    def would(self, seat: int, action: str) -> Message:
        self.say(say="would", seat=seat, action=action)
        return self.hear("would")

    def close(self) -> None:
        self._open.close()

    def __enter__(self) -> Device:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def wait_until(so: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait until the condition holds; fail the test after `seconds`."""
    end = time.monotonic() + seconds
    while not so():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


def asked(device: Device) -> int:
    """The first seat of this device that is asked now."""
    for seat, shown in device.views.items():
        if seat is not None and shown["view"]["legal"]:
            return seat
    raise AssertionError("nobody here is asked")


def play_out(device: Device) -> None:
    """Play the first legal action for every seat that is asked, to the end of the game."""
    while device.views[0]["ending"] is None:
        seat = asked(device)
        device.step(seat, device.views[seat]["view"]["legal"][0])
