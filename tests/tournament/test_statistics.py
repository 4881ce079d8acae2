"""Statistics of results: shares, intervals by deal, leads and ratings, some computed by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bidwell import native
from bidwell.statistics import Estimate, estimate, student, wilson
from bidwell.tournament import ratings, statistics
from bidwell.tournament.arena import arena
from bidwell.tournament.executors import in_turn
from bidwell.tournament.match import Result
from tests.tournament.helpers import GAME, result, shown


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing to compile: few games are played sooner without."""
    monkeypatch.setattr(native, "available", lambda: False)


# Intervals


def test_a_share_is_the_mean_over_the_seats() -> None:
    """Won, shared by two, lost: a half."""
    assert result("a", "b", 1, (1, 2, 3), (1, 1, 3), (1, 2, 2)).share == 0.5


def test_an_interval_comes_from_the_spread() -> None:
    """Mean 0.4, standard deviation √(0.08 / 3), 3.182 standard errors to each side."""
    found = estimate([0.2, 0.4, 0.4, 0.6])
    assert (found.mean, found.low, found.high) == pytest.approx((0.4, 0.4 - 0.259809, 0.4 + 0.259809), abs=1e-6)


def test_an_interval_ends_where_shares_end() -> None:
    """Two deals, one won and one lost, show nothing at all."""
    assert estimate([0.0, 1.0]) == Estimate(0.5, 0.0, 1.0)


def test_one_deal_has_no_interval() -> None:
    """There is no spread to see."""
    assert estimate([0.5]) == Estimate(0.5, None, None)
    assert estimate([0.5]).sign == 0


@pytest.mark.parametrize(("value", "low", "high"), [(1.0, 0.7225, 1.0), (0.0, 0.0, 0.2775), (0.5, 0.2366, 0.7634)])
def test_deals_that_are_all_alike_are_not_all_sure(value: float, low: float, high: float) -> None:
    """Ten deals without any spread: Wilson's interval of ten games."""
    found = estimate([value] * 10)
    assert (found.mean, found.low, found.high) == pytest.approx((value, low, high), abs=1e-4)


def test_rounding_is_no_spread() -> None:
    """Two thirds, and one less a third, differ in their last place."""
    assert 2 / 3 != 1 - 1 / 3
    assert estimate([2 / 3, 1 - 1 / 3]).low == pytest.approx(wilson(2 / 3, 2)[0])


@pytest.mark.parametrize(
    ("freedom", "factor"), [(1, 12.706), (10, 2.228), (11, 2.201), (30, 2.042), (100, 1.984), (10**6, 1.960)]
)
def test_the_factor_is_students(freedom: int, factor: float) -> None:
    """As tables of it have it."""
    assert student(freedom) == pytest.approx(factor, abs=0.003)


WON, LOST = ((1, 2, 2), (2, 1, 2), (2, 2, 1)), ((2, 1, 2), (1, 2, 2), (1, 2, 2))
"""The candidate wins from all three seats, or from none."""


def test_a_pairing_by_hand() -> None:
    """Deals of shares 1, 1/3 (two shared wins) and 0: 4/9, which is 1/9 over even and 4/3 times its share."""
    shared = ((1, 1, 3), (1, 1, 3), LOST[2])
    deals = [result("a", "b", number, *places) for number, places in enumerate((WON, shared, LOST))]
    (pairing,) = statistics.pairings(["a", "b"], [3], statistics.shares(deals))
    assert (pairing.deals, pairing.games, pairing.even) == (3, 9, 1 / 3)
    means = [each.mean for each in (pairing.share, pairing.edge, pairing.times)]
    assert means == pytest.approx([4 / 9, 1 / 9, 4 / 3])
    assert (pairing.share.low, pairing.share.high) == pytest.approx((0, 1))


def test_the_interval_of_a_pairing_by_hand() -> None:
    """Shares 1/3, 1/3, 0, 1/3, 0, 1/3: mean 2/9, deviation √(4/135), 2.571 standard errors to each side."""
    once = (WON[0], LOST[1], LOST[2])
    deals = [result("a", "b", number, *places) for number, places in enumerate((once, once, LOST, once, LOST, once))]
    (pairing,) = statistics.pairings(["a", "b"], [3], statistics.shares(deals))
    half = 2.571 * (4 / 135) ** 0.5 / 6**0.5
    edge = pairing.edge
    assert (edge.mean, edge.low, edge.high) == pytest.approx((-1 / 9, -1 / 9 - half, -1 / 9 + half))
    assert (pairing.times.low, pairing.times.high) == pytest.approx((2 / 3 - 3 * half, 2 / 3 + 3 * half))


