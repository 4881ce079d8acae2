"""The clocks of a room: since when each seat is asked, and how much time is left."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping

from bidwell.server.room import Room

CORRESPONDENCE = 3600
"""From this many seconds per decision on, players are not expected to stay connected."""


class Clocks:
    """One clock for each seat that is asked. Times are of `time.monotonic`."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.asked: dict[int, tuple[int, float]] = {}
        """For each seat that is asked: the moment its decision began, and since when its clock runs."""
        self._used: dict[int, tuple[int, float]] = {}
        """For each seat that has chosen while others still choose: the moment the decision began, and its time."""

    @property
    def survives_restart(self) -> bool:
        """Whether the clocks run on while the room is not in memory."""
        return self._room.data.seconds >= CORRESPONDENCE

    def update(self, now: float) -> None:
        """Start a clock for each seat that faces a new decision.

        An action that others do not notice gives no fresh time, because fresh time would tell of it. Nor does a sealed
        choice that is withdrawn: a table could be held up for ever.
        """
        table = self._room.table
        asked = table.asks if table else ()
        since = {seat: table.asked_since(seat) for seat in asked if table}
        before = self.asked
        self._used |= {seat: (begun, now - start) for seat, (begun, start) in before.items() if seat not in since}
        self._used = {seat: used for seat, used in self._used.items() if used[0] in since.values()}
        known = {**{seat: (begun, now - used) for seat, (begun, used) in self._used.items()}, **before}
        self.asked = {
            seat: known[seat] if seat in known and known[seat][0] == since[seat] else (since[seat], now)
            for seat in asked
        }

    def starts(self, now: float) -> dict[int, float]:
        """Return when the clocks started, in Unix time; empty for clocks too short to survive a restart."""
        if not self.survives_restart:
            return {}
        return {seat: time.time() - (now - since) for seat, (_, since) in self.asked.items()}

    def resume(self, starts: Mapping[int, float], otherwise: float, now: float) -> None:
        """Restore the clocks of a loaded room from their starts; a clock without one started at `otherwise`.

        Short clocks restart, because players could not act while the room was unloaded.
        """
        self.update(now)
        if self.survives_restart:
            for seat, (asked, _) in self.asked.items():
                self.asked[seat] = asked, now - max(0.0, time.time() - starts.get(seat, otherwise))

    def remaining(self, now: float) -> dict[str, float]:
        """Return the seconds left for each person who is asked."""
        seconds = self._room.data.seconds
        if not seconds:
            return {}
        people = [seat for seat in self.asked if self._room.played_by_bot(seat) is None]
        return {str(seat): round(max(0.0, self.asked[seat][1] + seconds - now), 1) for seat in people}

    def expired(self, now: float) -> Iterator[int]:
        """Yield the people whose time is up."""
        seconds = self._room.data.seconds
        for seat, (_, since) in self.asked.items():
            if seconds and now > since + seconds and self._room.played_by_bot(seat) is None:
                yield seat
