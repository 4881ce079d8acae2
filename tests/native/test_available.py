"""Native code is an extra."""

from __future__ import annotations

import importlib.util

from bidwell import native


def test_it_says_whether_it_is_there() -> None:
    """Looked up, not imported."""
    assert native.available() == (importlib.util.find_spec("numba") is not None)
