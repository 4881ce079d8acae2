"""What the heuristic of Serengeti expects to be paid is what the rules pay."""

from __future__ import annotations

from typing import cast

import pytest

from bidwell.games.serengeti.heuristic import CHIP, FEEDING, cost_of_bid, worth_of_passing
from bidwell.games.serengeti.state import SerengetiState
from tests.games.serengeti.helpers import ANNE, BURT, DORA, about_to_win, gains, last_one_passes

HOLDINGS = {
    "the only one, with two cards": {"Dora": ["Massai 7", "Nandi 7"]},
    "two cards and one": {"Dora": ["Massai 7", "Nandi 7"], "Burt": ["Samburu 7"]},
    "nobody": {},
}


@pytest.mark.parametrize("held", HOLDINGS.values(), ids=HOLDINGS)
def test_passing_is_worth_what_the_standing_bid_pays(held: dict[str, list[str]]) -> None:
    """SER-21, SER-22: Anne's 17 wins when Dora, who has bid, passes."""
    table = about_to_win(17, held)
    worth = worth_of_passing(cast(SerengetiState, table.state), DORA)
    before = table.copy()
    last_one_passes(table)
    assert worth == CHIP * gains(before, table)[DORA]


def test_a_bid_feeds_the_only_one_with_its_digit() -> None:
    """SER-21: with two 7s Burt would get all of 17, and not 16 of it."""
    table = about_to_win(4, {"Burt": ["Massai 7", "Nandi 7"]})
    assert cost_of_bid(cast(SerengetiState, table.state), ANNE, 17) == 17 * (CHIP + FEEDING)
    assert cost_of_bid(cast(SerengetiState, table.state), BURT, 10) == 10 * CHIP + 3 * FEEDING
