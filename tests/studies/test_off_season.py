"""The study of Off Season counts what happened."""

from __future__ import annotations

import pytest

pytest.importorskip("numba", reason="the native extra is not installed")

from bidwell.games.off_season.components import AUCTIONS, POUNDS_EACH, SIDE_NAMES, TYPES
from studies import off_season_games
from studies.off_season import market_shares, seat_shares, void
from studies.off_season_games import watch


@pytest.mark.parametrize("players", [3, 5])
def test_the_pounds_add_up(players: int) -> None:
    """CAM-01, CAM-11, CAM-14: what all have in the end is what they had, less what was paid, and what goods brought.

    Not counted are the coins on camels (CAM-23), at most one a sale, and fines for a lucky 0 (CAM-32), a few a game.
    """
    seen = watch(players, 200, seed=5)
    paid = seen.total(off_season_games.PAID, len(AUCTIONS)).sum()
    sold = seen.total(off_season_games.POUNDS, len(TYPES)).sum()
    counted = 200 * players * POUNDS_EACH - paid + sold
    coins_and_fines = seen.pounds.sum() - counted
    assert -4 * 200 < coins_and_fines < seen.total(off_season_games.SALES, len(TYPES)).sum()
    auctions = seen.total(off_season_games.AUCTION, len(AUCTIONS)).sum() + seen.total(off_season_games.VOID)[0]
    assert auctions == seen.rounds.sum()


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_ability_is_used_with_every_number_of_players(players: int) -> None:
    """CAM-04, CAM-40 to CAM-51: the markets are drawn, so that all twelve sides come up."""
    shares = market_shares(watch(players, 200, seed=7))
    assert [side for side, _, _ in shares] == [*SIDE_NAMES]
    assert all(used > 0 for _, _, used in shares)


def test_shares_are_shares() -> None:
    """Seats share the wins; markets are chosen in as many places as there are players."""
    seen = watch(3, 200, seed=6)
    assert seat_shares(seen)[0].sum() == pytest.approx(1)
    assert 0 < void(seen) < 0.5
    chosen = seen.total(off_season_games.CHOSEN, 12).sum()
    assert chosen == 3 * seen.rounds.sum()
    assert all(0 < share <= 1 for _, share, _ in market_shares(seen))
