"""What the table of Off Season tells."""

from __future__ import annotations

from bidwell.core.events import Telling

ROUND = Telling("round", "CAM-10", "Round {number}, auction: {auction:auction}", heading=True)
MARKETS = Telling("markets", "CAM-04", "The markets in play are {markets:markets}")
FILLED = Telling("filled", "CAM-10", "Market {side:side}: {up:cards}, and {down} face down")
YOU_BET = Telling("you bet", "CAM-11", "You bet {pounds:pounds}")
HAS_BET = Telling("has bet", "CAM-11", "{seat:seat} has bet")
OPENED = Telling("opened", "CAM-11", "{seat:seat} bet {pounds:pounds}")
MOST_DATES = Telling("changed", "CAM-35", "{seat:seat}'s bet counts as {pounds}: most dates")
FIRST_PLAYER = Telling("changed", "CAM-36", "{seat:seat}'s bet counts as {pounds}: first player")
FEWEST_GOODS = Telling("changed", "CAM-37", "{seat:seat}'s bet counts as {pounds}: fewest goods")
WON = Telling("won", "CAM-11", "{seat:seat} wins the auction, pays {pounds:pounds} and is First Player")
BET_AGAIN = Telling("bet again", "CAM-30", "No bet wins: all take theirs back and bet again")
STAYS_FIRST = Telling("stays first", "CAM-30", "Again no bet wins: {seat:seat} stays First Player and pays nothing")
DRAWN_FIRST = Telling("drawn first", "CAM-30", "Again no bet wins: {seat:seat} is drawn as First Player")
FINED = Telling("fined", "CAM-32", "{seat:seat} was not alone with 0 and loses {pounds:pounds}")
CHOSE = Telling("chose", "CAM-12", "{seat:seat} chooses market {side:side}")
NO_ABILITY = Telling("no ability", "CAM-12", "{seat:seat} does not use the ability of {side:side}")
TOOK = Telling("took", "CAM-12", "{seat:seat} takes {cards:cards}")
TURNED_UP = Telling("turned up", "CAM-13", "{seat:seat} turns up {face:face}")
LOADED = Telling("loaded", "CAM-13", "{seat:seat} loads {kind:type} on camel {limit}: {cards:count} there")
OVERLOADED = Telling(
    "overloaded",
    "CAM-13",
    "{seat:seat}'s camel {limit} throws everything off: {cards} cards of {kind:type} are too many",
)
SELL_PHASE = Telling("sell phase", "CAM-14", "The sell phase begins")
SOLD = Telling("sold", "CAM-14", "{seat:seat} sells {sale:sale} for {pounds:pounds}")
SELLS_NOTHING = Telling("sells nothing", "CAM-14", "{seat:seat} sells nothing")
COIN = Telling("coin", "CAM-23", "Fruit stays: {pounds:pounds} from the supply is put on {seat:seat}'s camel {limit}")
SPENT_SALE = Telling("spent extra sale", "CAM-14", "{seat:seat} spends the Extra Sale token")
UNCHOSEN = Telling("unchosen", "CAM-15", "Nobody chose {side:side}: its goods are discarded")
FINAL_SALE = Telling(
    "final sale",
    "CAM-16",
    "The Tower has too few cards for another round: all may sell once from each camel",
    heading=True,
)
OVER = Telling("over", "CAM-16", "The game is over", heading=True)
COUNTED = Telling("counted", "CAM-16", "{seat:seat} has {pounds:pounds}")
NAMED = Telling("named", "CAM-40", "{seat:seat} names {kind:type}")
DREW = Telling("drew", "CAM-40", "{seat:seat} draws {face:face}")
KEPT = Telling("kept", "CAM-40", "{seat:seat} keeps {face:face}")
PREDICTED_WRONG = Telling("predicted wrong", "CAM-40", "{seat:seat} named what was not drawn, and keeps nothing")
GAINED_SALE = Telling("gained extra sale", "CAM-41", "{seat:seat} gains the Extra Sale token")
SWAPPED = Telling("swapped", "CAM-42", "{seat:seat} swaps {mine:face} with {face:face} of {side:side}")
DREW_MORE = Telling("drew more", "CAM-43", "{seat:seat} draws {face:face} for an empty camel")
MOVED_SOFT = Telling("moved", "CAM-44", "{seat:seat} moves {face:face} here from {side:side}")
MOVED_HARD = Telling("moved", "CAM-45", "{seat:seat} moves {face:face} here from {side:side}")
DRAFT = Telling("draft", "CAM-46", "{seat:seat} draws a face-down card and {cards:cards}; each takes one")
PICKED = Telling("picked", "CAM-46", "{seat:seat} takes {face:face}")
PICKED_HIDDEN = Telling("picked face-down", "CAM-46", "{seat:seat} takes the face-down card")
DISCARDED = Telling("discarded", "CAM-47", "{seat:seat} discards {face:face} from a camel")
REMOVED = Telling("removed", "CAM-48", "{seat:seat} discards {face:face} of {side:side}")
SWAPPED_HIDDEN = Telling(
    "swapped face-down",
    "CAM-49",
    "{seat:seat} swaps face-down card {place} with {face:face} of {side:side}, where {turned:face} is turned up",
)
MOVED_HIDDEN = Telling("moved face-down", "CAM-50", "{seat:seat} moves a face-down card to {side:side}")
GAINED_PEEK = Telling("gained peek", "CAM-51", "{seat:seat} gains the Peek token")
PEEKED = Telling("peeked", "CAM-51", "{seat:seat} spends the Peek token on {side:side}")
SAW = Telling("saw", "CAM-51", "You see {cards:cards}")
