"""The server of these tests: `bidwell` with bots that answer soon, because a test waits for hundreds of answers."""

from __future__ import annotations

import sys

from bidwell.cli import main
from bidwell.server import bots

if __name__ == "__main__":
    bots.ANSWER_SECONDS = dict.fromkeys(bots.ANSWER_SECONDS, (0.02, 0.05))
    sys.exit(main(sys.argv[1:]))
