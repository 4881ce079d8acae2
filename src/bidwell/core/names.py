"""Player names: which names a record can hold, and which ones count as equal when typed."""

from __future__ import annotations

from collections.abc import Sequence

from bidwell.core.errors import BadDeal, brief_repr

LONGEST_NAME = 24
RESERVED_MARKS = ':,#"\\'
"""Characters that separate or quote names in records and positions."""


def checked_name(name: str, names: Sequence[str], reserved: frozenset[str]) -> str:
    """Return `name`, one of `names`, or raise BadDeal if a record or position cannot hold it."""
    if not isinstance(name, str) or not name or name != name.strip() or not name.isprintable():
        raise BadDeal(f"a name is made of printable letters, with no space around it, not {brief_repr(name)}")
    if len(name) > LONGEST_NAME:
        raise BadDeal(f"a name has at most {LONGEST_NAME} letters; {brief_repr(name)} has {len(name)}")
    if any(mark in name for mark in RESERVED_MARKS):
        raise BadDeal(
            f"{brief_repr(name)} would be unreadable in a record: a name has none of {' '.join(RESERVED_MARKS)}"
        )
    if name.lower() in reserved:
        raise BadDeal(
            f"{brief_repr(name)} has a meaning in a position: a name is none of {', '.join(sorted(reserved))}"
        )
    if sum(other == name for other in names) > 1:
        raise BadDeal(f"two players are called {name}: each needs another name")
    return name


def folded(name: str) -> str:
    """Return a key that is equal for names that differ only in case or in the kind of apostrophe."""
    return name.lower().replace("’", "'")