def with_wins(players: int, wins: int, deal: int) -> Result:
    """A deal that `a` wins among copies of `b` in this number of its seats."""
    rows = (tuple(1 if (seat == own) == (own < wins) else 2 for seat in range(players)) for own in range(players))
    return result("a", "b", deal, *rows)


def test_all_numbers_of_players_together_by_hand() -> None:
    """Once and twice its share with three players, twice and thrice with four, six deals each: 2 times its share.

    Every deal is half a share off the mean of its group: √(12 · 0.25 / 10), 2.228 standard errors to each side.
    """
    held = [with_wins(players, players - 2 + deal % 2, deal) for players in (3, 4) for deal in range(6)]
    deals = statistics.shares(held)
    (found,) = statistics.overall(["a", "b"], [3, 4], deals)
    assert (found.candidate, found.opponent, found.deals, found.games) == ("a", "b", 12, 42)
    half = 2.228 * (12 * 0.25 / 10) ** 0.5 / 12**0.5
    assert str(found.times) == f"2.00 ({2 - half:.2f} to {2 + half:.2f})"
    assert [*statistics.overall(["a", "b"], [3], deals)] == []


def test_nothing_is_surer_than_what_is_possible() -> None:
    """All won with three and with four players: 3.5 times its share is the most there is."""
    held = [with_wins(players, players, deal) for deal in range(10) for players in (3, 4)]
    (found,) = statistics.overall(["a", "b"], [3, 4], statistics.shares(held))
    times = found.times
    assert (times.mean, times.low, times.high) == pytest.approx((3.5, 3.5 * wilson(1.0, 20)[0], 3.5))
    (one,) = statistics.overall(["a", "b"], [3, 4], statistics.shares(held[:2]))
    assert str(one.times) == "3.50"


def test_a_lead_compares_deals_that_both_have_played() -> None:
    """Deals 1 and 2: 1 - 0 and 1/3 - 1/3; deal 3 has no mirror yet. The better one is ahead."""
    once = (WON[0], LOST[1], LOST[2])
    deals = [result("a", "b", 1, *LOST), result("b", "a", 1, *WON), result("a", "b", 3, *WON)]
    deals += [result("a", "b", 2, *once), result("b", "a", 2, *once)]
    (lead,) = statistics.leads(["a", "b"], [3], statistics.shares(deals))
    assert (lead.ahead, lead.behind, lead.deals) == ("b", "a", 2)
    assert lead.lead == Estimate(0.5, -1.0, 1.0)


def test_a_bot_and_its_twin_are_even() -> None:
    """Equal bots play the same games, so the difference is exactly 0 and no lead is reported."""
    report = arena(GAME, ["novice", "heuristic"], deals=4, seed=7, players=[3, 4], executor=in_turn)
    assert {(each.edge.mean, each.edge.sign) for each in report.pairings} == {(0.0, 0)}
    assert {(each.lead.mean, each.lead.sign) for each in report.leads} == {(0.0, 0)}


def test_the_better_bot_is_found() -> None:
    """The heuristic wins more than its share, random ones win less."""
    report = shown(30)
    assert [each.edge.sign for each in report.pairings] == [1, -1]
    assert (report.leads[0].ahead, report.leads[0].lead.sign) == ("heuristic", 1)
    assert (report.games, report.requested) == (180, 180)


# Ratings


def test_a_rating_by_hand() -> None:
    """The copies are rated as players of their own, and averaged."""
    models = pytest.importorskip("openskill.models")
    model = models.PlackettLuce(tau=0.0)
    after = [team[0] for team in model.rate([[model.rating()] for _ in range(3)], ranks=[1, 2, 3])]
    one = replace(result("a", "b", 1, (1, 2, 3), (1, 2, 3), (1, 2, 3)), places=((1, 2, 3),))
    first, second = ratings.rate(["b", "a"], [one])
    assert (first.bot, first.mu, first.sigma, first.games) == ("a", after[0].mu, after[0].sigma, 1)
    assert second.mu == pytest.approx((after[1].mu + after[2].mu) / 2)
    assert second.ordinal == pytest.approx(second.mu - 3 * second.sigma)


def test_the_better_bot_is_rated_first() -> None:
    """Over all games played."""
    pytest.importorskip("openskill")
    assert [(each.bot, each.games) for each in shown(20).ratings or []] == [("heuristic", 120), ("random", 120)]


def test_without_openskill_there_are_no_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    """And everything else is unchanged."""
    monkeypatch.setattr(ratings, "available", lambda: False)
    assert shown(2).ratings is None
