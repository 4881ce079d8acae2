"""The games for OpenSpiel. Needs the extra `bidwell[spiel]`. Importing this package registers them with pyspiel.

`bidwell_serengeti`                    turn-based; the deal is a chance node with `deals` outcomes
`bidwell_serengeti_sampled`            the same, with a deal that is sampled
`bidwell_off_season_simultaneous`      seats that choose in secret choose at once (also with `_sampled`)
"""

from __future__ import annotations

from importlib.util import find_spec


def why_none() -> str:
    """Why there are no OpenSpiel games here, in one sentence; empty where there are."""
    for title, name in (("OpenSpiel", "pyspiel"), ("NumPy", "numpy")):
        if find_spec(name) is None:
            return f'bidwell.spiel needs {title}, which is not installed: pip install "bidwell[spiel]"'
    return ""


if _missing := why_none():
    raise ImportError(_missing)

from bidwell.spiel.games import names, register  # noqa: E402

register()

__all__ = ["names", "register"]
