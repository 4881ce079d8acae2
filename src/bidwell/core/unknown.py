"""A placeholder for a value that a seat cannot know. Rules can compute with it but not branch on it.

A rule played on a state whose hidden values are `Unknown` runs exactly as far as the seat can foresee. Arithmetic
with an unknown number gives an unknown number. The first branch that depends on one raises `DependsOnUnknown`.
"""

from __future__ import annotations

from typing import Any


class DependsOnUnknown(Exception):
    """A rule needs a value that the seat cannot know."""

    def __init__(self, unknown: Unknown) -> None:
        super().__init__(unknown)
        self.unknown = unknown


class Unknown:
    """A hidden number, or a hidden row of numbers, in a field of the state."""

    __slots__ = ("field", "of_seat")

    def __init__(self, field: str, of_seat: bool) -> None:
        self.field = field
        self.of_seat = of_seat
        """True if the field belongs to a seat (a hand, a sealed bid), False if it belongs to nobody (a deck)."""

    def _unknown(self, *others: Any) -> Unknown:
        return self

    def _asked(self, *others: Any) -> Any:
        raise DependsOnUnknown(self)

    def __setitem__(self, index: Any, value: Any) -> None:
        """Ignore the write: a hidden row stays hidden."""

    def __repr__(self) -> str:
        return f"<unknown {self.field}>"

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _unknown
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = _unknown
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _unknown
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = _unknown
    __neg__ = __invert__ = __abs__ = _unknown
    __lt__ = __le__ = __gt__ = __ge__ = __getitem__ = _unknown
    __eq__ = __ne__ = _unknown  # type: ignore[assignment]
    __bool__ = __index__ = __int__ = __len__ = __iter__ = __hash__ = _asked
