"""Off Season: sealed bets under eight kinds of auction, markets with abilities, and camels with limited loads."""

from __future__ import annotations

from bidwell.core.game import Game
from bidwell.core.options import Choice
from bidwell.games.off_season import features, notation, positions, rules
from bidwell.games.off_season.components import ACTIONS, MOST_PLAYERS, MOST_POUNDS, WAYS_TO_CHOOSE
from bidwell.games.off_season.foresight import foresight
from bidwell.games.off_season.goal import goal
from bidwell.games.off_season.heuristic import heuristic
from bidwell.games.off_season.imagine import imagine
from bidwell.games.off_season.state import OffSeasonState
from bidwell.games.off_season.ties import TIE_BREAKS

GAME = Game(
    name="off_season",
    title="Off Season",
    pitch="Sealed bets for the first choice of a market, camels not to overload, goods to sell in time. "
    "Auctions and markets follow the rulebook's appendix; the frame around them is ours.",
    players=range(3, MOST_PLAYERS + 1),
    rules_version=2,
    options=(
        Choice(
            "markets",
            "CAM-04",
            "drawn",
            "the markets in play are drawn at random, or A upward",
            title="Markets in play",
            words=WAYS_TO_CHOOSE,
            meanings={
                "drawn": "One market more than players is drawn at random from A to F.",
                "upward": "The markets are A, B, C and so on: the same every time, good for a first game.",
            },
        ),
    ),
    state=OffSeasonState,
    rules=rules,
    imagine=imagine,
    notation=notation,
    positions=positions,
    heuristic=heuristic,
    features=features,
    actions=ACTIONS,
    foresight=foresight,
    goal=goal,
    most_choices=MOST_POUNDS + 1,
    most_decisions=1000,
    turn_clause="CAM-12",
    end_clause="CAM-16",
    tie_breaks=TIE_BREAKS,
    score_unit="pound",
    minutes=40,
    feel="Bet for first pick of the market, then hope your camel can carry what you grabbed.",
    verbs={
        "bet": "bet",
        "market": "choose a market",
        "use": "use the ability",
        "no": "leave it",
        "load": "load a camel",
        "draft": "take a card",
        "sell": "sell",
        "keep": "keep a card",
        "spend": "spend the token",
    },
    past={
        "bet": "bet",
        "choose": "chose",
        "peek": "peeked",
        "name": "named",
        "fetch": "fetched",
        "discard": "discarded",
        "swap": "swapped",
        "move": "moved",
        "gain": "gained",
        "draw": "drew",
        "let": "let",
        "leave": "left",
        "take": "took",
        "load": "loaded",
        "sell": "sold",
        "keep": "kept",
        "spend": "spent",
    },
)
