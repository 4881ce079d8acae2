"""The messages between client and server. The types of the page are generated from them; see docs/server.md."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Raw, Struct, field
from msgspec.json import Decoder, Encoder

from bidwell.core.errors import Refused
from bidwell.core.events import Event as Told
from bidwell.core.table import Table
from bidwell.core.ties import ties

LONGEST_ACTION = 200
LONGEST_LINE = 400
MOST_TOKENS = 6

Action = Annotated[str, Meta(max_length=LONGEST_ACTION)]
Key = Annotated[str, Meta(min_length=8, max_length=64)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
SeatNumber = Annotated[int, Meta(ge=0, le=5)]
Token = Annotated[str, Meta(max_length=64)]


class Refusal(Refused):
    """A request that cannot be done, with its HTTP status."""

    def __init__(self, why: str, status: int = 400) -> None:
        super().__init__(why)
        self.status = status


# Messages from clients


class Hello(Struct, tag_field="say", tag="hello", forbid_unknown_fields=True):
    """The first message: the tokens of all seats played from this device. Without tokens it watches."""

    tokens: Annotated[list[Token], Meta(max_length=MOST_TOKENS)]
    foresight: bool = False
    """True to receive foresight also while no seat of this device is asked: for clients that draw the table."""


class Act(Struct, tag_field="say", tag="act", forbid_unknown_fields=True):
    """An action in answer to the view `seq`. Repeated with the same key, it counts once."""

    seat: SeatNumber
    seq: Number
    key: Key
    action: Action


class Would(Struct, tag_field="say", tag="would", forbid_unknown_fields=True):
    """Ask what an action would lead to, or why it is not allowed."""

    seat: SeatNumber
    action: Action


class Hint(Struct, tag_field="say", tag="hint", forbid_unknown_fields=True):
    """Ask what the coach would do."""

    seat: SeatNumber


class Chat(Struct, tag_field="say", tag="chat", forbid_unknown_fields=True):
    seat: SeatNumber | None
    """None for a spectator: other spectators read it."""
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_LINE)]
    key: Key


class TakeBack(Struct, tag_field="say", tag="take back", forbid_unknown_fields=True):
    """About the latest action of a seat: whether it can be taken back, a request to, or an answer to a request."""

    seat: SeatNumber
    what: Literal["look", "ask", "agree", "refuse"]


Said = Hello | Act | Would | Hint | Chat | TakeBack


# Messages from the server


class EventMessage(Struct):
    name: str
    clause: str
    text: str
    """The sentence in words for this reader."""
    values: dict[str, int]
    heading: bool
    mine: bool
    """True if the event names the seat that it is sent to."""
    echo: bool
    """True if it says no more than the action of its subject."""


class SeatInfo(Struct):
    """The public description of a seat."""

    name: str | None
    kind: Literal["open", "person", "bot"]
    level: str | None
    here: bool
    stand_in: bool
    takes_over: float | None = None
    """Seconds until a bot plays for an absent player."""


class AgreedOption(Struct):
    """An option of a table in words."""

    name: str
    label: str
    value: str
    means: str
    usual: bool
    """True if it is as usual in this game."""


class Story(Struct):
    """How far a table is, as a spectator knows it, and how it ended."""

    chapter: str
    """`Round 3`; empty before the deal."""
    last: str
    """What a player did last, in words; empty before the first move."""
    own: list[str]
    """The same for each seat, with `you` for its name; empty before the first move."""
    scores: list[int]
    places: list[int]
    ended: float
    """When the game ended, in seconds since 1970; 0 before."""
    unit: str
    """The noun of a score, in the singular: `point`."""


class RoomInfo(Struct):
    """The public description of a room."""

    id: str
    game: str
    title: str
    state: Literal["gathering", "playing", "over"]
    options: dict[str, Any]
    agreed: list[AgreedOption]
    seats: list[SeatInfo]
    open: bool
    host: int | None
    host_away: bool
    """True if the host has been absent so long that any seated player may act as host."""
    seconds: int
    watching: int
    asks: list[int]
    commitment: str
    shuffle: str | None
    seed: str | None
    rematch: str | None
    story: Story | None = None
    """Only in the answer to a request for the room."""


class Tie(Struct):
    """A score that several seats share: the best place among them, and why they are placed as they are."""

    place: int
    text: str
    clause: str


class Ending(Struct):
    """The end of a game, by seat."""

    scores: list[int]
    places: list[int]
    ties: list[Tie] = []


class Shown(Struct, tag_field="tell", tag="view"):
    """All that a seat, or a spectator (None), sees now, with the events since the previous view.

    `seq` counts the views of this viewer: it does not grow with actions that the viewer cannot notice.
    """

    seat: int | None
    seq: int
    view: dict[str, Any] | Raw
    mistakes: list[str] | Raw
    news: list[EventMessage] | Raw
    """Raw: encoded already."""
    foresight: Any
    """What the legal actions mean, as far as the seat can know: the dataclass of the game's `foresight.py`.

    None for a seat that is not asked, unless its client wants it.
    """
    whole: bool = False
    clock: dict[str, float] = field(default_factory=dict)
    ending: Ending | None = None
    key: str | None = None


class RoomNews(Struct, tag_field="tell", tag="room"):
    room: RoomInfo


class NotTaken(Struct, tag_field="tell", tag="refused"):
    seat: int
    key: str
    why: str
    clause: str
    """The clause of the rulebook behind it; empty if there is none."""


class WouldBe(Struct, tag_field="tell", tag="would"):
    seat: int
    seq: int
    action: str
    said: str
    """The action in words that fit after "you"."""
    events: list[EventMessage]
    why: str = ""
    """Why it is not allowed, or what it breaks if the table accepts and punishes it; empty if it is legal."""
    clause: str = ""
    rest: str = ""
    """Why the events end before the next decision: the seat cannot know what follows."""


class HintNews(Struct, tag_field="tell", tag="hint"):
    """What the coach would do in answer to the view `seq`, and why."""

    seat: int
    seq: int
    action: str
    said: str
    reason: str


class ChatLine(Struct):
    seat: int | None
    name: str
    text: str


class ChatNews(Struct, tag_field="tell", tag="chat"):
    """New chat lines, or the whole chat. `key` is set only for the client whose line this acknowledges."""

    lines: list[ChatLine]
    whole: bool = False
    key: str | None = None


TakeBackState = Literal["undo", "ask", "never", "asked", "refused", "done"]


class TakeBackNews(Struct, tag_field="tell", tag="take back"):
    """Whether an action can be taken back (`undo`: at once, `ask`: if others agree, `never`), or what became of a wish.

    A full view comes before `done`.
    """

    seat: int
    """The seat that this is sent to."""
    by: int
    """The seat whose action it is."""
    state: Literal["undo", "ask", "never", "asked", "refused", "done"]
    waiting: list[int]
    """The seats that must still agree; for `refused`, the one that did not."""
    why: str = ""


class Error(Struct, tag_field="tell", tag="error"):
    why: str


# HTTP


class SeatWanted(Struct, forbid_unknown_fields=True):
    who: Literal["me", "open", "novice", "regular", "expert"]
    name: Annotated[str, Meta(max_length=200)] = ""


class NewRoom(Struct, forbid_unknown_fields=True):
    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[SeatWanted], Meta(min_length=1, max_length=6)]
    options: dict[str, Any] = field(default_factory=dict)
    open: bool = False
    seconds: Annotated[int, Meta(ge=0, le=604_800)] = 0


class Sit(Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=200)]
    seat: SeatNumber | None = None


class Holder(Struct, forbid_unknown_fields=True):
    """The token of a seat, as proof of holding it."""

    token: Token


class Reseat(Struct, forbid_unknown_fields=True):
    token: Token
    seat: SeatNumber
    who: Literal["open", "novice", "regular", "expert"]


class Made(Struct):
    room: RoomInfo
    tokens: dict[str, str]


class Seated(Struct):
    seat: int
    token: str


class HouseInfo(Struct):
    """Who can reach this server, and whether this client may change that."""

    lan: bool
    links: list[str]
    """Addresses under which others on the network reach it, without a path."""
    may_switch: bool


class SwitchLan(Struct, forbid_unknown_fields=True):
    lan: bool


class Rematch(Struct):
    room: RoomInfo


class Taken(Struct):
    seat: int
    action: str


class Replay(Struct):
    steps: list[Shown]
    actions: list[Taken]


class Analysis(Struct):
    state: Literal["none", "working", "there", "failed"]
    done: float
    report: dict[str, Any] | Raw | None
    """Raw: as it is stored, without decoding it."""


class Problem(Struct):
    why: str
    clause: str = ""


encode = Encoder().encode
said = Decoder(Said).decode


def told(events: list[Told], seat: int | None) -> list[EventMessage]:
    """Return the events that a seat, or a spectator (None), may hear, in words for that reader."""
    return [event_message(event, seat) for event in events if event.told_to(seat)]


def event_message(event: Told, seat: int | None) -> EventMessage:
    """Return the message for an event, in words for a seat, or for a spectator (None)."""
    mine = seat in event.to_seats
    return EventMessage(event.name, event.clause, event.text_for(seat), event.values, event.heading, mine, event.echo)


def ending_of(table: Table, seat: int | None) -> Ending:
    """Return the end of a game that is over, in words for a seat or for spectators (None)."""
    found = [Tie(tie.place, tie.text, tie.clause) for tie in ties(table, seat)]
    return Ending(table.scores, table.places, found)
