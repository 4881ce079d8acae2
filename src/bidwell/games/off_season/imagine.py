"""Redraws what a seat at Off Season cannot know."""

from __future__ import annotations

from bidwell.core.rng import below
from bidwell.core.rule import rule
from bidwell.games.off_season.components import (
    CARDS,
    MOST_PLAYERS,
    NONE,
    NOT_2,
    NOT_3,
)
from bidwell.games.off_season.state import OffSeasonState
from bidwell.mechanics import shuffle


@rule
def imagine(t: OffSeasonState, seat: int) -> None:
    """CAM-03, CAM-11, CAM-51: redraw unseen cards, the backs below the top one, and the others' sealed bets.

    Pounds are not redrawn: all payments and losses are public, so they follow from what was seen.
    """
    eye = seat if seat >= 0 else MOST_PLAYERS
    # sorted before they are shuffled: the world must not depend on where the cards really lie
    sort_unseen(t, eye)
    shuffle_unseen(t, eye)
    imagine_backs(t)
    for other in range(t.players):
        if other != seat and t.bets[other] != NONE:
            t.bets[other] = any_bet(t, other)


PART = 12
"""The number of face counts, five bits each, that fit into one integer."""


@rule
def sort_unseen(t: OffSeasonState, eye: int) -> None:
    """CAM-51: sort all faces not seen by the bit `eye` of `known`; faces seen stay in place."""
    low = high = 0
    for card in range(CARDS):
        if not t.known[card] >> eye & 1:
            if t.faces[card] < PART:
                low += 1 << 5 * t.faces[card]
            else:
                high += 1 << 5 * (t.faces[card] - PART)
    face = left = 0
    for card in range(CARDS):
        if not t.known[card] >> eye & 1:
            while left == 0:
                left = (low >> 5 * face if face < PART else high >> 5 * (face - PART)) & 31
                face += 1
            t.faces[card] = face - 1
            left -= 1


@rule
def shuffle_unseen(t: OffSeasonState, eye: int) -> None:
    """CAM-02, CAM-51: put the unseen faces into random order. In the Tower they are contiguous, elsewhere not."""
    scattered = 0
    for card in range(t.drawn):
        if not t.known[card] >> eye & 1:
            scattered += 1
    tower = CARDS - t.drawn
    for card in range(t.drawn):
        if not t.known[card] >> eye & 1:
            other = below(t, scattered + tower)
            place = t.drawn + other - scattered if other >= scattered else nth_unseen(t, eye, card, other)
            face = t.faces[card]
            t.faces[card] = t.faces[place]
            t.faces[place] = face
            scattered -= 1
    shuffle(t, t.faces, t.drawn, CARDS)


@rule
def nth_unseen(t: OffSeasonState, eye: int, card: int, number: int) -> int:
    """The unseen card `number` places after this unseen card."""
    while number:
        card += 1
        if not t.known[card] >> eye & 1:
            number -= 1
    return card


@rule
def imagine_backs(t: OffSeasonState) -> None:
    """CAM-03: shuffle the backs below the top one."""
    counts = 0
    for card in range(t.drawn + 1, CARDS):
        counts += 1 << 6 * t.backs[card]
    kind = left = 0
    for card in range(t.drawn + 1, CARDS):
        while left == 0:
            left = counts >> 6 * kind & 63
            kind += 1
        t.backs[card] = kind - 1
        left -= 1
    shuffle(t, t.backs, t.drawn + 1, CARDS)


@rule
def any_bet(t: OffSeasonState, seat: int) -> int:
    """CAM-11, CAM-33, CAM-34: a random bet the seat could have made, each equally likely."""
    forbidden = 2 if t.auction == NOT_2 else 3 if t.auction == NOT_3 else NONE
    if forbidden > t.pounds[seat]:
        forbidden = NONE
    bet = below(t, t.pounds[seat] + (1 if forbidden == NONE else 0))
    return bet + 1 if NONE < forbidden <= bet else bet
