"""Samples of a running server: memory, latencies, queues and counts."""

from __future__ import annotations

import asyncio
import os
import re
from pathlib import Path
from typing import Any

from checks.soak.link import ask
from checks.soak.world import World

Sample = dict[str, Any]
Buckets = dict[float, float]

GAUGES = (
    "rooms_in_memory",
    "connections",
    "bots_thinking",
    "bots_waiting",
    "analyses_waiting",
    "writes_waiting",
    "actions_total",
)
BUCKET = re.compile(r'bidwell_(\w+)_bucket{le="([^"]+)"} (\d+)')


class Sampler:
    """Takes samples of one server after another; histograms are of the time since the last sample."""

    def __init__(self, world: World, metrics: int, home: Path) -> None:
        self._world, self._metrics, self._home = world, metrics, home
        self._before: dict[str, Buckets] = {}

    def forget(self) -> None:
        """Start again with the counts of a new server."""
        self._before = {}

    async def take(self, pid: int) -> Sample:
        """Return a sample. Raises Gone if the server does not answer."""
        text = (await ask(self._metrics, "127.0.0.1", "GET", "/")).decode()
        delays, self._world.delays = sorted(self._world.delays), []
        sample: Sample = {name: _gauge(text, name) for name in GAUGES}
        sample |= {"memory": megabytes(pid), "children_memory": sum(map(megabytes, children(pid)))}
        sample |= {"acknowledged": len(delays), "p50": _share(delays, 0.5), "p99": _share(delays, 0.99)}
        for name, buckets in _histograms(text).items():
            for share in (0.5, 0.99):
                sample[f"{name}_p{100 * share:.0f}"] = _quantile(buckets, self._before.get(name, {}), share)
            self._before[name] = buckets
        sample |= {"errors": _errors(text), "load": os.getloadavg()[0], "counts": dict(self._world.counts)}
        sample["disk"] = sum(file.stat().st_size for file in self._home.glob("house.db*")) / 1e6
        return sample


def _gauge(text: str, name: str) -> float:
    found = re.search(rf"^bidwell_{name} (\S+)$", text, re.M)
    return float(found[1]) if found else 0.0


def _errors(text: str) -> dict[str, int]:
    return {kind: int(count) for kind, count in re.findall(r'errors_total{kind="(\w+)"} (\d+)', text) if int(count)}


def _histograms(text: str) -> dict[str, Buckets]:
    found: dict[str, Buckets] = {}
    for name, bound, count in BUCKET.findall(text):
        found.setdefault(name, {})[float(bound)] = float(count)
    return found


def _quantile(now: Buckets, before: Buckets, share: float) -> float | None:
    """Return the milliseconds that this share of the new durations did not exceed, interpolated within its bucket."""
    counts = {bound: total - before.get(bound, 0.0) for bound, total in now.items()}
    wanted, low, below = share * max(counts.values(), default=0.0), 0.0, 0.0
    for bound, count in sorted(counts.items()):
        if count >= wanted > 0:
            part = (wanted - below) / (count - below)
            return 1000 * (low if bound == float("inf") else low + part * (bound - low))
        low, below = bound, count
    return None


def _share(delays: list[float], share: float) -> float | None:
    """Return the milliseconds that this share of sorted delays did not exceed."""
    return 1000 * delays[int(share * (len(delays) - 1))] if delays else None


def megabytes(pid: int) -> float:
    """Return the resident memory of a process, 0 if it has ended."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += [int(child) for child in task.read_text().split()]
        except OSError:
            continue
    return found


async def all_end(pids: list[int], seconds: float) -> list[int]:
    """Wait until these processes have ended; return those that have not."""
    for _ in range(int(seconds / 0.2)):
        if not any(map(megabytes, pids)):
            break
        await asyncio.sleep(0.2)
    return [pid for pid in pids if megabytes(pid)]
