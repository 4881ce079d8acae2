"""The pictures: the price dial, the board, the last screen, and the plain scene."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import chain

import pytest
from rich.table import Table as Grid

import bidwell
from bidwell import Table
from bidwell.bots.registry import bot
from bidwell.cli.event_lines import event_lines
from bidwell.cli.scenes import plain, scene_of
from bidwell.cli.scenes.serengeti.ending import sales, why
from bidwell.cli.scenes.words import ties_behind
from bidwell.games.serengeti.components import TRIBES
from tests.cli.terminal import drawn, terminal
from tests.games.serengeti.helpers import CARDS, a_table, about_to_default, about_to_win, finish, last_one_passes

SCENE = scene_of(bidwell.game("serengeti"))


def scene(table: Table, seat: str | None = "Anne", width: int = 80) -> str:
    return drawn(SCENE.scene(table.view(seat), []), width)


def dial(table: Table, seat: str | None = "Anne", width: int = 80) -> dict[str, list[str]]:
    """The rows of the dial by their label, cell by cell."""
    rows = {}
    for line in scene(table, seat, width).splitlines():
        label = line[:11].strip()
        if label.endswith(("bid", "bids", "own", "owns", "gets")) and not label.startswith("No"):
            cells = line[11:].replace("┃", " ")
            rows[label] = [cells[at : at + 5].strip() for at in range(0, len(cells.rstrip()), 5)]
    return rows


def test_the_dial_shows_who_would_be_paid() -> None:
    """SER-21: at 7 Burt alone; SER-22: at 5 nobody has a 5, all get 1 and 2 are left over (SER-23)."""
    rows = dial(a_table({"Burt": ["Massai 7"]}, lot=["Nuba 0", "Nuba 3"]))
    assert rows["you bid"][:8] == ["1", "2", "3", "4", "5", "6", "7", "8"]
    assert [rows[name][6] for name in ("Burt gets", "Carla gets", "Dora gets", "bank gets")] == ["7", "·", "·", "·"]
    assert [rows[name][4] for name in ("Burt gets", "Carla gets", "Dora gets", "bank gets")] == ["1", "1", "1", "2"]


def test_forbidden_bids_are_struck_out_with_the_cards_that_forbid_them() -> None:
    """SER-13."""
    rows = dial(a_table({"Anne": ["Nuba 6", "Nandi 6", "Massai 2"]}, lot=["Samburu 1"]))
    assert rows["you bid"][:7] == ["1", "×2", "3", "4", "5", "×6", "7"]
    assert rows["you own"][:7] == ["", "■2", "", "", "", "▲◆6", ""]
    assert {row[price] for name, row in rows.items() if name.endswith("gets") for price in (1, 5)} == {""}


def test_three_cards_that_forbid_a_bid_fit_under_it() -> None:
    """SER-13: with all three 6s, and beside the mark where the chips end."""
    rows = dial(a_table({"Anne": ["Nuba 6", "Nandi 6", "Tonga 6"]}, lot=["Samburu 1"], chips=[5, 10, 10, 10]))
    assert rows["you own"][4:6] == ["", "▲◆✚6"]


def test_the_dial_has_no_row_for_cards_that_forbid_nothing() -> None:
    """SER-13: the first card forbids only higher bids than are shown, the second is somebody else's."""
    assert "you own" not in dial(a_table({"Burt": ["Massai 2"]}, lot=["Nuba 0", "Nuba 3"]))
    assert "you own" not in dial(a_table({"Anne": ["Nuba 0"]}, lot=["Nuba 6", "Nuba 3"]), width=50)


def test_the_dial_pays_the_only_one_with_the_digit_in_full() -> None:
    """SER-21: with two 7s Burt would get all 7, and the bank nothing."""
    rows = dial(a_table({"Burt": ["Massai 7", "Nandi 7"]}, lot=["Nuba 0", "Nuba 3", "Nuba 6"]))
    assert [rows[name][6] for name in ("Burt gets", "Carla gets", "Dora gets", "bank gets")] == ["7", "·", "·", "·"]


def test_the_dial_begins_after_the_standing_bid() -> None:
    table = a_table(lot=["Nuba 6"], round_number=4, price=7, bidder="Dora")
    assert dial(table)["you bid"][0] == "8"
    assert "Dora bids 7; if it wins: you +2, Burt +2, Carla +2, bank +1" in scene(table)


