"""Sends valid and malformed messages through the server's decoder and handlers, at tables of every game.

Valid messages are altered in many ways and mixed with unaltered ones. Nothing may go wrong in the server, no client may
learn hidden values, and every table must still play to its end.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from bidwell.core.commitment import seed_of
from bidwell.core.errors import Refused
from bidwell.core.table import Table
from bidwell.games import NAMES, game
from bidwell.server.app import handle
from bidwell.server.house import House
from bidwell.server.protocol import Error, NewRoom, SeatWanted
from bidwell.server.room import Room, hashed
from bidwell.server.room_factory import open_room
from bidwell.server.room_session import Connection, RoomSession
from bidwell.server.store import choice
from bidwell.server.workers import Workers

AT_A_TABLE = 2_000
"""The number of messages sent at a table before it is played to its end."""
COMPARED = 100
"""Every this many messages, compare what a seat receives with what it would receive at an imagined table."""
BREATH = 0.0005
"""Seconds to wait for the disk before checking again."""
TOGETHER = 8
"""The number of messages sent before waiting for the disk."""
MOST_STEPS = 5_000
ODD = ["", "0", " ", "\x00", "\u202e", "😀", "é", "pass", "bid 7", "bid -1", "bid 99999999999999999999", "x" * 190]
VALUES: list[Any] = [None, True, -1, 0, 1, 5, 6, 2**63, 10**40, 0.5, 1e308, "", "x", [], [[]], {}, {"a": 1}, "x" * 300]
LETTERS = '{}[]",:0123456789truefalsn \\u\x00\x7f€😀'


@dataclass
class Counts:
    """The counters of a run."""

    messages: int = 0
    tables: int = 0
    decisions: int = 0
    compared: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    exceptions: list[str] = field(default_factory=list)
    leaks: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)

    @property
    def bad(self) -> list[str]:
        return [*self.exceptions, *self.leaks, *self.stuck]

    def __str__(self) -> str:
        answers = ", ".join(f"{count:,} {kind}" for kind, count in self.answers.most_common())
        return (
            f"{self.messages:,} messages at {self.tables:,} tables, {self.decisions:,} actions taken; {answers}; "
            f"{len(self.exceptions)} exceptions, {len(self.leaks)} leaks in {self.compared:,} comparisons, "
            f"{len(self.stuck)} tables stuck"
        )


class Sitters:
    """A table with a connection for every seat and for a spectator, without a network."""

    def __init__(self, house: House, live: RoomSession, tokens: dict[str, str], counts: Counts) -> None:
        self.house, self.live, self.counts = house, live, counts
        self.tokens = [*tokens.values()]
        self.devices = [Connection({int(seat): hashed(token)}) for seat, token in tokens.items()]
        self.devices.append(Connection({}))
        for device in self.devices:
            house.presence.enter(live, device)
        data = live.room.data
        self.hidden = [text.encode() for text in (data.secret, str(seed_of(data.secret)), *self.tokens)]

    def say(self, device: Connection, message: str) -> None:
        """Pass a message to the handler that serves WebSockets."""
        self.counts.messages += 1
        try:
            why = handle(self.house, self.live, device, message)
        except Exception as problem:
            self.counts.exceptions.append(f"{type(problem).__name__}: {problem} for {message!r}")
            return
        if why:
            device.tell(Error(why))

    def heard(self) -> None:
        """Count the messages everyone received and search them for secrets."""
        over = self.live.room.data.state == "over"
        for device in self.devices:
            while not device.queue.empty():
                told = device.queue.get_nowait() or b'{"tell":"end"}'
                self.counts.answers[told[9 : told.index(b'"', 9)].decode()] += 1
                if any(secret in told for secret in self.hidden[0 if not over else 2 :]):
                    self.counts.leaks.append(f"a secret in {told[:200]!r}")

    async def settled(self) -> None:
        while self.live.unsettled:
            await asyncio.sleep(BREATH)
        self.heard()


async def fuzz(messages: int, seed: int, home: Path, progress: Callable[[int], None] = lambda done: None) -> Counts:
    """Send this many messages, at one table after another."""
    workers = Workers(1)
    house, rng, counts = House(choice.opener(home), asyncio.get_running_loop(), workers), random.Random(seed), Counts()
    try:
        while counts.messages < messages:
            found = _opened(house, rng, counts)
            await _talk(found, rng, min(AT_A_TABLE, messages - counts.messages))
            await _play_out(found, rng)
            house.rooms.unload(found.live)
            progress(counts.messages)
    finally:
        await house.close()
        workers.close()
    return counts


def _opened(house: House, rng: random.Random, counts: Counts) -> Sitters:
    name = NAMES[counts.tables % len(NAMES)]
    players = rng.choice(game(name).players)
    room, tokens = open_room(NewRoom(name, [SeatWanted("me", f"P{seat}") for seat in range(players)]))
    live = RoomSession(room)
    house.rooms.add(live)
    counts.tables += 1
    return Sitters(house, live, tokens, counts)


async def _talk(found: Sitters, rng: random.Random, count: int) -> None:
    for number in range(count):
        device = rng.choice(found.devices)
        message = made_up(found.live.room, device, rng)
        if number % COMPARED == 0 and device.seats:
            _compare(found, device.seats[0], rng)
        found.say(device, message)
        if number % TOGETHER == 0:
            await found.settled()
        if found.live.room.table is not None and found.live.room.table.over and rng.random() < 0.02:
            return


async def _play_out(found: Sitters, rng: random.Random) -> None:
    """Play the table to its end, whatever was sent before."""
    room = found.live.room
    for _ in range(MOST_STEPS):
        if room.playing.over:
            found.counts.decisions += room.seq
            return
        seat = room.playing.asks[0]
        found.say(found.devices[seat], act(room, seat, rng.choice(room.playing.legal(seat)), rng))
        await found.settled()
    found.counts.stuck.append(f"{room.data.game} at {room.seq}")


# Messages


def act(room: Room, seat: int, action: str, rng: random.Random, seq: int | None = None) -> str:
    key = f"{rng.getrandbits(64):016x}"
    said = {"say": "act", "seat": seat, "seq": number(room, seat) if seq is None else seq, "key": key, "action": action}
    return json.dumps(said)


def number(room: Room, seat: int) -> int:
    """Return the number of the latest view of a seat, also of one that does not exist."""
    return room.number(seat if seat < len(room.data.seats) else None)


def made_up(room: Room, device: Connection, rng: random.Random) -> str:
    """Return a message: valid, slightly wrong, or broken."""
    good = _good(room, device, rng)
    how = rng.random()
    if how < 0.25:
        return good
    if how < 0.65:
        return _other_values(good, rng)
    return _broken(good, rng)


def _good(room: Room, device: Connection, rng: random.Random) -> str:
    """Return a message of a valid shape; its content may be invalid."""
    table = room.playing
    seat = device.seats[0] if device.seats and rng.random() < 0.9 else rng.randrange(6)
    kind = rng.random()
    if kind < 0.05:
        return json.dumps({"say": "hello", "tokens": [rng.choice(ODD)] * rng.randrange(4)})
    if kind < 0.25:
        return json.dumps({"say": "chat", "seat": seat, "text": rng.choice(ODD[1:]), "key": f"{rng.random():.12f}"})
    listed = table.legal(seat) + table.mistakes(seat) if seat < table.players else []
    action = rng.choice(listed) if listed and rng.random() < 0.5 else rng.choice(ODD)
    if kind < 0.4:
        return json.dumps({"say": "would", "seat": seat, "action": action})
    stale = max(0, number(room, seat) - 1) if rng.random() < 0.03 else None
    return act(room, seat, action if rng.random() < 0.2 else rng.choice(ODD), rng, stale)


def _other_values(good: str, rng: random.Random) -> str:
    """Change, remove or add one or two fields."""
    said = json.loads(good)
    for _ in range(rng.choice((1, 1, 2))):
        name = rng.choice([*said])
        if rng.random() < 0.2 and len(said) > 1:
            del said[name]
        elif rng.random() < 0.2:
            said[rng.choice(("more", "", "SAY", "token", "\u0000"))] = rng.choice(VALUES)
        else:
            said[name] = rng.choice(VALUES)
    return json.dumps(said)


def _broken(good: str, rng: random.Random) -> str:
    """Cut the text, add or remove characters, put brackets before it, append to it, or replace it."""
    how, place = rng.randrange(6), rng.randrange(len(good))
    if how == 0:
        return good[:place]
    if how == 1:
        return good[:place] + rng.choice(LETTERS) * rng.choice((1, 1, 1, 40)) + good[place:]
    if how == 2:
        return good[:place] + good[place + rng.randrange(1, 5) :]
    if how == 3:
        return "".join(rng.choice(LETTERS) for _ in range(rng.randrange(60)))
    if how == 4:
        return rng.choice("[{") * rng.choice((1, 10, 3000)) + good
    return good + rng.choice(("", " ", good, "]", "\\", "null"))


# Secrecy


def _compare(found: Sitters, seat: int, rng: random.Random) -> None:
    """Ask the same questions at two tables that this seat cannot tell apart, and compare the answers."""
    room = found.live.room
    questions = _questions(room, seat, rng)
    worlds = (room.playing, room.playing.imagine(seat, rng.getrandbits(60)))
    answers = [_asked(found, world, seat, questions) for world in worlds]
    found.counts.compared += 1
    if answers[0] != answers[1]:
        found.counts.leaks.append(f"{room.data.game}, seat {seat}: {questions} are answered in two ways")


def _questions(room: Room, seat: int, rng: random.Random) -> list[str]:
    """Messages that change nothing: questions, and intents that are refused."""
    listed = [*room.playing.legal(seat), *room.playing.mistakes(seat)]
    asked = [rng.choice(listed or ODD), rng.choice(ODD)]
    said = [json.dumps({"say": "would", "seat": seat, "action": action}) for action in asked]
    refused = [action for action in ODD if not _is_taken(room.playing, seat, action)]
    return [*said, act(room, seat, rng.choice(refused), rng), act(room, seat, "pass", rng, seq=number(room, seat) + 1)]


def _is_taken(table: Table, seat: int, action: str) -> bool:
    try:
        table.copy().play(seat, action)
    except Refused:
        return False
    return True


def _asked(found: Sitters, world: Table, seat: int, questions: list[str]) -> list[bytes | None]:
    """All messages the seat receives at this table, starting with hello."""
    room = found.live.room
    twin = RoomSession(Room(msgspec.structs.replace(room.data, id=f"{room.data.id} twin")))
    numbers = [room.number(viewer) for viewer in (*range(world.players), None)]
    twin.room.begin(Table(world.game, world.names, world.options, world.state.copy()), room.seq, numbers)
    device = Connection({seat: hashed(found.tokens[seat])})
    found.house.rooms.add(twin)
    try:
        twin.show_all(device)
        for message in questions:
            handle(found.house, twin, device, message)
    except Exception as problem:
        found.counts.exceptions.append(f"{type(problem).__name__}: {problem} for one of {questions}")
    finally:
        found.house.rooms.unload(twin)
    return [device.queue.get_nowait() for _ in range(device.queue.qsize())]


# The run


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m checks.fuzz", description=__doc__)
    parser.add_argument("--messages", type=int, default=1_000_000, help="how many; default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    given = parser.parse_args()
    begin = time.perf_counter()
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        counts = asyncio.run(fuzz(given.messages, given.seed, Path(folder), _progress))
    print(f"{counts} (seed {given.seed}, {time.perf_counter() - begin:.0f} s)")
    if counts.bad:
        sys.exit("\n".join(counts.bad[:10]))


def _progress(done: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done:,} messages", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
