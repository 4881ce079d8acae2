"""Several servers on one machine: processes that listen at one address, each a server of its own."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from types import FrameType

from bidwell.core.errors import Refused
from bidwell.server import logs
from bidwell.server.settings import Settings, next_address
from bidwell.server.store import choice
from bidwell.server.workers import exit_with

log = logging.getLogger("bidwell.server")

PAUSE, LONGEST_PAUSE = 0.5, 10.0
"""Seconds between two looks at the servers, and the most until one that ends again and again is started again."""
LONG = 30.0
"""Seconds after which a server counts as started."""
LONGEST_STOP = 10.0
"""Seconds that a server has to end before it is killed."""


def run_all(settings: Settings, listening: socket.socket) -> int:
    """Run the servers until the process gets a signal to end; restart those that end early. Return the exit code."""
    ended = threading.Event()

    def end(signal_number: int, frame: FrameType | None) -> None:
        ended.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    running = [Restarted(partial(_started, settings, listening, place)) for place in range(settings.workers)]
    while not ended.wait(PAUSE):
        for place in running:
            place.restart_if_ended(time.monotonic())
    for place in running:
        place.process.terminate()
    for place in running:
        place.process.join(LONGEST_STOP)
        place.process.kill()
    return 0


class Restarted:
    """One of the servers. It is started again when it has ended, later each time if it ends soon after a start."""

    def __init__(self, start: Callable[[], BaseProcess]) -> None:
        self._start = start
        self._began = time.monotonic()
        self._pause = 0.0
        self.process = start()

    def restart_if_ended(self, now: float) -> None:
        """Start the server again if it has ended and the pause is over."""
        if self.process.is_alive() or now < self._began + self._pause:
            return
        log.warning("a server has ended (%s) and is started again", self.process.exitcode)
        ended_soon = now < self._began + self._pause + LONG
        self._pause = min(max(2 * self._pause, PAUSE), LONGEST_PAUSE) if ended_soon else 0.0
        self._began, self.process = now, self._start()


def _started(settings: Settings, listening: socket.socket, place: int) -> BaseProcess:
    metrics, internal = next_address(settings.metrics, place), next_address(settings.internal, place)
    own = replace(settings, metrics=metrics, internal=internal)
    # not a daemon: it has processes of its own, in which bots think
    process = get_context("spawn").Process(target=_serve, args=(own, listening, os.getpid()))
    process.start()
    return process


def _serve(settings: Settings, listening: socket.socket, parent: int) -> None:
    from bidwell.server.run import serve_at

    logs.set_up(settings.log)
    threading.Thread(target=exit_with, args=(parent,), daemon=True).start()
    try:
        choice.prepare(settings.home, settings.store)
    except Refused as problem:
        log.error("a server could not start: %s", problem)
        sys.exit(1)
    sys.exit(serve_at(settings, listening))
