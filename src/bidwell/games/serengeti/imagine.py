"""Redraws what a seat at Serengeti cannot know."""

from __future__ import annotations

from bidwell.core.rule import rule
from bidwell.games.serengeti.components import CARDS, DECK
from bidwell.games.serengeti.state import SerengetiState, cards_drawn
from bidwell.mechanics import shuffle


@rule
def imagine(t: SerengetiState, seat: int) -> None:
    """SER-04: redraw the order of the deck. SER-05: payments are public, so chips follow from what was seen."""
    place = cards_drawn(t.round_number)
    for card in range(CARDS):
        if t.owner[card] == DECK:
            t.deck[place] = card
            place += 1
    shuffle(t, t.deck, cards_drawn(t.round_number), CARDS)
