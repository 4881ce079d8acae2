"""The Secret Auction House in the terminal: the item, the counting, the choices, the last screen."""

from __future__ import annotations

import re

import pytest

import bidwell
from bidwell import Table
from bidwell.bots.registry import bot
from bidwell.cli.scenes import scene_of
from bidwell.cli.scenes.secret_auction.board import NAME_WIDTH, Board
from bidwell.cli.scenes.secret_auction.ending import sales, why
from bidwell.cli.scenes.secret_auction.items import items_at, jewel, values
from bidwell.cli.scenes.words import clockwise_from
from bidwell.cli.table_commands import meant
from bidwell.core.table import View
from bidwell.games.secret_auction.components import ALL_MONEY, TYPES
from bidwell.games.secret_auction.rules import stars_of
from tests.cli.terminal import Bidwell, drawn
from tests.games.secret_auction.helpers import REQUESTS, a_table, auction, finish

SCENE = scene_of(bidwell.game("secret_auction"))


def scene(table: Table, seat: str | None = "Anne", width: int = 80) -> str:
    return drawn(SCENE.scene(table.view(seat), []), width)


def if_said(table: Table, said: str) -> str:
    action = table.game.notation.action(table, said)
    return "\n".join(map(str, SCENE.consequence(table.view("Anne"), action)))


# The item and one's own things


def test_the_item_in_sight() -> None:
    """SEC-03, SEC-10."""
    shown = scene(a_table("Emerald 3"))
    assert "║    ★ ★ ★    ║" in shown
    assert "■ EMERALD" in shown
    assert "■ Emerald ★★★: a bid is exactly 3 money cards  SEC-10" in shown


def test_the_request_and_how_it_stands() -> None:
    """SEC-44: and whether the item in sight would change it."""
    kept = {"Anne": "SEC-44", "Burt": "SEC-40", "Carla": "SEC-41"}
    shown = scene(a_table("Emerald 1", kept=kept), width=120)
    assert (
        "The Bargain Hunter, 4 points: most one-star items; a tie is enough. At least one is needed.  SEC-44" in shown
    )
    assert "✗ not fulfilled as it stands · one-star items: you 0, Burt 0, Carla 0 · with this item fulfilled" in shown


def test_hand_pile_and_chips() -> None:
    shown = scene(a_table("Emerald 1", piles={"Anne": [3, 7]}, chips={"Anne": 1}))
    assert "Hand 1 2 4 5 6 8 9 10 · pile 3 7 · 1 chip" in shown


@pytest.mark.parametrize("request_", range(len(REQUESTS)))
def test_every_request_says_what_it_counts(request_: int) -> None:
    kept = {"Anne": REQUESTS[request_]}
    shown = scene(a_table("Emerald 1", won={"Anne": ["Ruby 1"]}, kept=kept), width=120)
    assert re.search(r"fulfilled as it stands · [^·]+: (you )?\d", shown)


# The counting


def test_notes_in_hand_spent_and_gone() -> None:
    """SEC-06: a set is known, so that what is neither spent nor gone is in hand."""
    shown = scene(a_table("Emerald 1", won={"Burt": ["Ruby 1"]}, piles={"Burt": [9]}))
    assert re.search(r"▸Burt +· +· +3 +4 +5 +6 +7 +8 \(9\) 10 +3 +10 +1", shown)


def test_the_most_each_can_bid() -> None:
    """SEC-31: with a chip the pile counts too."""
    table = a_table("Emerald 3", piles={"Burt": [9, 10], "Carla": [10]}, chips={"Carla": 0})
    assert "21→27" in scene(table)


def test_a_player_who_is_out_is_marked() -> None:
    """SEC-21."""
    assert re.search(r"×Carla .* out", scene(a_table("Emerald 1", hands={"Carla": [4]}, out=["Carla"])))


def test_a_player_who_has_chosen_is_marked_and_what_is_not_shown() -> None:
    """SEC-10: sealed is sealed."""
    table = a_table("Emerald 1", piles={"Anne": [1]})
    before = scene(table, "Burt")
    table.play("Anne", "recover")
    assert scene(table, "Burt") == before
    table.play("Anne", "bid 7")
    assert scene(table, "Burt") == before.replace("▸Anne", "✉Anne")


def test_a_spectator_sees_no_request_and_no_choices() -> None:
    shown = scene(a_table("Emerald 1"), None)
    assert "as it stands" not in shown
    assert "leaves" not in shown


# The choices


def test_choices_say_what_they_leave() -> None:
    table = a_table("Emerald 2", piles={"Anne": [3]})
    shown = scene(table)
    assert re.search(r"1\+2 = 3 +leaves 4 5 6 7 8 9 10 +the least", shown)
    assert re.search(r"9\+10 = 19 +leaves 1 2 4 5 6 7 8 +the most; all others can bid as much", shown)
    assert re.search(r"pass +keeps 1 2 4 5 6 7 8 9 10 +a chip, 2 left", shown)
    assert re.search(r"recover +makes 1 2 3 4 5 6 7 8 9 10", shown)


