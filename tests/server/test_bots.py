"""Bots at a table: when they answer, and what their answers tell."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import pytest

from bidwell.bots.registry import LEVELS, budget_of
from bidwell.server import bots, workers
from bidwell.server.fair_queue import FairQueue
from bidwell.server.workers import Asker, Unwatched
from tests.server.helpers import Device, Served, wait_until
from tests.server.test_secrets import hidden_action, room_at

LATER = 1000.0
REAL = bots.ANSWER_SECONDS


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long bots wait before they answer; they do not wait in fact."""
    found: list[float] = []
    original = asyncio.sleep

    async def sleep(seconds: float) -> None:
        if LATER / 2 < seconds <= LATER:  # other tasks sleep longer
            found.append(seconds)
            seconds = 0
        await original(seconds)

    monkeypatch.setattr(bots, "ANSWER_SECONDS", dict.fromkeys(bots.ANSWER_SECONDS, (LATER, LATER)))
    monkeypatch.setattr(asyncio, "sleep", sleep)
    return found


def left_to_a_bot(served: Served, table: Any, seat: int, actions: list[str], monkeypatch: pytest.MonkeyPatch) -> int:
    """Let a bot that chooses these actions play the seat; return the number of views another seat received."""

    async def choose(level: str, view: Any, asker: object) -> str:
        return actions.pop(0) if actions else str(view["legal"][0])

    monkeypatch.setattr(served.house.workers, "choose", choose)
    room, tokens = room_at(served, table)
    other = next(each for each in table.asks if each != seat)
    with Device(served, room, tokens[other]) as device:
        before = len(device.heard)
        served.post(f"/api/rooms/{room}/leave", {"token": tokens[seat]})
        wait_until(lambda: not actions)
        device.hear("view")
        return sum('"tell":"view"' in text for text in device.heard[before:])


def test_an_answer_is_given_at_a_time_drawn_before_the_bot_chooses(
    served: Served, monkeypatch: pytest.MonkeyPatch, pauses: list[float]
) -> None:
    """The time does not show whether the bot had a choice; here it chooses immediately."""
    table, seat, _ = hidden_action(random.Random(5))
    left_to_a_bot(served, table, seat, [table.legal(seat)[-1]], monkeypatch)
    assert len(pauses) == 1
    assert pauses[0] > LATER - 100


def test_an_unnoticed_action_does_not_delay_the_answer(
    served: Served, monkeypatch: pytest.MonkeyPatch, pauses: list[float]
) -> None:
    """SEC-31: a bot that recovers does so at once, and answers when it would have answered otherwise."""
    table, seat, hidden = hidden_action(random.Random(6))
    choice = next(text for text in table.legal(seat) if text.startswith("bid"))
    assert left_to_a_bot(served, table, seat, [hidden, choice], monkeypatch) == 1
    assert len(pauses) == 1


def test_a_bot_that_had_to_wait_for_its_turn_answers_no_sooner(
    served: Served, monkeypatch: pytest.MonkeyPatch, pauses: list[float]
) -> None:
    """The time counts from its turn: otherwise, on a busy server, an answer without thinking would come sooner."""

    async def choose(level: str, view: Any, asker: Asker) -> str:
        waited = time.monotonic() + 2 * LATER
        monkeypatch.setattr(bots, "time", SimpleNamespace(monotonic=lambda: waited))
        asker.at_turn(0.0)
        return str(view["legal"][0])

    monkeypatch.setattr(served.house.workers, "choose", choose)
    session, seat = served.live(served.room()[0]), 0
    monkeypatch.setattr(served.house.bots, "_may_play", lambda *given: not pauses)
    served.awaited(served.house.bots._think(session, session.room.playing.asks[seat], "expert", 0))
    assert len(pauses) == 1
    assert pauses[0] > LATER - 100


def test_a_bot_thinks_once_about_a_decision_after_a_take_back(
    served: Served, monkeypatch: pytest.MonkeyPatch, pauses: list[float]
) -> None:
    """What it thought about before does not end the thought that began since."""
    session = served.live(served.room()[0])
    seat = session.room.playing.asks[0]

    async def choose(level: str, view: Any, asker: Asker) -> str:
        session.thinking[seat] = 8  # the table went on from an earlier view meanwhile
        return str(view["legal"][0])

    monkeypatch.setattr(served.house.workers, "choose", choose)
    session.thinking[seat] = 7
    served.awaited(served.house.bots._think(session, seat, "expert", 7))
    assert session.thinking == {seat: 8}


def test_the_time_of_an_answer_is_longer_than_a_level_thinks() -> None:
    """The time differs from answer to answer."""
    assert {*REAL} == {*LEVELS}
    for level, (least, most) in REAL.items():
        budget = budget_of(level)
        assert (budget.milliseconds or 0 if budget else 0) / 1000 < least < most


# Nobody starves anybody


def test_addresses_take_turns_and_so_do_their_rooms() -> None:
    """An address with many requests waits for its own; another waits for one decision at most."""
    order: list[str] = []

    async def job(queue: FairQueue, address: str, room: str) -> None:
        async with queue.turn(address, room):
            order.append(f"{address} {room}")
            await asyncio.sleep(0)

    async def run() -> None:
        queue = FairQueue(1)
        wanted = [("a", "1"), ("a", "1"), ("a", "1"), ("a", "2"), ("a", "2"), ("b", "3")]
        jobs = [asyncio.ensure_future(job(queue, address, room)) for address, room in wanted]
        await asyncio.sleep(0)
        assert (len(queue), queue.waiting_of("a"), queue.waiting_of("b")) == (5, 4, 1)
        await asyncio.gather(*jobs)
        assert len(queue) == 0

    asyncio.run(run())
    assert order == ["a 1", "a 1", "b 3", "a 2", "a 1", "a 2"]


