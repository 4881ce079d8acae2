"""The events of Off Season: name, clause and sentences."""

from __future__ import annotations

from bidwell.core.events import EventType

ROUND = EventType("round", "CAM-10", "Round {number}, auction: {auction:auction}", chapter="Round", number="number")
MARKETS = EventType("markets", "CAM-04", "The markets in play are {markets:markets}")
FILLED = EventType("filled", "CAM-10", "Market {side:side}: {up:cards}{down:face_down}")
SEALED_BET = EventType(
    "sealed bet", "CAM-11", "{seat:seat} seals a bet of {pounds:pounds}", "You seal a bet of {pounds:pounds}", echo=True
)
HAS_BET = EventType(
    "has bet",
    "CAM-11",
    "{seat:seat} has bet",
    "You have bet",
    several="{seat:seat} have bet",
    echo=True,
    for_others=True,
)
OPENED = EventType(
    "opened",
    "CAM-11",
    "{seat:seat} bet {pounds:pounds}",
    "You bet {pounds:pounds}",
    several="{seat:seat} bet {pounds:pounds} each",
)
MOST_DATES = EventType(
    "changed",
    "CAM-35",
    "{seat:seat}'s bet counts as {pounds}: most dates",
    "Your bet counts as {pounds}: most dates",
)
FIRST_PLAYER = EventType(
    "changed",
    "CAM-36",
    "{seat:seat}'s bet counts as {pounds}: first player",
    "Your bet counts as {pounds}: first player",
)
FEWEST_GOODS = EventType(
    "changed",
    "CAM-37",
    "{seat:seat}'s bet counts as {pounds}: fewest goods",
    "Your bet counts as {pounds}: fewest goods",
)
WON = EventType(
    "won",
    "CAM-11",
    "{seat:seat} wins the auction, pays {pounds:price} and is First Player",
    "You win the auction, pay {pounds:price} and are First Player",
)
BET_AGAIN = EventType("bet again", "CAM-30", "No bet wins: all take theirs back and bet again")
STAYS_FIRST = EventType(
    "stays first",
    "CAM-30",
    "Again no bet wins: {seat:seat} stays First Player and pays nothing",
    "Again no bet wins: you stay First Player and pay nothing",
)
DRAWN_FIRST = EventType(
    "drawn first",
    "CAM-30",
    "Again no bet wins: {seat:seat} is drawn as First Player",
    "Again no bet wins: you are drawn as First Player",
)
FINED = EventType(
    "fined",
    "CAM-32",
    "{seat:seat} was not alone with 0 and loses {pounds:pounds}",
    "You were not alone with 0 and lose {pounds:pounds}",
    several="{seat:seat} were not alone with 0 and lose {pounds:pounds} each",
)
CHOSE = EventType(
    "chose", "CAM-12", "{seat:seat} chooses market {side:side}", "You choose market {side:side}", echo=True
)
NO_ABILITY = EventType(
    "no ability",
    "CAM-12",
    "{seat:seat} does not use the ability of {side:side}",
    "You do not use the ability of {side:side}",
)
TOOK = EventType("took", "CAM-12", "{seat:seat} takes {cards:cards}", "You take {cards:cards}")
TURNED_UP = EventType("turned up", "CAM-13", "{seat:seat} turns up {face:face}", "You turn up {face:face}")
LOADED = EventType(
    "loaded",
    "CAM-13",
    "{seat:seat} loads {kind:type} on camel {limit}, which carries {cards:count} now",
    "You load {kind:type} on camel {limit}, which carries {cards:count} now",
)
OVERLOADED = EventType(
    "overloaded",
    "CAM-13",
    "{seat:seat}'s camel {limit} cannot carry {cards} cards and throws its {kind:type} off",
    "Your camel {limit} cannot carry {cards} cards and throws its {kind:type} off",
)
SELL_PHASE = EventType("sell phase", "CAM-14", "The sell phase begins")
SOLD = EventType(
    "sold", "CAM-14", "{seat:seat} sells {sale:sale} for {pounds:pounds}", "You sell {sale:sale} for {pounds:pounds}"
)
SELLS_NOTHING = EventType(
    "sells nothing",
    "CAM-14",
    "{seat:seat} sells nothing",
    "You sell nothing",
    several="{seat:seat} sell nothing",
    echo=True,
)
COIN = EventType(
    "coin",
    "CAM-23",
    "Fruit stays: {pounds:pounds} from the supply is put on {seat:seat}'s camel {limit}",
    "Fruit stays: {pounds:pounds} from the supply is put on your camel {limit}",
)
SPENT_SALE = EventType(
    "spent extra sale", "CAM-14", "{seat:seat} spends the Extra Sale token", "You spend the Extra Sale token"
)
UNCHOSEN = EventType("unchosen", "CAM-15", "Nobody chose {side:side}: its goods are discarded")
FINAL_SALE = EventType(
    "final sale",
    "CAM-16",
    "The Tower has too few cards for another round: all may sell once from each camel",
    chapter="Final sale",
)
OVER = EventType("over", "CAM-16", "The game is over", chapter="Over")
COUNTED = EventType(
    "counted",
    "CAM-16",
    "{seat:seat} has {pounds:pounds}",
    "You have {pounds:pounds}",
    several="{seat:seat} have {pounds:pounds} each",
)
NAMED = EventType("named", "CAM-40", "{seat:seat} names {kind:type}", "You name {kind:type}")
DREW = EventType("drew", "CAM-40", "{seat:seat} draws {face:face}", "You draw {face:face}")
KEPT = EventType("kept", "CAM-40", "{seat:seat} keeps {face:face}", "You keep {face:face}", echo=True)
PREDICTED_WRONG = EventType(
    "predicted wrong",
    "CAM-40",
    "{seat:seat} named what was not drawn, and keeps nothing",
    "You named what was not drawn, and keep nothing",
)
GAINED_SALE = EventType(
    "gained extra sale", "CAM-41", "{seat:seat} gains the Extra Sale token", "You gain the Extra Sale token"
)
SWAPPED = EventType(
    "swapped",
    "CAM-42",
    "{seat:seat} swaps {mine:face} with {face:face} of {side:side}",
    "You swap {mine:face} with {face:face} of {side:side}",
)
DREW_MORE = EventType(
    "drew more", "CAM-43", "{seat:seat} draws {face:face} for an empty camel", "You draw {face:face} for an empty camel"
)
MOVED_SOFT = EventType(
    "moved",
    "CAM-44",
    "{seat:seat} fetches {face:face} from {side:side}",
    "You fetch {face:face} from {side:side}",
)
MOVED_HARD = EventType(
    "moved",
    "CAM-45",
    "{seat:seat} fetches {face:face} from {side:side}",
    "You fetch {face:face} from {side:side}",
)
DRAFT = EventType(
    "draft",
    "CAM-46",
    "{seat:seat} draws a face-down card and {cards:cards}; each takes one",
    "You draw a face-down card and {cards:cards}; each takes one",
)
PICKED = EventType("picked", "CAM-46", "{seat:seat} takes {face:face}", "You take {face:face}")
PICKED_HIDDEN = EventType(
    "picked face-down", "CAM-46", "{seat:seat} takes the face-down card", "You take the face-down card"
)
DISCARDED = EventType(
    "discarded", "CAM-47", "{seat:seat} discards {face:face} from a camel", "You discard {face:face} from a camel"
)
REMOVED = EventType(
    "removed", "CAM-48", "{seat:seat} discards {face:face} of {side:side}", "You discard {face:face} of {side:side}"
)
SWAPPED_HIDDEN = EventType(
    "swapped face-down",
    "CAM-49",
    "{seat:seat} swaps face-down card {place} with {face:face} of {side:side}, and leaves {turned:face} there, face up",
    "You swap face-down card {place} with {face:face} of {side:side}, and leave {turned:face} there, face up",
)
MOVED_HIDDEN = EventType(
    "moved face-down",
    "CAM-50",
    "{seat:seat} moves a face-down card to {side:side}",
    "You move a face-down card to {side:side}",
)
GAINED_PEEK = EventType("gained peek", "CAM-51", "{seat:seat} gains the Peek token", "You gain the Peek token")
PEEKED = EventType(
    "peeked", "CAM-51", "{seat:seat} spends the Peek token on {side:side}", "You spend the Peek token on {side:side}"
)
SAW = EventType("saw", "CAM-51", "{seat:seat} sees {cards:cards}", "You see {cards:cards}")
