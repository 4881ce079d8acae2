"""What a seat can foresee, compared with what then happens."""

from __future__ import annotations

import random

from bidwell import Table
from bidwell.games.serengeti.foresight import Dial, SerengetiForesight
from tests.games.serengeti.helpers import (
    ANNE,
    BURT,
    DORA,
    GAME,
    a_table,
    about_to_default,
    about_to_win,
    bank,
    cards,
    chips,
    finish,
    gains,
    last_one_passes,
    play,
)


def foresight(table: Table, seat: str | None = "Anne") -> SerengetiForesight:
    found: SerengetiForesight = table.foresight(seat)
    return found


def dial(table: Table, seat: str | None = "Anne") -> Dial:
    found = foresight(table, seat).dial
    assert found is not None
    return found


def test_the_dial_says_what_a_sale_at_every_price_pays() -> None:
    """SER-19 to SER-23: at every price, with random cards, the changes are those of the sale."""
    rng = random.Random(1)
    for price in range(12, 51):
        held: dict[str, list[str]] = {"Anne": [], "Burt": [], "Carla": [], "Dora": []}
        for card in rng.sample(["Nuba 3", "Massai 4", "Bantu 1", "Bantu 3", "Tonga 4", "Nandi 7", "Nandi 8"], 5):
            held[rng.choice(("Burt", "Carla", "Dora"))].append(card)
        table = about_to_win(price, held)
        foreseen = dial(table)
        after = table.copy()
        last_one_passes(after)
        assert foreseen.changes[price] == gains(table, after)
        assert foreseen.bank[price] == bank(after) - bank(table)


def test_the_standing_sale_is_the_one_that_happens() -> None:
    """SER-08, SER-21."""
    table = about_to_win(7, {"Burt": ["Massai 7"]})
    sale = foresight(table, "Dora").standing
    assert sale is not None
    assert (sale.winner, sale.price, sale.changes, sale.bank) == (ANNE, 7, [-7, 7, 0, 0], 0)


def test_nobody_knows_whether_a_rival_can_pay() -> None:
    """SER-05, SER-16: only the bidder, or everybody where chips are open."""
    table = about_to_default(21)
    known = [sale.can_pay for seat in ("Anne", "Dora", None) if (sale := foresight(table, seat).standing)]
    assert known == [False, None, None]


def test_cards_forbid_their_digits() -> None:
    """SER-13."""
    found = dial(a_table({"Anne": ["Nuba 6", "Tonga 6"]}, lot=["Nuba 0"]))
    assert found.forbidden_by[16] == ["Nuba 6", "Tonga 6"]
    assert [*found.forbidden_by] == [6, 16, 26, 36, 46, 56]


def test_what_is_allowed_is_what_is_legal() -> None:
    """SER-07, SER-13, SER-15: above the last bid, with and without overbidding."""
    for overbid in (True, False):
        table = GAME.deal(4, seed=5, options={"overbid": overbid})
        rng = random.Random(2)
        while not table.over:
            seat = table.asks[0]
            if not table.foresight(seat).discards:
                found = dial(table, table.names[seat])
                first = table.state.price + 1  # type: ignore[attr-defined]
                above = [price for price in range(first, found.highest + 1) if price not in found.forbidden_by]
                assert [f"bid {price}" for price in above] == table.legal(seat)[1:]
            table.play(seat, rng.choice(table.legal(seat)[:6]))


def test_bids_above_the_own_chips_are_bluffs() -> None:
    """SER-16: the first price that could not be paid; unknown for others."""
    table = a_table(chips=[4, 20, 20, 11])
    assert dial(table).first_bluff == 5
    assert dial(table, None).first_bluff is None


def test_a_waiting_player_sees_their_own_dial() -> None:
    """A player who has passed sees that of the player to act."""
    table = play(a_table(), "bid 3", "pass")
    assert dial(table, "Anne").bidder == ANNE
    assert dial(table, "Dora").bidder == DORA
    assert dial(table, "Burt").bidder == table.asks[0]


def test_a_pass_earns_chips_once() -> None:
    """SER-10: not after a bid on the lot."""
    table = a_table()
    assert foresight(table).passing is not None
    assert foresight(table).passing.earns == 2  # type: ignore[union-attr]
    play(table, "bid 1", "bid 2", "bid 3", "bid 4")
    assert foresight(table).passing.earns == 0  # type: ignore[union-attr]
    assert foresight(table).passing.has_bid  # type: ignore[union-attr]


def test_a_pass_that_ends_the_auction_says_so() -> None:
    """SER-09: the lot goes to the last bidder; before that the auction goes on."""
    table = play(a_table(), "bid 3", "pass", "pass")
    passing = foresight(table, "Dora").passing
    assert passing is not None
    assert passing.then is not None
    assert (passing.then.winner, passing.then.price) == (ANNE, 3)
    assert foresight(play(a_table(), "bid 3"), "Burt").passing.then is None  # type: ignore[union-attr]


def test_the_last_pass_gives_the_lot_to_the_opener() -> None:
    """SER-11."""
    table = play(a_table(), "pass", "pass", "pass")
    passing = foresight(table, "Dora").passing
    assert passing is not None
    assert passing.then is not None
    assert (passing.then.winner, passing.then.price) == (ANNE, 0)
    lot = cards(table, "lot")
    play(table, "pass")
    assert cards(table, "Anne") == lot


def test_a_discard_says_what_the_set_loses_and_which_digit_it_frees() -> None:
    """SER-16, SER-13, SER-25."""
    table = about_to_default(21, {"Anne": ["Nuba 0", "Nuba 3", "Tonga 0"]})
    last_one_passes(table)
    found = foresight(table, "Burt").discards
    assert (found["Nuba 3"].points_now, found["Nuba 3"].points_then, found["Nuba 3"].frees) == (3, 1, 3)
    assert found["Nuba 0"].frees is None


def test_sets_count_with_the_lot() -> None:
    """SER-25: 1, 3, 6 points."""
    found = foresight(a_table({"Burt": ["Nuba 0", "Nuba 3"]}, lot=["Nuba 6"]))
    assert found.sets[BURT] == [3, 0, 0, 0, 0, 0]
    assert found.sets_with_lot[BURT] == [6, 0, 0, 0, 0, 0]


def test_after_the_end_only_points_are_left() -> None:
    """SER-24, SER-26: those of sets, and of the most chips."""
    table = finish({"Anne": 3, "Burt": 2, "Carla": 1}, {"Anne": ["Nuba 0"]})
    assert foresight(table) == SerengetiForesight(
        [[1, 0, 0, 0, 0, 0], [0] * 6, [0] * 6], [[1, 0, 0, 0, 0, 0], [0] * 6, [0] * 6], [3, 0, 0]
    )
    assert chips(table) == [3, 2, 1]
