"""Attacks on what is limited per address: connections, bodies, reads, rooms in the lobby; and on names and hosts."""

from __future__ import annotations

import base64
import json
import socket
import time
import unicodedata
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection

from checks.kills import Flaw
from checks.target import SLOWEST, STRANGER, VICTIM, Target, heard, next_view

OPEN_SEATS = ["me", "open", "open"]
ODD_NAMES = (
    *("\u200b\u200b", "\u202egnorw", "a" + "\u0301" * 50, "P0", "\u04200", "\x1b[31mred", " " * 9),
    *("P0.", "\u13e20", "\ua4d10", "\u0e01" + "\u0e49" * 20, "\ufffc", "A spectator"),
)
"""Blank, written backwards, a tower of accents, another's name, one that looks like it, codes of a terminal, spaces;
another's name with punctuation, in Cherokee and in Lisu letters, a tower of Thai marks, a blank symbol, a spectator."""
FLOOD = 45
FLOODER, FORGER, GUEST, NAMELESS, ASKER = "127.0.0.3", "127.0.0.4", "127.0.0.5", "127.0.0.6", "127.0.0.7"
"""Further addresses of this machine: each has limits of its own."""

TABLES, DEVICES, ACTIONS = 6, 8, 50
"""How many tables are asked about, from how many devices each, and after how many actions."""
ROUNDS, AT_ONCE = 6, 25
"""How often each device asks, once a second, and how much at once."""
MOST_SHARE = 0.5
"""The share of a processor that one address may use for long."""


def connections(target: Target) -> str:
    """Hold as many WebSockets as one address gets; another must still be let in."""
    room, tokens = target.room("serengeti", ["me"] * 3, VICTIM)
    held = sum(is_upgraded(target, room) for _ in range(300))
    begin = time.perf_counter()
    next_view(target.sit(room, *tokens, address=VICTIM))
    took = time.perf_counter() - begin
    if held > 256 or took > SLOWEST:
        raise Flaw(f"with {held} WebSockets of one address another was let in after {took:.1f} s")
    return f"{held} of 300 WebSockets of one address were let in; then another's, after {1000 * took:.0f} ms"


def is_upgraded(target: Target, room: str, address: str = STRANGER) -> bool:
    """Open a WebSocket that says nothing, and hold it; return whether it was let in."""
    return upgraded(target, room, address).recv(1 << 12).startswith(b"HTTP/1.1 101")


def upgraded(target: Target, room: str, address: str = STRANGER) -> socket.socket:
    """Return a connection that has asked for a WebSocket."""
    key = base64.b64encode(bytes(16)).decode()
    lines = (f"GET /ws/{room} HTTP/1.1", "host: 127.0.0.1", "connection: upgrade", "upgrade: websocket")
    more = (f"sec-websocket-key: {key}", "sec-websocket-version: 13", "", "")
    there = target.raw(address)
    there.sendall("\r\n".join((*lines, *more)).encode())
    return there


def messages(target: Target) -> str:
    """Ask what is costly to answer, on many connections; the messages of another must still be answered."""
    room, tokens, _ = _played(target, VICTIM, 0)
    victim = target.sit(room, *tokens, address=VICTIM)
    next_view(victim)
    asking = [there for _ in range(TABLES) for there in _devices(target, *_played(target, ASKER, ACTIONS))]
    shares = [_share_used(target, asking, victim) for _ in range(ROUNDS)]
    if sum(shares[2:]) > MOST_SHARE * len(shares[2:]):
        raise Flaw(f"{len(asking)} devices of one address took {shares} of the processor")
    asked = f"{len(asking)} devices of one address asked {ROUNDS * AT_ONCE} times each"
    return f"{asked}; that took {', '.join(f'{share:.0%}' for share in shares)} of the processor, second by second"


def _share_used(target: Target, asking: list[tuple[ClientConnection, bytes]], victim: ClientConnection) -> float:
    """Let the devices ask for a second; return the share of a processor that the server used."""
    begin, used = time.perf_counter(), target.processor_seconds()
    for there, look in asking:
        with suppress(OSError):
            there.socket.sendall(look)
    time.sleep(1.0)
    heard(victim, 0)
    return (target.processor_seconds() - used) / (time.perf_counter() - begin)


def _played(target: Target, address: str, actions: int) -> tuple[str, list[str], int]:
    """Play so many actions at a new table; return it with its tokens and the seat that acted last."""
    room, tokens = target.room("bids", ["me"] * 3, address)
    there, seat = target.sit(room, *tokens, address=address), 0
    views = {seat: next_view(there) for seat in range(len(tokens))}
    for number in range(actions):
        seat, shown = next((seat, shown) for seat, shown in views.items() if shown["view"]["legal"])
        act = {"say": "act", "seat": seat, "seq": shown["seq"], "key": f"action {number:08}"}
        there.send(json.dumps({**act, "action": shown["view"]["legal"][0]}))
        views = {seat: next_view(there) for seat in range(len(tokens))}
    there.close()
    return room, tokens, seat


def _devices(target: Target, room: str, tokens: list[str], seat: int) -> Iterator[tuple[ClientConnection, bytes]]:
    """Yield devices that play one seat, and many costly messages of each as they are sent."""
    look = json.dumps({"say": "take back", "seat": seat, "what": "look"}).encode()
    for _ in range(DEVICES):
        yield target.sit(room, tokens[seat], address=ASKER), AT_ONCE * Frame(Opcode.TEXT, look).serialize(mask=True)


