"""The events of The Secret Auction House: name, clause and sentences."""

from __future__ import annotations

from bidwell.core.events import EventType

DEALT = EventType(
    "requests dealt",
    "SEC-04",
    "{seat:seat} is dealt {one:request} and {other:request}, to keep one",
    "You are dealt {one:request} and {other:request}; keep one",
)
KEPT = EventType("kept", "SEC-04", "{seat:seat} keeps {request:request}", "You keep {request:request}", echo=True)
HAS_KEPT = EventType(
    "has kept",
    "SEC-04",
    "{seat:seat} has kept a request",
    "You have kept a request",
    several="{seat:seat} have kept a request each",
    echo=True,
    for_others=True,
)
ITEM = EventType("item", "SEC-10", "Item {number}: {item:item}, for {size:cards}", chapter="Item", number="number")
COLLECTED = EventType(
    "collected",
    "SEC-20",
    "{seat:seat} has too few cards in hand and takes back the pile: {money:money}",
    "You have too few cards in hand and take back your pile: {money:money}",
)
DROPPED_OUT = EventType(
    "dropped out",
    "SEC-21",
    "{seat:seat} cannot bid {size:cards} any more, and is out",
    "You cannot bid {size:cards} any more, and are out",
    several="{seat:seat} cannot bid {size:cards} any more, and are out",
)
HAS_CHOSEN = EventType(
    "has chosen",
    "SEC-10",
    "{seat:seat} has chosen",
    "You have chosen",
    several="{seat:seat} have chosen",
    echo=True,
)
TAKES_BACK = EventType(
    "takes back",
    "SEC-31",
    "{seat:seat} takes back their pile for this item",
    "You take back your pile for this item",
)
RECOVERED = EventType(
    "recovered",
    "SEC-31",
    "{seat:seat} spends a chip and takes back the pile: {money:money}",
    "You spend a chip and take back your pile: {money:money}",
)
PASSED = EventType(
    "passed",
    "SEC-30",
    "{seat:seat} spends a chip and passes",
    "You spend a chip and pass",
    several="{seat:seat} spend a chip each and pass",
)
BID = EventType(
    "bid",
    "SEC-10",
    "{seat:seat} bids {sum} with {money:money}",
    "You bid {sum} with {money:money}",
    several="{seat:seat} bid {sum} each with {money:money}",
)
WON = EventType("won", "SEC-11", "{seat:seat} wins {item:item} with {sum}", "You win {item:item} with {sum}")
WON_NEXT = EventType(
    "won as next",
    "SEC-14",
    "{tied:seats} tie for the highest bid: {seat:seat}, the next highest, wins {item:item} with {sum}",
    "{tied:seats} tie for the highest bid: you, the next highest, win {item:item} with {sum}",
)
TIED = EventType("tied", "SEC-14", "{tied:seats} tie, and no next bid alone: {item:item} is discarded")
ALL_PASSED = EventType("all passed", "SEC-16", "All pass: {item:item} is discarded")
NOT_AWARDED = EventType("not awarded", "SEC-33", "{item:item} is not awarded")
ITEMS_OUT = EventType("no item left", "SEC-33", "No item is left: the game is over", chapter="No item left")
PLAYERS_OUT = EventType(
    "no bidders left", "SEC-33", "At most one can still take part: the game is over", chapter="No bidders left"
)
STALEMATE = EventType("stalemate", "SEC-34", "From here on all could only tie: the game is over", chapter="Stalemate")
FULFILLED = EventType(
    "fulfilled",
    "SEC-35",
    "{seat:seat} has fulfilled {request:request}: {points} points",
    "You have fulfilled {request:request}: {points} points",
)
FAILED = EventType(
    "failed",
    "SEC-35",
    "{seat:seat} has not fulfilled {request:request}",
    "You have not fulfilled {request:request}",
)
