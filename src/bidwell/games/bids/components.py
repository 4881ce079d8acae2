"""BID-01 to BID-05: the cards."""

from __future__ import annotations

MOST_PLAYERS = 6
MOST_ROUNDS = 12
TURNS = 10
HAND = 10

COLOURS = ("red", "blue", "green", "yellow")
HIGHEST = 14
"""The highest number in any colour; BID-01 says how many are used."""

# Card numbers: the four colours first, then all black cards, then the Ally.
BLACK = len(COLOURS) * HIGHEST
DOUBLE = BLACK + HIGHEST
MINUS = DOUBLE + 1
THIEF = DOUBLE + 2
SHUFFLE = DOUBLE + 3
LOWEST = DOUBLE + 4
SURPRISE = DOUBLE + 5
BLANKS = DOUBLE + 6
MOST_BLANKS = 2
MOST_BLANK_POINTS = 20
LONGEST_BLANK = 16
ALLY = BLANKS + MOST_BLANKS
CARDS = ALLY + 1
BLACKS = ALLY - BLACK
"""The number of black cards."""
NO_CARD = -1

SPECIALS = ("Thief", "Shuffle", "Lowest", "Surprise")
"""BID-03: the special cards in the order of their card numbers."""
CARD_NAMES = (
    *(f"{colour} {number}" for colour in COLOURS for number in range(1, HIGHEST + 1)),
    *(f"black {number}" for number in range(1, HIGHEST + 1)),
    *("2x", "-5", *SPECIALS, "blank 1", "blank 2", "Ally"),
)

MINUS_POINTS = -5
NO_BID = -100
"""The bid of a card that bids no number (BID-30)."""

# BID-01, BID-02, BID-04, BID-05, BID-19, by the number of players.
COLOURS_USED = (0, 0, 0, 3, 4, 4, 4)
NUMBERS_USED = (0, 0, 0, 10, 10, 12, 14)
TAKEN_OUT = (0, 0, 0, 1, 1, 1, 0)
MIXED_IN = (0, 0, 0, 1, 1, 2, 3)
LUCKY_LOSER = (0, 0, 0, 12, 8, 8, 7)
ALLY_FROM = 5
"""The Ally is always used from this number of players on."""

PILE = BLACKS
"""The size of the pile: room for every black card."""

BLACK_COLOUR, ALLY_COLOUR = len(COLOURS), len(COLOURS) + 1
"""BID-21, BID-24: the two colours after the first four, used in colour bids."""
COLOUR_NAMES = (*COLOURS, "black", "white")
"""The names of all colours; the Ally is white."""
ALL_COLOURS = -1
"""The pool without colour bids: every colour can win."""

WON, TIED, MIDDLE_BEST, NONE_IN_POOL, NONE_BID = range(5)
"""How a turn ends: BID-09, BID-10, BID-22, BID-55, BID-30."""

STEAL = CARDS
"""Actions: a card number plays that card; STEAL + victim * BLACKS + (card - BLACK) steals a black card."""
ACTIONS = STEAL + MOST_PLAYERS * BLACKS
