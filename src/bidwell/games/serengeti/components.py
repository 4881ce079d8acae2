"""SER-02, SER-03: the cards and the chips."""

from __future__ import annotations

MOST_PLAYERS = 5
ROUNDS = 15
CHIPS = 65
CHIPS_EACH = 10
CHIPS_FOR_PASSING = 2
POINTS_FOR_MOST_CHIPS = 3

TRIBES = ("Nuba", "Massai", "Bantu", "Nandi", "Tonga", "Samburu")
TRIBE_SIZE = 5
DIGIT = (
    *(0, 3, 6, 8, 9),  # Nuba
    *(1, 2, 4, 5, 7),  # Massai
    *(0, 1, 2, 3, 4),  # Bantu
    *(5, 6, 7, 8, 9),  # Nandi
    *(0, 2, 4, 6, 8),  # Tonga
    *(1, 3, 5, 7, 9),  # Samburu
)
"""The digit on every card."""
CARDS = len(DIGIT)
CARD_TRIBES = tuple(card // TRIBE_SIZE for card in range(CARDS))
"""The tribe of every card, as an index of TRIBES."""
CARD_NAMES = tuple(f"{TRIBES[tribe]} {digit}" for tribe, digit in zip(CARD_TRIBES, DIGIT, strict=True))

CARDS_OF_CYCLE = 6
"""The three rounds of a cycle sell 1 + 2 + 3 cards."""

LOT, OUT, DECK = MOST_PLAYERS, MOST_PLAYERS + 1, MOST_PLAYERS + 2
"""Places of a card that no player has: on sale, out of the game, not drawn yet."""

HIGHEST_BID = CHIPS
LAST_DIGIT = tuple(bid % 10 for bid in range(HIGHEST_BID + 1))
"""SER-20: the last digit of every bid, as a lookup table because it is read for every possible bid."""

PASS = 0
DISCARD = HIGHEST_BID + 1
"""Actions: PASS, the bids 1 to HIGHEST_BID as themselves, and DISCARD + card."""
ACTIONS = DISCARD + CARDS
