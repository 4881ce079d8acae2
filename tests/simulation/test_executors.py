"""Workers: sizes of pieces, bounds on what is in progress, and what cannot be played on a cluster."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import active_children
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import bidwell
from bidwell import Refused, native
from bidwell.cli import main
from bidwell.simulation import cluster as module
from bidwell.simulation.cluster import needs_of
from bidwell.simulation.executors import Sizes, WorkerPool, WorkersLost, as_they_come, in_order
from bidwell.tournament.executors import in_turn
from tests.extras import needed

GAME = bidwell.game("serengeti")
SEATS = ["random", "heuristic", "random"]


def test_pieces_grow_until_they_take_long_enough() -> None:
    """Eight times at most from one to the next, and never above the most."""
    sizes = Sizes(10, 1000, seconds=2.0)
    grown = []
    for _ in range(4):
        grown.append(sizes.next())
        sizes.learn(grown[-1], grown[-1] * 0.01)
    assert grown == [10, 80, 200, 200]


def test_a_slow_piece_makes_the_next_ones_smaller() -> None:
    """Half of what it took still counts after the next one."""
    sizes = Sizes(1, 1000, seconds=2.0)
    sizes.learn(100, 100.0)
    assert sizes.next() == 2
    sizes.learn(100, 0.1)
    assert sizes.next() == 4


def test_the_last_pieces_are_small() -> None:
    """The last pieces are small, so that the workers finish together."""
    sizes = Sizes(10, 10_000, seconds=2.0)
    sizes.learn(1000, 0.1)
    assert [sizes.next(left, workers=4) for left in (100_000, 4000, 400, 12, 3)] == [8000, 1000, 100, 10, 3]


def test_without_a_time_pieces_keep_their_size() -> None:
    """On one machine, where sending is quick."""
    sizes = Sizes(25, 25, seconds=0)
    sizes.learn(25, 0.001)
    assert sizes.next(1000) == 25


@pytest.mark.parametrize("taken", [in_order, as_they_come])
def test_a_bounded_number_of_pieces_is_in_progress(taken: Any) -> None:
    """However many there are, pieces are taken only when there is room for them."""
    begun, done = 0, 0

    def pieces() -> Iterator[tuple[int]]:
        nonlocal begun
        for number in range(100):
            begun += 1
            assert begun - done <= 6
            yield (number,)

    with ThreadPoolExecutor(3) as executor:
        results = []
        for _, result in taken(WorkerPool(executor, lambda: 3), abs, pieces()):
            done += 1
            results.append(result)
    assert sorted(results) == [*range(100)]


def nobody() -> str:
    """A port at which nobody listens."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{found.getsockname()[1]}"


@pytest.mark.parametrize(
    ("on", "sentence"),
    [
        ("", "'' is not a place to play; it is (cuda, )?ray or ray://HOST:PORT$"),
        ("dask", "'dask' is not a place to play"),
        ("ray://", "'ray://' is not a place to play"),
        ("ray://host:port", "'ray://host:port' is not a place"),
        ("ray://host:99999", "'ray://host:99999' is not a place"),
        ("ray://[::1", "is not a place to play"),
        ("ray://host:1/path", "is not a place to play"),
        ("http://host:10001", "'http://host:10001' is not a place"),
        (7, "7 is not a place to play"),
    ],
)
def test_what_is_no_place_is_refused(on: Any, sentence: str) -> None:
    """With one sentence, before Ray is looked for, and before a folder is made."""
    with pytest.raises(Refused, match=sentence):
        bidwell.simulate(GAME, SEATS, games=1, on=on)
    with pytest.raises(Refused, match=sentence):
        bidwell.arena(GAME, ["random", "heuristic"], deals=1, on=on)


def test_a_simulation_says_that_it_plays_on_a_gpu_too() -> None:
    """An arena does not."""
    with pytest.raises(Refused, match=r"'gpu' is not a place to play; it is cuda, ray or ray://HOST:PORT$"):
        bidwell.simulate(GAME, SEATS, games=1, on="gpu")