@pytest.mark.parametrize("chips", [1, 5, 12])
def test_a_mark_stands_where_the_chips_end(chips: int) -> None:
    table = a_table(lot=["Nuba 6"], chips=[chips, 10, 10, 10])
    marked = [line for line in scene(table).splitlines() if "┃" in line]
    assert len(marked) == 6
    assert {line.index("┃") for line in marked} == {11 + 5 * chips}
    assert f"your {chips} chip" in marked[-1]


def test_no_mark_beyond_the_dial() -> None:
    assert "┃" not in scene(a_table(lot=["Nuba 6"], chips=[30, 10, 10, 10]))


def test_without_overbids_the_dial_ends_with_the_chips() -> None:
    """SER-15."""
    table = a_table(lot=["Nuba 6"], chips=[3, 10, 10, 10], options={"overbid": False})
    assert dial(table)["you bid"] == ["1", "2", "3"]


def test_a_player_who_may_bid_no_higher_is_told_so() -> None:
    table = a_table(lot=["Nuba 6"], chips=[0, 10, 10, 10], options={"overbid": False})
    assert "No higher bid is possible." in scene(table)


def test_a_spectator_sees_the_dial_of_the_one_asked() -> None:
    table = a_table({"Anne": ["Nuba 6"]}, lot=["Nuba 0", "Nuba 3"])
    rows = dial(table, None)
    assert rows["Anne bids"][5] == "×6"
    assert rows["Anne owns"][5] == "▲6"
    assert [*rows] == ["Anne bids", "Anne owns", "Burt gets", "Carla gets", "Dora gets", "bank gets"]
    assert "end here" not in scene(table, None)


def test_a_wide_screen_has_more_bids() -> None:
    table = a_table(lot=["Nuba 6"])
    assert [len(dial(table, width=width)["you bid"]) for width in (80, 120, 200)] == [13, 20, 20]


def test_the_board_shows_what_the_lot_would_be_worth() -> None:
    """SER-25: a second Nuba makes 3 of 1."""
    shown = scene(a_table({"Anne": ["Nuba 6"]}, lot=["Nuba 0", "Tonga 2"]))
    assert re.search(r"^on sale +▲0 +✚2", shown, re.M)
    assert re.search(r"^  with lot +1→3 +0→1 +1→4", shown, re.M)


def test_before_any_bid_it_says_who_gets_the_lot_and_what_passing_earns() -> None:
    assert "if all pass, you get the lot free SER-11 · passing earns 2 SER-10" in scene(a_table())


def test_a_player_who_must_discard_sees_what_each_card_costs() -> None:
    """SER-16."""
    table = about_to_default(21, {"Anne": ["Nuba 0", "Nuba 3", "Tonga 2"]})
    last_one_passes(table)
    shown = scene(table)
    assert "Anne could not pay 21 and gives up one card" in shown
    assert re.search(r"▲0 Nuba 0 +set 3→1, frees bids in 0", shown)
    assert re.search(r"✚2 Tonga 2 +set 1→0", shown)


def test_looking_ahead_changes_nothing_and_knows_no_secrets() -> None:
    table = a_table({"Burt": ["Massai 7"]}, lot=["Nuba 0", "Nuba 3"])
    view = table.view("Anne")
    before = view.state.copy()
    SCENE.consequence(view, 7)
    assert view.state == before


def test_every_page_fits_on_a_small_screen() -> None:
    """80 by 24, the prompt's line included; nothing is wider."""
    table = bidwell.game("serengeti").deal(5, seed=3)
    mark, number = 0, 0
    while not table.over:
        seat, number = table.asks[0], number + 1
        if number % 4 == 0:
            lines = drawn(SCENE.scene(table.view(seat), table.log[mark:]), screen=True).splitlines()
            assert len(lines) < 24
            assert max(len(line.rstrip()) for line in lines) <= 80
            mark = len(table.log)
        legal = table.legal(seat)
        table.play(seat, legal[number % min(3, len(legal))])


def test_a_long_story_is_cut_from_its_beginning() -> None:
    table = bidwell.game("serengeti").deal(4, seed=3)
    for _ in range(40):
        table.play(table.asks[0], table.legal(table.asks[0])[0])
    shown = drawn(SCENE.scene(table.view(0), table.log), screen=True)
    assert "… `log` shows what came before" in shown
    assert table.log[-1].text.split()[-1] in shown
    assert table.log[0].text not in shown


