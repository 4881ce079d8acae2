"""The features of Off Season for networks: integers, the viewing seat first, then the others clockwise."""

from __future__ import annotations

from bidwell.core.rule import rule
from bidwell.games.off_season.components import (
    CAMELS,
    CARDS,
    COPIES,
    E2,
    FACE_DOWN,
    FACES,
    MARKETS,
    MOST_ASIDE,
    MOST_DOWN,
    MOST_PLAYERS,
    MOST_UP,
    NONE,
    SIDE_NAMES,
    STAGES,
)
from bidwell.games.off_season.state import OffSeasonState

COUNTS = 8
MARKS = 6 + FACES + 3 * len(CAMELS)
STALL = 2 * FACES + 3
PLACES = FACE_DOWN[E2]
SIZE = COUNTS + len(STAGES) + len(SIDE_NAMES) + 2 * FACES + MARKS * MOST_PLAYERS + STALL * len(MARKETS) + FACES * PLACES
INPUTS = SIZE + MOST_PLAYERS + FACES
"""The number of inputs of a network."""


@rule
def inputs(t: OffSeasonState, seat: int, out: list[int]) -> None:
    """Write the features, then every seat's pounds and the unseen cards of each face: a perfect memory knows both.

    All payments and losses are public (CAM-01), and so is every card that was sold.
    """
    features(t, seat, out)
    for step in range(MOST_PLAYERS):
        out[SIZE + step] = t.pounds[(seat + step) % t.players] if step < t.players else 0
    place = SIZE + MOST_PLAYERS
    for face in range(FACES):
        out[place + face] = COPIES[face]
    for card in range(t.drawn):
        if t.known[card] >> seat & 1:
            out[place + t.faces[card]] -= 1


@rule
def features(t: OffSeasonState, seat: int, out: list[int]) -> None:
    """Write counts; stage; market chosen; goods aside, drafted and waiting; every seat; every market; E2's places."""
    for place in range(SIZE):
        out[place] = 0
    out[0] = t.players
    out[1] = t.round_number
    out[2] = CARDS - t.drawn
    out[3] = t.side
    out[4] = t.auction
    out[5] = t.failed
    out[6] = t.pounds[seat]
    out[7] = t.draft_hidden
    place = COUNTS
    out[place + t.stage] = 1
    place += len(STAGES)
    if t.chosen != NONE:
        out[place + t.chosen] = 1
    place += len(SIDE_NAMES)
    write_cards(t, seat, t.aside, 0, MOST_ASIDE, out, place)
    write_cards(t, seat, t.draft, 0, MOST_PLAYERS, out, place)
    for face in range(FACES):
        out[place + FACES + face] = t.waiting[face]
    place += 2 * FACES
    for step in range(t.players):
        write_seat(t, (seat + step) % t.players, out, place + step * MARKS)
    place += MARKS * MOST_PLAYERS
    for market in range(len(MARKETS)):
        write_market(t, seat, market, out, place + market * STALL)
    place += STALL * len(MARKETS)
    for each in range(PLACES):
        here = E2 // 2 * MOST_DOWN + each
        write_cards(t, seat, t.down, here, here + 1, out, place + each * FACES)


@rule
def write_cards(
    t: OffSeasonState, seat: int, cards: list[int], first: int, end: int, out: list[int], place: int
) -> int:
    """Write how many cards of each face this seat has seen; return how many it has not seen."""
    unseen = 0
    for each in range(first, end):
        if cards[each] != NONE:
            if t.known[cards[each]] >> seat & 1:
                out[place + t.faces[cards[each]]] += 1
            else:
                unseen += 1
    return unseen


@rule
def write_seat(t: OffSeasonState, other: int, out: list[int], place: int) -> None:
    """Write turn, asked, tokens, last bet, goods; per camel the type carried, its coin, whether it was sold from."""
    out[place] = 1 if t.turn == other else 0
    out[place + 1] = t.asked >> other & 1
    out[place + 2] = t.sale_tokens >> other & 1
    out[place + 3] = t.peek_tokens >> other & 1
    out[place + 4] = 1 if t.first_player == other else 0
    out[place + 5] = t.opened[other]
    for face in range(FACES):
        out[place + 6 + face] = t.goods[other][face]
    for camel in range(len(CAMELS)):
        out[place + 6 + FACES + 3 * camel] = t.camels[other][camel] + 1
        out[place + 7 + FACES + 3 * camel] = t.coins[other][camel]
        out[place + 8 + FACES + 3 * camel] = t.sold_from >> camel & 1 if t.turn == other else 0


@rule
def write_market(t: OffSeasonState, seat: int, market: int, out: list[int], place: int) -> None:
    """Write whether it is in play and still open; the number of unseen cards; the faces up and those peeked at."""
    out[place] = t.in_play >> market & 1
    out[place + 1] = t.open_markets >> market & 1
    write_cards(t, seat, t.up, market * MOST_UP, (market + 1) * MOST_UP, out, place + 3)
    down = market * MOST_DOWN
    out[place + 2] = write_cards(t, seat, t.down, down, down + MOST_DOWN, out, place + 3 + FACES)
