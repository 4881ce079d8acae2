"""Hidden actions against a started server: to the other seats nothing may happen, not even in numbers and clocks."""

from __future__ import annotations

import json
import random
import time
from typing import Any

from websockets.sync.client import ClientConnection

from checks.kills import Flaw
from checks.target import Target, heard, next_view

SECONDS = 300
"""The clock of the tables: a fresh one would tell of an action."""

View = dict[str, Any]


class HiddenActions:
    """A table of The Secret Auction House, played at random until enough hidden actions have happened."""

    def __init__(self, target: Target, rng: random.Random) -> None:
        room, tokens = target.room("secret_auction", ["me"] * 3, seconds=SECONDS)
        self._rng = rng
        self._seats: list[ClientConnection] = [target.sit(room, token) for token in tokens]
        self._views: list[View] = [next_view(there) for there in self._seats]
        self._before: dict[int, float] = {}
        """For each seat that acted unnoticed and is asked again: its clock before that."""
        for seat, there in enumerate(self._seats):
            heard(there, seat)

    @property
    def over(self) -> bool:
        return any(view["ending"] for view in self._views)

    def play(self) -> bool:
        """Play one action, check what the others receive, and return whether it was a hidden one."""
        seat = self._rng.choice([seat for seat, view in enumerate(self._views) if view["view"]["legal"]])
        legal = self._views[seat]["view"]["legal"]
        hidden = "recover" in legal
        clock = self._views[seat]["clock"][str(seat)]
        act = {"say": "act", "seat": seat, "seq": self._views[seat]["seq"], "key": f"{self._rng.getrandbits(64):016x}"}
        self._seats[seat].send(json.dumps({**act, "action": "recover" if hidden else self._rng.choice(legal)}))
        self._views[seat] = next_view(self._seats[seat])
        self._before.pop(seat, None)
        for other in {*range(len(self._seats))} - {seat}:
            self._look(other, nothing=hidden)
        heard(self._seats[seat], seat)
        if hidden:
            self._before[seat] = clock
        return hidden

    def _look(self, seat: int, nothing: bool) -> None:
        """Read what a seat received. Its numbers have no gap, and no clock is fresh that should not be."""
        time.sleep(0.03)  # within the limit of messages
        views = [message for message in heard(self._seats[seat], seat) if message["tell"] == "view"]
        if nothing and views:
            raise Flaw(f"a hidden action was told to seat {seat}: {views}")
        for view in views:
            if view["seq"] != self._views[seat]["seq"] + 1:
                raise Flaw(f"the view numbers of seat {seat} have a gap: {self._views[seat]['seq']}, {view['seq']}")
            for other, before in self._before.items():
                if view["clock"].get(str(other), 0.0) > before:
                    raise Flaw(f"a fresh clock tells seat {seat} that seat {other} has acted")
            self._views[seat] = view


def leaks(target: Target, hidden: int) -> str:
    """Recover in The Secret Auction House, and compare what the other seats receive with nothing."""
    rng, found = random.Random(1), 0
    while found < hidden:
        table = HiddenActions(target, rng)
        while found < hidden and not table.over:
            found += table.play()
    return f"{found} hidden actions: the other seats received no message, no gap in their numbers and no fresh clock"
