"""Bots and analyses as jobs in PostgreSQL, taken by any server and by workers."""

from __future__ import annotations

import asyncio
import pickle
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bidwell.games import games
from bidwell.server import analyses
from bidwell.server.metrics import metrics_of
from bidwell.server.workers import Asker
from tests.extras import needed_module
from tests.server.helpers import PATIENCE, Device, Served, wait_until
from tests.server.test_rooms import over

needed_module("psycopg", "psycopg is not installed: what needs PostgreSQL is not tried")

from bidwell.server.cluster import jobs as of_jobs  # noqa: E402
from bidwell.server.cluster.directory import Directory  # noqa: E402
from bidwell.server.cluster.jobs import BOT, Jobs, read_view  # noqa: E402
from bidwell.server.store.postgres import connect, open_database  # noqa: E402


def with_jobs(url: str, work: Callable[[Jobs], Awaitable[Any]]) -> Any:
    """Run this with the jobs of a database."""
    open_database(url).close()

    async def run() -> Any:
        directory = Directory(url, 0, 0.0)
        await directory.open()
        try:
            return await asyncio.wait_for(work(Jobs(directory)), PATIENCE)
        finally:
            await directory.close()

    return asyncio.run(run())


def put(url: str, *jobs: tuple[str, str]) -> None:
    """Put jobs of these addresses and rooms."""
    with connect(url) as store:
        for address, room in jobs:
            store.execute(
                "INSERT INTO jobs (kind, address, room, body) VALUES ('bot', %s, %s, %s)",
                [address, room, f"{address}{room}".encode()],
            )


def test_addresses_take_turns_and_so_do_their_rooms(database: str) -> None:
    """One address with many jobs does not keep another waiting, nor one room another."""
    open_database(database).close()
    put(database, ("a", "1"), ("a", "1"), ("a", "1"), ("a", "2"), ("b", "3"), ("c", "4"))

    async def take_all(jobs: Jobs) -> list[str]:
        found = []
        while (job := await jobs.take(BOT)) is not None:
            found.append(job.body.decode())
        return found

    assert with_jobs(database, take_all) == ["a1", "b3", "c4", "a2", "a1", "a1"]


def test_a_job_is_taken_once_and_again_when_its_taker_is_gone(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """But not for ever."""
    open_database(database).close()
    put(database, ("a", "1"))

    async def take(jobs: Jobs) -> list[bool]:
        found = [await jobs.take(BOT), await jobs.take(BOT)]
        monkeypatch.setitem(of_jobs.SECONDS, BOT, 0.0)
        with connect(database) as store:
            store.execute("UPDATE jobs SET taken_until = clock_timestamp()")
        for _ in range(3):
            found.append(await jobs.take(BOT))
        return [job is not None for job in found]

    assert with_jobs(database, take) == [True, False, True, True, False]


def test_who_asks_gets_the_result(database: str) -> None:
    """And nothing stays in the store."""

    async def ask(jobs: Jobs) -> bytes | None:
        async def think(job: of_jobs.Job) -> bytes:
            return job.body.upper()

        taker = asyncio.ensure_future(jobs.work(BOT, think))
        try:
            return await jobs.do(BOT, Asker("a", "1"), b"pass")
        finally:
            taker.cancel()

    assert with_jobs(database, ask) == b"PASS"
    with connect(database) as store:
        assert store.execute("SELECT count(*) FROM jobs").fetchone() == (0,)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_a_view_arrives_as_it_was(game: Any) -> None:
    """Through the store."""
    table = game.deal(seed=1, names=["Ida", "Jo", "Kim"])
    view = table.view_when_asked(table.asks[0])
    found = read_view(pickle.dumps(view))
    assert (found, found.actions, found.seat) == (view, view.actions, view.seat)


@pytest.mark.parametrize(
    "body",
    [
        pickle.dumps(subprocess.run),
        pickle.dumps(with_jobs),
        pickle.dumps({"game": "bids"}),
        b"cbidwell.__main__\nmain\n.",
    ],
)
def test_nothing_but_a_view_is_read_from_a_job(body: bytes) -> None:
    """A person who can write to the database cannot run code at the servers."""
    with pytest.raises(pickle.UnpicklingError):
        read_view(body)


# Analyses


@pytest.fixture
def without_takers(database: str, tmp_path: Path) -> Iterator[Served]:
    """A server whose jobs nobody takes."""
    served = Served(tmp_path / "home", store=database, bots=0)
    yield served
    served.stop()


def test_the_analyses_of_an_address_are_limited_and_counted(without_takers: Served) -> None:
    """As on one server: three may wait, and the metrics tell how many do."""
    rooms = [over(without_takers)[0] for _ in range(analyses.MOST_WAITING + 1)]
    for number, room in enumerate(rooms[:-1], 1):
        assert without_takers.post(f"/api/rooms/{room}/analysis")["state"] == "working"
        wait_until(lambda: without_takers.house.analyses.waiting == number)  # noqa: B023
    assert "bidwell_analyses_waiting 3" in without_takers.on_loop(lambda: metrics_of(without_takers.house))
    status, why = without_takers.refused("POST", f"/api/rooms/{rooms[-1]}/analysis")
    assert (status, why) == (429, "3 of your games wait for their analysis: try again later")


def test_an_analysis_that_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that took it goes on with other jobs."""

    async def analysed(record: str, progress: Any) -> dict[str, Any]:
        await asyncio.sleep(1000)
        return {}

    monkeypatch.setattr(of_jobs, "analysed", analysed)
    monkeypatch.setattr(of_jobs, "LONGEST", 0.01)
    with pytest.raises(TimeoutError):
        asyncio.run(of_jobs.analyse(None, of_jobs.Job(1, of_jobs.ANALYSIS, b"")))  # type: ignore[arg-type]


@pytest.fixture
def thinking(database: str, tmp_path: Path) -> Iterator[Served]:
    """A server that leaves all thinking to others, and `bidwell work`."""
    served = Served(tmp_path / "home", store=database, bots=0)
    command = [sys.executable, "-m", "bidwell", "work", "--store", database, "--bots", "1"]
    worker = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert worker.stdout
    assert "Taking jobs: 1 of bots" in worker.stdout.readline()
    yield served
    worker.terminate()
    assert worker.wait(PATIENCE) == 0
    worker.stdout.close()
    served.stop()


@pytest.mark.slow
def test_a_separate_process_thinks_for_bots(thinking: Served) -> None:
    """A server that takes no jobs itself gets their choices."""
    chosen: list[str] = []
    workers: Any = thinking.house.workers
    searched = workers._decided

    async def noted(level: str, view: Any, asker: Asker) -> str:
        chosen.append(await searched(level, view, asker))
        return chosen[-1]

    workers._decided = noted
    seats = [{"who": "me", "name": "Ida"}, {"who": "regular"}, {"who": "regular"}]
    made = thinking.post("/api/rooms", {"game": "serengeti", "seats": seats})
    with Device(thinking, made["room"]["id"], *made["tokens"].values()) as device:
        while len(chosen) < 3:
            if device.views[0]["view"]["legal"]:
                device.act(0, device.views[0]["view"]["legal"][0])
            device.hear("view")
    assert {*chosen} <= {"pass", *(f"bid {number}" for number in range(100))}
