"""Does the server hold against strangers? Attacks a server of its own on this machine and prints what held.

Leaks of hidden actions, the time of bots' answers, experts that starve novices, floods of headers, connections, frames,
requests, reads and rooms, forged addresses, odd names, a host who reloads, take-backs without end, every upgrade of
rooms in every state, and faults of the disk.
"""

from __future__ import annotations

import argparse
import json
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from checks import attack_disk, attack_floods, attack_limits, attack_tables
from checks.hidden_actions import leaks
from checks.kills import Flaw, Server
from checks.target import PATIENCE, SLOWEST, VICTIM, Target, next_view

MOST_MEMORY = 100
"""Megabytes by which a flood may grow the server."""
AT_ONCE = 12
"""Number of rooms that an address can open and leave without waiting."""
UPGRADES = ("version", "field added", "option added", "option removed")
ROOMS = {
    "gathering": "test_a_room_that_gathers[{}]",
    "dealt": "test_a_room_that_is_played[0-{}]",
    "running": "test_a_room_that_is_played[7-{}]",
    "over": "test_a_room_whose_game_is_over[{}]",
}
"""The states of rooms, and the test of each with an upgrade."""
MISSING = (
    "test_rooms_wait_while_their_game_is_missing",
    "test_a_finished_game_can_be_read_while_its_game_is_missing",
)
TAKEN_BACK = "test_what_was_taken_back_before_a_change_of_rules_is_not_in_the_record[version]"


def bot_times(target: Target, answers: int) -> str:
    """Watch novices answer, and see that none does so at once."""
    room, tokens = target.room("serengeti", ["me", *["novice"] * 4])
    there = target.sit(room, *tokens)
    shown, times = next_view(there), list[float]()
    while len(times) < answers and not shown["ending"]:
        if shown["view"]["legal"]:
            act = {"say": "act", "seat": 0, "seq": shown["seq"], "key": f"{random.getrandbits(64):016x}"}
            there.send(json.dumps({**act, "action": shown["view"]["legal"][0]}))
            shown = next_view(there)
        else:
            begin = time.perf_counter()
            shown = next_view(there)
            times.append(time.perf_counter() - begin)
    if min(times) < 0.25:
        raise Flaw(f"a bot answered after {min(times):.3f} s")
    return f"{len(times)} answers of novices took {min(times):.2f} to {max(times):.2f} s"


def starvation(target: Target, rooms: int) -> str:
    """Let one address fill the queue with experts; novices and experts of another must still answer."""
    for number in range(rooms):
        if number >= AT_ONCE:
            time.sleep(2.0)  # two changes, at one a second
        room, tokens = target.room("serengeti", ["me", *["expert"] * 4])
        target.ask("POST", f"/api/rooms/{room}/leave", {"token": tokens[0]})  # bots play on while somebody watches
        target.sit(room)
    end = time.monotonic() + PATIENCE
    while (waiting := target.measured("bidwell_bots_waiting")) < rooms / 3:
        if time.monotonic() > end:
            raise Flaw(f"no queue of experts came about: {waiting:.0f} wait")
        time.sleep(0.2)
    delays = {level: first_answer(target, level) for level in ("novice", "expert")}
    if delays["novice"] > SLOWEST:
        raise Flaw(f"with {waiting:.0f} experts waiting a novice took {delays['novice']:.1f} s")
    told = ", ".join(f"{level} {seconds:.1f} s" for level, seconds in delays.items())
    return f"{waiting:.0f} experts of one address waited; the first answers of another's bots: {told}"


def first_answer(target: Target, level: str) -> float:
    """Return how long the first bot of a new room of the victim takes."""
    while True:
        room, tokens = target.room("serengeti", ["me", *[level] * 4], VICTIM)
        there = target.sit(room, *tokens, address=VICTIM)
        if not next_view(there)["view"]["legal"]:
            begin = time.perf_counter()
            next_view(there)
            return time.perf_counter() - begin