def large_bodies(target: Target) -> str:
    """Send a body that is too large, and bodies that never end."""
    status, _ = target.ask("POST", "/api/rooms", "x" * 100_000)
    if status not in (413, 429):
        raise Flaw(f"a body of 100 KB was answered {status}")
    for _ in range(100):
        with suppress(OSError):
            target.raw().sendall(b"POST /api/rooms HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 9999\r\n\r\n{")
    begin = time.perf_counter()
    found, _ = target.ask("GET", "/api/rooms", None, VICTIM)
    if found != 200:
        raise Flaw(f"with 100 half-sent bodies another request was answered {found}")
    return f"100 KB were answered {status}; beside 100 half-sent bodies another's request took {_ms(begin)}"


def reads(target: Target) -> str:
    """Ask for a record without end; another address may still ask."""
    room, _ = target.room("serengeti", ["me"] * 3, VICTIM)
    found = Counter(target.ask("GET", f"/api/rooms/{room}/record")[0] for _ in range(3 * FLOOD))
    status, _ = target.ask("GET", f"/api/rooms/{room}/record", None, VICTIM)
    if not found[429] or status == 429:
        raise Flaw(f"{found[429]} of {3 * FLOOD} reads were refused, and another's answered {status}")
    return f"{found[429]} of {3 * FLOOD} reads of one address were refused with 429, another's was not"


def lobby(target: Target) -> str:
    """Open public rooms without end; those of others stay on the board."""
    theirs, _ = target.room("serengeti", OPEN_SEATS, VICTIM, open=True)
    body = {"game": "bids", "seats": [{"who": who, "name": "P"} for who in OPEN_SEATS], "open": True}
    found = Counter(target.ask("POST", "/api/rooms", body, FLOODER)[0] for _ in range(FLOOD))
    _, board = target.ask("GET", "/api/rooms", None, VICTIM)
    listed = sum(room["game"] == "bids" for room in board)
    if listed > 3 or theirs not in [room["id"] for room in board]:
        raise Flaw(f"{listed} rooms of one address are on the board, of {len(board)}")
    return f"{found[200]} of {FLOOD} rooms were opened, {found[429]} refused; {listed} are listed, and so is another's"


def forged_addresses(target: Target) -> str:
    """Claim another address with every request: without `--proxy` nobody is believed."""
    body = {"game": "serengeti", "seats": [{"who": "me", "name": "P"}] * 3}
    claims = ({"X-Forwarded-For": f"10.0.0.{number}", "Forwarded": "for=10.1.1.1"} for number in range(FLOOD))
    found = Counter(target.ask("POST", "/api/rooms", body, FORGER, claim)[0] for claim in claims)
    if not found[429]:
        raise Flaw(f"{FLOOD} changes with forged addresses were all taken")
    return f"{found[429]} of {FLOOD} changes that claimed other addresses were refused with 429"


def names(target: Target) -> str:
    """Sit down with odd names; what others are shown is short, visible and different from theirs."""
    shown = []
    for name in ODD_NAMES:
        room, _ = target.room("serengeti", OPEN_SEATS, NAMELESS)
        status, _ = target.ask("POST", f"/api/rooms/{room}/sit", {"name": name}, NAMELESS)
        if status == 200:
            _, info = target.ask("GET", f"/api/rooms/{room}", None, NAMELESS)
            shown.append(info["seats"][1]["name"])
            _check_name(shown[-1], info["seats"][0]["name"])
    return f"{len(ODD_NAMES)} odd names became {', '.join(map(repr, shown))}"


def _check_name(name: str, other: str) -> None:
    marks = sum(unicodedata.category(letter).startswith("M") for letter in name)
    hidden = any(unicodedata.category(letter) in ("Cc", "Cf", "Zl", "Zp") for letter in name)
    if not name.strip() or marks > 2 or hidden or name in (other, "P0.", "\u13e20", "\ua4d10", "\ufffc", "A spectator"):
        raise Flaw(f"a name was shown as {name!r} beside {other!r}")


def host_reloads(target: Target) -> str:
    """Deal in the moment in which the host of a table reloads the page."""
    room, (token,) = target.room("serengeti", OPEN_SEATS, VICTIM)
    _, seated = target.ask("POST", f"/api/rooms/{room}/sit", {"name": "Guest"}, GUEST)
    host = target.sit(room, token, address=VICTIM)
    target.sit(room, seated["token"], address=GUEST).recv(SLOWEST)
    host.recv(SLOWEST)
    host.close()
    status, why = target.ask("POST", f"/api/rooms/{room}/deal", {"token": seated["token"]}, GUEST)
    if status != 403:
        raise Flaw(f"a guest dealt while the host reloaded: {status}")
    target.sit(room, token, address=VICTIM).recv(SLOWEST)
    again, _ = target.ask("POST", f"/api/rooms/{room}/deal", {"token": token}, VICTIM)
    if again != 200:
        raise Flaw(f"the host came back and could not deal: {again}")
    return f"a guest was refused ({why['why']}), and the host came back and dealt"


def _ms(begin: float) -> str:
    return f"{1000 * (time.perf_counter() - begin):.0f} ms"
