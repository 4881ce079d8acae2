"""What the table of The Secret Auction House tells."""

from __future__ import annotations

from bidwell.core.events import Telling

DEALT = Telling("requests dealt", "SEC-04", "You are dealt {one:request} and {other:request}; keep one")
KEPT = Telling("kept", "SEC-04", "You keep {request:request}")
HAS_KEPT = Telling("has kept", "SEC-04", "{seat:seat} has kept a request")
ITEM = Telling("item", "SEC-10", "Item {number}: {item:item}, for {size:cards}", heading=True)
COLLECTED = Telling(
    "collected", "SEC-20", "{seat:seat} has too few cards in hand and takes back the pile: {money:money}"
)
DROPPED_OUT = Telling("dropped out", "SEC-21", "{seat:seat} cannot bid {size:cards} any more, and is out")
HAS_CHOSEN = Telling("has chosen", "SEC-10", "{seat:seat} has chosen")
TAKES_BACK = Telling("takes back", "SEC-31", "You take back your pile for this item")
RECOVERED = Telling("recovered", "SEC-31", "{seat:seat} spends a chip and takes back the pile: {money:money}")
PASSED = Telling("passed", "SEC-30", "{seat:seat} spends a chip and passes")
BID = Telling("bid", "SEC-10", "{seat:seat} bids {sum} with {money:money}")
WON = Telling("won", "SEC-11", "{seat:seat} wins {item:item} with {sum}")
WON_NEXT = Telling(
    "won as next", "SEC-14", "The highest bid is tied: {seat:seat}, the next highest, wins {item:item} with {sum}"
)
TIED = Telling("tied", "SEC-14", "Tied, and no next bid alone: {item:item} is discarded")
ALL_PASSED = Telling("all passed", "SEC-16", "All pass: {item:item} is discarded")
NOT_AWARDED = Telling("not awarded", "SEC-33", "{item:item} is not awarded")
ITEMS_OUT = Telling("no item left", "SEC-33", "No item is left: the game is over", heading=True)
PLAYERS_OUT = Telling("no bidders left", "SEC-33", "At most one can still take part: the game is over", heading=True)
STALEMATE = Telling("stalemate", "SEC-34", "From here on all could only tie: the game is over", heading=True)
FULFILLED = Telling("fulfilled", "SEC-35", "{seat:seat} has fulfilled {request:request}: {points} points")
FAILED = Telling("failed", "SEC-35", "{seat:seat} has not fulfilled {request:request}")