def header_flood(target: Target, megabytes: int) -> str:
    """Send headers without end on many connections, and watch the memory of the server."""
    before, sent = target.megabytes(), 0
    for _ in range(50):
        connection = target.raw()
        with suppress(OSError):
            connection.sendall(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n")
            for _ in range(megabytes * 1000 // 50):
                connection.sendall(b"x: " + b"y" * 1000 + b"\r\n")
                sent += 1005
    grown = target.megabytes() - before
    if grown > MOST_MEMORY:
        raise Flaw(f"{sent / 1e6:.0f} MB of headers grew the server by {grown:.0f} MB")
    return f"of {megabytes} MB of headers {sent / 1e6:.1f} MB were taken; the server grew by {grown:.0f} MB"


def half_requests(target: Target, count: int) -> str:
    """Hold many half-sent requests from one address; another must be answered."""
    for _ in range(count):
        with suppress(OSError):
            target.raw().sendall(b"GET / HTTP/1.1\r\nhost: ")
    begin = time.perf_counter()
    status, _ = target.ask("GET", "/api/rooms", None, VICTIM)
    took = time.perf_counter() - begin
    if status != 200 or took > SLOWEST:
        raise Flaw(f"with {count} half-sent requests another was answered {status} after {took:.1f} s")
    return f"{count} half-sent requests of one address; another's was answered in {1000 * took:.0f} ms"


def upgrades(target: Target) -> str:
    """Play every upgrade on rooms in every state, by the tests that do, and show the matrix."""
    tests = ["-rA", "-n", "0", "-p", "no:cacheprovider", "tests/server/test_upgrades.py"]
    command = [sys.executable, "-m", "pytest", *tests]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    passed = {line.split("::")[1] for line in done.stdout.splitlines() if line.startswith("PASSED ")}
    rows, complete = [], done.returncode == 0
    for change in UPGRADES:
        states = [state for state, test in ROOMS.items() if test.format(change) in passed]
        complete = complete and len(states) == len(ROOMS)
        rows.append(f"         {change:16}{', '.join(states)}")
    if passed >= {*MISSING, TAKEN_BACK}:
        rows.append("         game missing    rooms wait, and are not listed; finished games can be read")
        rows.append("         taken back      what was taken back before an upgrade is in no record")
    else:
        complete = False
    if not complete:
        raise Flaw("\n".join([*rows, done.stdout[-500:]]))
    return "\n".join(["every room goes on, or is shown as it was played:", *rows])


def attacks(size: int) -> dict[str, Callable[[Target], str]]:
    """Return the attacks, in the order in which they are made; the last ends the server."""
    return {
        "leaks": lambda target: leaks(target, 3 * size),
        "bot times": lambda target: bot_times(target, 10 * size),
        "starvation": lambda target: starvation(target, 12 * size),
        "header flood": lambda target: header_flood(target, 100 * size),
        "half requests": lambda target: half_requests(target, 700 * size),
        "connections": attack_limits.connections,
        "messages": attack_limits.messages,
        "frames that are no messages": attack_floods.frames,
        "requests": attack_floods.requests,
        "refused connections": attack_floods.refused_connections,
        "large bodies": attack_limits.large_bodies,
        "reads": attack_limits.reads,
        "lobby": attack_limits.lobby,
        "forged addresses": attack_limits.forged_addresses,
        "names": attack_limits.names,
        "host reloads": attack_limits.host_reloads,
        "take-backs": attack_tables.take_backs,
        "door to the network": attack_tables.door,
        "upgrades": upgrades,
        "bad database at the start": attack_disk.bad_starts,
        "full disk": attack_disk.full_disk,
        "disk refuses writes": attack_disk.refused_writes,
        "deleted database": attack_disk.deleted_database,
    }


def run(size: int, home: Path, wanted: list[str]) -> bool:
    """Make the attacks against a server of their own and print what held; return whether all did."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        metrics = free.getsockname()[1]
    server, held = Server(home, "--metrics", f"127.0.0.1:{metrics}"), True
    try:
        for name, attack in attacks(size).items():
            if wanted and name not in wanted:
                continue
            target, begin = Target(server, metrics, home), time.perf_counter()
            try:
                told = f"held   {name}: {attack(target)}"
            except (Flaw, OSError, ConnectionClosed) as problem:
                told, held = f"FAILED {name}: {type(problem).__name__}: {problem}", False
            target.open.close()
            print(f"{told} ({time.perf_counter() - begin:.0f} s)", flush=True)
    finally:
        server.kill()
    return held


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m checks.attack", description=__doc__)
    parser.add_argument("--size", type=int, default=1, help="how hard; default: %(default)s")
    parser.add_argument("--only", action="append", default=[], choices=[*attacks(1)], help="only this attack")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(not run(given.size, Path(folder) / "home", given.only))


if __name__ == "__main__":
    main()
