"""The data of a room that is stored: its seats, its options and its state."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from msgspec import Struct

Level = Literal["novice", "regular", "expert"]


class SeatData(Struct):
    """The holder of a seat. Only the hash of the token is kept."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    level: Level | None = None
    token: str = ""


class RoomData(Struct):
    """Everything stored about a room except its actions and chat."""

    id: str
    game: str
    options: dict[str, Any]
    seats: list[SeatData]
    secret: str
    open: bool
    seconds: int
    host: int | None = None
    state: Literal["gathering", "playing", "over"] = "gathering"
    rules: int = 0
    """The version of the rules it was dealt under."""
    rematch: str | None = None
    stand_ins: set[int] = set()
    """Seats of people that a bot plays at present."""
    owner: str = ""
    """A keyed hash of the address that opened it, for limits and turns; the address itself is not stored."""
    ended: float = 0
    """When the game ended, in seconds since 1970."""
    scores: list[int] = []
    places: list[int] = []


class PlayedAction(NamedTuple):
    """An action that was played at a room's table, with the key its client sent."""

    seat: int
    action: str
    key: str | None
