"""Signal handling in worker processes. Only the parent process reacts to the user."""

from __future__ import annotations

import os
import signal

from bidwell.bots.external.process import end_all


def begin() -> None:
    """Set up a worker process: ignore Ctrl-C and a closed terminal; at SIGTERM, exit and end its child processes.

    This replaces the signal handlers that the worker inherits from its parent.
    """
    for name in ("SIGINT", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    signal.signal(signal.SIGTERM, leave)


def leave(*_: object) -> None:
    """Exit immediately and kill all programs that this process started."""
    end_all()
    os._exit(0)
