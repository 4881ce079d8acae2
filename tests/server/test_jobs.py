"""Bots and analyses as jobs in PostgreSQL, taken by any server and by workers."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import msgpack

from bidwell.core.errors import IllegalAction
from bidwell.games import games
from bidwell.server import analyses, ticker
from bidwell.server.metrics import metrics_of
from bidwell.server.workers import Asker, Unwatched
from tests.extras import needed_module
from tests.server.helpers import PATIENCE, Device, Served, wait_until
from tests.server.test_rooms import over

needed_module("psycopg", "psycopg is not installed: what needs PostgreSQL is not tried")

from bidwell.server.cluster import jobs as of_jobs  # noqa: E402
from bidwell.server.cluster.directory import Directory  # noqa: E402
from bidwell.server.cluster.jobs import BOT, Job, Jobs, JobWorkers, Progress, analyse, read_view  # noqa: E402
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


def test_the_asker_gets_the_result(database: str) -> None:
    """And nothing stays in the store."""

    async def ask(jobs: Jobs) -> bytes | None:
        async def think(job: Job, progress: Progress) -> bytes:
            return job.body.upper()

        taker = asyncio.ensure_future(jobs.work(BOT, think))
        try:
            return await jobs.do(BOT, Asker("a", "1"), b"pass")
        finally:
            taker.cancel()

    assert with_jobs(database, ask) == b"PASS"
    with connect(database) as store:
        assert store.execute("SELECT count(*) FROM jobs").fetchone() == (0,)


def test_who_asks_learns_when_the_job_had_its_turn(database: str) -> None:
    """The time of a bot's answer counts from there: on a busy site, one without thinking would come sooner."""

    async def ask(jobs: Jobs) -> tuple[float, float]:
        async def think(job: Job, progress: Progress) -> bytes:
            began.append(time.monotonic())
            await asyncio.sleep(0.2)
            return job.body

        def at_turn(ago: float) -> None:
            turns.append(time.monotonic() - ago)

        began: list[float] = []
        turns: list[float] = []
        asking = asyncio.ensure_future(jobs.do(BOT, Asker("a", "1", at_turn=at_turn), b"pass"))
        await asyncio.sleep(0.3)
        waited = time.monotonic()
        taker = asyncio.ensure_future(jobs.work(BOT, think))
        await asking
        taker.cancel()
        (turn,) = turns
        return turn - waited, began[0] - turn

    assert min(with_jobs(database, ask)) > -0.05


