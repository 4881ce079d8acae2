"""Ray as the place where pieces are played: starts a cluster here or connects to one. See docs/cluster.md."""

from __future__ import annotations

import logging
import os
import secrets
import signal
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import cache, partial
from importlib import import_module
from threading import Semaphore, current_thread, main_thread
from typing import Any
from urllib.parse import urlsplit

from bidwell import __version__, native
from bidwell.bots import registry
from bidwell.core.errors import BadDeal, Refused, brief_repr
from bidwell.core.game import Game
from bidwell.games import added_games
from bidwell.games import game as find
from bidwell.native.sources import sources_digest
from bidwell.simulation import PLACES
from bidwell.simulation.executors import WorkerPool, WorkersLost
from bidwell.simulation.turn_by_turn import seated

PIECE_SECONDS = 2.0
"""How long a piece should take. Sending one takes milliseconds."""
DEPTH = 4
"""Pieces for each worker that are submitted and not yet taken back: enough to go on while a lost one is repeated."""
RETRIES = 5
"""How often a piece is played again after its worker was lost."""
COUNTED_EVERY = 5.0
"""The number of seconds after which the workers of the cluster are counted again."""
PORT = 10001
"""The port at which a Ray cluster listens for clients, unless it was given another."""
OBJECT_STORE = 256 * 1024 * 1024
"""Bytes for results on the way, in a cluster that is started here."""
INSTALL = "Ray is not installed: pip install 'bidwell[ray]'"
SAME = "install the same on all machines"
LABELS = {
    "bidwell": "bidwell",
    "games": "the added games",
    "code": "rules and bots with the digest",
    "machine_code": "machine code:",
}
"""What a worker can have other than the machine that asks: fields of `Needs`."""


@dataclass(frozen=True)
class Needs:
    """What a worker must have to play the same games as this machine."""

    game: str
    bots: tuple[str, ...]
    bidwell: str
    games: tuple[str, ...]
    """The games that were added to those of the package."""
    code: str
    machine_code: bool


def needs_of(game: str, bots: Sequence[str]) -> Needs:
    """Return what this process has."""
    added = tuple(each.name for each in added_games())
    return Needs(game, tuple(dict.fromkeys(bots)), __version__, added, sources_digest(), native.available())


@contextmanager
def cluster(on: str | None, game: Game, bots: Sequence[str], cores: int | None) -> Iterator[WorkerPool | None]:
    """Give the workers of this place, None for this machine without Ray. Refuse what cannot be reached or played there.

    `ray` is the cluster that this process is connected to, or that RAY_ADDRESS names; without one it is started on
    this machine, for this machine alone, and ended afterwards. With `cores` at most this number of pieces run at once.
    """
    if on is None:
        yield None
        return
    _check(on, bots)
    ray = _ray(on)
    executor = None
    ours = _connect(ray, on, cores)
    try:
        executor = RayExecutor(ray, needs_of(game.name, bots), cores)
        yield WorkerPool(executor, _counted(ray, cores), DEPTH, PIECE_SECONDS)
    finally:
        if executor:
            executor.shutdown()
        if ours:
            ray.shutdown()


def _check(on: str, bots: Sequence[str]) -> None:
    """Refuse a place that is none, and bots that are files of this machine."""
    if on != "ray":
        _host_and_port(on)
    for spec in bots:
        if spec.startswith("cmd:"):
            raise BadDeal(f"{brief_repr(spec)} cannot play on Ray, because a program is a file of this machine alone")


def _host_and_port(on: str) -> tuple[str, int]:
    """Return the parts of `ray://HOST:PORT`. Refuse another text."""
    try:
        parts = urlsplit(on)
        host, port = parts.hostname, parts.port
    except (ValueError, AttributeError):
        host = None
    extra = not host or parts.scheme != "ray" or parts.username or parts.path or parts.query or parts.fragment
    if not host or extra:
        raise BadDeal(f"{brief_repr(on)} is not a place to play; it is {PLACES}")
    return host, PORT if port is None else port


