"""The server of these tests: `bidwell` with bots that answer soon, little patience for hosts, and the same cards.

A test waits for hundreds of answers of bots. Rooms are dealt from secrets in a fixed order, which SIGUSR1 begins again,
so a test that fails for some cards fails always. `BIDWELL_DEALS=2` gives other cards.
"""

from __future__ import annotations

import os
import signal
import sys
from functools import partial
from hashlib import sha256
from itertools import count
from typing import Any

from bidwell.cli import main
from bidwell.core import commitment
from bidwell.server import bots, lan, room_session, workers

NETWORK = "BIDWELL_TEST_NETWORK"
"""The variable with the address that counts as this machine's on its network: another one of loopback."""


class Secrets:
    """Secrets of rooms, the same ones in every run."""

    def __init__(self) -> None:
        self.begin()

    def begin(self, *_: Any) -> None:
        self._numbers = count()

    def next(self) -> str:
        name = f"{os.environ.get('BIDWELL_DEALS', '1')} {next(self._numbers)}"
        return sha256(name.encode()).hexdigest()[:32]


if __name__ == "__main__":
    if address := os.environ.get(NETWORK):
        lan.own_address = lambda: address
    bots.ANSWER_SECONDS = dict.fromkeys(bots.ANSWER_SECONDS, (0.02, 0.05))
    room_session.HOST_GRACE = 6.0
    secrets = Secrets()
    workers.instant = partial(workers._choice, workers.FALLBACK, seed=1)
    signal.signal(signal.SIGUSR1, secrets.begin)
    commitment.fresh_secret = secrets.next
    sys.exit(main(sys.argv[1:]))