def test_a_job_that_is_given_up_does_not_hold_its_turn() -> None:
    """Neither while the request waits nor when its turn comes at that moment."""

    async def run() -> None:
        queue, gate = FairQueue(1), asyncio.Event()

        async def job() -> None:
            async with queue.turn("a", "1"):
                await gate.wait()

        first, second, third = (asyncio.ensure_future(job()) for _ in range(3))
        await asyncio.sleep(0)
        second.cancel()
        first.cancel()
        await asyncio.gather(first, second, return_exceptions=True)
        third.cancel()
        await asyncio.gather(third, return_exceptions=True)
        async with asyncio.timeout(5), queue.turn("b", "2"):
            assert len(queue) == 0

    asyncio.run(run())


Search = Callable[[str, Any], Awaitable[str]]


@pytest.fixture
def searching(served: Served, monkeypatch: pytest.MonkeyPatch) -> Callable[[Search], None]:
    """Replaces the search of the workers; it is ready at once, and no search of an earlier test holds the queue."""

    def replace(search: Search) -> None:
        monkeypatch.setattr(served.house.workers, "queue", FairQueue(1))
        monkeypatch.setattr(served.house.workers, "_searched", search)
        monkeypatch.setattr(served.house.workers, "_is_ready", lambda level, game: level != "novice")

    return replace


def among(served: Served, level: str) -> tuple[str, str]:
    """A room in which bots of this level act before the person does; the room and the person's token."""
    while True:
        seats = [{"who": "me"}, *[{"who": level}] * 4]
        made = served.post("/api/rooms", {"game": "serengeti", "seats": seats})
        if served.table_of(made["room"]["id"]).asks != (0,):
            return made["room"]["id"], made["tokens"]["0"]


async def never(level: str, view: Any) -> str:
    await asyncio.sleep(1000)
    return ""


def test_novices_never_wait_for_experts(served: Served, searching: Callable[[Search], None]) -> None:
    """Also while many experts think."""
    searching(never)
    with ExitStack() as open_:
        for _ in range(5):
            room, token = among(served, "expert")
            open_.enter_context(Device(served, room, token))
        wait_until(lambda: len(served.house.workers.queue) == 4)
        room, token = among(served, "novice")
        device = open_.enter_context(Device(served, room, token))
        while not device.views[0]["view"]["legal"]:
            device.hear("view")


def test_decisions_of_rooms_that_nobody_watches_are_dropped(
    served: Served, searching: Callable[[Search], None]
) -> None:
    """At an empty table no bot thinks; when a player comes back, it does."""
    thought: list[str] = []
    gate = served.on_loop(asyncio.Event)

    async def search(level: str, view: Any) -> str:
        thought.append(level)
        await gate.wait()
        return str(view["legal"][0])

    searching(search)
    first, second = among(served, "expert"), among(served, "regular")
    with Device(served, *first):
        wait_until(lambda: thought == ["expert"])
        with Device(served, *second):
            wait_until(lambda: len(served.house.workers.queue) == 1)
        wait_until(lambda: not served.live(second[0]).connections)
        left = served.live(second[0])
    wait_until(lambda: not served.live(first[0]).connections)
    served.on_loop(gate.set)
    wait_until(lambda: not left.thinking)
    assert thought.count("regular") == 0
    with Device(served, *second) as device:
        while device.views[0]["seq"] < 1:
            device.hear("view")
    assert "regular" in thought


def test_a_bot_whose_decision_was_dropped_as_somebody_came_back_is_asked_again(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game must not wait for ever."""
    thought: list[str] = []

    async def choose(level: str, view: Any, asker: Asker) -> str:
        thought.append(level)
        if len(thought) == 1:  # nobody watched the room when this was decided
            raise Unwatched
        return str(view["legal"][0])

    monkeypatch.setattr(served.house.workers, "choose", choose)
    with Device(served, *among(served, "expert")) as device:
        while device.views[0]["seq"] < 1:
            device.hear("view")


def test_after_a_deadline_the_heuristic_answers(
    served: Served, searching: Callable[[Search], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game goes on, and it is in the log."""
    monkeypatch.setattr(workers, "DEADLINE", 0.01)
    searching(never)
    room, token = among(served, "expert")
    with Device(served, room, token) as device:
        while not device.views[0]["view"]["legal"]:
            device.hear("view")
    assert "WARNING bidwell.server a bot took too long: the heuristic chose for it" in served.log.lines
    served.log.lines.clear()


def test_a_worker_that_died_is_replaced(served: Served, searching: Callable[[Search], None]) -> None:
    """The game goes on with new workers."""
    before = served.house.workers._pool

    async def dies(level: str, view: Any) -> str:
        raise BrokenProcessPool

    searching(dies)
    room, token = among(served, "expert")
    with Device(served, room, token) as device:
        while device.views[0]["seq"] < 1:
            device.hear("view")
    assert served.house.workers._pool is not before


def test_work_of_a_worker_that_was_killed_is_done_again(served: Served) -> None:
    """As when the system runs out of memory: replays are made by new workers, though no bot thinks."""
    workers = served.house.workers
    first = served.awaited(workers.run(os.getpid))
    os.kill(first, signal.SIGKILL)
    assert served.awaited(workers.run(os.getpid)) != first
