"""The events of Serengeti: name, clause and sentences."""

from __future__ import annotations

from bidwell.core.events import EventType

STARTER = EventType("starter", "SER-04", "{seat:seat} is drawn to start", "You are drawn to start")
LOT_DRAWN = EventType(
    "lot drawn",
    "SER-06",
    "Round {round}: {lot:cards} on sale, {seat:seat} opens",
    "Round {round}: {lot:cards} on sale, you open",
    chapter="Round",
    number="round",
)
BID = EventType("bid", "SER-07", "{seat:seat} bids {price}", "You bid {price}", echo=True)
PASSED = EventType("passed", "SER-07", "{seat:seat} passes", "You pass", several="{seat:seat} pass", echo=True)
PAID_FOR_PASSING = EventType(
    "paid for passing",
    "SER-10",
    "{seat:seat} passes without a bid and takes {amount:chips} from the bank",
    "You pass without a bid and take {amount:chips} from the bank",
    several="{seat:seat} pass without a bid and take {amount:chips} each from the bank",
)
EMPTY_BANK = EventType(
    "passed",
    "SER-10",
    "{seat:seat} passes without a bid; the bank is empty",
    "You pass without a bid; the bank is empty",
    several="{seat:seat} pass without a bid; the bank is empty",
)
FREE_LOT = EventType(
    "free lot", "SER-11", "Nobody bids: {seat:seat} gets the lot free", "Nobody bids: you get the lot free"
)
FREE_LOT_AGAIN = EventType(
    "free lot",
    "SER-18",
    "Nobody bids this time: {seat:seat} gets the lot free",
    "Nobody bids this time: you get the lot free",
)
PLACED = EventType("placed", "SER-12", "{seat:seat} collects {lot:cards}", "You collect {lot:cards}")
FORBIDDEN = EventType(
    "forbidden bid",
    "SER-14",
    "{seat:seat} bids {price}, a forbidden digit: void, {amount:chips} to the bank",
    "You bid {price}, a forbidden digit: void, {amount:chips} to the bank",
)
CANNOT_PAY = EventType(
    "cannot pay",
    "SER-16",
    "{seat:seat} wins with {price} but cannot pay, and sits this round out",
    "You win with {price} but cannot pay, and sit this round out",
)
DISCARDED = EventType("discarded", "SER-16", "{seat:seat} discards {card:card}", "You discard {card:card}", echo=True)
AGAIN = EventType(
    "auctioned again",
    "SER-17",
    "The lot is auctioned again; {seat:seat} opens",
    "The lot is auctioned again; you open",
)
LOT_LEAVES = EventType("lot leaves", "SER-18", "Nobody is left in: out of the game with {lot:cards}")
SOLD = EventType("sold", "SER-08", "{seat:seat} wins the lot for {price}", "You win the lot for {price}")
PAID_IN_FULL = EventType(
    "paid in full",
    "SER-21",
    "{winner:seat} pays {seat:seat} {amount:chips}: the only one with {digit:digit}",
    "You pay {seat:seat} {amount:chips}: the only one with {digit:digit}",
)
PAID_FOR_CARDS = EventType(
    "paid for cards",
    "SER-21",
    "{winner:seat} pays {seat:seat} {amount:chips} for {cards:count} with {digit:digit}",
    "You pay {seat:seat} {amount:chips} for {cards:count} with {digit:digit}",
    several="{winner:seat} pays {seat:seat} {amount:chips} each for {cards:count} with {digit:digit}",
    several_to_self="You pay {seat:seat} {amount:chips} each for {cards:count} with {digit:digit}",
)
PAID_EVENLY = EventType(
    "paid evenly",
    "SER-22",
    "{winner:seat} pays {seat:seat} {amount:chips}, shared evenly: nobody else has {digit:digit}",
    "You pay {seat:seat} {amount:chips}, shared evenly: nobody else has {digit:digit}",
    several="{winner:seat} pays {seat:seat} {amount:chips} each, shared evenly: nobody else has {digit:digit}",
    several_to_self="You pay {seat:seat} {amount:chips} each, shared evenly: nobody else has {digit:digit}",
)
TO_THE_BANK = EventType("to the bank", "SER-23", "{amount:chips} left over to the bank")
END = EventType("end", "SER-24", "The last lot is sold: the game is over", chapter="End")
