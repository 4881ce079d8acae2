"""Replaces characters that the terminal's encoding lacks by similar ones."""

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
    """Replace characters that `stream` cannot encode, so that writing never fails."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="bidwell.near")


def read_all(stream: Any) -> None:
    """Replace bytes that `stream` cannot decode, so that reading never fails."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="replace")