def test_a_sure_bid_is_pointed_out() -> None:
    """The least that nobody can reach, with or without a chip; and what only the poorest cannot."""
    piles = {"Burt": [8, 9, 10], "Carla": [10]}
    shown = scene(a_table("Emerald 1", piles=piles, chips={"Burt": 0, "Carla": 0}))
    assert re.search(r"^8 +leaves .* more than Burt can bid", shown, re.M)
    assert re.search(r"^10 +leaves .* sure to win", shown, re.M)


def test_a_pass_that_costs_the_request_says_so() -> None:
    """SEC-46."""
    kept = {"Anne": "SEC-46", "Burt": "SEC-40", "Carla": "SEC-41"}
    assert "a chip, 2 left; your request would fail" in scene(a_table("Emerald 1", kept=kept), width=120)


def test_a_bid_before_it_is_made() -> None:
    """SEC-12, SEC-13."""
    told = if_said(a_table("Emerald 2", piles={"Anne": [3]}), "bid 4+5")
    assert "If 9 wins: ■ Emerald ★★, your stars 0→2" in told
    assert "4+5 gone for good (SEC-12)" in told
    assert "If it does not: hand 1 2 6 7 8 9 10, pile 3 4 5 (SEC-13)." in told
    assert "The most the others can bid: Burt 19, Carla 19." in told


def test_a_bid_after_taking_the_pile_back() -> None:
    """SEC-31."""
    table = a_table("Emerald 2", piles={"Anne": [3]})
    assert "Your hand would be 1 2 3 4" in if_said(table, "recover")
    table.play("Anne", "recover")
    assert "comes back for this item" in scene(table)
    assert "If it does not: hand 1 2 4 6 7 8 9 10, pile 3 5 (SEC-13)." in if_said(table, "bid 3+5")
    assert "You take no part in this item" in if_said(table, "pass")


def test_what_cannot_be_chosen_has_no_consequence() -> None:
    assert if_said(a_table("Emerald 2"), "recover") == "You cannot do that now."


def test_looking_ahead_changes_nothing() -> None:
    view = a_table("Emerald 2", piles={"Anne": [3]}).view("Anne")
    before = view.state.seen_by(0)
    drawn(SCENE.scene(view, []))
    for action in view.actions:
        SCENE.consequence(view, action)
    assert view.state == before


# Input


@pytest.mark.parametrize(
    ("typed", "said"),
    [("3 7", "bid 3+7"), ("7+3", "bid 3+7"), ("bid 3, 7", "bid 3+7"), ("p", "pass"), ("r", "recover")],
)
def test_choices_are_taken_as_they_come(typed: str, said: str) -> None:
    assert meant(a_table("Emerald 2", piles={"Anne": [1]}), 0, typed) == said


def test_a_request_may_be_said_shortly() -> None:
    table = bidwell.game("secret_auction").deal(3, seed=3)
    clause = table.legal(0)[1].removeprefix("keep ")
    assert meant(table, 0, clause.removeprefix("SEC-")) == f"keep {clause}"
    assert meant(table, 0, clause.lower()) == f"keep {clause}"


# Whole games


def test_the_two_requests_are_shown_with_their_clauses() -> None:
    """SEC-04, SEC-03."""
    table = bidwell.game("secret_auction").deal(3, seed=3)
    shown = drawn(SCENE.scene(table.view(0), table.told(0)))
    assert len(re.findall(r"^keep the \w.*   \d points:", shown, re.M)) == len(re.findall(r"SEC-4\d", shown)) == 2
    assert "Chosen already: nobody" in shown
    assert "keep" not in scene(table, None).replace("Keep", "")
    assert "to the end" in str(SCENE.consequence(table.view(0), table.view(0).actions[0])[0])


@pytest.mark.parametrize("players", [3, 5])
def test_every_page_fits_on_a_small_screen(players: int) -> None:
    """80 by 24, the prompt's line included; nothing is wider."""
    game = bidwell.game("secret_auction")
    table, player, mark = game.deal(players, seed=5), bot("heuristic", game, 1), 0
    while not table.over:
        seat = table.asks[0]
        lines = drawn(SCENE.scene(table.view(seat), table.told(seat)[mark:]), screen=True).splitlines()
        assert len(lines) < 24
        assert max(len(line.rstrip()) for line in lines) <= 80
        mark = len(table.told(seat))
        table.play(seat, player.choose(table.view(seat)))
    assert max(len(line.rstrip()) for line in drawn(SCENE.ending(table)).splitlines()) <= 80
    assert all(sale.price > 0 for sale in sales(table))


