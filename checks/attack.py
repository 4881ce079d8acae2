"""Does the server hold against strangers? Attacks a server of its own on this machine and prints what held.

Leaks of hidden actions, the time of bots' answers, experts that starve novices, floods of headers, half-sent requests,
a database that is deleted while the server runs, and every upgrade on rooms in every state.
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from checks.kills import Flaw, Server

PATIENCE = 90.0
STRANGER, VICTIM = "127.0.0.1", "127.0.0.2"
"""Two addresses of this machine: the one that attacks, and the one that must not suffer."""
SLOWEST = 3.0
"""Seconds within which the victim must be answered."""
MOST_MEMORY = 100
"""Megabytes by which a flood may grow the server."""


@dataclass
class Target:
    """A started server, and requests to it from either address."""

    server: Server
    metrics: int
    home: Path
    open: ExitStack = field(default_factory=ExitStack)

    def ask(self, method: str, path: str, body: Any = None, address: str = STRANGER) -> tuple[int, Any]:
        asked = http.client.HTTPConnection("127.0.0.1", self.server.port, PATIENCE, source_address=(address, 0))
        asked.request(method, path, None if body is None else json.dumps(body))
        answer = asked.getresponse()
        content = answer.read()
        asked.close()
        return answer.status, json.loads(content) if content[:1] in (b"{", b"[") else content.decode()

    def room(self, game: str, seats: list[str], address: str = STRANGER) -> tuple[str, list[str]]:
        body = {"game": game, "seats": [{"who": who, "name": f"P{place}"} for place, who in enumerate(seats)]}
        status, made = self.ask("POST", "/api/rooms", body, address)
        if status != 200:
            raise Flaw(f"a room was refused: {made}")
        return made["room"]["id"], [*made["tokens"].values()]

    def sit(self, room: str, *tokens: str, address: str = STRANGER) -> ClientConnection:
        raw = socket.create_connection(("127.0.0.1", self.server.port), PATIENCE, (address, 0))
        there = self.open.enter_context(connect(f"ws://127.0.0.1/ws/{room}", sock=raw, max_size=1 << 24))
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


# The attacks


def leaks(target: Target, hidden: int) -> str:
    """Recover in The Secret Auction House, and compare what the other seats receive with nothing."""
    rng, found = random.Random(1), 0
    while found < hidden:
        room, tokens = target.room("secret_auction", ["me"] * 3)
        seats = [target.sit(room, token) for token in tokens]
        views = [next_view(there) for there in seats]
        for there, seat in zip(seats, range(3), strict=True):
            heard(there, seat)
        while found < hidden and not any(view["ending"] for view in views):
            seat = rng.choice([seat for seat, view in enumerate(views) if view["view"]["legal"]])
            legal = views[seat]["view"]["legal"]
            action = "recover" if "recover" in legal else rng.choice(legal)
            act = {"say": "act", "seat": seat, "seq": views[seat]["seq"], "action": action}
            seats[seat].send(json.dumps({**act, "key": f"{rng.getrandbits(64):016x}"}))
            views[seat] = next_view(seats[seat])
            for other, there in enumerate(seats):
                messages = [message for message in heard(there, other) if message["tell"] == "view"]
                if action == "recover" and messages and other != seat:
                    raise Flaw(f"a hidden action was told to seat {other}: {messages}")
                views[other] = messages[-1] if messages else views[other]
                time.sleep(0.03)  # within the limit of messages
            found += action == "recover"
    return f"{found} hidden actions: nothing was sent to the other seats"


def bot_times(target: Target, answers: int) -> str:
    """Watch novices answer, and see that none does so at once."""
    room, tokens = target.room("serengeti", ["me", *["novice"] * 4])
    there = target.sit(room, *tokens)
    shown, times = next_view(there), list[float]()
    while len(times) < answers and not shown["ending"]:
        if shown["view"]["legal"]:
            act = {"say": "act", "seat": 0, "seq": shown["seq"], "key": f"{random.getrandbits(64):016x}"}
            there.send(json.dumps({**act, "action": shown["view"]["legal"][0]}))
            shown = next_view(there)
        else:
            begin = time.perf_counter()
            shown = next_view(there)
            times.append(time.perf_counter() - begin)
    if min(times) < 0.25:
        raise Flaw(f"a bot answered after {min(times):.3f} s")
    return f"{len(times)} answers of novices took {min(times):.2f} to {max(times):.2f} s"


def starvation(target: Target, rooms: int) -> str:
    """Let one address fill the queue with experts; novices and experts of another must still answer."""
    for _ in range(rooms):
        room, tokens = target.room("serengeti", ["me", *["expert"] * 4])
        target.ask("POST", f"/api/rooms/{room}/leave", {"token": tokens[0]})  # bots play on while somebody watches
        target.sit(room)
    end = time.monotonic() + PATIENCE
    while (waiting := target.measured("bidwell_bots_waiting")) < rooms / 3:
        if time.monotonic() > end:
            raise Flaw(f"no queue of experts came about: {waiting:.0f} wait")
        time.sleep(0.2)
    delays = {level: first_answer(target, level) for level in ("novice", "expert")}
    if delays["novice"] > SLOWEST:
        raise Flaw(f"with {waiting:.0f} experts waiting a novice took {delays['novice']:.1f} s")
    told = ", ".join(f"{level} {seconds:.1f} s" for level, seconds in delays.items())
    return f"{waiting:.0f} experts of one address waited; the first answers of another's bots: {told}"


def first_answer(target: Target, level: str) -> float:
    """Return how long the first bot of a new room of the victim takes."""
    while True:
        room, tokens = target.room("serengeti", ["me", *[level] * 4], VICTIM)
        there = target.sit(room, *tokens, address=VICTIM)
        if not next_view(there)["view"]["legal"]:
            begin = time.perf_counter()
            next_view(there)
            return time.perf_counter() - begin


def header_flood(target: Target, megabytes: int) -> str:
    """Send headers without end on many connections, and watch the memory of the server."""
    before, sent = target.megabytes(), 0
    for _ in range(50):
        connection = target.raw()
        with suppress(OSError):
            connection.sendall(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n")
            for _ in range(megabytes * 1000 // 50):
                connection.sendall(b"x: " + b"y" * 1000 + b"\r\n")
                sent += 1005
    grown = target.megabytes() - before
    if grown > MOST_MEMORY:
        raise Flaw(f"{sent / 1e6:.0f} MB of headers grew the server by {grown:.0f} MB")
    return f"of {megabytes} MB of headers {sent / 1e6:.1f} MB were taken; the server grew by {grown:.0f} MB"


def half_requests(target: Target, count: int) -> str:
    """Hold many half-sent requests from one address; another must be answered."""
    for _ in range(count):
        with suppress(OSError):
            target.raw().sendall(b"GET / HTTP/1.1\r\nhost: ")
    begin = time.perf_counter()
    status, _ = target.ask("GET", "/api/rooms", None, VICTIM)
    took = time.perf_counter() - begin
    if status != 200 or took > SLOWEST:
        raise Flaw(f"with {count} half-sent requests another was answered {status} after {took:.1f} s")
    return f"{count} half-sent requests of one address; another's was answered in {1000 * took:.0f} ms"


def deleted_database(target: Target) -> str:
    """Delete the database of the running server: nothing may be acknowledged any more."""
    room, tokens = target.room("serengeti", ["me"] * 3, VICTIM)
    there = target.sit(room, *tokens, address=VICTIM)
    shown = [next_view(there) for _ in tokens]
    asked = next(view for view in shown if view["view"]["legal"])
    (target.home / "house.db").unlink()
    act = {"say": "act", "seat": asked["seat"], "seq": asked["seq"], "action": "pass", "key": "0123456789"}
    there.send(json.dumps(act))
    with suppress(ConnectionClosed):
        while True:
            if json.loads(there.recv(PATIENCE)).get("key") == act["key"]:
                raise Flaw("an action was acknowledged that is not on disk")
    status, why = target.ask("GET", "/healthz", None, VICTIM)
    if status != 503:
        raise Flaw(f"/healthz answers {status}")
    return f"the action was refused, and /healthz says: {why['why']}"


def upgrades(target: Target) -> str:
    """Play every upgrade on rooms in every state, by the tests that do."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/server/test_upgrades.py"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Flaw(done.stdout[-500:])
    return "every change of a game on rooms that gather, are dealt, are played and are over: all go on"


