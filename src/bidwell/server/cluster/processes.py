"""Several servers on one machine: processes that listen at one address, each a server of its own."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
from dataclasses import replace
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from types import FrameType

from bidwell.server import logs
from bidwell.server.settings import Settings, next_address
from bidwell.server.workers import exit_with

PAUSE = 0.5
LONGEST_STOP = 10.0
"""Seconds that a server has to end before it is killed."""


def run_all(settings: Settings, listening: socket.socket) -> int:
    """Run the servers until the process is told to end, and start one again that has ended; return the exit code."""
    ended = threading.Event()

    def end(signal_number: int, frame: FrameType | None) -> None:
        ended.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    running = [_started(settings, listening, place) for place in range(settings.workers)]
    while not ended.wait(PAUSE):
        for place, process in enumerate(running):
            if not process.is_alive():
                running[place] = _started(settings, listening, place)
    for process in running:
        process.terminate()
    for process in running:
        process.join(LONGEST_STOP)
        process.kill()
    return 0


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
    sys.exit(serve_at(settings, listening))