def test_long_names_leave_the_board_in_shape() -> None:
    names = ["Bartholomew the Elder", "Wilhelmina of the Hills", "Xi"]
    shown = scene(bidwell.game("serengeti").deal(seed=1, names=names), "Bartholomew the Elder")
    assert "Bart… (you)" in shown
    assert max(len(line.rstrip()) for line in shown.splitlines()) <= 80


def test_what_is_too_wide_is_seen_by_the_tests() -> None:
    """A table with a column that gives no way is not cut to the screen's width."""
    grid = Grid.grid()
    grid.add_column(no_wrap=True, min_width=150)
    grid.add_row("wide")
    assert len(drawn(grid).splitlines()[0]) == 150


SPLIT = {
    "Anne": [card for card in CARDS if card.startswith(("Nuba", "Massai"))],
    "Burt": [card for card in CARDS if card.startswith(("Bantu", "Nandi"))],
    "Carla": ["Tonga 0", "Tonga 2", "Tonga 4", "Samburu 1", "Samburu 3", "Samburu 5", "Samburu 7"],
}
"""As wide as cards can be: every tribe has its column full."""


def played(players: int, decisions: int) -> Table:
    """After this number of decisions of bots, or at the end."""
    table = bidwell.game("serengeti").deal(players, seed=11)
    player = bot("heuristic", table.game, 1)
    while not table.over and len(table.history) < decisions:
        table.play(table.asks[0], player.choose(table.view(table.asks[0])))
    return table


