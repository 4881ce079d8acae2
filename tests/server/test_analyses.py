"""Analyses take turns by address, and end."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bidwell.server import analyses
from tests.server.conftest import Serve
from tests.server.helpers import wait_until
from tests.server.test_rooms import over


def test_analyses_of_one_address_are_limited(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few wait, the next is refused; one that takes too long is stopped, and the next begins."""
    begun: list[str] = []

    async def analysed(record: str, progress: Any) -> dict[str, Any]:
        begun.append(record)
        await asyncio.sleep(1000)
        return {}

    monkeypatch.setattr(analyses, "analysed", analysed)
    served = serve()
    rooms = [over(served)[0] for _ in range(analyses.MOST_WAITING + 2)]
    for room in rooms[:-1]:
        assert served.post(f"/api/rooms/{room}/analysis")["state"] == "working"
        wait_until(lambda: begun)
    status, why = served.refused("POST", f"/api/rooms/{rooms[-1]}/analysis")
    assert (status, why) == (429, "3 of your games wait for their analysis: try again later")


def test_an_analysis_that_takes_too_long_is_stopped(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stopped analysis has failed, and can be requested again."""

    async def analysed(record: str, progress: Any) -> dict[str, Any]:
        await asyncio.sleep(1000)
        return {}

    monkeypatch.setattr(analyses, "analysed", analysed)
    monkeypatch.setattr(analyses, "LONGEST", 0.01)
    served = serve()
    room, _ = over(served)
    served.post(f"/api/rooms/{room}/analysis")
    wait_until(lambda: served.get(f"/api/rooms/{room}/analysis")["state"] == "failed")
    assert served.post(f"/api/rooms/{room}/analysis")["state"] == "working"
