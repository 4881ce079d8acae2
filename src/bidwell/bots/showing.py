"""What bots are shown: of choices made at once, each the table from before anybody chose."""

from __future__ import annotations

from bidwell.core.table import Table, View


class Showing:
    """The views of one table, for those who drive its bots.

    Whoever is asked together with others is shown the table as it was when the first of them was asked. He may know no
    more anyway; but a bot that imagines what others have sealed by now knows less of it than of what they will choose.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._since = 0
        self._asked: set[int] = set()
        self._views: dict[int, View] = {}

    def look(self) -> None:
        """To be called before every action of anybody at the table, and not only of bots."""
        acted = {seat for seat, _ in self._table.history[self._since :]}
        asked = {*self._table.asks}
        if asked != self._asked - acted:
            self._since, self._asked = len(self._table.history), asked
            self._views = {seat: self._table.view(seat) for seat in asked} if len(asked) > 1 else {}

    def view(self, seat: int) -> View:
        """What this seat is shown now."""
        self.look()
        return self._views.get(seat) or self._table.view(seat)
