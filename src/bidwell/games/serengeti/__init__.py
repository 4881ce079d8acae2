"""Serengeti: an open ascending auction in which the last digit of the price decides which rivals are paid."""

from __future__ import annotations

from bidwell.core.game import Game
from bidwell.core.options import Option
from bidwell.games.serengeti import features, notation, positions, rules
from bidwell.games.serengeti.components import ACTIONS, CARDS, HIGHEST_BID, MOST_PLAYERS, ROUNDS
from bidwell.games.serengeti.foresight import foresight
from bidwell.games.serengeti.goal import goal
from bidwell.games.serengeti.heuristic import heuristic
from bidwell.games.serengeti.imagine import imagine
from bidwell.games.serengeti.state import SerengetiState
from bidwell.games.serengeti.ties import TIE_BREAKS

GAME = Game(
    name="serengeti",
    title="Serengeti",
    pitch="Bid for carvings with hidden chips; the last digit of the price decides which rivals are paid.",
    players=range(3, MOST_PLAYERS + 1),
    rules_version=2,
    options=(
        Option(
            "overbid",
            "SER-15",
            True,
            "players may bid more chips than they own",
            title="Bluffing",
            meanings={
                "on": "You may bid more chips than you have; a winner who cannot pay loses a card and the round.",
                "off": "Nobody may bid more chips than they have.",
            },
        ),
        Option(
            "fines",
            "SER-14",
            True,
            "a forbidden bid is taken, void, and costs one chip; off: it is refused",
            title="Fines",
            meanings={
                "on": "A bid that ends in a digit of your own cards is void and costs one chip.",
                "off": "A bid that ends in a digit of your own cards is refused and costs nothing.",
            },
        ),
        Option(
            "open_chips",
            "SER-05",
            False,
            "everybody sees everybody's chips",
            title="Open chips",
            meanings={"on": "Everybody sees everybody's chips.", "off": "Each player's chips are hidden to the end."},
        ),
    ),
    state=SerengetiState,
    rules=rules,
    imagine=imagine,
    notation=notation,
    positions=positions,
    heuristic=heuristic,
    features=features,
    foresight=foresight,
    goal=goal,
    actions=ACTIONS,
    most_choices=HIGHEST_BID + 1,
    most_decisions=ROUNDS * MOST_PLAYERS * (HIGHEST_BID + MOST_PLAYERS + CARDS),
    turn_clause="SER-07",
    end_clause="SER-24",
    tie_clause="SER-27",
    tie_breaks=TIE_BREAKS,
    minutes=30,
    feel="You name the price, and its last digit decides which rival you make rich.",
    verbs={"bid": "bid", "pass": "pass", "discard": "discard a card"},
    past={"bid": "bid", "pass": "passed", "discard": "discarded"},
)
