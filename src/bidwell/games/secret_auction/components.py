"""SEC-01 to SEC-05: money, items, requests, chips."""

from __future__ import annotations

MOST_PLAYERS = 5
MONEY = 10
"""Money cards of one colour have the values 1 to 10. A set of them is a bit mask, value v at bit v - 1."""
ALL_MONEY = (1 << MONEY) - 1
CHIPS_EACH = 3

TYPES = ("Ruby", "Sapphire", "Emerald", "Amethyst", "Topaz", "Opal")
STARS = 3
ITEMS = len(TYPES) * STARS
"""Item number = type * STARS + stars - 1."""
ITEM_NAMES = tuple(f"{kind} {stars}" for kind in TYPES for stars in range(1, STARS + 1))

BID_SIZES = ("square", "stars")
SQUARE = 0

# SEC-40 to SEC-49, in this order.
(
    MOST_MONEY,
    FEW_TYPES,
    MANY_TYPES,
    FEWEST_THREES,
    MOST_ONES,
    MULTIPLE_OF_FOUR,
    CHIPS_UNUSED,
    TWO_TWOS,
    PAIRS,
    ONE_OF_EACH,
) = range(10)
REQUESTS = 10
REQUEST_POINTS = (5, 3, 4, 4, 4, 4, 4, 4, 5, 3)
REQUEST_GOALS = (0, 3, 4, 0, 0, 4, CHIPS_EACH, 2, 2, STARS)
"""The number in each request: the most types (SEC-41), the factor of the stars (SEC-45), the number wanted otherwise; 0
for the requests that compare players (SEC-40, SEC-43, SEC-44)."""
REQUEST_CLAUSES = tuple(f"SEC-{40 + request}" for request in range(REQUESTS))
REQUEST_NAMES = (
    "the Saver",
    "the Specialist",
    "the Collector",
    "the Modest",
    "the Bargain Hunter",
    "the Numerologist",
    "the Patient",
    "the Twin",
    "the Matchmaker",
    "the Connoisseur",
)
REQUEST_WISHES = (
    "Most money cards in hand and pile together; tied is enough.",
    "Items of at most three types, and at least one item.",
    "Items of at least four types.",
    "Fewest three-star items of all; tied is enough.",
    "Most one-star items, at least one; tied is enough.",
    f"The sum of your stars is a multiple of {REQUEST_GOALS[MULTIPLE_OF_FOUR]}, not 0.",
    "All three chips unused.",
    "Exactly two two-star items, any others besides.",
    "Two or more types with at least two items each.",
    "At least one item each of one, two and three stars.",
)
"""What each request asks, in one sentence."""

SIGHT, DISCARDED, DECK = MOST_PLAYERS, MOST_PLAYERS + 1, MOST_PLAYERS + 2
"""Places of an item that no player has: turned up, discarded, not turned up yet."""

KEEP = 0
PASS = KEEP + REQUESTS
RECOVER = PASS + 1
BID = RECOVER + 1
"""Actions: KEEP + request, PASS, RECOVER, and BID + the bit mask of the money cards."""
ACTIONS = BID + ALL_MONEY + 1
NO_CHOICE = -1
NO_REQUEST = -1
