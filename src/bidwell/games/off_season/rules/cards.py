"""The Tower, and cards that lie in their places: in the markets, aside, in a draft."""

from __future__ import annotations

from bidwell.core.rule import rule
from bidwell.games.off_season.components import (
    AUCTIONS,
    BACKS,
    CARDS,
    COPIES,
    EVERYBODY,
    FACES,
    MOST_UP,
    NONE,
)
from bidwell.games.off_season.state import OffSeasonState
from bidwell.mechanics import shuffle


@rule
def build_tower(t: OffSeasonState) -> None:
    """CAM-02, CAM-03: fronts and backs are shuffled independently."""
    card = 0
    for face in range(FACES):
        for _ in range(COPIES[face]):
            t.faces[card] = face
            card += 1
    card = 0
    for kind in range(len(AUCTIONS)):
        for _ in range(BACKS[kind]):
            t.backs[card] = kind
            card += 1
    shuffle(t, t.faces, 0, CARDS)
    shuffle(t, t.backs, 0, CARDS)


@rule
def draw_card(t: OffSeasonState, known: int) -> int:
    """CAM-02: the Tower's top card, and who sees its face."""
    card = t.drawn
    t.known[card] = known
    t.drawn += 1
    return card


@rule
def clear(cards: list[int]) -> None:
    """CAM-10, CAM-40: empty all these places."""
    for place in range(len(cards)):
        cards[place] = NONE


@rule
def faces_of(t: OffSeasonState, cards: list[int], first: int, end: int) -> int:
    """CAM-02: the faces of cards[first:end], as a bit mask."""
    faces = 0
    for place in range(first, end):
        if cards[place] != NONE:
            faces |= 1 << t.faces[cards[place]]
    return faces


@rule
def faces_up(t: OffSeasonState, market: int) -> int:
    """CAM-10: the faces lying face up in a market, as a bit mask."""
    return faces_of(t, t.up, market * MOST_UP, (market + 1) * MOST_UP)


@rule
def packed(t: OffSeasonState, cards: list[int], first: int, size: int) -> int:
    """CAM-02: the faces of up to `size` cards in one number, for telling: five bits each, the first lowest."""
    faces = 0
    for place in range(first + size - 1, first - 1, -1):
        if cards[place] != NONE:
            faces = faces << 5 | t.faces[cards[place]] + 1
    return faces


@rule
def cards_lying(cards: list[int], first: int, size: int) -> int:
    """CAM-10: how many of `size` places are taken, from the first on."""
    count = 0
    while count < size and cards[first + count] != NONE:
        count += 1
    return count


@rule
def place_of(t: OffSeasonState, cards: list[int], first: int, face: int) -> int:
    """CAM-10: the first place from `first` on where a card of this face lies; it must be there."""
    while t.faces[cards[first]] != face:
        first += 1
    return first


@rule
def lift(cards: list[int], place: int, end: int) -> int:
    """CAM-10: take a card off; those behind it, up to `end`, close the gap."""
    card = cards[place]
    for after in range(place + 1, end):
        cards[after - 1] = cards[after]
    cards[end - 1] = NONE
    return card


@rule
def put(cards: list[int], place: int, card: int) -> None:
    """CAM-10: lay a card into the first free place from `place` on."""
    while cards[place] != NONE:
        place += 1
    cards[place] = card


@rule
def turn_up(t: OffSeasonState, card: int) -> None:
    """CAM-12: all see what it is; it waits to be loaded."""
    t.known[card] = EVERYBODY
    t.waiting[t.faces[card]] += 1
