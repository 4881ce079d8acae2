"""Bids: cards played in turn for black point cards. A tie burns the prize; a player without black cards may score."""

from __future__ import annotations

from bidwell.core.game import Game
from bidwell.core.options import Number, Option, Subset
from bidwell.games.bids import features, notation, positions, rules
from bidwell.games.bids.components import ACTIONS, MOST_PLAYERS, MOST_ROUNDS, SPECIALS, TURNS
from bidwell.games.bids.foresight import foresight
from bidwell.games.bids.goal import goal
from bidwell.games.bids.heuristic import heuristic
from bidwell.games.bids.imagine import imagine
from bidwell.games.bids.options import Blanks, introduce, refuse
from bidwell.games.bids.state import BidsState

GAME = Game(
    name="bids",
    title="Bids",
    pitch="Play cards in turn for black points: highest wins, ties burn, and taking nothing may make a lucky loser.",
    players=range(3, MOST_PLAYERS + 1),
    rules_version=1,
    options=(
        Number(
            "rounds",
            "BID-17",
            6,
            "how many rounds are played, 1 to 12; a round takes about five minutes",
            title="Rounds",
            least=1,
            most=MOST_ROUNDS,
        ),
        Option(
            "colour_bids",
            "BID-20",
            False,
            "the highest card of the colour played most often wins",
            title="Colour bids",
            meanings={
                "on": "The colour played most often wins a turn, with its highest card.",
                "off": "The highest number wins a turn, whatever its colour.",
            },
        ),
        Subset(
            "specials",
            "BID-03",
            [],
            "special cards added: any of Thief, Shuffle, Lowest, Surprise",
            title="Special cards",
            words=SPECIALS,
            meanings={
                "none": "Only numbers, 2x and -5 are played for.",
                "Thief": "Thief: its winner steals a black card.",
                "Shuffle": "Shuffle: the pile is shuffled, burned cards too.",
                "Lowest": "Lowest: for the rest of the round the lowest bid wins.",
                "Surprise": "Surprise: the prize is a card that nobody has seen.",
            },
        ),
        Option(
            "ally",
            "BID-01",
            False,
            "the Ally is used with 3 and 4 players too",
            title="The Ally",
            meanings={
                "on": "The white Ally is dealt: its player and the winner of the turn share their points.",
                "off": "The white Ally is dealt only with 5 or 6 players.",
            },
        ),
        Blanks(
            "blanks",
            "BID-50",
            [],
            "up to two cards the table makes up, like Joker:7,Toll:-3",
            title="Cards of your own",
            meanings={"none": "No cards are made up."},
        ),
    ),
    state=BidsState,
    rules=rules,
    imagine=imagine,
    notation=notation,
    positions=positions,
    heuristic=heuristic,
    features=features,
    actions=ACTIONS,
    foresight=foresight,
    goal=goal,
    most_choices=64,
    most_decisions=MOST_ROUNDS * TURNS * (MOST_PLAYERS + 1),
    turn_clause="BID-07",
    end_clause="BID-17",
    tie_clause="BID-18",
    minutes=30,
    feel="High card wins, a tie burns the prize, and taking nothing at all can pay best.",
    verbs={"play": "play a card", "steal": "steal a card"},
    past={"play": "played", "steal": "stole"},
    introduce=introduce,
    refuse=refuse,
)
