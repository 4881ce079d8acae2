"""CAM-01 to CAM-04: the cards and every number of the game. House values are here too; correct them from the box."""

from __future__ import annotations

MOST_PLAYERS = 5
POUNDS_EACH = 5
CAMELS = (3, 4, 5, 6)
"""CAM-01: how many goods cards each camel carries."""

# CAM-02: a card is identified by its face, a number; the faces of a type are consecutive.
TYPES = ("date", "carpet", "fruit", "pottery")
PLURALS = ("dates", "carpets", "fruit", "pottery")
DATE, CARPET, FRUIT, POTTERY = range(4)
COLOURS = ("red", "blue", "green", "yellow", "purple", "white")
SHAPES = ("jar", "bowl", "vase")
SHAPES_ON = (1, 2, 4, 3, 5, 6, 7)
"""The shapes on each pottery face, as a bit mask."""
TYPE_OF = (DATE,) * 4 + (CARPET,) * 6 + (FRUIT,) * 4 + (POTTERY,) * 7
FACES = len(TYPE_OF)
FIRST_FACE = (0, 4, 10, 14, FACES)
"""The first face of each type, and the end of the last."""
FACE_SHAPES: tuple[tuple[str, ...], ...] = ((),) * FIRST_FACE[POTTERY] + tuple(
    tuple(shape for bit, shape in enumerate(SHAPES) if on >> bit & 1) for on in SHAPES_ON
)
"""The shapes on each face; none but on pottery."""
FACE_MARKS = ("1", "2", "3", "4", *COLOURS, "1", "2", "3", "4", *("+".join(shapes) for shapes in FACE_SHAPES if shapes))
"""The name of each face within its type: `3`, `red`, `jar+bowl`."""
FACE_NAMES = tuple(f"{TYPES[kind]} {mark}" for kind, mark in zip(TYPE_OF, FACE_MARKS, strict=True))
COPIES = (10, 10, 8, 6) + (5,) * 6 + (12, 9, 7, 4) + (8, 8, 8, 2, 2, 2, 2)
"""The number of cards with each face."""
CARDS = sum(COPIES)
assert max(COPIES) < 1 << 5, "how many cards have a face fits into five bits"
assert max(CAMELS) < 1 << 3, "how many cards a camel carries fits into three bits"

# CAM-03
AUCTIONS = (
    "highest bet",
    "lowest bet",
    "lucky 0",
    "cannot bet 2",
    "cannot bet 3",
    "most dates",
    "first player",
    "fewest goods",
)
HIGHEST, LOWEST, LUCKY_0, NOT_2, NOT_3, MOST_DATES, FIRST_PLAYER, FEWEST_GOODS = range(8)
AUCTION_CLAUSES = tuple(f"CAM-{30 + kind}" for kind in range(len(AUCTIONS)))
BACKS = (30, 14, 14, 14, 14, 14, 14, 14)
assert sum(BACKS) == CARDS, "every card has a back"
assert max(BACKS) < 1 << 6, "how many cards have a back fits into six bits"

# CAM-04, CAM-40 to CAM-51: a market side's number is 2 * market + side.
MARKETS = "ABCDEF"
SIDE_NAMES = tuple(f"{market}{side}" for market in MARKETS for side in (1, 2))
A1, A2, B1, B2, C1, C2, D1, D2, E1, E2, F1, F2 = range(12)
OTHERS = len(MARKETS) - 1
"""The number of other markets. Abilities that reach for another market number them from 0, skipping their own."""
WAYS_TO_CHOOSE = ("drawn", "upward")
DRAWN, UPWARD = range(2)
"""CAM-04: the values of the option `markets`."""
FACE_UP = (2, 2, 2, 2, 3, 3, 2, 2, 2, 2, 2, 3)
FACE_DOWN = (1, 1, 1, 2, 0, 0, 2, 3, 3, 4, 4, 3)
MOST_UP, MOST_DOWN = max(FACE_UP) + 1, max(FACE_DOWN) + 1
"""One more than printed, because an ability may add a card."""
TURN_BELOW = 80
"""CAM-04: with fewer cards than this in the Tower, all markets turn to side 2."""
STAYS_ON_TOP = 1
"""CAM-10, CAM-16: this many cards of the Tower are never dealt; a round needs one more for each player."""
PREDICTED = 3
"""CAM-40: the number of cards drawn for the named type."""
MOST_ASIDE = len(CAMELS)
ALL_FACES = (1 << FACES) - 1
SOFT_FACES = sum(1 << face for face in range(FACES) if TYPE_OF[face] in (CARPET, FRUIT))
FACES_ELSEWHERE = (0, 0, ALL_FACES, 0, SOFT_FACES, ALL_FACES - SOFT_FACES, 0, 0, 0, ALL_FACES, 0, 0)
"""CAM-42, CAM-44, CAM-45, CAM-49: the faces from which a side's ability chooses a card of another market."""