def _ray(on: str) -> Any:
    """Import Ray, or refuse with how to install it. It reports nothing to its makers."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if _starts(on):
        # Read when Ray is imported: its processes then listen on the loopback interface only.
        os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
    try:
        return import_module("ray")
    except ModuleNotFoundError:
        raise Refused(INSTALL) from None


def _starts(on: str) -> bool:
    """Return whether this place is a cluster that has to be started, unless the process is connected to one."""
    return on == "ray" and not os.environ.get("RAY_ADDRESS")


def _connect(ray: Any, on: str, cores: int | None) -> bool:
    """Connect this process. Return whether it was not connected before."""
    if ray.is_initialized():
        if on != "ray":
            raise Refused(f"this process is connected to a Ray cluster already; disconnect first to play on {on}")
        return False
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    if _starts(on):
        _set_token()
        local = {"num_cpus": cores or os.cpu_count() or 1, "object_store_memory": OBJECT_STORE}
        arguments: dict[str, Any] = {"address": "local", "include_dashboard": False, **local, **quiet}
    else:
        arguments = {"address": _reachable(on), **quiet}
    try:
        with _handlers_kept():
            ray.init(**arguments)
    except Exception as problem:
        raise Refused(f"the Ray cluster cannot be used: {_sentence(problem)}") from problem
    return True


def _set_token() -> None:
    """Give a cluster that is started here a token of its own, unless the user decides about authentication."""
    if not any(f"RAY_AUTH_{name}" in os.environ for name in ("MODE", "TOKEN", "TOKEN_PATH")):
        os.environ["RAY_AUTH_TOKEN"] = secrets.token_hex(32)


def _reachable(on: str) -> str:
    """Return the address to connect to. Refuse one where nobody listens: Ray itself would wait for a minute."""
    address = os.environ["RAY_ADDRESS"] if on == "ray" else on
    if address == "auto":
        return address
    host, port = _host_and_port(address if "://" in address else f"ray://{address}")
    try:
        socket.create_connection((host, port), timeout=5).close()
    except OSError as problem:
        why = problem.strerror or problem
        raise Refused(f"no Ray cluster can be reached at {host}:{port}: {why}") from None
    return f"ray://{host}:{port}" if "://" in address else address


def _sentence(problem: BaseException) -> str:
    """Return the message of an error of Ray in one line; of a message with a traceback, the error at its end."""
    text = str(problem)
    lines = text.strip().splitlines()[-1:] if "Traceback (most recent call last)" in text else [text]
    return " ".join(" ".join(lines).split()).rstrip(".") or f"Ray failed with {type(problem).__name__}"


@contextmanager
def _handlers_kept() -> Iterator[None]:
    """Restore the handler of SIGTERM, which Ray replaces."""
    handler = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        if current_thread() is main_thread():
            signal.signal(signal.SIGTERM, handler)


def _counted(ray: Any, cores: int | None) -> Callable[[], int]:
    """Return a function for the number of workers, which asks the cluster now and then."""
    known, asked = 1, float("-inf")

    def workers() -> int:
        nonlocal known, asked
        if time.monotonic() - asked > COUNTED_EVERY:
            asked, known = time.monotonic(), max(1, int(ray.cluster_resources().get("CPU", 0)))
        return min(known, cores or known)

    return workers


class RayExecutor(Executor):
    """Submits calls as Ray tasks of one core each. A task whose worker is lost is repeated elsewhere."""

    def __init__(self, ray: Any, needs: Needs, most: int | None) -> None:
        """`most` is the number of tasks that may be unfinished; a further `submit` waits."""
        self._ray, self._needs = ray, needs
        self._task = ray.remote(num_cpus=1, max_retries=RETRIES)(_play)
        self._room = Semaphore(most) if most else None
        self._refs: dict[Future[Any], Any] = {}

    def submit(self, run: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        if self._room:
            self._room.acquire()
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        self._refs[future] = ref = self._task.remote(self._needs, partial(run, *args, **named))
        ref.future().add_done_callback(partial(self._take, future))
        return future

    def _take(self, future: Future[Any], came: Future[Any]) -> None:
        """Take a result or an error of Ray, in a thread of Ray."""
        self._refs.pop(future, None)
        if self._room:
            self._room.release()
        if problem := came.exception():
            future.set_exception(_translated(problem))
        else:
            future.set_result(came.result())

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Cancel what is unfinished: the games of a task are of no use without those before it."""
        for ref in [*self._refs.values()]:
            with suppress(Exception):
                self._ray.cancel(ref, force=True)


def _translated(problem: BaseException) -> BaseException:
    """Return an error of Ray as one sentence, and an error of the work as it was."""
    errors = import_module("ray.exceptions")
    if "No module named 'bidwell" in str(problem):
        return Refused(f"the workers of the cluster do not have bidwell {__version__}; {SAME}")
    if isinstance(problem, errors.RayTaskError):
        cause: BaseException = problem.cause
        return cause
    if isinstance(problem, (errors.WorkerCrashedError, errors.NodeDiedError, errors.OutOfMemoryError)):
        return WorkersLost(f"a piece was given up after {RETRIES} repetitions: {_first_sentence(problem)}")
    return WorkersLost(f"the Ray cluster was lost: {_first_sentence(problem)}")


def _first_sentence(problem: BaseException) -> str:
    return _sentence(problem).partition(". ")[0]


def _play(needs: Needs, run: Callable[[], Any]) -> Any:
    """The task: runs on a worker, if it plays as the machine that sent it."""
    _check_worker(needs)
    return run()


@cache
def _check_worker(needs: Needs) -> None:
    """Refuse to play on a worker that would play other games, and compile what the bots search with."""
    here = f"the worker on {socket.gethostname()}"
    own = asdict(needs_of(needs.game, needs.bots))
    for name, wanted in asdict(needs).items():
        if own[name] != wanted:
            has, wants = (brief_repr(value) for value in (own[name], wanted))
            raise Refused(f"{here} has {LABELS[name]} {has}, and the machine that asks has {wants}; {SAME}")
    game = find(needs.game)
    for spec in needs.bots:
        try:
            seated(spec, game, 0).close()
        except Refused as problem:
            raise Refused(f"{here} cannot seat {brief_repr(spec)}: {problem}") from None
    registry.get_ready(game, needs.bots)
