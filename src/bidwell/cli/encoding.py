"""Letters that a terminal's encoding does not have are shown by near ones."""

from __future__ import annotations

import codecs
from typing import Any

NEAR = dict(zip("▲■●◆✚★▸·×│┃─━…→–−’▁▂▃▄▅▆▇█▦▼▒◢◣£✓✉", "^#ov+*>.x||--.>--'_.:-=+*#%u:/\\Lx@", strict=True))


def _nearest(problem: UnicodeError) -> tuple[str, int]:
    assert isinstance(problem, UnicodeEncodeError)
    missing = problem.object[problem.start : problem.end]
    return "".join(NEAR.get(letter, "?") for letter in missing), problem.end


codecs.register_error("bidwell.near", _nearest)


def show_all(stream: Any) -> None:
    """Make writing to `stream` never fail for a letter that its encoding lacks."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="bidwell.near")


def read_all(stream: Any) -> None:
    """Reading from `stream` never fails for a broken letter."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="replace")
