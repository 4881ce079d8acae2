"""The same rule functions as machine code, on all cores. Needs the extra `bidwell[native]` (NumPy and Numba)."""

from __future__ import annotations

from importlib.util import find_spec


def available() -> bool:
    """Is the native extra installed? (Looked up, not imported: that would take a second.)"""
    return find_spec("numba") is not None and find_spec("numpy") is not None
