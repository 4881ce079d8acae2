"""What a seat can foresee, compared with what then happens."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bidwell import Table
from bidwell.games.secret_auction.components import BID_SIZES, ITEM_NAMES
from bidwell.games.secret_auction.foresight import (
    BEATS,
    BEATS_WITH_CHIP,
    BID_RANGES,
    CANNOT,
    ITEM_SIZES,
    TIES,
    TIES_WITH_CHIP,
    Progress,
    SecretAuctionForesight,
    Winning,
)
from tests.games.secret_auction.helpers import (
    ALL_MONEY,
    ANNE,
    BURT,
    CARLA,
    GAME,
    REQUESTS,
    a_table,
    auction,
    chips,
    finish,
    money,
    size,
)

GAMES = range(4)


def foresight(table: Table, seat: int | str | None = "Anne") -> SecretAuctionForesight:
    found: SecretAuctionForesight = table.foresight(seat)
    return found


def request(table: Table, seat: str = "Anne") -> Progress:
    found = foresight(table, seat).request
    assert found is not None
    return found


def winning(table: Table, seat: int | str = "Anne") -> Winning:
    found = foresight(table, seat).winning
    assert found is not None
    return found


def positions(seed: int) -> Iterator[tuple[Table, int, str]]:
    """A random game: every position with the seat that acts and its action. It acts after the position is yielded."""
    rng = random.Random(seed)
    table = GAME.deal(3 + seed % 3, seed=seed)
    while not table.over:
        seat = rng.choice(table.asks)
        chip = [text for text in table.legal(seat) if not text.startswith("bid")]
        text = rng.choice(chip if chip and rng.random() < 0.3 else table.legal(seat))
        yield table, seat, text
        table.play(seat, text)


# Money


@pytest.mark.parametrize("seed", GAMES)
def test_everybody_can_count_every_hand(seed: int) -> None:
    """SEC-12, SEC-13, SEC-20, SEC-31: what is neither in the pile nor gone is in hand."""
    for table, _, _ in positions(seed):
        for viewer in (None, *range(table.players)):
            assert [bidder.hand for bidder in foresight(table, viewer).bidders] == money(table, "hands")


@pytest.mark.parametrize("seed", GAMES)
def test_the_most_a_seat_can_bid_is_its_highest_legal_bid(seed: int) -> None:
    """SEC-11, SEC-31: as a rival sees it, without and with the pile."""
    for table, seat, _ in positions(seed):
        if not table.position()["turned"] or table.position()["recovering"][table.names[seat]]:
            continue
        rival = foresight(table, (seat + 1) % table.players).bidders[seat]
        assert rival.most == max(foresight(table, seat).sums)
        back = table.copy()
        if "recover" in table.legal(seat):
            back.play(seat, "recover")
        assert rival.most_with_chip == max(rival.most, *foresight(back, seat).sums)


def test_a_player_who_is_out_cannot_bid() -> None:
    """SEC-21."""
    table = a_table("Emerald 1", hands={"Carla": [4]}, out=["Carla"])
    assert foresight(table).bidders[CARLA].most == 0
    assert foresight(table).answers[1][CARLA] == CANNOT


def test_the_usable_cards_are_those_of_the_legal_bids() -> None:
    """SEC-31: with the pile, once it is taken back for this item."""
    table = a_table("Emerald 1", piles={"Anne": [3, 10]})
    assert foresight(table).usable == [1, 2, 4, 5, 6, 7, 8, 9]
    table.play("Anne", "recover")
    assert foresight(table).usable == ALL_MONEY
    assert [f"bid {card}" for card in ALL_MONEY] == table.legal(ANNE)[1:]


@pytest.mark.parametrize("option", BID_SIZES)
def test_the_size_of_a_bid_for_every_item(option: str) -> None:
    """SEC-03."""
    assert [*ITEM_SIZES[option]] == [size(item, option) for item in ITEM_NAMES]


def test_the_lowest_and_the_highest_bid_of_every_size() -> None:
    """SEC-01, SEC-11."""
    assert BID_RANGES == ((0, 0), (1, 10), (3, 19), (6, 27))


# Bids


def test_the_sums_are_those_of_the_legal_actions() -> None:
    """SEC-11: and 0 for a pass and for a recovery."""
    table = a_table("Emerald 2", hands={"Anne": [1, 2, 10]}, piles={"Anne": [5]})
    assert table.legal(ANNE) == ["pass", "recover", "bid 1+2", "bid 1+10", "bid 2+10"]
    assert foresight(table).sums == [0, 0, 3, 11, 12]


def test_the_answers_say_what_rivals_can_do() -> None:
    """SEC-11, SEC-14, SEC-31: Burt bids up to 6, and up to 9 with a chip; Carla has no chip."""
    piles = {"Burt": [7, 8, 9], "Carla": [8, 9, 10]}
    table = a_table("Emerald 1", won={"Burt": ["Opal 1"]}, piles=piles, chips={"Carla": 0}, gone={"Burt": [10]})
    answers = foresight(table).answers
    assert [answers[total][BURT] for total in (5, 6, 8, 9, 10)] == [
        BEATS,
        BEATS_WITH_CHIP,
        BEATS_WITH_CHIP,
        TIES_WITH_CHIP,
        CANNOT,
    ]
    assert [answers[total][CARLA] for total in (6, 7, 8)] == [BEATS, TIES, CANNOT]
    assert {answer[ANNE] for answer in answers.values()} == {CANNOT}


@pytest.mark.parametrize("seed", GAMES)
def test_a_bid_that_nobody_can_reach_wins(seed: int) -> None:
    """SEC-11: even after a rival takes the pile back."""
    sure: tuple[int, int] | None = None
    for table, seat, text in positions(seed):
        turned = table.position()["turned"]
        if sure and sure[0] != turned:
            assert table.position()["items"][sure[0] - 1] in table.position()["owner"][table.names[sure[1]]]
            sure = None
        ahead = foresight(table, seat)
        total = ahead.sums[table.legal(seat).index(text)] if ahead.sums else 0
        if total and not any(ahead.answers[total]):
            sure = turned, seat


def test_the_notable_bids() -> None:
    """SEC-11: the least, the least that Burt and that nobody can reach, the most; indices of the legal actions."""
    piles = {"Burt": [8, 9, 10], "Carla": [10]}
    table = a_table("Emerald 1", piles=piles, chips={"Burt": 0, "Carla": 0})
    found = foresight(table).offers
    assert found is not None
    legal = table.legal(ANNE)
    assert [legal[index] for index in (found.least, found.beats_one, found.beats_all, found.most) if index] == [
        "bid 1",
        "bid 8",
        "bid 10",
        "bid 10",
    ]


def test_no_bid_is_sure_against_equal_cards() -> None:
    """SEC-14: a tie can still discard it."""
    found = foresight(a_table("Emerald 3")).offers
    assert found is not None
    assert (found.beats_one, found.beats_all) == (None, None)


# What a choice does


@pytest.mark.parametrize("seed", GAMES)
def test_winning_and_passing_do_what_was_foreseen(seed: int) -> None:
    """SEC-12, SEC-30, SEC-31, SEC-35, SEC-40 to SEC-49: the stars, money, chips and request of the winner; the chips of
    seats that pass."""
    chosen: dict[int, tuple[str, SecretAuctionForesight]] = {}
    before, turned = [0] * 5, 0
    for table, seat, text in positions(seed):
        if table.position()["turned"] != turned:
            turned = table.position()["turned"]
            for one, (said, ahead) in chosen.items():
                _compare(table, one, said, ahead, before[one])
            chosen = {}
            before = [bidder.stars for bidder in foresight(table, None).bidders]
        if turned and text != "recover":
            chosen[seat] = text, foresight(table, seat)


def _compare(table: Table, seat: int, said: str, ahead: SecretAuctionForesight, stars: int) -> None:
    """The foresight of a seat against what it has after the choices were opened."""
    own = foresight(table, seat).bidders[seat]
    if said == "pass":
        assert ahead.passing is not None
        assert ahead.passing.chips_left == chips(table)[seat]
        assert {*ahead.passing.hand} <= {*own.hand}
    elif own.stars > stars:
        assert ahead.winning is not None
        assert (ahead.winning.stars, ahead.winning.fulfilled) == (own.stars, own.fulfilled)
        assert ahead.winning.cards_left == len(own.hand) + len(money(table, "piles")[seat])


def test_taking_the_pile_back() -> None:
    """SEC-31: a chip, and the whole pile."""
    table = a_table("Emerald 1", piles={"Anne": [3, 10]})
    back = foresight(table).recovering
    assert back is not None
    auction(table, "recover, bid 1", "bid 2", "bid 3")
    assert chips(table)[ANNE] == back.chips_left
    assert back.hand == ALL_MONEY


def test_a_pass_after_taking_the_pile_back_costs_a_second_chip() -> None:
    """SEC-31."""
    table = a_table("Emerald 1", piles={"Anne": [3, 10]})
    table.play("Anne", "recover")
    passing = foresight(table).passing
    assert passing is not None
    assert (passing.chips_left, passing.hand) == (1, ALL_MONEY)
    assert foresight(table).recovering is None


def test_winning_may_leave_too_few_cards() -> None:
    """SEC-21: with one card left, an item for three puts Anne out; with none to come, nothing does."""
    hands = {"Anne": [8, 9, 10]}
    assert winning(a_table("Emerald 2", hands=hands, coming=["Emerald 3"])).cards_left == 1
    assert winning(a_table("Emerald 2", hands=hands, coming=["Emerald 3"])).too_few_for == 3
    assert winning(a_table("Emerald 2", hands=hands, coming=["Opal 1"])).too_few_for is None
    assert winning(a_table("Emerald 2", hands=hands, coming=[])).too_few_for is None


@pytest.mark.parametrize(
    ("clause", "won", "change"),
    [
        ("SEC-44", [], "met"),
        ("SEC-45", ["Ruby 3", "Topaz 1"], "no longer met"),
        ("SEC-41", ["Ruby 1", "Topaz 1", "Opal 1"], "lost"),
        ("SEC-41", ["Ruby 1", "Topaz 1", "Opal 1", "Amethyst 3"], None),
        ("SEC-42", ["Ruby 1"], None),
    ],
)
def test_what_winning_changes_for_the_request(clause: str, won: list[str], change: str | None) -> None:
    """SEC-40 to SEC-49: a one-star item of a new type."""
    table = a_table("Emerald 1", won={"Anne": won}, kept={"Anne": clause})
    assert winning(table).request == change


def test_a_chip_costs_the_request_for_unused_chips() -> None:
    """SEC-46, SEC-32: it is lost at the first chip; the second changes nothing."""
    kept = {"Anne": "SEC-46"}
    ahead = foresight(a_table("Emerald 1", kept=kept, piles={"Anne": [3]}))
    assert [ahead.passing and ahead.passing.request, ahead.recovering and ahead.recovering.request] == ["lost", "lost"]
    again = foresight(a_table("Emerald 1", kept=kept, chips={"Anne": 2})).passing
    assert again is not None
    assert again.request is None


# Requests


@pytest.mark.parametrize(
    ("clause", "won", "count", "goal", "done", "steps"),
    [
        ("SEC-41", ["Ruby 1", "Ruby 2", "Opal 1"], 2, 3, 2, 3),
        ("SEC-42", ["Ruby 1", "Opal 1"], 2, 4, 2, 4),
        ("SEC-45", [], 0, 4, 0, 4),
        ("SEC-45", ["Ruby 3", "Opal 2"], 5, 8, 1, 4),
        ("SEC-45", ["Ruby 3", "Opal 1"], 4, 4, 4, 4),
        ("SEC-46", [], 3, 3, 3, 3),
        ("SEC-47", ["Ruby 2", "Opal 2", "Topaz 2"], 3, 2, 2, 2),
        ("SEC-48", ["Ruby 1", "Ruby 3", "Opal 2"], 1, 2, 1, 2),
        ("SEC-49", ["Ruby 1", "Opal 1", "Opal 3"], 2, 3, 2, 3),
    ],
)
def test_the_progress_of_a_request(clause: str, won: list[str], count: int, goal: int, done: int, steps: int) -> None:
    """SEC-41, SEC-42, SEC-45 to SEC-49."""
    found = request(a_table("Emerald 1", won={"Anne": won}, kept={"Anne": clause}))
    assert (found.count, found.goal, found.done, found.steps) == (count, goal, done, steps)


@pytest.mark.parametrize(
    ("clause", "counts", "rival"),
    [("SEC-40", [8, 10, 7], BURT), ("SEC-43", [0, 0, 1], BURT), ("SEC-44", [1, 0, 0], BURT)],
)
def test_requests_that_compare_players_name_the_best_rival(clause: str, counts: list[int], rival: int) -> None:
    """SEC-40, SEC-43, SEC-44."""
    found = request(a_table("Emerald 1", won={"Anne": ["Ruby 1"], "Carla": ["Opal 3"]}, kept={"Anne": clause}))
    assert (found.counts, found.rival, found.count, found.steps) == (counts, rival, counts[ANNE], 0)


def test_items_of_each_rarity() -> None:
    """SEC-49."""
    table = a_table("Emerald 1", won={"Anne": ["Ruby 1", "Opal 1", "Opal 3"]}, kept={"Anne": "SEC-49"})
    assert request(table).by_stars == [2, 0, 1]


@pytest.mark.parametrize("seed", range(12))
def test_a_lost_request_is_never_fulfilled(seed: int) -> None:
    """SEC-41, SEC-46, SEC-47: what is said to be lost stays so to the end."""
    lost = set()
    for table, seat, _ in positions(seed):
        found = foresight(table, seat).request
        if found and found.lost:
            lost.add(seat)
    assert not any(foresight(table, None).bidders[seat].fulfilled for seat in lost)


# Secrets


def test_requests_stay_secret_until_the_end() -> None:
    """SEC-06: whether they are fulfilled, too."""
    kept = {"Anne": "SEC-46", "Burt": "SEC-49", "Carla": "SEC-48"}
    playing = foresight(a_table("Emerald 1", kept=kept)).bidders
    assert [bidder.fulfilled for bidder in playing] == [True, None, None]
    over = foresight(finish({"Burt": ["Ruby 1"]}, kept), None).bidders
    assert [bidder.fulfilled for bidder in over] == [True, False, False]
    assert [bidder.request_points for bidder in over] == [4, 0, 0]


def test_a_sealed_choice_is_known_to_its_owner_alone() -> None:
    """SEC-10: with what the rivals can do against it."""
    table = a_table("Emerald 1", piles={"Anne": [10]})
    before = foresight(table, "Burt")
    table.play("Anne", "recover")
    table.play("Anne", "bid 10")
    own = foresight(table)
    assert (own.bidders[ANNE].bid, own.bidders[ANNE].spending) == (10, 1)
    assert own.answers == {10: [CANNOT, TIES, TIES]}
    assert foresight(table, "Burt") == before


def test_a_seat_that_is_not_asked_foresees_no_choices() -> None:
    """SEC-10."""
    table = a_table("Emerald 1")
    table.play("Anne", "pass")
    own = foresight(table)
    assert own.bidders[ANNE].spending == 1
    assert (own.sums, own.offers, own.winning, own.passing, own.recovering) == ([], None, None, None, None)


def test_before_the_first_item_there_is_only_money_to_count() -> None:
    """SEC-04."""
    table = GAME.deal(3, seed=3)
    assert foresight(table, 0).request is None
    assert [bidder.most for bidder in foresight(table, 0).bidders] == [0, 0, 0]
    table.play(0, table.legal(0)[0])
    assert foresight(table, 0).request is not None
    assert foresight(table, 0).sums == []


def test_every_request_has_its_progress() -> None:
    """SEC-40 to SEC-49: and is fulfilled as its owner's bidder says."""
    for clause in REQUESTS:
        table = a_table("Emerald 1", won={"Anne": ["Ruby 1", "Ruby 2"]}, kept={"Anne": clause})
        assert request(table).fulfilled == foresight(table).bidders[ANNE].fulfilled