def attacks(size: int) -> dict[str, Callable[[Target], str]]:
    """Return the attacks, in the order in which they are made; the last ends the server."""
    return {
        "leaks": lambda target: leaks(target, 3 * size),
        "bot times": lambda target: bot_times(target, 10 * size),
        "starvation": lambda target: starvation(target, 12 * size),
        "header flood": lambda target: header_flood(target, 100 * size),
        "half requests": lambda target: half_requests(target, 700 * size),
        "upgrades": upgrades,
        "deleted database": deleted_database,
    }


def run(size: int, home: Path, wanted: list[str]) -> bool:
    """Make the attacks against a server of their own and print what held; return whether all did."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        metrics = free.getsockname()[1]
    server, held = Server(home, "--metrics", f"127.0.0.1:{metrics}"), True
    try:
        for name, attack in attacks(size).items():
            if wanted and name not in wanted:
                continue
            target, begin = Target(server, metrics, home), time.perf_counter()
            try:
                told = f"held   {name}: {attack(target)}"
            except (Flaw, OSError, ConnectionClosed) as problem:
                told, held = f"FAILED {name}: {type(problem).__name__}: {problem}", False
            target.open.close()
            print(f"{told} ({time.perf_counter() - begin:.0f} s)", flush=True)
    finally:
        server.kill()
    return held


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m checks.attack", description=__doc__)
    parser.add_argument("--size", type=int, default=1, help="how hard; default: %(default)s")
    parser.add_argument("--only", action="append", default=[], choices=[*attacks(1)], help="only this attack")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(not run(given.size, Path(folder) / "home", given.only))


if __name__ == "__main__":
    main()
