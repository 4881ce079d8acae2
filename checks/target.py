"""A started server as its attackers see it: requests from two addresses of this machine, and its memory."""

from __future__ import annotations

import http.client
import json
import os
import random
import socket
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from checks.kills import Flaw, Server

PATIENCE = 90.0
STRANGER, VICTIM = "127.0.0.1", "127.0.0.2"
"""Two addresses of this machine: the one that attacks, and the one that must not suffer."""
SLOWEST = 3.0
"""Seconds within which the victim must be answered."""


@dataclass
class Target:
    """A started server, and requests to it from either address."""

    server: Server
    metrics: int
    home: Path
    open: ExitStack = field(default_factory=ExitStack)

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        address: str = STRANGER,
        headers: Mapping[str, str] | None = None,
    ) -> tuple[int, Any]:
        asked = http.client.HTTPConnection("127.0.0.1", self.server.port, PATIENCE, source_address=(address, 0))
        asked.request(method, path, None if body is None else json.dumps(body), headers or {})
        answer = asked.getresponse()
        content = answer.read()
        asked.close()
        return answer.status, json.loads(content) if content[:1] in (b"{", b"[") else content.decode()

    def room(self, game: str, seats: list[str], address: str = STRANGER, **more: Any) -> tuple[str, list[str]]:
        places = [{"who": who, "name": f"P{place}"} for place, who in enumerate(seats)]
        body = {"game": game, "seats": places, **more}
        status, made = self.ask("POST", "/api/rooms", body, address)
        if status != 200:
            raise Flaw(f"a room was refused: {made}")
        return made["room"]["id"], [*made["tokens"].values()]

    def sit(self, room: str, *tokens: str, address: str = STRANGER) -> ClientConnection:
        raw = socket.create_connection(("127.0.0.1", self.server.port), PATIENCE, (address, 0))
        there = self.open.enter_context(
            connect(f"ws://127.0.0.1/ws/{room}", sock=raw, max_size=1 << 24, max_queue=None)
        )
        there.send(json.dumps({"say": "hello", "tokens": tokens}))
        return there

    def raw(self, address: str = STRANGER) -> socket.socket:
        return self.open.enter_context(
            socket.create_connection(("127.0.0.1", self.server.port), PATIENCE, (address, 0))
        )

    def measured(self, name: str) -> float:
        with socket.create_connection(("127.0.0.1", self.metrics), PATIENCE) as connection:
            connection.sendall(b"GET / HTTP/1.1\r\n\r\n")
            text = b"".join(iter(lambda: connection.recv(1 << 16), b"")).decode()
        return next(float(line.split()[1]) for line in text.splitlines() if line.startswith(f"{name} "))

    def megabytes(self) -> float:
        pages = int(Path(f"/proc/{self.server.pid}/statm").read_text().split()[1])
        return pages * 4096 / 1e6

    def processor_seconds(self) -> float:
        fields = Path(f"/proc/{self.server.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def until(there: ClientConnection, tell: str, *, key: str | None = None) -> Iterator[dict[str, Any]]:
    """Yield messages up to the next one of this kind, and with this key if one is given."""
    while True:
        message = json.loads(there.recv(PATIENCE))
        yield message
        if message["tell"] == tell and (key is None or message.get("key") == key):
            return


def next_view(there: ClientConnection) -> dict[str, Any]:
    return [*until(there, "view")][-1]


def heard(there: ClientConnection, seat: int) -> list[dict[str, Any]]:
    """Return all messages up to now: an empty line of chat is answered after them."""
    key = f"{random.getrandbits(64):016x}"
    there.send(json.dumps({"say": "chat", "seat": seat, "text": " ", "key": key}))
    return [*until(there, "chat", key=key)][:-1]
