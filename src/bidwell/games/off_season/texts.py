"""What terminal and page say of the abilities and the kinds of auction, in one line each."""

from __future__ import annotations

from bidwell.games.off_season.components import FEWEST_GOODS, FIRST_PLAYER, MOST_DATES, PREDICTED, ZEROES_LOSE

ABILITIES = (
    f"name a type, draw {PREDICTED}: keep one of it",
    "gain the Extra Sale token",
    "swap a face-up card with another market",
    "draw a card for each empty camel",
    "fetch a face-up carpet or fruit",
    "fetch a face-up date or pottery",
    "draft a card each, you pick first",
    "discard one card you carry",
    "discard any market's face-up card",
    "swap a face-down for a face-up card",
    "move a face-down card elsewhere",
    "gain the Peek token",
)
"""The ability of each side (CAM-40 to CAM-51)."""

AUCTION_RULES = (
    "the highest bet wins; tied bets are out",
    "the lowest bet wins, but never 0; tied bets are out",
    f"a single 0 wins; several lose {ZEROES_LOSE} each, the highest wins",
    "nobody may bet 2; the highest wins",
    "nobody may bet 3; the highest wins",
    "+1 for the most dates; the highest wins",
    "-1 for the First Player; the highest wins",
    "+1 for the fewest goods; the highest wins",
)
"""Each kind of auction (CAM-30 to CAM-37)."""

CHANGING = (MOST_DATES, FIRST_PLAYER, FEWEST_GOODS)
"""The kinds that change bets. If nobody's bet is changed, the first rule holds."""

UNCHANGED = ("no dates yet", "no First Player yet", "no goods yet")
"""Why each of them changes nobody's bet."""