def test_programs_do_not_play_on_a_cluster(tmp_path: Path) -> None:
    """They are files of this machine."""
    with pytest.raises(Refused, match="'cmd:true' cannot play on Ray, because a program is a file of this machine"):
        bidwell.simulate(GAME, ["cmd:true", "random", "random"], games=1, on="ray", data=tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_an_engine_and_a_cluster_exclude_each_other() -> None:
    """The two flags contradict each other."""
    with pytest.raises(Refused, match="by an executor or on Ray, not by both"):
        bidwell.arena(GAME, ["random", "heuristic"], deals=1, on="ray", executor=in_turn)


def test_without_ray_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """In one sentence, by the command too."""
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(Refused, match=r"^Ray is not installed: pip install 'bidwell\[ray\]'$"):
        bidwell.simulate(GAME, SEATS, games=1, on="ray")


@pytest.mark.parametrize("command", ["simulate serengeti", "arena serengeti random heuristic"])
def test_a_cluster_that_cannot_be_reached(command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The address is named in one sentence, soon, and nothing is written."""
    needed("ray", "ray")
    address = nobody()
    file = f"--data {tmp_path}/new" if "simulate" in command else f"--resume {tmp_path}/new"
    assert main([*command.split(), "--on", f"ray://{address}", *file.split()]) == 2
    shown = capsys.readouterr()
    assert shown.err == f"bidwell: no Ray cluster can be reached at {address}: Connection refused\n"
    assert not (tmp_path / "new").exists()


def test_a_cluster_of_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray tells the versions in several lines; the sentence has one."""

    def init(**given: Any) -> None:
        raise RuntimeError(
            "Version mismatch: The cluster was started with:\n    Ray: 2.1\nThis process with:\n    Ray: 2.2."
        )

    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(is_initialized=lambda: False, init=init))
    monkeypatch.setenv("RAY_ADDRESS", "auto")
    told = "Version mismatch: The cluster was started with: Ray: 2.1 This process with: Ray: 2.2"
    with pytest.raises(Refused, match=f"^the Ray cluster cannot be used: {told}$"):
        bidwell.simulate(GAME, SEATS, games=1, on="ray")


def test_a_process_that_is_connected_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """It cannot be connected to a second cluster."""
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(is_initialized=lambda: True))
    with pytest.raises(Refused, match="is connected to a Ray cluster already; disconnect first to play on ray://host"):
        bidwell.simulate(GAME, SEATS, games=1, on="ray://host")


def test_what_ray_tells_becomes_one_sentence() -> None:
    """Errors of the work itself stay as they were."""
    errors = needed("ray.exceptions", "ray")
    missing = errors.RaySystemError("No module named 'bidwell.simulation'")
    assert "do not have bidwell" in str(module._translated(missing))
    lost = module._translated(errors.WorkerCrashedError())
    assert isinstance(lost, WorkersLost)
    assert str(lost).startswith("a piece was given up after 5 repetitions: The worker died unexpectedly")
    own = Refused("no")
    assert module._translated(errors.RayTaskError("f", "traceback", own).as_instanceof_cause()) is own


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"bidwell": "0.0.1"}, "has bidwell '.*', and the machine that asks has '0.0.1'; install the same on"),
        ({"code": "feed"}, "has rules and bots with the digest '.*', and the machine that asks has 'feed'"),
        ({"games": ("whist",)}, r"has the added games \(\), and the machine that asks has \('whist',\)"),
        ({"bots": ("wizard",)}, "cannot seat 'wizard': there is no bot 'wizard'"),
    ],
)
def test_a_worker_that_would_play_otherwise_refuses(change: dict[str, Any], sentence: str) -> None:
    """Its host is named, and the difference."""
    needs = replace(needs_of("serengeti", SEATS), **change)
    with pytest.raises(Refused, match=f"^the worker on {socket.gethostname()} {sentence}"):
        module._play(needs, list)


def test_a_worker_with_the_same_plays() -> None:
    """The task returns what the work returns."""
    assert module._play(needs_of("serengeti", SEATS), list) == []


def test_a_simulation_here_does_not_import_ray() -> None:
    """Ray takes seconds to import."""
    program = "import sys\nfrom bidwell.simulation import simulate\nfrom bidwell.tournament import arena\n"
    program += "print('ray' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_a_killed_process_ends_a_simulation_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was written before can be read."""
    monkeypatch.setattr(native, "available", lambda: False)
    counted = []

    def kill(games: int, decisions: int) -> None:
        counted.append(games)
        for process in active_children():
            process.kill()

    with pytest.raises(Refused, match=r"^a process that played games was killed, perhaps because memory ran out$"):
        bidwell.simulate(GAME, SEATS, games=5000, seed=5, cores=2, data=tmp_path / "new", progress=kill)
    assert len([*bidwell.dataset(tmp_path / "new").games()]) == counted[-1]


def test_workers_leave_when_their_simulation_is_killed(tmp_path: Path) -> None:
    """The pipe that they have inherited is closed when the last of them has gone."""
    folder = str(tmp_path / "new")
    program = f"""
import bidwell
from bidwell import native
native.available = lambda: False
game = bidwell.game("serengeti")
told = lambda games, decisions: print(games, flush=True)
bidwell.simulate(game, {SEATS!r}, games=100_000, seed=5, cores=2, data={folder!r}, progress=told)
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        assert process.stdout
        assert int(process.stdout.readline()) > 0
        process.kill()
        process.communicate(timeout=60)  # reads to the end, which comes when no process can write any more
    assert len(bidwell.dataset(folder)) > 0
