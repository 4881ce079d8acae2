"""The interface of a store: what is read, what can be changed, and how changes are committed.

No other module of the server knows how or where the data is stored.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, Self

import msgspec

from bidwell.server.metrics import Histogram
from bidwell.server.room_data import PlayedAction, RoomData

OPEN = -1
"""The viewer of a replay from whom nothing is hidden."""


class StoreError(Exception):
    """The store cannot be read or written at present."""


class OutcomeUnknown(StoreError):
    """The database went away during a commit: the changes may have been saved or not."""


# What is read


class StoredRoom(NamedTuple):
    data: RoomData
    changed: float
    """The Unix time of its last change."""


class StoredLine(NamedTuple):
    """One line of chat."""

    seat: int
    name: str
    text: str
    key: str


# What can be changed


class SaveRoom(NamedTuple):
    id: str
    state: str
    open: bool
    changed: float
    owner: str
    body: bytes

    @classmethod
    def of(cls, data: RoomData) -> Self:
        """Return the change that saves the room as it is now."""
        return cls(data.id, data.state, data.open, time.time(), data.owner, msgspec.json.encode(data))


class AppendAction(NamedTuple):
    room: str
    seq: int
    seat: int
    action: str
    key: str | None


class SaveSnapshot(NamedTuple):
    room: str
    seq: int
    at: float
    """The time of the action, in Unix time."""
    body: bytes


class AppendLine(NamedTuple):
    room: str
    seat: int
    name: str
    text: str
    key: str


class TrimLines(NamedTuple):
    """Deletes the chat of a room except for its latest lines."""

    room: str
    keep: int


class ExpireLines(NamedTuple):
    """Deletes the chat of rooms whose games ended before this time."""

    before: float


class DeleteRoom(NamedTuple):
    """Deletes a room whose game is not over, with all that belongs to it. A finished game is never deleted."""

    room: str


class SaveRecord(NamedTuple):
    """The record of a finished game. It names the version of the rules and the options it was played under."""

    room: str
    body: str


class SaveReplay(NamedTuple):
    """The replay of a finished game: as a seat saw it, or open (`OPEN`)."""

    room: str
    viewer: int
    body: bytes


class SaveAnalysis(NamedTuple):
    room: str
    body: bytes


class Heartbeat(NamedTuple):
    """Changes nothing but a time. It fails if the store cannot be written."""

    at: float


Change = (
    SaveRoom
    | AppendAction
    | SaveSnapshot
    | AppendLine
    | TrimLines
    | ExpireLines
    | DeleteRoom
    | SaveRecord
    | SaveReplay
    | SaveAnalysis
    | Heartbeat
)


# How changes are committed


class Owner(Protocol):
    """Groups writes that depend on each other: after one fails, all later ones are refused."""

    lost: bool
    fence: int
    """The number under which this server owns the room; 0 if the store has only one server."""


@dataclass
class Write:
    """Changes that are committed all or none. `done` is called with None, or with the error."""

    owner: Owner
    changes: Sequence[Change]
    done: Callable[[Exception | None], None]


Settled = Callable[[list[tuple[Write, Exception | None]]], None]
"""Called in the store's thread with the writes of one commit, and the error of each that failed."""


class Store(Protocol):
    """A store of rooms. Read from the thread that created it; write through `write`, in order."""

    commits: Histogram
    """The duration of each commit."""

    def room(self, room: str) -> StoredRoom | None:
        """Return a room, or None if there is none with this id."""

    @property
    def secret(self) -> bytes:
        """Random bytes of this store, for hashes that nobody else can compute."""

    def board(self, limit: int, of_owner: int) -> list[StoredRoom]:
        """Return the open rooms whose games are not over, latest change first, and at most `of_owner` of each owner."""

    def unfinished(self, owner: str) -> int:
        """Return how many rooms of an owner are not over."""

    def abandoned(self, gathering: float, playing: float) -> list[str]:
        """Return the rooms that gather or are played and have not changed since these times."""

    def unarchived(self) -> list[str]:
        """Return the rooms whose games are over and have a record, but no replay."""

    def actions(self, room: str) -> list[PlayedAction]:
        """Return the actions of a room, in order."""

    def snapshot(self, room: str) -> bytes | None:
        """Return the latest snapshot of a room's table, or None."""

    def lines(self, room: str, limit: int) -> list[StoredLine]:
        """Return the latest lines of chat, oldest first."""

    def record(self, room: str) -> str | None:
        """Return the record of a finished game, or None."""

    def replay(self, room: str, viewer: int) -> bytes | None:
        """Return the replay of a finished game, or None."""

    def analysis(self, room: str) -> bytes | None:
        """Return the report about a finished game, or None."""

    def check(self) -> None:
        """Raise StoreError if the store cannot be read."""

    def write(self, write: Write) -> None:
        """Queue a write. A write without changes is done when all before it are."""

    def close_writer(self) -> None:
        """Commit all waiting writes and stop the writer. It may block; call it from any thread."""

    def close(self) -> None:
        """Release the files. Call `close_writer` first."""
