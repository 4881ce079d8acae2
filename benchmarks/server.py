"""The server under load: many tables of four, each seat a connection of its own, on one core.

Rules, four views and the disk are included: an action counts when the seat that acted has the answer, which comes after
the commit. First every table acts once a second, which gives the delays; then all act as soon as they can, which gives
the limit. The players are simple: they pass, or bid a little more, as the view lets them.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import astuple, dataclass, field
from typing import Any

import msgspec

from benchmarks.wire import Wire, connect

SEATS = 4


class Position(msgspec.Struct):
    asks: list[str]
    legal: list[str]
    you: str | None


class View(msgspec.Struct):
    """The fields of a message that a player reads."""

    tell: str
    seat: int | None = None
    seq: int = 0
    view: Position | None = None
    ending: Any = None
    why: str | None = None


decode = msgspec.json.Decoder(View).decode


@dataclass
class Load:
    """The tables of a run and the measurements."""

    ports: list[int]
    """The servers; table by table they take turns."""
    game: str
    anywhere: bool = False
    """Whether the seats of a table are at different servers, so that all but the owner of the room forward."""
    delays: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    at_once: bool = False
    measuring: bool = False
    again: int = 0
    """Number of tables opened because the game before was over."""

    def port(self, table: int, seat: int = 0) -> int:
        """The server at which a seat of a table is."""
        return self.ports[(table + seat * self.anywhere) % len(self.ports)]

    def within(self, share: float) -> float:
        """The delay in milliseconds that this share of the answers did not exceed."""
        return sorted(self.delays)[int(share * (len(self.delays) - 1))] * 1000


class Player:
    """The four people at a table, who act one after another."""

    def __init__(self, load: Load, number: int) -> None:
        self.load, self.table, self.rng = load, number, random.Random(number)
        self.wires: list[Wire] = []
        self.asked: tuple[int, View] | None = None
        self.sent: tuple[int, int, float] | None = None
        self.number = 0
        self.over = False

    async def sit(self) -> None:
        """Open a new room with four people, each on their own connection."""
        seats = [{"who": "me", "name": name} for name in ("Anne", "Burt", "Carla", "Dora")]
        made = await asyncio.to_thread(post, self.load.port(self.table), {"game": self.load.game, "seats": seats})
        room = made["room"]["id"]
        for seat in range(SEATS):
            wire = await connect(self.load.port(self.table, seat), f"/ws/{room}", self.heard)
            wire.say(json.dumps({"say": "hello", "tokens": [made["tokens"][str(seat)]]}).encode())
            self.wires.append(wire)

    def heard(self, message: bytes) -> None:
        if not message.startswith(b'{"tell":"view"'):
            if message.startswith((b'{"tell":"refused"', b'{"tell":"error"')):
                self.load.refused.append(message.decode())
            return
        found = decode(message)
        if self.sent and found.seat == self.sent[0] and found.seq > self.sent[1]:
            if self.load.measuring:
                self.load.delays.append(time.perf_counter() - self.sent[2])
            self.sent = None
        assert found.view is not None
        assert found.seat is not None
        self.over = found.ending is not None
        if found.view.legal:
            self.asked = (found.seat, found)
        if self.load.at_once:
            self.act()

    def act(self) -> None:
        if self.asked is None or self.sent is not None or self.over:
            return
        seat, shown = self.asked
        assert shown.view is not None
        self.asked = None
        self.number += 1
        choice = shown.view.legal[self.rng.randrange(min(3, len(shown.view.legal)))]
        self.sent = (seat, shown.seq, time.perf_counter())
        said = {"say": "act", "seat": seat, "seq": shown.seq, "key": f"key-{self.number:08}", "action": choice}
        self.wires[seat].say(json.dumps(said).encode())

    async def again(self) -> None:
        """Open another room when the game is over."""
        self.load.again += 1
        for wire in self.wires:
            wire.close()
        self.wires, self.asked, self.sent, self.over = [], None, None, False
        await self.sit()


def post(port: int, body: dict[str, Any]) -> Any:
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/rooms", json.dumps(body).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server", description=__doc__)
    parser.add_argument("--game", default="serengeti", help="default: %(default)s")
    parser.add_argument("--tables", type=int, default=1000, help="at one action a second; default: %(default)s")
    parser.add_argument("--hungry", type=int, default=100, help="tables that act at once; default: %(default)s")
    parser.add_argument("--seconds", type=int, default=20, help="for each part; default: %(default)s")
    parser.add_argument("--store", choices=("sqlite", "postgresql"), default="sqlite", help="default: %(default)s")
    parser.add_argument("--servers", type=int, default=1, help="with PostgreSQL, one and then this many; default: 1")
    parser.add_argument("--anywhere", action="store_true", help="seats at different servers, which forward")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    parser.add_argument("--url", default="", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve(given.serve, given.url)
    elif given.store == "sqlite":
        asyncio.run(measure(given))
    else:
        compare_servers(given)


def serve(home: str, url: str = "") -> None:
    """Run the server, without limits on what one address may do."""
    from pathlib import Path

    from bidwell.server import house, http_limits, rooms, run
    from bidwell.server.settings import Settings

    house.CALLS = house.SHARE = house.ROOMS = house.REQUESTS = (1e9, 1e9)
    house.MOST_SOCKETS = rooms.MOST_ROOMS = http_limits.MOST_CONNECTIONS = 1_000_000
    run.serve(Settings(Path(home), port=0, store=url))


async def measure(given: argparse.Namespace) -> None:
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "benchmarks.server", "--serve", home]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            if len(cores) > 1:
                os.sched_setaffinity(server.pid, {cores[0]})
                os.sched_setaffinity(0, {*cores[1:]})
            print(f"{given.game}, tables of {SEATS}, every seat a WebSocket")
            print("the server on one core, the players on another\n")
            await parts(given, [port_of(server)], [server.pid])
        finally:
            server.kill()
            server.wait()


def compare_servers(given: argparse.Namespace) -> None:
    """Measure one server on PostgreSQL, then several, and say how much more they can do by processor time."""
    from checks.postgres import Postgres

    print(f"{given.game}, tables of {SEATS}, every seat a WebSocket; PostgreSQL on the same machine\n")
    postgres = Postgres()
    try:
        rates = {}
        for count in sorted({1, given.servers}):
            print(f"{count} server{'s' * (count > 1)}\n")
            rates[count] = asyncio.run(measure_several(given, count, postgres.database()))
    finally:
        postgres.close()
    for count, rate in rates.items():
        more = f": {count * rate / rates[1]:.2f} times one server, on a core each" if count > 1 else ""
        print(f"{count} server{'s' * (count > 1)}: {rate:,.0f} actions a processor second of a server{more}")


async def measure_several(given: argparse.Namespace, count: int, url: str) -> float:
    """Return the actions a processor second of the servers, as fast as the players can."""
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "benchmarks.server", "--serve", home, "--url", url]
        servers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(count)]
        try:
            return await parts(given, [port_of(server) for server in servers], [server.pid for server in servers])
        finally:
            for server in servers:
                server.kill()
                server.wait()


def port_of(server: subprocess.Popen[str]) -> int:
    assert server.stdout
    return int(server.stdout.readline().split("127.0.0.1:")[1].split()[0])


async def parts(given: argparse.Namespace, ports: list[int], pids: list[int]) -> float:
    """Measure delays and the limit; return the actions a processor second at the limit."""
    steady = Load(ports, given.game, given.anywhere)
    players = await seated(steady, given.tables)
    begin, idle = used_by(pids), Idle(pids)
    done = await keep_time(players, steady, given.seconds)
    report(f"{given.tables} tables, one action a second each", steady, done, given.seconds, used_by(pids) - begin, idle)
    for player in players:
        for wire in player.wires:
            wire.close()
    hungry = Load(ports, given.game, given.anywhere)
    begin = used_by(pids)
    players = await seated(hungry, given.hungry)
    seating = (used_by(pids) - begin).total / given.hungry
    hungry.at_once = True
    begin, idle = used_by(pids), Idle(pids)
    done, took = await as_fast_as_they_can(players, hungry, given.seconds)
    used = used_by(pids) - begin
    opened = f"\n  of it for {hungry.again} new tables: {seating * 1000:.1f} ms each"
    report(f"{given.hungry} tables, as fast as they can", hungry, done, took, used, idle, opened)
    return done / max(used.total, 0.01)


async def seated(load: Load, tables: int) -> list[Player]:
    players = [Player(load, number) for number in range(tables)]
    for player in players:
        await player.sit()
    return players


async def keep_time(players: list[Player], load: Load, seconds: int) -> int:
    """Act once a second at every table, evenly spread over the second; the first two seconds do not count."""
    loop = asyncio.get_running_loop()
    begin = loop.time()
    for tick in range((seconds + 2) * len(players)):
        due = begin + tick / len(players)
        if due > loop.time():
            await asyncio.sleep(due - loop.time())
        load.measuring = load.measuring or loop.time() > begin + 2
        player = players[tick % len(players)]
        if player.over:
            await player.again()
        player.act()
    await asyncio.sleep(1)
    return len(load.delays)


async def as_fast_as_they_can(players: list[Player], load: Load, seconds: int) -> tuple[int, float]:
    load.measuring = True
    begin = time.perf_counter()
    for player in players:
        player.act()
    while time.perf_counter() < begin + seconds:
        await asyncio.sleep(0.05)
        # all at once: games end together, and one after another the rest would outlast the measurement
        await asyncio.gather(*(player.again() for player in players if player.over))
    return len(load.delays), time.perf_counter() - begin


@dataclass
class Used:
    """Processor seconds of servers: of their event loops and of all other threads, in programs and in system calls."""

    loop: float = 0.0
    loop_system: float = 0.0
    others: float = 0.0
    others_system: float = 0.0

    def __sub__(self, before: Used) -> Used:
        return Used(*(now - then for now, then in zip(astuple(self), astuple(before), strict=True)))

    @property
    def total(self) -> float:
        return self.loop + self.loop_system + self.others + self.others_system


def used_by(pids: list[int]) -> Used:
    """The processor seconds that processes have used."""
    used = Used()
    for pid in pids:
        with contextlib.suppress(OSError):
            for thread in os.listdir(f"/proc/{pid}/task"):
                user, system = times_of(f"/proc/{pid}/task/{thread}/stat")
                if int(thread) == pid:
                    used.loop, used.loop_system = used.loop + user, used.loop_system + system
                else:
                    used.others, used.others_system = used.others + user, used.others_system + system
    return used


def times_of(path: str) -> tuple[float, float]:
    """The processor seconds of a thread, in its program and in system calls."""
    with open(path) as stat:
        fields = stat.read().rpartition(")")[2].split()
    ticks = float(os.sysconf("SC_CLK_TCK"))
    return int(fields[11]) / ticks, int(fields[12]) / ticks


class Idle:
    """Measures for how long servers and players could have gone on, and other programs had the cores."""

    def __init__(self, pids: list[int]) -> None:
        self._pids, self._begin = (pids, [os.getpid()]), time.perf_counter()
        self._before = [waited(each) for each in self._pids]

    def __str__(self) -> str:
        seconds = time.perf_counter() - self._begin
        shares = [
            (waited(each) - before) / len(each) / seconds for each, before in zip(self._pids, self._before, strict=True)
        ]
        return f"for a core the server waited {shares[0]:.0%} of the time, and the players {shares[1]:.0%}"


def waited(pids: list[int]) -> float:
    """The seconds for which the main threads of processes waited for a core; 0 where the system does not tell."""
    total = 0.0
    for pid in pids:
        with contextlib.suppress(OSError), open(f"/proc/{pid}/schedstat") as stat:
            total += int(stat.read().split()[1]) / 1e9
    return total


def report(what: str, load: Load, done: int, seconds: float, used: Used, idle: Idle, more: str = "") -> None:
    middle = statistics.median(load.delays) * 1000 if load.delays else 0.0
    shares = f"p90 {load.within(0.9):.1f}, p99 {load.within(0.99):.1f}, worst {load.within(1):.1f}"
    print(what)
    print(f"  {done / seconds:8,.0f} actions/s, {SEATS * done / seconds:,.0f} views/s; {done:,} actions")
    print(
        f"  {done / max(used.total, 0.01):8,.0f} actions a processor second of the server "
        f"({used.total / seconds:.0%} of a core)"
    )
    print(f"  delay: median {middle:.1f} ms, {shares}")
    loop, loop_system, others, others_system = (part / max(done, 1) * 1e6 for part in astuple(used))
    print(
        f"  microseconds an action: event loop {loop:.0f} and {loop_system:.0f} in system calls, "
        f"other threads {others:.0f} and {others_system:.0f}{more}"
    )
    print(f"  {idle}")
    if load.refused:
        print(f"  {len(load.refused)} refused or wrong, such as {load.refused[0][:200]}")
    print(flush=True)


if __name__ == "__main__":
    main()
