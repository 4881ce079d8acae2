"""Ray: the same results as on one machine, also when a node is lost on the way."""

from __future__ import annotations

import os
import re
import secrets
import shlex
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

import bidwell
from bidwell.simulation.cluster import cluster
from tests.cli.terminal import interrupted
from tests.extras import needed, needed_module

needed_module("ray", "ray is not installed: what runs on a cluster is not tried")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("ray"),
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::FutureWarning", "ignore::DeprecationWarning"),
]
GAME = bidwell.game("serengeti")
SEATS = ["network", "heuristic", "random"]


@dataclass
class Nodes:
    """A cluster of nodes, each with processes of its own, and a port for clients."""

    made: Any
    client: str

    def add(self) -> Any:
        return self.made.add_node(num_cpus=1, node_ip_address="127.0.0.1")

    def kill(self, node: Any) -> None:
        self.made.remove_node(node, allow_graceful=False)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    """Two nodes that listen on the loopback interface, with a token, without a dashboard and without reports to Ray."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
        patch.setenv("RAY_AUTH_MODE", "token")
        patch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(32))
        patch.setenv("PYTHONPATH", os.pathsep.join([str(Path(bidwell.__file__).parent.parent), os.getcwd()]))
        from ray._private.authentication_test_utils import reset_auth_token_state
        from ray.cluster_utils import Cluster

        # Ray may have been imported before, without these settings
        patch.setattr("ray._private.ray_constants.ENABLE_RAY_CLUSTER", False)
        reset_auth_token_state()  # type: ignore[no-untyped-call,unused-ignore]
        head = {"num_cpus": 1, "include_dashboard": False, "node_ip_address": "127.0.0.1"}
        port = free_port()
        made = Cluster(initialize_head=True, head_node_args={**head, "ray_client_server_port": port})
        patch.setenv("RAY_ADDRESS", made.address)
        try:
            nodes = Nodes(made, f"ray://127.0.0.1:{port}")
            nodes.add()
            yield nodes
        finally:
            made.shutdown()  # type: ignore[no-untyped-call,unused-ignore]
    reset_auth_token_state()  # type: ignore[no-untyped-call,unused-ignore]


def busy(node: Any) -> bool:
    """Whether a worker of this node plays a piece now: Ray gives it the name of the task."""
    (raylet,) = (each.process.pid for each in node.all_processes["raylet"])
    told = subprocess.run(["ps", "-A", "-o", "ppid=,args="], capture_output=True, text=True, check=True).stdout
    return any(re.match(rf"\s*{raylet} ray::_play", line) for line in told.splitlines())


HOLD = "touch {0}; while [ ! -e {1} ]; do sleep 0.05; done"


@dataclass
class Victim:
    """A node to be killed. It plays all pieces until then, because the workers of the other nodes are held."""

    node: Any
    release: Path
    """The other nodes play on once this file exists."""


@pytest.fixture
def victim(nodes: Nodes, tmp_path: Path) -> Iterator[Victim]:
    """This process is connected, the workers of both nodes are held, and a third node has just begun."""
    release, held = tmp_path / "release", [tmp_path / "held 0", tmp_path / "held 1"]
    with cluster("ray", GAME, SEATS, None) as pool:
        assert pool
        for file in held:
            script = HOLD.format(*(shlex.quote(str(each)) for each in (file, release)))
            pool.executor.submit(subprocess.run, ["timeout", "120", "sh", "-c", script])
        assert eventually(lambda: all(file.exists() for file in held))
        node = nodes.add()
        yield Victim(node, release)
        release.touch()
    if node in nodes.made.worker_nodes:
        nodes.kill(node)


def eventually(holds: Callable[[], bool]) -> bool:
    """Whether this comes true within a minute."""
    end = time.monotonic() + 60
    while not holds() and time.monotonic() < end:
        time.sleep(0.05)
    return holds()


class Killer:
    """Progress that kills a node while it plays, after the first result, and then lets the others play."""

    def __init__(self, nodes: Nodes, victim: Victim) -> None:
        self.told: list[int] = []
        self.killed = False
        self._nodes, self._victim, self._thread = nodes, victim, Thread(target=self._kill, daemon=True)
        self._over = Event()

    def __call__(self, done: int, total: int) -> None:
        if not self.told:
            self._thread.start()
        self.told.append(done)

    def _kill(self) -> None:
        while not self._over.wait(0.01):
            if busy(self._victim.node):
                self.killed = True
                self._nodes.kill(self._victim.node)
                self._victim.release.touch()
                return

    def __enter__(self) -> Killer:
        return self

    def __exit__(self, *leaving: object) -> None:
        self._over.set()
        self._thread.join()


def simulated(folder: Path, **more: Any) -> tuple[Any, dict[str, bytes]]:
    """A small simulation: its report without what depends on the time, and the bytes of its files."""
    report = bidwell.simulate(GAME, SEATS, games=100, seed=5, data=folder, files="parquet", **more)
    files = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
    return replace(report, cores=0, seconds=0, decisions_per_second=0), files


def test_a_killed_node_changes_no_simulation(nodes: Nodes, victim: Victim, tmp_path: Path) -> None:
    """The piece it was playing is played again. Report and Parquet files are those of one machine, to the bit."""
    needed("pyarrow", "pyarrow")
    with Killer(nodes, victim) as progress:
        there = simulated(tmp_path / "ray", on="ray", progress=progress)
    assert there == simulated(tmp_path / "here", cores=1)
    assert progress.killed
    assert (progress.told, progress.told[-1]) == (sorted(progress.told), 100)


def test_a_killed_node_changes_no_arena(nodes: Nodes, victim: Victim, tmp_path: Path) -> None:
    """Its report is that of one machine, to the bit, and each deal is in the ledger once."""
    run = partial(bidwell.arena, GAME, ["network", "network:sample"], deals=30, players=[3], seed=7)
    with Killer(nodes, victim) as progress:
        there = run(on="ray", resume=tmp_path / "ledger", progress=progress)
    here = run(cores=1)
    assert replace(there, cores=0, seconds=0) == replace(here, cores=0, seconds=0)
    assert progress.killed
    assert len((tmp_path / "ledger").read_text().splitlines()) == 1 + 60


def test_a_client_plays_the_same(nodes: Nodes) -> None:
    """By `ray://HOST:PORT`, from a machine that is no part of the cluster."""
    run = partial(bidwell.simulate, GAME, SEATS, games=6, seed=5)
    assert run(on=nodes.client).lines == run(cores=1).lines


def test_ctrl_c_leaves_whole_files(nodes: Nodes, tmp_path: Path) -> None:
    """The games that were counted, and no handler of Ray in place of ours."""
    needed("pyarrow", "pyarrow")
    before = signal.getsignal(signal.SIGTERM)
    more: dict[str, Any] = {"games": 10_000, "seed": 5, "data": tmp_path / "new", "files": "parquet"}
    report = bidwell.simulate(GAME, SEATS, on="ray", progress=interrupted, **more)
    found = bidwell.dataset(tmp_path / "new")
    assert report.interrupted
    assert [row["game"] for row in found.games()] == [*range(report.games)] != []
    assert len(found) == report.games
    assert signal.getsignal(signal.SIGTERM) == before


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        (
            "Starting failed:\nTraceback (most recent call last):\n  File 'proxier.py'\nRuntimeError: No server.",
            "RuntimeError: No server",
        ),
        ("It is\n  busy.", "It is busy"),
        ("", "Ray failed with AssertionError"),
    ],
)
def test_an_error_of_ray_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch, message: str, sentence: str) -> None:
    """Not with the traceback that some of its messages have inside."""

    def fails(**_: Any) -> None:
        raise AssertionError(message)

    monkeypatch.setattr("ray.init", fails)
    with pytest.raises(bidwell.Refused, match=rf"^the Ray cluster cannot be used: {sentence}$"):
        bidwell.simulate(GAME, SEATS, games=1, on="ray")