def test_a_job_of_a_room_that_nobody_watches_is_dropped(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others do not wait for it."""
    monkeypatch.setattr(of_jobs, "LOOK", 0.01)

    async def ask(jobs: Jobs) -> None:
        with pytest.raises(Unwatched):
            await jobs.do(BOT, Asker("a", "1", is_watched=lambda: False), b"pass")

    with_jobs(database, ask)
    with connect(database) as store:
        assert store.execute("SELECT count(*) FROM jobs").fetchone() == (0,)


def test_an_answer_that_is_not_legal_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may come from a process that was not stopped for an upgrade; the heuristic then chooses."""

    async def do(*_: Any) -> bytes:
        return b"trump"

    worker = JobWorkers(1)
    monkeypatch.setattr(worker, "jobs", SimpleNamespace(do=do))
    table = games()[0].deal(seed=1)
    try:
        with pytest.raises(IllegalAction, match="stop all servers for an upgrade"):
            asyncio.run(worker._decided("expert", table.view(table.asks[0]), Asker("a", "1")))
    finally:
        worker.close()


def test_a_job_is_renewed_while_its_taker_thinks(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long that takes, nobody else takes it."""
    monkeypatch.setattr(of_jobs, "LOOK", 0.01)
    open_database(database).close()
    put(database, ("a", "1"))

    async def think(job: Job, progress: Progress) -> bytes:
        progress(0.5)
        with connect(database) as store:
            store.execute("UPDATE jobs SET taken_until = '-infinity'")
            query = "SELECT count(*) FROM jobs WHERE taken_until > clock_timestamp() AND done = 0.5"
            while store.execute(query).fetchone() == (0,):
                await asyncio.sleep(0.01)
        return b"done"

    async def work(jobs: Jobs) -> int:
        taker = asyncio.ensure_future(jobs.work(BOT, think))
        with connect(database) as store:
            while store.execute("SELECT count(result) FROM jobs").fetchone() == (0,):
                await asyncio.sleep(0.01)
        taker.cancel()
        return 1

    assert with_jobs(database, work)


@pytest.mark.parametrize(("ending", "tries"), [(RuntimeError, 1), (asyncio.CancelledError, 0)])
def test_a_job_that_failed_or_was_cut_short_is_free_at_once(
    database: str, ending: type[BaseException], tries: int
) -> None:
    """A worker that is stopped has not tried it."""
    open_database(database).close()
    put(database, ("a", "1"))

    async def think(job: Job, progress: Progress) -> bytes:
        raise ending

    async def work(jobs: Jobs) -> Job | None:
        job = await jobs.take(BOT)
        assert job
        with contextlib.suppress(asyncio.CancelledError):
            await jobs._do_taken(job, think)
        return await jobs.take(BOT)

    again = with_jobs(database, work)
    assert again.tries == tries + 1


def test_a_worker_stops_a_job_that_nobody_waits_for(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The asker has gone, or another process has taken the job."""
    monkeypatch.setattr(of_jobs, "LOOK", 0.01)
    open_database(database).close()
    put(database, ("a", "1"))
    stopped = []

    async def think(job: Job, progress: Progress) -> bytes:
        with connect(database) as store:
            store.execute("DELETE FROM jobs")
        try:
            await asyncio.sleep(1000)
        finally:
            stopped.append(job.id)
        return b""

    async def work(jobs: Jobs) -> None:
        job = await jobs.take(BOT)
        assert job
        await jobs._do_taken(job, think)

    with_jobs(database, work)
    assert stopped


def test_jobs_of_a_server_that_is_gone_are_deleted(database: str) -> None:
    """Nobody would ever read their results."""
    open_database(database).close()
    put(database, ("killed", "1"), ("running", "2"), ("left", "3"))
    with connect(database) as store:
        store.execute("INSERT INTO servers (id, expires) VALUES (1, '-infinity'), (2, 'infinity')")
        store.execute("UPDATE jobs SET server = id")

    async def take_all(jobs: Jobs) -> list[str]:
        return [job.body.decode() for _ in range(3) if (job := await jobs.take(BOT)) is not None]

    assert with_jobs(database, take_all) == ["running2"]


def test_a_notice_that_comes_during_a_look_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the job would wait for the next look."""
    monkeypatch.setattr(of_jobs, "LOOK", 1000.0)
    jobs = Jobs(None)  # type: ignore[arg-type]
    looks = []

    async def take(kind: str) -> Job | None:
        looks.append(kind)
        jobs.heard("job", "")
        if len(looks) == 2:
            raise KeyError
        return None

    monkeypatch.setattr(jobs, "take", take)
    with pytest.raises(KeyError):
        asyncio.run(asyncio.wait_for(jobs.work(BOT, analyse), PATIENCE))


@pytest.mark.slow
def test_a_worker_whose_process_was_killed_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """It starts another one."""
    table = games()[0].deal(seed=1, names=["Ida", "Jo", "Kim"])
    view = table.view_when_asked(table.asks[0])
    body = msgpack.encode(("novice", pickle.dumps(view)))
    workers = JobWorkers(1)
    try:
        workers._pool.submit(os.getpid).result()
        for process in workers._pool._processes.values():
            process.kill()
        chosen = asyncio.run(workers.think(Job(1, BOT, body), lambda done: None))
        assert chosen.decode() in view["legal"]
    finally:
        workers.close()


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


def test_a_room_stays_with_its_server_while_its_game_is_analysed(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when nobody waits for the report: a server that has let the room go cannot store it."""
    monkeypatch.setattr(ticker, "IDLE_OVER", 0.0)
    monkeypatch.setattr(ticker, "TICK", 0.01)
    begun, ended = threading.Event(), threading.Event()

    async def analysed(record: str, progress: Any) -> dict[str, Any]:
        begun.set()
        await asyncio.to_thread(ended.wait, PATIENCE)
        return {"made": True}

    monkeypatch.setattr(of_jobs, "analysed", analysed)
    served = Served(tmp_path / "home", store=database)
    try:
        room, _ = over(served)
        served.post(f"/api/rooms/{room}/analysis")
        assert begun.wait(PATIENCE)
        time.sleep(0.5)  # the ticker has looked
        ended.set()
        wait_until(lambda: served.on_loop(lambda: served.house.store.analysis(room)) == b'{"made":true}')
        wait_until(lambda: room not in served.house.rooms)
    finally:
        ended.set()
        served.stop()


def test_an_analysis_that_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """For good, and the worker that took it goes on with other jobs."""

    async def analysed(record: str, progress: Any) -> dict[str, Any]:
        await asyncio.sleep(1000)
        return {}

    monkeypatch.setattr(of_jobs, "analysed", analysed)
    monkeypatch.setattr(of_jobs, "LONGEST", 0.01)
    assert asyncio.run(analyse(Job(1, of_jobs.ANALYSIS, b""), lambda done: None)) == b""


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
