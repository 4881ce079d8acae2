"""A stand-in for what a seat cannot know: rules may carry it about, but not decide by it.

A rule played on a state whose hidden values are `Unknown` runs exactly as far as the seat can foresee: arithmetic with
an unknown number gives an unknown number, and the first question that depends on one raises `DependsOnUnknown`.
"""

from __future__ import annotations

from typing import Any


class DependsOnUnknown(Exception):
    """A rule has asked for a value that the seat cannot know."""

    def __init__(self, unknown: Unknown) -> None:
        super().__init__(unknown)
        self.unknown = unknown


class Unknown:
    """A hidden number, or a hidden row of numbers, of a field of the state."""

    __slots__ = ("field", "of_seat")

    def __init__(self, field: str, of_seat: bool) -> None:
        self.field = field
        self.of_seat = of_seat
        """Does it belong to a seat (a hand, a sealed bid), or to nobody (a deck, chance)?"""

    def _unknown(self, *others: Any) -> Unknown:
        return self

    def _asked(self, *others: Any) -> Any:
        raise DependsOnUnknown(self)

    def __setitem__(self, index: Any, value: Any) -> None:
        """A hidden row stays hidden, whatever is written to it."""

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
