"""Kills and pauses several servers on one PostgreSQL, lets the database fail, and checks that nothing is lost.

People play at servers chosen at random, and keep a ledger of what they were told. In the end every action that was
acknowledged must be stored, once, in its place; and the fences of a room's actions must never go back, which they would
if two servers had owned it at once.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import psycopg
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from bidwell.server.store.postgres import connect as connect_store
from checks import progress
from checks.kills import Flaw, NotWelcome, Server, Session, compare
from checks.postgres import Postgres

PAUSE = 0.1
JOIN = 60.0
QUIET = 10.0
"""Seconds without a fault after which all servers run again."""
PASSING = ("another server", "cannot read its disk", "was loaded again", "went away", "could not be saved")
"""What a server may say to a player while rooms move."""


@dataclass
class Player(Session):
    """One device that plays tables at servers chosen at random, and comes back whatever happens."""

    answered: float = field(default_factory=time.monotonic)
    waits: list[tuple[float, float]] = field(default_factory=list)
    """When each wait for an answer began and ended, since the beginning or the answer before."""

    def play_at(self, ports: Callable[[], Sequence[int]], ended: threading.Event) -> None:
        """Play until the end."""
        self.answered = time.monotonic()
        try:
            while not ended.is_set():
                try:
                    self._play_once(self.rng.choice(ports()), ended)
                except NotWelcome as refusal:
                    if not any(part in str(refusal) for part in PASSING):
                        raise
                    time.sleep(PAUSE)
                except (OSError, WebSocketException, IndexError):
                    time.sleep(PAUSE)
        except Flaw as flaw:
            self.flaw = f"{self.room}: {flaw}"

    def _play_once(self, port: int, ended: threading.Event) -> None:
        if not self.room:
            self._open(port)
        address = f"ws://127.0.0.1:{port}/ws/{self.room}"
        with connect(
            address, open_timeout=15, close_timeout=0.2, ping_interval=None, max_size=1 << 24, proxy=None
        ) as there:
            self._come_back(there)
            while self.views[0]["asks"] and not ended.is_set():
                self._act(there)
                now = time.monotonic()
                self.waits.append((self.answered, now))
                self.answered = now
        if not self.views[0]["asks"]:
            self.room = ""


class Fleet:
    """The servers. A server that was killed is started again."""

    def __init__(self, folder: Path, url: str, count: int, lease: float) -> None:
        self._folder, self._url, self._lease = folder, url, lease
        self._servers: list[Server | None] = [None] * count
        self._paused: set[int] = set()
        self._threads: list[threading.Thread] = []
        for place in range(count):
            self._start(place)

    def ports(self) -> list[int]:
        """Return the ports of the servers that a load balancer would use."""
        return [server.port for place, server in enumerate(self._servers) if server and place not in self._paused]

    def victim(self, rng: random.Random) -> int | None:
        """Return a running server, if it is not the only one."""
        running = [place for place, server in enumerate(self._servers) if server and place not in self._paused]
        return rng.choice(running) if len(running) > 1 else None

    def kill(self, place: int) -> None:
        """Kill a server, and start it again in the background."""
        server, self._servers[place] = self._servers[place], None
        assert server is not None
        server.kill()
        self._later(self._start, place)

    def pause(self, place: int, seconds: float) -> None:
        """Stop a server for these seconds, in the background."""
        server = self._servers[place]
        assert server is not None
        self._paused.add(place)
        os.kill(server.pid, signal.SIGSTOP)
        self._later(self._go_on, place, server, seconds)

    def _go_on(self, place: int, server: Server, seconds: float) -> None:
        time.sleep(seconds)
        os.kill(server.pid, signal.SIGCONT)
        self._paused.discard(place)

    def _start(self, place: int) -> None:
        flags = ("--store", self._url, "--lease", str(self._lease))
        end = time.monotonic() + JOIN
        while self._servers[place] is None:
            try:
                self._servers[place] = Server(self._folder / f"server{place}", *flags)
            except Flaw:  # the database may be down; a service manager would try again, too
                if time.monotonic() > end:
                    raise
                time.sleep(PAUSE)

    def _later(self, work: Callable[..., None], *values: object) -> None:
        thread = threading.Thread(target=work, args=values, daemon=True)
        self._threads.append(thread)
        thread.start()

    def settle(self) -> None:
        """Wait until all servers run again."""
        for thread in self._threads:
            thread.join(JOIN)

    def close(self) -> None:
        """Kill all servers."""
        self.settle()
        for server in self._servers:
            if server is not None:
                server.kill()

    def logged(self) -> str:
        """Return everything that the servers have logged."""
        return "".join(path.read_text() for path in self._folder.glob("*.err"))


# Faults


def strike(fleet: Fleet, postgres: Postgres, rng: random.Random, number: int, lease: float) -> str:
    """Do something bad; return what it was. Most are kills and pauses; now and then the database is hit."""
    if number % 40 == 39:
        postgres.restart()
        return "restart"
    if number % 10 == 9:
        postgres.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND datname <> 'postgres'"
        )
        return "cut"
    place = fleet.victim(rng)
    if place is None:
        return ""
    if rng.random() < 0.5:
        fleet.kill(place)
        return "kill"
    fleet.pause(place, lease * rng.uniform(1.1, 1.8))
    return "pause"


def after_one_fault(players: Sequence[Player], struck: Sequence[float]) -> list[float]:
    """Return for each wait with a fault, and none shortly before: the seconds from the fault to the next answer."""
    alone = [at for before, at in pairwise((-QUIET, *struck)) if at > before + QUIET]
    waits = [wait for each in players for wait in each.waits]
    return [
        end - at
        for at in alone
        for begin, end in waits
        if begin < at < end and not any(at < other < end for other in struck)
    ]


def run(postgres: Postgres, times: int, servers: int, people: int, seed: int, lease: float, calm: float = 1.0) -> str:
    """Kill and pause servers `times` times; return the result. Raises Flaw if anything acknowledged is wrong."""
    rng, begin, done, struck = random.Random(seed), time.perf_counter(), Counter[str](), list[float]()
    players = [Player(random.Random(rng.random()), patience=lease * 2 + 2) for _ in range(people)]
    with tempfile.TemporaryDirectory() as folder:
        fleet = None
        try:
            url = postgres.database()
            fleet = Fleet(Path(folder), url, servers, lease)
            _faults(fleet, postgres, players, rng, done, struck, times, lease, calm)
            fleet.close()
            rooms = check(url, players)
            told_nothing(fleet.logged(), players)
            refused = fleet.logged().count("taken this room over")
        finally:
            with suppress(Exception):
                if fleet is not None:
                    fleet.close()
    actions = sum(len(course) for each in players for course in each.done.values())
    longest = max(end - begin for each in players for begin, end in each.waits)
    single = after_one_fault(players, struck)
    return (
        f"{done['kill']} kills, {done['pause']} pauses, {done['cut']} times all connections to the database cut, "
        f"{done['restart']} restarts of it; {servers} servers, {people} tables at a time, lease {lease:g} s: "
        f"{actions:,} actions acknowledged in {rooms} rooms, 0 lost, 0 doubled, 0 rooms with two owners; "
        f"{refused} commits of servers that had lost a room refused; "
        f"of {len(single)} tables after a single fault the last went on after {max(single, default=0.0):.1f} s, "
        f"longest wait through several {longest:.1f} s (seed {seed}, {time.perf_counter() - begin:.0f} s)"
    )


def _faults(
    fleet: Fleet,
    postgres: Postgres,
    players: Sequence[Player],
    rng: random.Random,
    done: Counter[str],
    struck: list[float],
    times: int,
    lease: float,
    calm: float,
) -> None:
    """Let people play while things go wrong, and for a while after it."""
    ended = threading.Event()
    threads = [threading.Thread(target=each.play_at, args=(fleet.ports, ended), daemon=True) for each in players]
    for thread in threads:
        thread.start()
    number = 0
    while done["kill"] + done["pause"] < times and not any(each.flaw for each in players):
        time.sleep(rng.uniform(0.2, 1.0) * calm)
        struck.append(time.monotonic())
        done[strike(fleet, postgres, rng, number, lease)] += 1
        number += 1
        progress.show(done["kill"] + done["pause"], times, "kills and pauses")
    fleet.settle()
    before = [each.answered for each in players]
    end = time.monotonic() + JOIN
    while any(each.answered == was for each, was in zip(players, before, strict=True)) and time.monotonic() < end:
        time.sleep(PAUSE)
    ended.set()
    for thread, player in zip(threads, players, strict=True):
        thread.join(JOIN)
        if thread.is_alive() or player.flaw or player.answered in before:
            raise Flaw(player.flaw or f"{player.room}: nobody answers any more")


# What is stored


def check(url: str, players: Sequence[Player]) -> int:
    """Check that the database has what the players were told; return the number of rooms."""
    rooms = 0
    with connect_store(url) as store:
        for player in players:
            for room, course in player.done.items():
                (body,) = store.execute("SELECT body FROM rooms WHERE id = %s", [room]).fetchone() or (b"null",)
                query = "SELECT seq, seat, action, fence FROM actions WHERE room = %s ORDER BY seq"
                rows = store.execute(query, [room]).fetchall()
                compare(player, room, course, json.loads(body), [row[:3] for row in rows])
                fences = [row[3] for row in rows]
                if fences != sorted(fences):
                    raise Flaw(f"{room}: two servers owned it at once, by its fences {fences}")
                rooms += 1
    return rooms


def told_nothing(logged: str, players: Sequence[Player]) -> None:
    """Check that the logs contain no token. Errors are expected: the database is away now and then."""
    if any(secret in logged for player in players for secret in player.secrets):
        raise Flaw(f"the servers logged: {logged[:2000]}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m checks.cluster", description=__doc__)
    parser.add_argument("--times", type=int, default=200, help="kills and pauses; default: %(default)s")
    parser.add_argument("--servers", type=int, default=4, help="default: %(default)s")
    parser.add_argument("--people", type=int, default=8, help="tables that are played at a time; default: %(default)s")
    parser.add_argument("--lease", type=float, default=2.0, help="seconds; default: %(default)s")
    parser.add_argument("--calm", type=float, default=1.0, help="more than 1 for fewer faults a minute; default: 1")
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    given = parser.parse_args()
    postgres = Postgres()
    try:
        print(run(postgres, given.times, given.servers, given.people, given.seed, given.lease, given.calm))
    except (Flaw, psycopg.Error) as flaw:
        sys.exit(f"NOT as acknowledged: {flaw}")
    finally:
        postgres.close()


if __name__ == "__main__":
    main()
