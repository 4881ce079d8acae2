"""The events of Bids: name, clause and sentences."""

from __future__ import annotations

from bidwell.core.events import EventType

ROUND = EventType(
    "round",
    "BID-06",
    "Round {round}: ten cards each, {seat:seat} leads",
    "Round {round}: ten cards each, you lead",
    chapter="Round",
    number="round",
)
TURNED_UP = EventType("turned up", "BID-07", "Turn {turn}: {card:card} is turned up", part="Turn", number="turn")
SHUFFLE_UP = EventType("comes up", "BID-38", "{card:first} is turned up")
LOWEST_UP = EventType("comes up", "BID-39", "{card:first} is turned up")
PLAYED = EventType("played", "BID-07", "{seat:seat} plays {card:card}", "You play {card:card}", echo=True)
WON = EventType("won", "BID-09", "{seat:seat} wins the turn", "You win the turn")
LOWEST_WON = EventType(
    "lowest won",
    "BID-39",
    "{seat:seat} wins the turn with the lowest bid",
    "You win the turn with the lowest bid",
)
COLOUR_WON = EventType(
    "colour won",
    "BID-20",
    "{seat:seat} wins the turn with the best card of the colour played most",
    "You win the turn with the best card of the colour played most",
)
TAKES = EventType("takes", "BID-09", "{seat:seat} takes {card:card}", "You take {card:card}")
BURNED_TIE = EventType(
    "burned",
    "BID-10",
    "{tied:seats} tie: the turn is burned, and {seat:seat} leads the next",
    "{tied:seats} tie: the turn is burned, and you lead the next",
)
BURNED_MIDDLE = EventType(
    "burned by the middle",
    "BID-22",
    "The card in the middle is best: burned, {seat:seat} leads again",
    "The card in the middle is best: burned, you lead again",
)
BURNED_EMPTY = EventType(
    "burned for want of a bid",
    "BID-30",
    "No bid could win: the turn is burned, {seat:seat} leads again",
    "No bid could win: the turn is burned, you lead again",
)
BURNED_POOL = EventType(
    "burned for want of the colour",
    "BID-55",
    "No bid is of the colour played most: burned, {seat:seat} leads again",
    "No bid is of the colour played most: burned, you lead again",
)
UNDER = EventType("under the pile", "BID-10", "{card:first} goes face down under the pile")
DISPLACED = EventType("under the pile", "BID-40", "{card:first} goes face down under the pile")
DISCARDED = EventType("discarded", "BID-37", "{card:first} is discarded")
ALLIED = EventType(
    "allied",
    "BID-32",
    "{seat:seat} and {winner:seat} are allied for this round",
    "You and {winner:seat} are allied for this round",
)
STOLEN = EventType(
    "stolen",
    "BID-36",
    "{seat:seat} steals {card:card} from {victim:seat}",
    "You steal {card:card} from {victim:seat}",
    echo=True,
)
NOTHING_TO_STEAL = EventType(
    "nothing to steal",
    "BID-36",
    "Nobody who bid has a card that {seat:seat} could steal",
    "Nobody who bid has a card that you could steal",
)
DOUBLED = EventType(
    "doubled",
    "BID-35",
    "All that {seat:seat} has taken so far counts double",
    "All that you have taken so far counts double",
)
SHUFFLED = EventType("shuffled", "BID-38", "The pile is shuffled, burned cards and all")
LOWEST = EventType("lowest", "BID-39", "From now on the lowest bid wins, for the rest of the round")
SURPRISED = EventType("surprised", "BID-40", "The surprise is {card:card}")
SCORED = EventType(
    "scored",
    "BID-15",
    "{seat:seat} scores {points} in this round",
    "You score {points} in this round",
    several="{seat:seat} score {points} each in this round",
)
LUCKY = EventType(
    "lucky loser",
    "BID-19",
    "{seat:seat} has no black card: lucky loser {times:ordinal}: {points} points",
    "You have no black card: lucky loser {times:ordinal}: {points} points",
    several="{seat:seat} have no black card: lucky losers {times:ordinal}: {points} points each",
)
LUCKY_ALLY = EventType(
    "lucky ally",
    "BID-33",
    "{seat:seat} has no black card: counted {times:ordinal}, not scored",
    "You have no black card: counted {times:ordinal}, not scored",
    several="{seat:seat} have no black card: counted {times:ordinal}, not scored",
)
ALLY_SCORED = EventType(
    "allies scored",
    "BID-32",
    "{seat:seat} scores {points}, half of what the allies have together",
    "You score {points}, half of what the allies have together",
    several="{seat:seat} score {points} each, half of what the allies have together",
)
END = EventType("end", "BID-17", "The last round is over", chapter="End")
