"""The Secret Auction House: sealed bids of money cards for items, and a secret request that decides close games."""

from __future__ import annotations

from bidwell.core.game import Game
from bidwell.core.options import Choice
from bidwell.games.secret_auction import features, notation, positions, rules
from bidwell.games.secret_auction.components import ACTIONS, BID_SIZES, ITEMS, MOST_PLAYERS
from bidwell.games.secret_auction.foresight import foresight
from bidwell.games.secret_auction.goal import goal
from bidwell.games.secret_auction.heuristic import heuristic
from bidwell.games.secret_auction.imagine import imagine
from bidwell.games.secret_auction.state import SecretAuctionState
from bidwell.games.secret_auction.ties import TIE_BREAKS

GAME = Game(
    name="secret_auction",
    title="The Secret Auction House",
    pitch="Sealed bids of one to three money cards for rare items, and a secret request that decides close games.",
    players=range(3, MOST_PLAYERS + 1),
    rules_version=1,
    options=(
        Choice(
            "bid_sizes",
            "SEC-03",
            "square",
            "how many money cards a bid for an item has",
            title="Cards in a bid",
            words=BID_SIZES,
            meanings={
                "square": "Every item shows 1, 2 or 3 in a square: a bid for it has that many money cards.",
                "stars": "A bid has as many money cards as the item has stars: better items cost more cards.",
            },
        ),
    ),
    state=SecretAuctionState,
    rules=rules,
    imagine=imagine,
    notation=notation,
    positions=positions,
    heuristic=heuristic,
    features=features,
    foresight=foresight,
    goal=goal,
    actions=ACTIONS,
    most_choices=124,
    most_decisions=MOST_PLAYERS * (2 * ITEMS + 1),
    turn_clause="SEC-10",
    end_clause="SEC-33",
    tie_clause="SEC-35",
    tie_breaks=TIE_BREAKS,
    minutes=20,
    feel="Sealed envelopes, short money, and one secret request that turns a close night.",
    verbs={"keep": "keep a request", "recover": "take back your pile", "bid": "bid", "pass": "pass"},
    past={"keep": "kept", "take": "took", "bid": "bid", "pass": "passed"},
)
