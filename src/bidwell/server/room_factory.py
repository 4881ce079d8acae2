"""Creates rooms: from a request, or as a rematch."""

from __future__ import annotations

import secrets

import msgspec

from bidwell.core import commitment
from bidwell.core.errors import BadDeal
from bidwell.games import game
from bidwell.server.names import bot_name
from bidwell.server.protocol import NewRoom, Refusal
from bidwell.server.room import Room
from bidwell.server.room_data import RoomData, SeatData


class GameMissing(Refusal):
    """The room is of an added game that this server does not have at present."""

    def __init__(self, name: str) -> None:
        super().__init__(f"this table is kept, but its game, {name}, is not on this server at present", 503)


def stored(data: RoomData) -> Room:
    """Return a stored room. Refuses one whose game is missing."""
    try:
        game(data.game)
    except BadDeal:
        raise GameMissing(data.game) from None
    return Room(data)


def open_room(wanted: NewRoom) -> tuple[Room, dict[str, str]]:
    """Create a room; return it with the tokens of the seats that are "me". Without an open seat it is dealt."""
    found = game(wanted.game)
    options = found.agreed(len(found.seated(len(wanted.seats), None)), wanted.options)
    if not any(seat.who in ("me", "open") for seat in wanted.seats):
        raise Refusal("somebody must play: give yourself a seat, or leave one open")
    seats = [SeatData() for _ in wanted.seats]
    data = RoomData(fresh_id(), wanted.game, options, seats, commitment.fresh_secret(), wanted.open, wanted.seconds)
    room = Room(data)
    people = [place for place, seat in enumerate(wanted.seats) if seat.who == "me"]
    tokens = {str(place): room.sit(place, wanted.seats[place].name)[1] for place in people}
    for place, seat in enumerate(wanted.seats):
        if seat.who != "me" and seat.who != "open":
            seats[place] = SeatData("bot", bot_name([each.name for each in seats if each.name]), seat.who)
    if all(seat.kind != "open" for seat in seats):
        room.deal()
    return room, tokens


def rematch_of(room: Room, host: int) -> Room:
    """Create a rematch: same seats, tokens and options, new shuffle. With one person among bots it is dealt."""
    if room.data.state != "over":
        raise Refusal("a rematch is for after the game", 409)
    fresh = Room(
        msgspec.structs.replace(
            room.data,
            id=fresh_id(),
            seats=[msgspec.structs.replace(seat) for seat in room.data.seats],
            secret=commitment.fresh_secret(),
            host=host,
            state="gathering",
            rematch=None,
            stand_ins=set(),
            ended=0,
            scores=[],
            places=[],
        )
    )
    if sum(seat.kind == "person" for seat in fresh.data.seats) == 1:
        fresh.deal()
    return fresh


def fresh_id() -> str:
    """Return a random room id. The id grants access, so it must not be guessable."""
    return secrets.token_urlsafe(9)
