"""The server of these tests: `bidwell` with bots that answer soon, because a test waits for hundreds of answers."""

from __future__ import annotations

import os
import sys

from bidwell.cli import main
from bidwell.server import bots, lan

NETWORK = "BIDWELL_TEST_NETWORK"
"""The variable with the address that counts as this machine's on its network: another one of loopback."""

if __name__ == "__main__":
    if address := os.environ.get(NETWORK):
        lan.own_address = lambda: address
    bots.ANSWER_SECONDS = dict.fromkeys(bots.ANSWER_SECONDS, (0.02, 0.05))
    sys.exit(main(sys.argv[1:]))
