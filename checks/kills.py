"""Kills the server many times while people play, and checks what they find when they come back.

Whatever was acknowledged must be there, once; what was not may be there or not; and every game must replay.
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
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from bidwell.core.commitment import seed_of
from bidwell.core.table import Table
from bidwell.games import NAMES, game
from checks import progress

PATIENCE = 30.0
"""The longest wait, in seconds."""
SHORTEST, LONGEST = 0.05, 0.5
"""The range of seconds of play between two kills."""
SLOW_DOWN = 0.05


class Flaw(Exception):
    """Something acknowledged was lost or changed."""


class NotWelcome(Flaw):
    """A player who came back was refused."""


class Server:
    """`bidwell serve` in its own process."""

    def __init__(self, home: Path, *flags: str, prefix: Sequence[str] = ()) -> None:
        self._errors = open(home.with_suffix(".err"), "ab")  # noqa: SIM115
        command = [*prefix, sys.executable, "-m", "bidwell", "serve", "--port", "0", "--home", str(home), *flags]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self._errors, text=True)
        assert self._process.stdout
        found = re.search(r"127\.0\.0\.1:(\d+)", self._process.stdout.readline())
        if not found:
            self.kill()
            raise Flaw(f"it did not start: {home.with_suffix('.err').read_text()}")
        self.port = int(found[1])
        self.pid = self._process.pid

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
    acknowledged: bool = False
    done: bool = False
    """Whether it was found done when the player came back; it is then sent again for its answer alone."""


@dataclass
class Session:
    """One device that plays all seats of a table and keeps a list of what was acknowledged."""

    rng: random.Random
    room: str = ""
    tokens: list[str] = field(default_factory=list)
    views: dict[int, dict[str, Any]] = field(default_factory=dict)
    seqs: dict[int, int] = field(default_factory=dict)
    """The number of the latest view of each seat."""
    course: list[tuple[int, str]] = field(default_factory=list)
    """Every action acknowledged at this table."""
    pending: Intent | None = None
    unheard: int = 0
    """The number of actions found done that had not been acknowledged."""
    done: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    """The courses of all tables of this device."""
    secrets: list[str] = field(default_factory=list)
    flaw: str = ""
    patience: float = PATIENCE

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
        self.room, self.views, self.pending = made["room"]["id"], {}, None
        self.seqs = dict.fromkeys(range(players), 0)
        self.course = self.done[self.room] = []

    def _come_back(self, there: ClientConnection) -> None:
        """Check that everything acknowledged is there, and repeat the intent that was not answered."""
        hello = json.dumps({"say": "hello", "tokens": self.tokens})
        there.send(hello)
        shown = [_received(there, "view", self.patience) for _ in self.tokens]
        seqs, views = {each["seat"]: each["seq"] for each in shown}, {each["seat"]: each["view"] for each in shown}
        pending = self.pending
        if pending and not pending.done and self._follow(seqs, pending.seat):
            self.unheard += not pending.acknowledged
            pending.done = True
        elif seqs != self.seqs or (pending and pending.acknowledged and not pending.done):
            raise Flaw(f"{len(self.course)} actions were acknowledged, but now the views are {seqs} after {self.seqs}")
        elif self.views and views != self.views:
            raise Flaw(f"views {seqs} are not what they were")
        self.views, self.seqs = views, seqs
        if pending and not pending.acknowledged:
            self._say(there, pending)
        self.pending = None

    def _follow(self, seqs: dict[int, int], actor: int) -> bool:
        """Return whether these are the view numbers after one more action, which others may not notice."""
        steps = {seat: seqs[seat] - before for seat, before in self.seqs.items()}
        others = {step for seat, step in steps.items() if seat != actor}
        return steps[actor] == 1 and others in ({0}, {1})

    def _act(self, there: ClientConnection) -> None:
        asked = [seat for seat, view in self.views.items() if view["legal"]]
        seat = self.rng.choice(asked)
        action = self.rng.choice(self.views[seat]["legal"])
        self._say(there, Intent(seat, action, secrets.token_hex(8), self.seqs[seat]))

    def _say(self, there: ClientConnection, intent: Intent) -> None:
        """Send an intent until it is acknowledged, and look at the views of all seats that notice it."""
        self.pending = intent
        seqs, views = {**self.seqs}, {**self.views}
        said = {"say": "act", "seat": intent.seat, "seq": intent.seq, "key": intent.key, "action": intent.action}
        # others may not notice the action: an empty line of chat is answered after all views of it
        line = {"say": "chat", "seat": intent.seat, "text": " ", "key": secrets.token_hex(8)}
        for each in (said, line):
            for message in _answers(there, each, self.patience):
                if message["tell"] == "view":
                    seqs[message["seat"]], views[message["seat"]] = message["seq"], message["view"]
            if not intent.acknowledged:
                intent.acknowledged = True
                self.course.append((intent.seat, intent.action))
        if seqs != self.seqs and not self._follow(seqs, intent.seat):
            raise Flaw(f"action {len(self.course)} led from views {self.seqs} to {seqs}")
        self.seqs, self.views, self.pending = seqs, views, None


def _answers(there: ClientConnection, said: dict[str, Any], patience: float) -> Iterator[dict[str, Any]]:
    """Send a message until it is answered; yield what arrives up to its answer."""
    there.send(json.dumps(said))
    key = None
    while key != said["key"]:
        message = json.loads(there.recv(patience))
        key = message.get("key") if message["tell"] != "refused" else None
        if message["tell"] == "error":
            time.sleep(SLOW_DOWN)
            there.send(json.dumps(said))
        elif message["tell"] == "refused":
            raise Flaw(f"{said} was answered by {message}")
        yield message


def _received(there: ClientConnection, tell: str, patience: float) -> dict[str, Any]:
    """Return the next message of this kind."""
    while (message := json.loads(there.recv(patience)))["tell"] != tell:
        if message["tell"] in ("refused", "error"):
            raise NotWelcome(f"hello was answered by {message}")
    return dict(message)


# What is on disk


def replays(home: Path, session: Session) -> int:
    """Check that the tables on disk are as acknowledged and replay to the last views seen; return their number."""
    with closing(sqlite3.connect(home / "house.db")) as file:
        if file.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise Flaw("the file is not sound")
        for room, course in session.done.items():
            data = json.loads(file.execute("SELECT body FROM rooms WHERE id = ?", (room,)).fetchone()[0])
            rows = file.execute("SELECT seq, seat, action FROM actions WHERE room = ? ORDER BY seq", (room,)).fetchall()
            compare(session, room, course, data, rows)
    return len(session.done)


def compare(session: Session, room: str, course: list[tuple[int, str]], data: dict[str, Any], rows: list[Any]) -> None:
    """Check that the stored actions (seq, seat, action) of a room are those that its players were told of."""
    found = [(seat, action) for _, seat, action in rows]
    if [seq for seq, _, _ in rows] != [*range(1, len(rows) + 1)]:
        raise Flaw(f"{room}: there is a hole in its course")
    if found[: len(course)] != course or len(found) > len(course) + 1:
        raise Flaw(f"{room}: its course is not what was acknowledged")
    seen = json.loads(json.dumps(_replayed(data, found, len(course)).view(0)))
    if room == session.room and not session.pending and session.views and seen != session.views[0]:
        raise Flaw(f"{room}: its course leads elsewhere")


def _replayed(data: dict[str, Any], course: Sequence[tuple[int, str]], moment: int) -> Table:
    """Replay to this moment and return that table; the rest of the course must follow the rules, too."""
    names = [seat["name"] for seat in data["seats"]]
    table = game(data["game"]).deal(seed=seed_of(data["secret"]), options=data["options"], names=names)
    then = table.copy()
    for number, (seat, action) in enumerate(course, 1):
        table.play(seat, action)
        if number == moment:
            then = table.copy()
    return then


def told_nothing(home: Path, sessions: Sequence[Session]) -> None:
    """Check that the server logs contain no token and no error."""
    logged = home.with_suffix(".err").read_text()
    told = any(secret in logged for each in sessions for secret in each.secrets)
    if told or has_errors(logged):
        raise Flaw(f"the server logged: {logged[:2000]}")


ORPHAN = re.compile(r"Traceback \(most recent call last\):\n(?:  .*\n)*?.*\bspawn_main\n(?:  .*\n)*EOFError: .*\n")
"""What Python writes when a process of bots has just been started and the server that starts it is killed."""


def has_errors(logged: str) -> bool:
    """Return whether a log of servers that were killed has an error of a server."""
    rest = ORPHAN.sub("", logged)
    return " ERROR " in rest or "Traceback" in rest


# The run


def run(times: int, people: int, seed: int, home: Path) -> str:
    """Kill the server `times` times; return the result in one line. Raises Flaw if anything acknowledged is wrong."""
    rng, begin = random.Random(seed), time.perf_counter()
    sessions = [Session(random.Random(rng.random())) for _ in range(people)]
    for number in range(times + 1):
        server = Server(home)
        try:
            _played(server, sessions, rng.uniform(SHORTEST, LONGEST))
        finally:
            server.kill()
        for session in sessions:
            if session.flaw:
                raise Flaw(f"after {number} kills, {session.flaw}")
        progress.show(number, times, "kills")
    tables = sum(replays(home, session) for session in sessions)
    told_nothing(home, sessions)
    actions = sum(len(course) for each in sessions for course in each.done.values())
    unheard = sum(each.unheard for each in sessions)
    return (
        f"{times} kills while {people} tables were played: {actions:,} actions acknowledged, 0 lost, 0 done twice, "
        f"{unheard} done whose answer was cut off; {tables} tables replay from disk "
        f"(seed {seed}, {time.perf_counter() - begin:.0f} s)"
    )


def _played(server: Server, sessions: Sequence[Session], seconds: float) -> None:
    threads = [threading.Thread(target=session.play, args=(server.port,), daemon=True) for session in sessions]
    before = _how_far(sessions)
    for thread in threads:
        thread.start()
    while before == _how_far(sessions) and any(thread.is_alive() for thread in threads):
        time.sleep(0.01)
    time.sleep(seconds)
    server.kill()
    for thread in threads:
        thread.join(PATIENCE)
        if thread.is_alive():
            raise Flaw("somebody still waits though the server is gone")


def _how_far(sessions: Sequence[Session]) -> list[int]:
    """Return the number of actions at each table."""
    return [len(session.course) for session in sessions]


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