def numbers_of(table: Table, name: str) -> str:
    """The digits of a player's cards by tribe, the points, and the chips if Anne knows them."""
    cards = table.position()["owner"].get(name, [])
    tribes = [[card.split()[1] for card in cards if card.startswith(tribe)] for tribe in TRIBES]
    points = sum(len(tribe) * (len(tribe) + 1) // 2 for tribe in tribes)
    chips = table.position()["chips"][name] if name == "Anne" else "?"
    return f"{''.join(chain(*tribes))}{points}{chips}"


NARROW: dict[str, Callable[[], Table]] = {
    "all cards": lambda: a_table(SPLIT, lot=["Tonga 6", "Tonga 8", "Samburu 9"], players=3, chips=[22, 22, 21]),
    "to bid": lambda: played(4, 110),
    "five players": lambda: played(5, 90),
    "cannot pay": lambda: about_to_default(21, {"Anne": ["Nuba 8", "Nandi 8"], "Burt": ["Tonga 2"]}),
}


@pytest.mark.parametrize("width", [50, 60, 70, 80])
@pytest.mark.parametrize("position", NARROW)
def test_a_narrow_board_has_every_number(position: str, width: int) -> None:
    """SER-05: the digits of every tribe, the points, and the chips that may be seen."""
    table = NARROW[position]()
    shown = drawn(SCENE.scene(table.view("Anne"), []), width).splitlines()
    for name in table.names:
        row = next(line for line in shown if line.lstrip("▸!–× ").startswith(name[:2]))
        assert re.sub(r"[^\d?]", "", row).startswith(numbers_of(table, name)), row
    assert max(len(line.rstrip()) for line in shown) <= width


@pytest.mark.parametrize("width", [50, 60, 80])
def test_a_narrow_last_screen_has_every_number(width: int) -> None:
    """SER-25 to SER-27: points, and cards."""
    table = played(4, 1000)
    shown = drawn(SCENE.ending(table), width)
    for name, score in zip(table.names, table.scores, strict=True):
        cards = len(table.position()["owner"][name])
        assert re.search(rf"^\d\. {name[:4]}.* {score} +{cards}$", re.sub(r" +$", "", shown, flags=re.M), re.M)
    assert "…" not in shown


# What was told


def test_what_several_did_alike_is_told_once() -> None:
    table = bidwell.game("serengeti").deal(4, seed=8)
    for said in ("bid 3", "pass", "pass"):
        table.play(table.asks[0], said)
    told = [line.plain for line in event_lines(table.log[-3:])]
    assert told[1] == "Burt / Carla pass without a bid and take 2 chips each from the bank  SER-10"


def test_several_who_pass_do_so_in_the_plural() -> None:
    """SER-07: all have bid, and two of them pass."""
    table = a_table(lot=["Nuba 0"])
    for said in ("bid 1", "bid 2", "bid 3", "bid 4", "pass", "pass"):
        table.play(table.asks[0], said)
    assert [line.plain for line in event_lines(table.log)][-1].endswith(" · Anne / Burt pass  SER-07")


EIGHTS = {"Burt": ["Nuba 8"], "Dora": ["Nandi 8"]}
PAID = {
    "evenly": (5, {}, "Anne pays Burt / Carla / Dora 1 chip each, shared evenly: nobody else has a 5  SER-22"),
    "alike": (18, EIGHTS, "Anne pays Burt / Dora 9 chips each for a card with an 8  SER-21"),
    "in full": (8, {"Burt": ["Nuba 8", "Tonga 8"]}, "Anne pays Burt 8 chips: the only one with an 8  SER-21"),
    "apart": (
        9,
        {"Burt": ["Nuba 9", "Nandi 9"], "Dora": ["Samburu 9"]},
        "Anne pays Burt 6 chips for 2 cards with a 9 · Anne pays Dora 3 chips for a card with a 9  SER-21",
    ),
}


@pytest.mark.parametrize(("price", "held", "line"), PAID.values(), ids=PAID)
def test_payments_say_who_gets_how_much_each(price: int, held: dict[str, list[str]], line: str) -> None:
    """SER-21, SER-22: what several are paid alike is said once, for each of them."""
    assert line in [told.plain for told in event_lines(last_one_passes(about_to_win(price, held)))]


def test_what_one_seat_does_twice_is_told_twice() -> None:
    """SER-14: two fines for the same bid."""
    table = a_table({"Anne": ["Nuba 8"]}, lot=["Nuba 0", "Nuba 3"])
    told = [*table.play("Anne", "bid 8"), *table.play("Anne", "bid 8")]
    assert next(line.plain for line in event_lines(told)).count("Anne bids 8, a forbidden digit") == 2


# The end


def test_the_winner_and_the_margin() -> None:
    """SER-26: most chips."""
    table = finish({"Anne": 30, "Burt": 20, "Carla": 15}, {"Anne": ["Nuba 0", "Nuba 3"], "Burt": ["Bantu 1"]})
    assert why(table) == "6 points (3 for sets, 3 for most chips, SER-26), 5 ahead of Burt."


FOUR_CARDS = ["Nuba 0", "Bantu 1", "Tonga 2", "Nandi 9"]
"""Worth 4 points, as three cards are of which two are of a tribe."""
THREE_CARDS = (
    ["Nandi 5", "Nandi 6", "Massai 1"],
    ["Samburu 1", "Samburu 3", "Massai 2"],
    ["Tonga 4", "Tonga 6", "Massai 4"],
)


def test_a_tie_is_broken_by_cards() -> None:
    """SER-27: four cards of four tribes are worth no more than two and one."""
    table = finish({"Anne": 20, "Burt": 20, "Carla": 25}, {"Anne": FOUR_CARDS, "Burt": THREE_CARDS[0]})
    assert why(table) == "Anne and Burt have 4 points each: Anne comes before Burt with more cards (4) (SER-27)."
    assert ties_behind(table) == []


def test_a_tie_is_broken_by_chips() -> None:
    """SER-27."""
    table = finish({"Anne": 19, "Burt": 21, "Carla": 25}, {"Anne": THREE_CARDS[0], "Burt": THREE_CARDS[1]})
    assert why(table) == "Burt and Anne have 4 points each: Burt comes before Anne with more chips (21) (SER-27)."


def test_a_shared_victory() -> None:
    """SER-27."""
    table = finish({"Anne": 20, "Burt": 20, "Carla": 25}, {"Anne": THREE_CARDS[0], "Burt": THREE_CARDS[1]})
    shared = "Anne and Burt have 4 points each and as many cards and as many chips: they share the victory (SER-27)."
    assert why(table) == shared
    assert "Anne and Burt share the victory." in drawn(SCENE.ending(table))


def test_a_tie_behind_the_winner_is_explained_too() -> None:
    """SER-27: Anne wins by her points; between Burt and Carla the cards decide, between Carla and Dora the chips."""
    cards = {"Anne": ["Massai 1", "Massai 2", "Massai 4"], "Burt": FOUR_CARDS}
    cards |= {"Carla": ["Nandi 5", "Nandi 6", "Bantu 2"], "Dora": ["Samburu 1", "Samburu 3", "Bantu 3"]}
    table = finish({"Anne": 20, "Burt": 5, "Carla": 7, "Dora": 6}, cards)
    assert why(table) == "9 points (6 for sets, 3 for most chips, SER-26), 5 ahead of Burt."
    assert ties_behind(table) == [
        "Burt, Carla and Dora have 4 points each: Burt comes before Carla with more cards (4), "
        "Carla comes before Dora with more chips (7) (SER-27).",
    ]
    assert all(sentence in drawn(SCENE.ending(table), 160) for sentence in ties_behind(table))


def test_a_place_behind_the_winner_may_be_shared() -> None:
    """SER-27: and both who share it come before the next by their cards."""
    cards = {"Anne": ["Massai 1", "Massai 2", "Massai 4"], "Burt": FOUR_CARDS}
    cards |= {"Carla": ["Nuba 3", "Bantu 2", "Tonga 4", "Nandi 8"], "Dora": ["Samburu 1", "Samburu 3", "Bantu 3"]}
    table = finish({"Anne": 20, "Burt": 1, "Carla": 1, "Dora": 5}, cards)
    assert ties_behind(table) == [
        "Burt, Carla and Dora have 4 points each: "
        "Burt and Carla share place 2 and come before Dora with more cards (4) (SER-27).",
    ]


def test_no_tie_needs_no_words() -> None:
    """SER-27: points decide."""
    assert ties_behind(finish({"Anne": 30, "Burt": 20, "Carla": 15}, {"Anne": ["Nuba 0"], "Burt": ["Nuba 3"]})) == []


def test_sales_add_up() -> None:
    table = bidwell.game("serengeti").deal(3, seed=3)
    while not table.over:
        legal = table.legal(table.asks[0])
        table.play(table.asks[0], legal[len(table.history) % 2 % len(legal)])
    assert sales(table)
    assert all(sum(sale.paid.values()) <= sale.price and sale.lot for sale in sales(table))


# Any game


def test_a_game_without_a_scene_gets_the_plain_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bidwell.cli.scenes.find_spec", lambda name: None)
    assert scene_of(bidwell.game("serengeti")).__name__ == plain.__name__  # type: ignore[attr-defined]


def test_the_plain_scene_says_every_field() -> None:
    table = a_table({"Burt": ["Massai 7"]}, lot=["Nuba 0", "Nuba 3"])
    shown = drawn(plain.scene(table.view("Anne"), table.log))
    assert re.search(r"^round number +2", shown, re.M)
    assert re.search(r"^chips +Anne: 10 +Burt: hidden", shown, re.M)
    assert re.search(r"^discarding +no", shown, re.M)
    assert "Asked: Anne" in shown
    assert "chance" not in shown


def test_the_plain_consequence_and_ending() -> None:
    table = a_table()
    assert "You pass without a bid" in str(plain.outcome(table.view("Anne"), 0)[0])
    over = finish({"Anne": 30, "Burt": 20, "Carla": 15}, {"Anne": ["Nuba 0"]})
    assert drawn(plain.ending(over)).startswith("Anne wins.")
    assert "The game is over." in drawn(plain.scene(over.view("Anne"), []))
    assert len(plain.how(table)) >= 3


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, "hidden"), (True, "yes"), ([], "none"), (["a", None, None], "a, 2 hidden"), ([1, 2], "1, 2"), (3, "3")],
)
def test_the_plain_scene_says_values_in_words(value: object, text: str) -> None:
    assert plain.said(value) == text


@pytest.mark.parametrize("game", bidwell.games(), ids=lambda game: str(game.name))
def test_every_game_can_be_played_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], game: bidwell.Game
) -> None:
    """By a player who types what the bots would: with the game's own scene, or the plain one."""
    table = game.deal(3, seed=8)
    typed = []
    while not table.over:
        seat = table.asks[0]
        typed.append(table.legal(seat)[0])
        table.play(seat, typed[-1])
    monkeypatch.setattr("bidwell.cli.scenes.find_spec", lambda name: None)
    answers = [line for said in typed for line in ("I am here", said)]
    shown = terminal(monkeypatch, capsys)(f"play {game.name} --seed 8 --seats you,you,you", "", *answers)
    assert shown.code == 0
    assert re.search(r" wins?\.| share the victory\.", shown.out)
