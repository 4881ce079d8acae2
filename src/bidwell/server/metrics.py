"""Metrics in the Prometheus text format, served at an address of their own."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bidwell.server.house import House

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The bounds of a histogram's buckets, in seconds."""
LARGEST_REQUEST = 16 * 1024
PATIENCE = 5.0
"""Seconds within which a request for metrics must arrive."""


class Histogram:
    """Counts durations by their size."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        """Count one duration."""
        self._counts[bisect_left(BOUNDS, seconds)] += 1
        self._sum += seconds

    def lines(self, name: str) -> Iterator[str]:
        """Yield the lines of the text format."""
        totals = [*accumulate(self._counts)]
        yield f"# TYPE {name} histogram"
        for bound, total in zip((*BOUNDS, "+Inf"), totals, strict=True):
            yield f'{name}_bucket{{le="{bound}"}} {total}'
        yield f"{name}_sum {self._sum:.6f}"
        yield f"{name}_count {totals[-1]}"


def metrics_of(house: House) -> str:
    """Return the metrics of a server in the Prometheus text format."""
    sessions = [*house.rooms]
    gauges = {
        "rooms_in_memory": len(sessions),
        "connections": sum(len(session.connections) for session in sessions),
        "bots_thinking": sum(len(session.thinking) for session in sessions),
        "bots_waiting": house.workers.waiting,
        "analyses_waiting": house.analyses.waiting,
        "writes_waiting": sum(session.unsettled for session in sessions),
    }
    errors = {"not_saved": house.commits.failed, "bot": house.bots.failed, "bot_late": house.workers.late}
    errors |= {f"http_{status}": count for status, count in sorted(house.refused.items())}
    lines = [f"# TYPE bidwell_{name} gauge\nbidwell_{name} {value}" for name, value in gauges.items()]
    lines += ["# TYPE bidwell_actions_total counter", f"bidwell_actions_total {house.actions.count}"]
    lines += ["# TYPE bidwell_errors_total counter"]
    lines += [f'bidwell_errors_total{{kind="{kind}"}} {count}' for kind, count in errors.items()]
    lines += house.actions.delays.lines("bidwell_action_seconds")
    lines += house.store.commits.lines("bidwell_commit_seconds")
    return "\n".join(lines) + "\n"


@asynccontextmanager
async def serve_metrics(address: str, text: Callable[[], str]) -> AsyncIterator[None]:
    """Answer every request at `host:port` with the metrics, inside the context; not at all for an empty address.

    The address is for operators, not for strangers.
    """
    if not address:
        yield
        return
    host, _, port = address.rpartition(":")
    async with await asyncio.start_server(partial(_answer, text), host, int(port), limit=LARGEST_REQUEST):
        yield


async def _answer(text: Callable[[], str], reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(TimeoutError, OSError, asyncio.LimitOverrunError, asyncio.IncompleteReadError):
        async with asyncio.timeout(PATIENCE):
            await reader.readuntil(b"\r\n\r\n")
            body = text().encode()
            head = f"HTTP/1.1 200 OK\r\ncontent-type: text/plain; version=0.0.4\r\ncontent-length: {len(body)}\r\n"
            writer.write(head.encode() + b"connection: close\r\n\r\n" + body)
            await writer.drain()
    writer.close()
