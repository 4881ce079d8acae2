"""What leaves memory, and when: rooms nobody uses, their connections, and garbage."""

from __future__ import annotations

import gc
import weakref

import pytest

from bidwell.server import ticker
from bidwell.server.ticker import Ticker
from tests.server.conftest import Serve
from tests.server.helpers import Device, Served, wait_until
from tests.server.test_rooms import over

AGES = 1e6


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ticker, "TICK", 0.05)


def test_a_room_that_is_unloaded_leaves_memory_at_once(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its connections form no cycle with it: a busy server seldom collects garbage."""
    monkeypatch.setattr(ticker, "IDLE_GARBAGE", 1 << 40)
    served = serve()
    room, tokens = served.room()
    gc.disable()
    try:
        with Device(served, room, *tokens) as device:
            session = weakref.ref(served.live(room))
            device.play(served.table_of(room).asks[0], "bid 3")
        monkeypatch.setattr(ticker, "IDLE", 0.0)
        wait_until(lambda: room not in served.house.rooms)
        served.get(f"/api/rooms/{served.room()[0]}")  # another room takes its place in the loop of the ticker
        wait_until(lambda: session() is None, 5.0)
    finally:
        gc.enable()


def test_a_finished_game_leaves_memory_sooner(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is shown from the disk when it is asked for again."""
    room, _ = over(served)
    running, _ = served.room()
    record = served.ask("GET", f"/api/rooms/{room}/record")[2]
    monkeypatch.setattr(ticker, "IDLE_OVER", 0.0)
    wait_until(lambda: room not in served.house.rooms)
    assert running in served.house.rooms
    monkeypatch.setattr(ticker, "IDLE_OVER", AGES)
    assert served.ask("GET", f"/api/rooms/{room}/record")[2] == record


def collections(monkeypatch: pytest.MonkeyPatch, *, idle: bool, later: float) -> int:
    """Return how often a ticker collects garbage at this many seconds after its start."""
    made: list[int] = []
    monkeypatch.setattr(gc, "get_count", lambda: (ticker.IDLE_GARBAGE + 1, 0, 0))
    monkeypatch.setattr(gc, "collect", lambda: made.append(1))
    tried = Ticker(None, None, None)  # type: ignore[arg-type]
    tried._collect_garbage(tried._collected + later, idle=idle)
    return len(made)


@pytest.mark.parametrize(
    ("idle", "later", "expected"), [(True, 1.0, 1), (False, 1.0, 0), (False, ticker.LONGEST_BUSY + 1, 1)]
)
def test_garbage_is_collected_when_idle_and_at_last_while_busy(
    monkeypatch: pytest.MonkeyPatch, idle: bool, later: float, expected: int
) -> None:
    """A server that is never idle must not keep its garbage for ever."""
    assert collections(monkeypatch, idle=idle, later=later) == expected
