"""Signal handling in worker processes. Only the parent process reacts to the user."""

from __future__ import annotations

import os
import signal
from multiprocessing import connection, parent_process
from multiprocessing.process import BaseProcess
from threading import Thread

from bidwell.bots.external.process import end_all


def set_up_worker() -> None:
    """Set up a worker process: ignore Ctrl-C and a closed terminal; at SIGTERM, exit and end its child processes.

    It exits too when its parent was killed and cannot stop it. This replaces the signal handlers that the worker
    inherits from its parent.
    """
    for name in ("SIGINT", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    signal.signal(signal.SIGTERM, exit_now)
    if (parent := parent_process()) is not None:
        Thread(target=_leave_after, args=(parent,), daemon=True).start()


def _leave_after(parent: BaseProcess) -> None:
    """Leave when the parent of this process has ended."""
    connection.wait([parent.sentinel])
    exit_now()


def exit_now(*_: object) -> None:
    """Exit immediately and kill all programs that this process started."""
    end_all()
    os._exit(0)
