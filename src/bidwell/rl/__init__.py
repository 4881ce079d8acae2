"""The games as environments for reinforcement learning. Needs the extra `bidwell[rl]` (Gymnasium, PettingZoo, NumPy).

`aec`       PettingZoo, one seat after the other
`parallel`  PettingZoo, all seats at once; a seat that is not asked waits
`seat`      Gymnasium, one seat against bots
`Vector`    thousands of tables in one compiled step; needs the extra `bidwell[native]` too

`register` adds the games to Gymnasium; importing this package calls it.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bidwell.rl.gymnasium_env import seat
    from bidwell.rl.pettingzoo_aec import aec
    from bidwell.rl.pettingzoo_parallel import parallel
    from bidwell.rl.registration import register
    from bidwell.rl.vector import Vector

__all__ = ["Vector", "aec", "parallel", "register", "seat"]

_LAZY = {
    "Vector": "bidwell.rl.vector",
    "aec": "bidwell.rl.pettingzoo_aec",
    "parallel": "bidwell.rl.pettingzoo_parallel",
    "register": "bidwell.rl.registration",
    "seat": "bidwell.rl.gymnasium_env",
}


def why_none() -> str:
    """Why there are no environments here, in one sentence; empty where there are."""
    for title, name in (("NumPy", "numpy"), ("Gymnasium", "gymnasium"), ("PettingZoo", "pettingzoo")):
        if find_spec(name) is None:
            return f'bidwell.rl needs {title}, which is not installed: pip install "bidwell[rl]"'
    return ""


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if missing := why_none():
        raise ImportError(missing)
    found = globals()[name] = getattr(import_module(_LAZY[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})


def _register() -> None:
    if not why_none():
        from bidwell.rl.registration import register

        register()


_register()
