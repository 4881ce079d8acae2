"""The progress of a check, on one line of a terminal."""

from __future__ import annotations

import sys


def show(done: int, total: int, what: str) -> None:
    """Say how far the check is, if somebody watches."""
    if sys.stderr.isatty():
        print(f"\r{done:,} of {total:,} {what}", end="\n" if done == total else "", file=sys.stderr, flush=True)
