"""Attacks by those who sit at a table, or are near the machine: take-backs without end, and the door to the network."""

from __future__ import annotations

import json
import random
import time
from typing import Any

from websockets.sync.client import ClientConnection

from checks.kills import Flaw
from checks.target import Target, next_view, until

HOLDER = "127.0.0.11"
"""An address of this machine with limits of its own."""
CLOCK = 300
"""Seconds for a decision at the table."""
MOST = 100
"""Number of actions that a seat may take back in a game."""


def take_backs(target: Target) -> str:
    """Seal a choice and withdraw it again and again: it gives no time, and comes to an end."""
    room, tokens = target.room("off_season", ["me"] * 3, HOLDER, seconds=CLOCK)
    there = target.sit(room, tokens[0], address=HOLDER)
    shown = next_view(there)
    withdrawn, least = 0, float(CLOCK)
    time.sleep(2)  # a fresh clock could be told from this one
    while withdrawn <= MOST:
        _act(there, shown)
        if _taken_back(there)["state"] != "done":
            break
        shown, withdrawn = _again(target, room, tokens[0]), withdrawn + 1
        before, least = least, shown["clock"]["0"]
        if least > before or least > CLOCK - 2:
            raise Flaw(f"the clock was at {before:.0f} s, and at {least:.0f} after a choice was withdrawn")
    if withdrawn > MOST:
        raise Flaw(f"{withdrawn} choices were withdrawn, and are kept on disk")
    return f"{withdrawn} sealed choices were withdrawn, and no more; the clock went on from {CLOCK} to {least:.0f} s"


def _act(there: ClientConnection, shown: dict[str, Any]) -> None:
    key = f"{random.getrandbits(64):016x}"
    action = shown["view"]["legal"][-1]
    there.send(json.dumps({"say": "act", "seat": 0, "seq": shown["seq"], "key": key, "action": action}))
    for message in until(there, "view", key=key):
        if message["tell"] == "refused":
            raise Flaw(f"a choice was refused: {message['why']}")


def _taken_back(there: ClientConnection) -> dict[str, Any]:
    time.sleep(0.08)  # within the limit of messages
    there.send(json.dumps({"say": "take back", "seat": 0, "what": "ask"}))
    return [*until(there, "take back")][-1]


def _again(target: Target, room: str, token: str) -> dict[str, Any]:
    """Return the view of another device."""
    there = target.sit(room, token, address=HOLDER)
    shown = next_view(there)
    there.close()
    return shown


def door(target: Target) -> str:
    """Open the server to the network through a proxy on its machine that nobody has named."""
    refused = []
    for header in ("X-Forwarded-For", "Forwarded", "Via"):
        status, _ = target.ask("POST", "/api/house", {"lan": True}, headers={header: "192.0.2.7"})
        refused.append(status == 403)
    _, found = target.ask("GET", "/api/house")
    if not all(refused) or found["lan"]:
        raise Flaw("somebody behind a proxy opened the server to the network")
    return f"{len(refused)} requests through a proxy were refused"