@pytest.mark.parametrize("width", [50, 60, 70, 80])
@pytest.mark.parametrize("players", [3, 5])
def test_a_narrow_board_has_every_number(players: int, width: int) -> None:
    """SEC-12, SEC-13: the notes in hand and in the pile, the chips, the items by jewel, and the stars."""
    game = bidwell.game("secret_auction")
    table, player = game.deal(players, seed=5), bot("heuristic", game, 1)
    while not table.over:
        seat = table.asks[0]
        if table.position()["turned"]:
            view = table.view(seat)
            board = drawn(Board(view), width).splitlines()
            assert not any("…" in line[NAME_WIDTH:] for line in board)
            assert max(len(line.rstrip()) for line in board) <= width
            for line, other in zip(board[1:], clockwise_from(view), strict=False):
                assert sorted(re.findall(r"\d+", line)) == sorted(numbers_of(view, other)), line
        table.play(seat, player.choose(table.view(seat)))
    assert not any("…" in line for line in drawn(SCENE.ending(table), width).splitlines())


def numbers_of(view: View, seat: int) -> list[str]:
    """All that a row of the board should say: their notes, chips and items, and what they could bid."""
    state, bidder = view.state, view.foresight.bidders[seat]
    notes = values(ALL_MONEY & ~state.gone[seat])
    items = items_at(state, seat)
    jewels = ["".join(str(stars_of(item)) for item in items if jewel(item) == kind) for kind in range(len(TYPES))]
    most = [] if state.out >> seat & 1 else [bidder.most, bidder.most_with_chip]
    said = most[:1] if most and most[1] <= most[0] else most
    return [*map(str, [*notes, state.chips[seat], *said, bidder.stars]), *filter(None, jewels)]


def test_several_at_one_keyboard_keep_their_secrets(bidwell: Bidwell) -> None:
    """After a sealed choice the page is cleared before the next one sees it."""
    shown = bidwell("play secret_auction --seed 3 --seats you,you,you", "", "", "keep SEC-48", "", "hint").out
    first, _, second = shown.partition("Pass the keyboard to Burt")
    assert "keep the Matchmaker" in first
    assert "SEC-48" not in second
    assert "Chosen already: Anne" in second


# The end


def test_the_winner_the_request_and_the_margin() -> None:
    kept = {"Anne": "SEC-46", "Burt": "SEC-49", "Carla": "SEC-48"}
    table = finish({"Anne": ["Ruby 3"], "Burt": ["Opal 3"], "Carla": ["Topaz 1"]}, kept)
    assert why(table) == "7 points (3 stars and 4 for the request), 4 ahead of Burt."
    shown = drawn(SCENE.ending(table))
    assert "✓ Anne: The Patient, 4 points: all three chips unused.  SEC-46" in shown
    assert re.search(r"✗ Burt: The Connoisseur, 3 points", shown)


def test_a_tie_is_broken_by_the_request() -> None:
    """SEC-35."""
    kept = {"Anne": "SEC-46", "Burt": "SEC-49", "Carla": "SEC-48"}
    table = finish({"Anne": ["Ruby 1"], "Burt": ["Opal 3", "Topaz 2"]}, kept)
    said = "Anne and Burt have 5 points each: Anne comes before Burt with a fulfilled request (SEC-35)."
    assert why(table) == said


def test_a_tie_is_broken_by_items() -> None:
    """SEC-35."""
    kept = {"Anne": "SEC-47", "Burt": "SEC-49", "Carla": "SEC-48"}
    table = finish({"Anne": ["Ruby 1", "Opal 2"], "Burt": ["Opal 3"]}, kept)
    assert why(table) == "Anne and Burt have 3 points each: Anne comes before Burt with more items (2) (SEC-35)."


def test_a_shared_victory() -> None:
    """SEC-35."""
    kept = {"Anne": "SEC-47", "Burt": "SEC-49", "Carla": "SEC-48"}
    table = finish({"Anne": ["Ruby 3"], "Burt": ["Opal 3"]}, kept)
    assert why(table) == "Anne and Burt have 3 points each and as many items: they share the victory (SEC-35)."
    assert "Anne and Burt share the victory." in drawn(SCENE.ending(table))


def test_bargains_and_ties_are_remembered() -> None:
    """SEC-14."""
    table = a_table("Emerald 1", coming=["Opal 1", "Ruby 3"])
    auction(table, "bid 3", "bid 2", "bid 1")
    auction(table, "bid 9", "bid 8", "bid 7")
    auction(table, "bid 5", "bid 5", "pass")
    shown = drawn(SCENE.ending(table))
    assert "Best bargain: ■ Emerald ★ for 3 to Anne" in shown
    assert "Most expensive: ○ Opal ★ for 9 to Anne" in shown
    assert "Lost to ties: ◆ Ruby ★★★" in shown


def test_a_spent_ten_leaves_the_board_in_shape() -> None:
    shown = scene(a_table("Emerald 3", piles={"Anne": [10, 9]}, won={"Burt": ["Opal 1", "Opal 2", "Opal 3"]}))
    assert re.search(r"▸Anne \(you\) .* \(9\)\(10\) +3 21→27 +0$", shown, re.M)
    assert "…" not in shown
