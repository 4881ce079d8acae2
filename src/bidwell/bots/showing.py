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
        acted, asked = self._acted(), {*self._table.asks}
        if not self._asked - acted or asked - acted != self._asked - acted:
            self._since, self._asked = len(self._table.history), asked
            self._views = {seat: self._table.view(seat) for seat in asked} if len(asked) > 1 else {}

    def view(self, seat: int) -> View:
        """What this seat is shown now; who has more to choose after a first part sees what he did."""
        self.look()
        held = None if seat in self._acted() else self._views.get(seat)
        return held or self._table.view(seat)

    def _acted(self) -> set[int]:
        """Who has acted since the first of those asked together was asked."""
        return {seat for seat, _ in self._table.history[self._since :]}
