"""Training of networks by self-play. Needs the extra `bidwell[train]` (PyTorch); with `bidwell[cuda]` on a GPU."""

from __future__ import annotations

from importlib.util import find_spec


def why_none() -> str:
    """Why nothing can be trained here, in one sentence; empty where it can."""
    for title, name in (("PyTorch", "torch"), ("Numba", "numba")):
        if find_spec(name) is None:
            return f'training needs {title}, which is not installed: pip install "bidwell[train]"'
    return ""
