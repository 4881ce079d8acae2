"""Processes that work for another one, which alone answers to the user."""

from __future__ import annotations

import os
import signal

from bidwell.bots.external.process import end_all


def begin() -> None:
    """In such a process: Ctrl-C and a closed terminal are not its to answer; told to end, it ends, and takes all along.

    What the process that started it does at signals has come along with it, and is put off here.
    """
    for name in ("SIGINT", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    signal.signal(signal.SIGTERM, leave)


def leave(*_: object) -> None:
    """At once, with all programs that were started here."""
    end_all()
    os._exit(0)
