"""Is anything lost when the server is killed? It is, many times, while people play; then everybody looks again.

Whatever was acknowledged must be there, once; what was not may be there or not; and every course must replay.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import secrets
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from bidwell.core.commitment import seed_of
from bidwell.core.table import Table
from bidwell.games import NAMES, game

PATIENCE = 30.0
"""The longest wait, in seconds."""
SHORTEST, LONGEST = 0.05, 0.5
"""The range of seconds of play between two kills."""
SLOW_DOWN = 0.05


class Flaw(Exception):
    """Something acknowledged was lost or changed."""


class Server:
    """`bidwell serve` in its own process."""

    def __init__(self, home: Path) -> None:
        self._errors = open(home.with_suffix(".err"), "ab")  # noqa: SIM115
        command = [sys.executable, "-m", "bidwell", "serve", "--port", "0", "--home", str(home)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self._errors, text=True)
        assert self._process.stdout
        found = re.search(r"127\.0\.0\.1:(\d+)", self._process.stdout.readline())
        if not found:
            self.kill()
            raise Flaw(f"it did not start: {home.with_suffix('.err').read_text()}")
        self.port = int(found[1])

    def kill(self) -> None:
        """Kill the process at once, without a clean shutdown."""
        self._process.kill()
        self._process.wait(PATIENCE)
        assert self._process.stdout
        self._process.stdout.close()
        self._errors.close()


@dataclass
class Intent:
    seat: int
    action: str
    key: str
    seq: int


@dataclass
class Session:
    """One device that plays all seats of a table and keeps a list of what was acknowledged."""

    rng: random.Random
    room: str = ""
    tokens: list[str] = field(default_factory=list)
    views: dict[int, dict[str, Any]] = field(default_factory=dict)
    seq: int = 0
    course: list[tuple[int, str]] = field(default_factory=list)
    """Every action acknowledged at this table."""
    pending: Intent | None = None
    unheard: int = 0
    """The number of actions found done that had not been acknowledged."""
    done: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    """The courses of all tables of this device."""
    secrets: list[str] = field(default_factory=list)
    flaw: str = ""

    def play(self, port: int) -> None:
        """Play until the server is gone."""
        try:
            while True:
                if not self.room:
                    self._open(port)
                with connect(f"ws://127.0.0.1:{port}/ws/{self.room}", open_timeout=PATIENCE, max_size=1 << 24) as there:
                    self._come_back(there)
                    while self.views[0]["asks"]:
                        self._act(there)
                self.room = ""
        except (OSError, WebSocketException):
            return
        except Flaw as flaw:
            self.flaw = f"{self.room}: {flaw}"

    def _open(self, port: int) -> None:
        name = self.rng.choice(NAMES)
        players = self.rng.choice(game(name).players)
        body = {"game": name, "seats": [{"who": "me", "name": f"P{seat}"} for seat in range(players)]}
        asked = urllib.request.Request(f"http://127.0.0.1:{port}/api/rooms", json.dumps(body).encode())
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            made = json.load(answer)
        self.tokens = [*made["tokens"].values()]
        self.secrets += self.tokens
        self.room, self.views, self.seq, self.pending = made["room"]["id"], {}, 0, None
        self.course = self.done[self.room] = []

    def _come_back(self, there: ClientConnection) -> None:
        """Check that everything acknowledged is there, and repeat the intent that was not answered."""
        there.send(json.dumps({"say": "hello", "tokens": self.tokens}))
        seq, views = self._look(there, None)
        before, acknowledged = self.views, len(self.course)
        if seq == acknowledged + 1 and self.pending:
            self.unheard += 1
        elif seq != acknowledged:
            raise Flaw(f"{acknowledged} actions were acknowledged, there are {seq}")
        elif before and views != before:
            raise Flaw(f"view {seq} is not what it was")
        self.views, self.seq = views, seq
        if self.pending:
            self._say(there, self.pending)

    def _act(self, there: ClientConnection) -> None:
        asked = [seat for seat, view in self.views.items() if view["legal"]]
        seat = self.rng.choice(asked)
        action = self.rng.choice(self.views[seat]["legal"])
        self._say(there, Intent(seat, action, secrets.token_hex(8), self.seq))

    def _say(self, there: ClientConnection, intent: Intent) -> None:
        """Send an intent until it is acknowledged."""
        self.pending = intent
        said = {"say": "act", "seat": intent.seat, "seq": intent.seq, "key": intent.key, "action": intent.action}
        there.send(json.dumps(said))
        self.seq, self.views = self._look(there, said)
        self.course.append((intent.seat, intent.action))
        self.pending = None
        if self.seq != len(self.course):
            raise Flaw(f"action {len(self.course)} is answered by view {self.seq}")

    def _look(self, there: ClientConnection, said: dict[str, Any] | None) -> tuple[int, dict[int, dict[str, Any]]]:
        """Return the views of all seats at one moment, after an intent if one was sent."""
        found: dict[int, dict[str, Any]] = {}
        answered = said is None
        while len(found) < len(self.tokens) or not answered or len({each["seq"] for each in found.values()}) > 1:
            message = json.loads(there.recv(PATIENCE))
            if message["tell"] == "view":
                found[message["seat"]] = message
                answered = answered or (said is not None and message["key"] == said["key"])
            elif message["tell"] == "error" and said:
                time.sleep(SLOW_DOWN)
                there.send(json.dumps(said))
            elif message["tell"] in ("refused", "error"):
                raise Flaw(f"{said} was answered by {message}")
        return found[0]["seq"], {seat: each["view"] for seat, each in sorted(found.items())}


# What is on disk


def replays(home: Path, sitting: Session) -> int:
    """Check that the tables on disk are as acknowledged and replay to the last views seen; return their number."""
    with closing(sqlite3.connect(home / "house.db")) as file:
        if file.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise Flaw("the file is not sound")
        for room, course in sitting.done.items():
            lease = json.loads(file.execute("SELECT body FROM rooms WHERE id = ?", (room,)).fetchone()[0])
            rows = file.execute("SELECT seq, seat, action FROM actions WHERE room = ? ORDER BY seq", (room,)).fetchall()
            found = [(seat, action) for _, seat, action in rows]
            if [seq for seq, _, _ in rows] != [*range(1, len(rows) + 1)]:
                raise Flaw(f"{room}: there is a hole in its course")
            if found[: len(course)] != course or len(found) > len(course) + 1:
                raise Flaw(f"{room}: its course is not what was acknowledged")
            seen = json.loads(json.dumps(_replayed(lease, found, len(course)).view(0)))
            if room == sitting.room and sitting.seq == len(course) and sitting.views and seen != sitting.views[0]:
                raise Flaw(f"{room}: its course leads elsewhere")
    return len(sitting.done)


def _replayed(lease: dict[str, Any], course: Sequence[tuple[int, str]], moment: int) -> Table:
    """Replay to this moment and return that table; the rest of the course must follow the rules, too."""
    names = [seat["name"] for seat in lease["seats"]]
    table = game(lease["game"]).deal(seed=seed_of(lease["secret"]), options=lease["options"], names=names)
    then = table.copy()
    for number, (seat, action) in enumerate(course, 1):
        table.play(seat, action)
        if number == moment:
            then = table.copy()
    return then


def told_nothing(home: Path, sittings: Sequence[Session]) -> None:
    """Check that the server logs contain no token and no error."""
    logged = home.with_suffix(".err").read_text()
    if "Traceback" in logged or any(secret in logged for each in sittings for secret in each.secrets):
        raise Flaw(f"the server logged: {logged[:2000]}")


# The run


def run(times: int, people: int, seed: int, home: Path) -> str:
    """Kill the server `times` times; return the result in one line. Raises Flaw if anything acknowledged is wrong."""
    rng, begin = random.Random(seed), time.perf_counter()
    sittings = [Session(random.Random(rng.random())) for _ in range(people)]
    for number in range(times + 1):
        server = Server(home)
        try:
            _played(server, sittings, rng.uniform(SHORTEST, LONGEST))
        finally:
            server.kill()
        for sitting in sittings:
            if sitting.flaw:
                raise Flaw(f"after {number} kills, {sitting.flaw}")
        _progress(number, times)
    tables = sum(replays(home, sitting) for sitting in sittings)
    told_nothing(home, sittings)
    actions = sum(len(course) for each in sittings for course in each.done.values())
    unheard = sum(each.unheard for each in sittings)
    return (
        f"{times} kills while {people} tables were played: {actions:,} actions acknowledged, 0 lost, 0 done twice, "
        f"{unheard} done whose answer was cut off; {tables} tables replay from disk "
        f"(seed {seed}, {time.perf_counter() - begin:.0f} s)"
    )


def _played(server: Server, sittings: Sequence[Session], seconds: float) -> None:
    threads = [threading.Thread(target=sitting.play, args=(server.port,), daemon=True) for sitting in sittings]
    before = _how_far(sittings)
    for thread in threads:
        thread.start()
    while before == _how_far(sittings) and any(thread.is_alive() for thread in threads):
        time.sleep(0.01)
    time.sleep(seconds)
    server.kill()
    for thread in threads:
        thread.join(PATIENCE)
        if thread.is_alive():
            raise Flaw("somebody still waits though the server is gone")


def _how_far(sittings: Sequence[Session]) -> list[tuple[str, int]]:
    return [(sitting.room, len(sitting.course)) for sitting in sittings]


def _progress(done: int, times: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {times} kills", end="\n" if done == times else "", file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m checks.kills", description=__doc__)
    parser.add_argument("--times", type=int, default=100, help="how often it is killed; default: %(default)s")
    parser.add_argument("--people", type=int, default=4, help="how many tables are played; default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        try:
            print(run(given.times, given.people, given.seed, Path(folder) / "home"))
        except Flaw as flaw:
            sys.exit(f"NOT as acknowledged: {flaw}")


if __name__ == "__main__":
    main()
