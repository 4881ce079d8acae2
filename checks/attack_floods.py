"""Floods of what is cheap to send: frames that are no messages, requests, connections to tables that do not exist."""

from __future__ import annotations

import json
import threading
import time
from contextlib import suppress

from websockets.frames import Frame, Opcode

from checks.attack_limits import is_upgraded, upgraded
from checks.kills import Flaw
from checks.target import SLOWEST, VICTIM, Target

ASKER, PINGER, KNOCKER = "127.0.0.8", "127.0.0.9", "127.0.0.10"
"""Further addresses of this machine: each has limits of its own."""
MEGABYTES, MOST_MEMORY = 20, 20
"""Megabytes of frames that are sent, and by which they may grow the server."""
SECONDS, CONNECTIONS, AT_ONCE = 4.0, 40, 20
"""How long requests are sent, on how many connections, and how many without waiting for an answer."""
BURST, RATE = 600, 200
"""Number of requests of an address that are answered at once, and in each second."""
GET = b"GET /api/rooms HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"


def frames(target: Target) -> str:
    """Send pings and empty fragments without end, and read no answer."""
    before = target.megabytes()
    pings = _megabytes_taken(target, b"", _frame(Opcode.PING, bytes(125)))
    fragments = _megabytes_taken(target, _frame(Opcode.TEXT, b""), _frame(Opcode.CONT, b""))
    grown = target.megabytes() - before
    if grown > MOST_MEMORY or MEGABYTES in (pings, fragments):
        raise Flaw(f"{pings} MB of pings and {fragments} MB of fragments grew the server by {grown:.0f} MB")
    return f"of {MEGABYTES} MB each {pings} of pings and {fragments} of fragments were taken; it grew by {grown:.0f} MB"


def _megabytes_taken(target: Target, first: bytes, frame: bytes) -> int:
    """Return how many megabytes of these frames could be sent before the connection was cut off."""
    room, _ = target.room("serengeti", ["me"] * 3, PINGER)
    hello = _frame(Opcode.TEXT, json.dumps({"say": "hello", "tokens": []}).encode(), fin=True)
    taken = 0
    with upgraded(target, room, PINGER) as there, suppress(OSError):
        there.recv(1 << 12)
        there.settimeout(SLOWEST)
        there.sendall(hello + first)
        for _ in range(MEGABYTES):
            there.sendall(frame * (1_000_000 // len(frame)))
            taken += 1
    return taken


def _frame(opcode: Opcode, data: bytes, *, fin: bool | None = None) -> bytes:
    return Frame(opcode, data, fin=opcode is Opcode.PING if fin is None else fin).serialize(mask=True)


def requests(target: Target) -> str:
    """Ask for the list of rooms on many connections without end; another address must still be answered."""
    end, answers, used = time.monotonic() + SECONDS, [0] * CONNECTIONS, target.processor_seconds()

    def ask(place: int) -> None:
        with suppress(OSError), target.raw(ASKER) as there:
            there.settimeout(SLOWEST)
            while time.monotonic() < end:
                there.sendall(GET * AT_ONCE)
                answers[place] += there.recv(1 << 20).count(b"HTTP/1.1 200")

    asking = [threading.Thread(target=ask, args=(place,), daemon=True) for place in range(CONNECTIONS)]
    for each in asking:
        each.start()
    time.sleep(SECONDS / 2)
    begin = time.perf_counter()
    status, _ = target.ask("GET", "/api/rooms", None, VICTIM)
    took = time.perf_counter() - begin
    for each in asking:
        each.join()
    share = (target.processor_seconds() - used) / SECONDS
    if status != 200 or took > SLOWEST or sum(answers) > BURST + RATE * (SECONDS + SLOWEST):
        raise Flaw(f"{sum(answers)} requests were answered; another's {status} after {took:.1f} s")
    told = f"{sum(answers)} requests of one address were answered in {SECONDS:.0f} s, with {share:.0%} of the processor"
    return f"{told}; another's took {1000 * took:.0f} ms"


def refused_connections(target: Target) -> str:
    """Open WebSockets to a table that does not exist, and do not answer when they are closed."""
    count = 2 * 256
    held = sum(is_upgraded(target, "no-such-table", KNOCKER) for _ in range(count))
    status, _ = target.ask("GET", "/api/rooms", None, VICTIM)
    if held > 256 or status != 200:
        raise Flaw(f"{held} of {count} connections to no table are held")
    return f"{held} of {count} connections to a table that does not exist were let in, to learn that"
