"""A real server with many tables for hours: people join, act, talk, reconnect, leave and return, games end and others
begin, strangers watch, games are analysed, and the server is killed at intervals in the first half.

Everything acknowledged must still be there: every view after a kill, every record against what its people were told,
and at the end the database. Memory, latencies and queues are sampled into FILE.jsonl, and drawn in FILE.svg.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import resource
import socket
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from checks.kills import Flaw, Server, has_errors
from checks.soak.link import Denied, Gone, Link, Message, ask
from checks.soak.report import load, plot, summary
from checks.soak.sampling import Sampler, all_end, children
from checks.soak.table import Broken, Table, check_course
from checks.soak.world import World

EVERY = 30.0
"""Seconds between samples."""
REDRAW = 20
"""Samples between two drawings of the plot."""
WATCH, ANALYSE = 2.0, 120.0
"""Seconds between two spectators, and between two analyses."""
RECHECKED = 20
"""Number of finished games whose records are fetched again after a kill."""
WORKERS_END = 30.0
"""Seconds within which the processes of a killed server must end."""


class Soak:
    """The run: a server, its tables, and the kills."""

    def __init__(self, given: argparse.Namespace, home: Path) -> None:
        self.given, self.home = given, home
        self.out = Path(given.out)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.metrics = free.getsockname()[1]
        self.world = World(given.tables / given.rate, max(8, given.tables // 8))
        self.tables = [Table(self.world, number) for number in range(given.tables)]
        self.sampler = Sampler(self.world, self.metrics, home)
        self.rng = random.Random(given.seed)
        self.samples: list[dict[str, Any]] = []

    async def run(self) -> bool:
        """Run for the given time; print the summary and return whether everything held."""
        self.out.with_suffix(".jsonl").write_text("")
        await self._start()
        playing = [asyncio.create_task(table.run()) for table in self.tables]
        around = [asyncio.create_task(work()) for work in (self._sample, self._watch, self._analyse)]
        try:
            await self._kill_now_and_then()
            self.world.ending = True
            await asyncio.wait([*playing, *around], timeout=300)
            self._check_tasks([*playing, *around])
        finally:
            self.server.kill()
        self._check_disk()
        self._check_log()
        return self._tell()

    async def _start(self) -> None:
        flags = ("--metrics", f"127.0.0.1:{self.metrics}")
        self.server = await asyncio.to_thread(Server, self.home, *flags)
        self.started = time.monotonic()
        self.world.port = self.server.port
        self.sampler.forget()
        while True:
            with contextlib.suppress(Gone, Denied):
                await ask(self.world.port, "127.0.0.1", "GET", "/readyz")
                break
            await asyncio.sleep(0.1)
        self.world.up.set()

    # Kills

    async def _kill_now_and_then(self) -> None:
        """Kill the server at even intervals in the first half of the run; leave it alone in the second."""
        end = self.world.begun + 3600 * self.given.hours
        between = 1800 * self.given.hours / (self.given.kills + 1)
        for number in range(1, self.given.kills + 1):
            await self._until(self.world.begun + number * between + self.rng.uniform(-0.2, 0.2) * between)
            await self._kill()
        await self._until(end)

    async def _until(self, moment: float) -> None:
        while time.monotonic() < moment:
            await asyncio.sleep(min(1.0, max(0.0, moment - time.monotonic())))

    async def _kill(self) -> None:
        workers = children(self.server.pid)
        self.world.up.clear()
        self.world.kills += 1
        await asyncio.to_thread(self.server.kill)
        if left := await all_end(workers, WORKERS_END):
            self.world.flaw(f"{len(left)} processes of the killed server still run")
        await self._start()
        await self._check_finished()

    async def _check_finished(self) -> None:
        """Fetch the records of some finished games again: they must be what they were."""
        for room in self.rng.sample([*self.world.finished], min(RECHECKED, len(self.world.finished))):
            with contextlib.suppress(Gone, Denied):
                address = self.world.address(self.rng.randrange(1000))
                record = (await ask(self.world.port, address, "GET", f"/api/rooms/{room}/record")).decode()
                self.world.counts["records fetched again"] += 1
                if record != self.world.finished[room].record:
                    self.world.flaw(f"{room}: after a kill the record is another")

    # What goes on beside the tables

    async def _sample(self) -> None:
        due = self.world.begun
        while not self.world.ending:
            due += EVERY
            await self._until_end(due)
            await self.world.up.wait()
            with contextlib.suppress(Gone, Denied):
                self._keep(await self.sampler.take(self.server.pid))

    async def _until_end(self, due: float) -> None:
        while time.monotonic() < due and not self.world.ending:
            await asyncio.sleep(0.5)

    def _keep(self, sample: dict[str, Any]) -> None:
        now = time.monotonic()
        sample |= {"at": now - self.world.begun, "age": now - self.started, "life": self.world.kills}
        sample |= {"tables": self.given.tables}
        self.samples.append(sample)
        with self.out.with_suffix(".jsonl").open("a") as file:
            file.write(json.dumps(sample) + "\n")
        if len(self.samples) % REDRAW == 0:
            self._draw()

    async def _watch(self) -> None:
        """Let strangers watch tables for a moment: they must be asked nothing."""
        while not self.world.ending:
            await asyncio.sleep(WATCH)
            room = self.rng.choice(self.tables).room
            if room and self.world.up.is_set():
                with contextlib.suppress(Gone):
                    link = await Link.open(self.world.port, "127.0.9.9", room, [], self._spectated)
                    await asyncio.sleep(WATCH)
                    await link.close()
                    self.world.counts["spectators"] += 1

    def _spectated(self, message: Message) -> None:
        if message["tell"] == "view" and (message["view"]["legal"] or message["seat"] is not None):
            self.world.flaw(f"a spectator was asked: {message}")

    async def _analyse(self) -> None:
        """Let a finished game be analysed, one after another."""
        while not self.world.ending:
            await self._until_end(time.monotonic() + ANALYSE)
            if self.world.finished and not self.world.ending:
                await self._analysed([*self.world.finished][-1])

    async def _analysed(self, room: str) -> None:
        path = f"/api/rooms/{room}/analysis"
        while not self.world.ending:
            with contextlib.suppress(Gone, Denied):
                found = json.loads(await ask(self.world.port, "127.0.9.8", "POST", path))
                if found["state"] in ("there", "failed"):
                    self.world.counts[f"analyses {found['state']}"] += 1
                    return
            await asyncio.sleep(5)

    # The end

    def _check_tasks(self, tasks: list[asyncio.Task[None]]) -> None:
        for task in tasks:
            if not task.done():
                self.world.flaw(f"somebody still waits: {task.get_coro()}")
                task.cancel()
            elif problem := task.exception():
                self.world.flaw(f"the check itself failed: {problem!r}")

    def _check_disk(self) -> None:
        """Compare the database with what was acknowledged, at every table that was not closed by a flaw."""
        courses = {room: (each.course, each.alone) for room, each in self.world.finished.items()}
        courses |= {table.room: (table.course, False) for table in self.tables if table.room}
        with closing(sqlite3.connect(self.home / "house.db")) as file:
            if file.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                self.world.flaw("the database is damaged")
            for room, (course, alone) in courses.items():
                rows = file.execute("SELECT seat, action FROM actions WHERE room = ? ORDER BY seq", (room,)).fetchall()
                try:
                    check_course(course, rows, alone)
                except Broken as broken:
                    self.world.flaw(f"{room} on disk: {broken}")
        self.world.counts["tables compared with the disk"] = len(courses)

    def _check_log(self) -> None:
        logged = self.home.with_suffix(".err").read_text()
        if any(secret in logged for secret in self.world.secrets):
            self.world.flaw("the log has a token")
        if has_errors(logged):
            self.world.flaw(f"the server logged: {logged[:2000]}")

    def _draw(self) -> None:
        title = f"{self.given.tables} tables, kills as dashed lines"
        self.out.with_suffix(".svg").write_text(plot(self.samples, title), encoding="utf-8")

    def _tell(self) -> bool:
        if self.samples:
            self.samples[-1]["counts"] = dict(self.world.counts)
            with self.out.with_suffix(".jsonl").open("a") as file:
                file.write(json.dumps(self.samples[-1]) + "\n")
            self._draw()
            print(summary(self.samples))
        for flaw in self.world.flaws:
            print(f"NOT as acknowledged: {flaw}")
        print(f"{self.world.counts['flaws']} flaws: {'it does NOT hold' if self.world.flaws else 'nothing was lost'}")
        return not self.world.flaws


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m checks.soak", description=__doc__)
    parser.add_argument("--hours", type=float, default=2.0, help="default: %(default)s")
    parser.add_argument("--tables", type=int, default=500, help="default: %(default)s")
    parser.add_argument(
        "--rate", type=float, default=80.0, help="actions a second, of all tables; default: %(default)s"
    )
    parser.add_argument("--kills", type=int, default=9, help="in the first half; default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    parser.add_argument("--out", default="soak", metavar="FILE", help="without an ending; default: %(default)s")
    parser.add_argument("--report", metavar="FILE.jsonl", help="only print the summary of samples, and draw them")
    given = parser.parse_args()
    if given.report:
        samples = load(Path(given.report))
        print(summary(samples))
        Path(given.report).with_suffix(".svg").write_text(plot(samples, f"{samples[-1]['tables']} tables"))
        return
    _allow_many_files()
    with tempfile.TemporaryDirectory() as folder:
        try:
            sys.exit(not asyncio.run(Soak(given, Path(folder) / "home").run()))
        except Flaw as flaw:
            sys.exit(f"the server did not start: {flaw}")


def _allow_many_files() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    main()
