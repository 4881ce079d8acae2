"""The rules compiled to machine code, for all cores. Needs the extra `bidwell[native]` (NumPy and Numba)."""

from __future__ import annotations

from importlib.util import find_spec


def available() -> bool:
    """Return whether the native extra is installed. It is looked up, not imported, because importing takes a second."""
    return find_spec("numba") is not None and find_spec("numpy") is not None