# Selling
DATES_PAY = (0, 1, 1, 2, 2, 4, 4, 6, 6, 9, 9, 12, 12, 16)
"""CAM-20: pounds by number of dates; the last entry holds for all higher numbers."""
CARPETS_PAY = (0, 1, 3, 6, 10, 15, 20)
POTTERY_PAY = (0, 2, 4, 6, 9, 12, 16)
COIN = 1
"""CAM-23: the pounds put on a camel on which other fruit stays."""
ZEROES_LOSE = 2
"""CAM-32."""

MOST_POUNDS = 500
"""An upper bound: all goods together bring less."""

NONE = -1
"""No card, no type on a camel, no bet, no seat."""
EVERYBODY = (1 << MOST_PLAYERS + 1) - 1
"""The knowledge mask of a card seen by all: every seat and the spectators."""

(
    ROUND,
    BETTING,
    CHOOSING,
    ABILITY,
    KEEPING,
    DRAFTING,
    TAKING,
    LOADING,
    SELLING,
    TOKEN,
    EXTRA,
    FINAL,
    OVER,
) = range(13)
STAGES = (
    "round",
    "betting",
    "choosing",
    "ability",
    "keeping",
    "drafting",
    "taking",
    "loading",
    "selling",
    "token",
    "extra sale",
    "final sale",
    "over",
)

# Actions, numbered without gaps. Cards are named by face because equal cards are interchangeable. Only a card
# that lies face down is named by its place (CAM-49).
BET = 0
MARKET = BET + MOST_POUNDS + 1
PEEK = MARKET + len(MARKETS)
NO_ABILITY = PEEK + len(MARKETS)
GAIN_SALE = NO_ABILITY + 1
DRAW = GAIN_SALE + 1
DRAFT = DRAW + 1
GAIN_PEEK = DRAFT + 1
NAME = GAIN_PEEK + 1
MOVE = NAME + len(TYPES)
REMOVE = MOVE + OTHERS * FACES
SWAP_HIDDEN = REMOVE + len(MARKETS) * FACES
SWAP = SWAP_HIDDEN + FACE_DOWN[E2] * OTHERS * FACES
UNLOAD = SWAP + FACES * OTHERS * FACES
HIDE = UNLOAD + FACES
KEEP = HIDE + OTHERS
PICK = KEEP + FACES
PICK_HIDDEN = PICK + FACES
LOAD = PICK_HIDDEN + 1
SELL = LOAD + len(TYPES) * len(CAMELS)
SELL_NOTHING = SELL + POTTERY + len(SHAPES)
SPEND_TOKEN = SELL_NOTHING + 1
KEEP_TOKEN = SPEND_TOKEN + 1
USE = (NAME, GAIN_SALE, SWAP, DRAW, MOVE, MOVE, DRAFT, UNLOAD, REMOVE, SWAP_HIDDEN, HIDE, GAIN_PEEK)
"""CAM-40 to CAM-51: the action that uses the ability of each market side, or the first of them."""
ACTIONS = KEEP_TOKEN + 1
"""How many there are:

BET + pounds · MARKET, PEEK + market · NAME + type · HIDE + other · UNLOAD, KEEP, PICK + face
MOVE + other * FACES + face · REMOVE + market * FACES + face
SWAP_HIDDEN + (face-down place * OTHERS + other) * FACES + face · SWAP + (own face * OTHERS + other) * FACES + face
LOAD + type * camels + camel · SELL + type, for pottery SELL + POTTERY + shape
"""
