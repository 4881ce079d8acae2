"""What a seat can foresee, compared with what then happens."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bidwell import Table
from bidwell.games.off_season.components import (
    AUCTIONS,
    CAMELS,
    CARDS,
    CARPET,
    CARPETS_PAY,
    COPIES,
    DATE,
    DATES_PAY,
    FACE_NAMES,
    FRUIT,
    MARKETS,
    POTTERY,
    POTTERY_PAY,
    STAYS_ON_TOP,
    TYPE_OF,
    TYPES,
)
from bidwell.games.off_season.foresight import PRICES, SALE_NAMES, Fate, Freight, OffSeasonForesight
from tests.games.off_season.helpers import ANNE, BURT, GAME, NAMES, a_table, bet, pounds

GOODS = {
    "Anne": {
        3: ["fruit 1", "fruit 1", "fruit 3"],
        4: ["carpet red", "carpet red", "carpet blue"],
        6: ["pottery jar", "pottery jar+bowl", "pottery vase"],
    },
    "Burt": {3: ["date 1", "date 4"], 5: ["fruit 2"] * 3 + ["fruit 3"] * 2},
}


def foresight(table: Table, seat: str | None = "Anne") -> OffSeasonForesight:
    found: OffSeasonForesight = table.foresight(seat)
    return found


def freight(table: Table, text: str, seat: str = "Anne") -> Freight:
    """What is loaded after this action."""
    found = foresight(table, seat)
    place = found.actions[table.legal(seat).index(text)]
    assert place is not None
    return found.freights[place]


def fate(freight: Freight, kind: int) -> Fate:
    return next(fate for fate in freight.fates if fate.kind == kind)


def goods(table: Table, seat: int) -> list[int]:
    """The faces on the camels of a seat."""
    return [FACE_NAMES.index(card) for card in table.position()["goods"][table.names[seat]]]


def worth(table: Table, seat: int) -> int:
    return foresight(table, table.names[seat]).caravan.worth


def random_tables(games: int = 2) -> Iterator[tuple[Table, int]]:
    """The table and a seat that is asked, before every decision of some random games."""
    for seed in range(games):
        rng, table = random.Random(seed), GAME.deal(3 + seed % 3, seed=seed)
        while not table.over:
            seat = rng.choice(table.asks)
            yield table, seat
            legal = table.legal(seat)
            table.play(seat, rng.choice(legal[:4] if legal[0] == "bet 0" else legal))


# Sales


def test_a_sale_brings_what_is_foreseen() -> None:
    """CAM-20 to CAM-23: the pounds with the coin, what stays, and the coin that is put on the camel."""
    sold = set()
    for table, seat in random_tables():
        name = table.names[seat]
        camels = foresight(table, name).caravan.camels
        for place, sale in ((place, sale) for place, camel in enumerate(camels) for sale in camel.sales):
            text, kind = f"sell {SALE_NAMES[sale.sale]}", min(sale.sale, POTTERY)
            if text not in table.legal(seat):
                continue
            after = table.copy()
            after.play(seat, text)
            assert pounds(after)[seat] - pounds(table)[seat] == sale.total == sale.pounds + sale.coin
            assert [face for face in goods(after, seat) if TYPE_OF[face] == kind] == sale.stays
            assert after.position()["coins"][name][place] == sale.coin_left
            sold.add(sale.sale)
    assert len(sold) > POTTERY


def test_the_worth_of_goods_is_the_best_sale_from_each_camel() -> None:
    """CAM-20 to CAM-23: with the coin."""
    table = a_table(goods=GOODS, coins={"Anne": [1, 0, 0, 0]})
    assert worth(table, 0) == (2 + 1) + CARPETS_PAY[2] + POTTERY_PAY[2]
    assert worth(table, 1) == DATES_PAY[5] + 3 * 2


def test_the_best_sale_from_a_camel_comes_first() -> None:
    """CAM-22: two jars bring more than a bowl or a vase."""
    (camel,) = (each for each in foresight(a_table(goods=GOODS)).caravan.camels if len(each.sales) > 1)
    assert [(SALE_NAMES[sale.sale], sale.pounds) for sale in camel.sales] == [
        ("pottery: jar", POTTERY_PAY[2]),
        ("pottery: bowl", POTTERY_PAY[1]),
        ("pottery: vase", POTTERY_PAY[1]),
    ]


def test_a_camel_sold_from_is_worth_nothing_more_in_the_final_sale() -> None:
    """CAM-16."""
    table = a_table("final sale", goods={"Anne": GOODS["Anne"]}, emptied="ABCD", left=1, side=2)
    table.play("Anne", "sell carpet")
    caravan = foresight(table).caravan
    assert [camel.sold for camel in caravan.camels] == [False, True, False, False]
    assert caravan.worth == 2 + POTTERY_PAY[2]


def test_the_price_list_says_what_the_rulebook_says() -> None:
    """CAM-20 to CAM-23."""
    assert PRICES[DATE] == [(1, 2, 1), (3, 4, 2), (5, 6, 4), (7, 8, 6), (9, 10, 9), (11, 12, 12), (13, None, 16)]
    assert [pays for *_, pays in PRICES[CARPET]] == [1, 3, 6, 10, 15, 20]
    assert [pays for *_, pays in PRICES[FRUIT]] == [1, 2, 3, 4]
    assert [pays for *_, pays in PRICES[POTTERY]] == [2, 4, 6, 9, 12, 16]


def test_the_rows_of_the_price_list_are_those_of_the_goods() -> None:
    """CAM-20 to CAM-23: two colours, fruit of value 1, two jars; five dates are in the third row."""
    table = a_table(goods=GOODS)
    assert foresight(table).caravan.prices == [None, 1, 0, 1]
    assert foresight(table, "Burt").caravan.prices == [2, None, 1, None]


# Bets


@pytest.mark.parametrize("kind", AUCTIONS)
@pytest.mark.parametrize("seat", [ANNE, BURT])
def test_a_bet_counts_and_costs_what_is_foreseen(kind: str, seat: int) -> None:
    """CAM-30 to CAM-38: every bet counts as foreseen, and costs it if it wins."""
    table = a_table("betting", goods=GOODS, auction=kind, pounds=dict.fromkeys(NAMES[:3], 6))
    bets, won = foresight(table, NAMES[seat]).bets, 0
    assert bets is not None
    for amount in range(7):
        if f"bet {amount}" in table.legal(seat):
            after, every = table.copy(), [4] * 3
            every[seat] = amount
            events = [event for event in bet(after, *every) if event.values.get("seat") == seat]
            told = {event.name: event.values["pounds"] for event in events if event.name in ("changed", "won")}
            assert bets.counts[amount] == told.get("changed", amount)
            assert bets.pays[amount] == told.get("won", bets.pays[amount])
            won += "won" in told
    assert won


def test_a_bet_of_0_is_ignored_where_the_lowest_wins() -> None:
    """CAM-31."""
    found = [foresight(a_table("betting", auction=kind)).bets for kind in ("lowest bet", "highest bet")]
    assert [bets and bets.zero_ignored for bets in found] == [True, False]


@pytest.mark.parametrize(("had", "loses"), [(6, 2), (1, 1)])
def test_several_bets_of_0_lose_what_is_foreseen(had: int, loses: int) -> None:
    """CAM-32: 2 pounds, or all they have."""
    table = a_table("betting", auction="lucky 0", pounds={"Anne": had, "Burt": 6, "Carla": 6})
    bets = foresight(table).bets
    assert bets is not None
    bet(table, 0, 0, 1)
    assert (bets.zero_fine, had - pounds(table)[ANNE]) == (loses, loses)


def test_bets_are_foreseen_by_those_who_are_asked_alone() -> None:
    """CAM-11: and to a spectator nothing is said of bets."""
    table = a_table("betting")
    table.play("Anne", "bet 1")
    assert [foresight(table, seat).bets is None for seat in ("Anne", "Burt", None)] == [True, False, True]


@pytest.mark.parametrize(
    ("kind", "changes", "measure"),
    [
        ("most dates", [0, 1, 0], 5),
        ("fewest goods", [0, 0, 1], 0),
        ("first player", [-1, 0, 0], 0),
        ("lucky 0", [0] * 3, 0),
    ],
)
def test_the_bets_that_change(kind: str, changes: list[int], measure: int) -> None:
    """CAM-35, CAM-36, CAM-37: everybody sees whose."""
    for seat in ("Anne", "Carla", None):
        auction = foresight(a_table("betting", goods=GOODS, auction=kind), seat).auction
        assert auction is not None
        assert (auction.changes, auction.measure) == (changes, measure)


# The round


def test_the_order_begins_with_the_first_player() -> None:
    """CAM-12."""
    assert foresight(a_table(turn="Burt", first="Burt")).order == [1, 2, 0]
    assert foresight(GAME.deal(3, seed=1)).order == [0, 1, 2]


def test_no_game_lasts_longer_than_is_foreseen() -> None:
    """CAM-04, CAM-10, CAM-16: and without abilities that draw, exactly as long."""
    for players in (3, 4, 5):
        table = GAME.deal(players, seed=players)
        foreseen = 1 + foresight(table).rounds
        while not table.over:
            legal = table.legal(table.asks[0])
            table.play(table.asks[0], "no ability" if "no ability" in legal else legal[0])
        assert table.position()["round_number"] == foreseen


def test_with_too_few_cards_this_round_is_the_last() -> None:
    """CAM-16."""
    assert foresight(a_table("betting", side=2, left=3 + STAYS_ON_TOP - 1)).rounds == 0
    assert foresight(a_table("betting", side=2, left=3 + STAYS_ON_TOP)).rounds == 1


def test_those_who_have_still_to_draft() -> None:
    """CAM-46: a player who loads has taken a card."""
    table = GAME.position({"players": 4, "first_player": "Anne", "turn": "Anne", "chosen": "D1"})
    assert foresight(table).drafters == []
    table.play("Anne", "use: draft")
    assert foresight(table, None).drafters == [0, 1, 2, 3]
    table.play("Anne", table.legal("Anne")[1])
    assert foresight(table, None).drafters == [1, 2, 3]


# What is loaded


LOADS_SOMETHING_ELSE = ("market", "use: name", "use: draft", "load")
"""An action of these kinds is followed by another decision, or by goods that it does not concern."""


def test_goods_that_are_seen_do_what_is_foreseen() -> None:
    """CAM-12, CAM-13: if all is seen and no camel chosen, types are lost as foreseen, and the rest is worth as much."""
    compared = 0
    for table, seat in random_tables(4):
        name, ahead = table.names[seat], foresight(table, table.names[seat])
        for text, place in zip(table.legal(seat), ahead.actions, strict=False):
            if place is None or ahead.freights[place].unseen or text.startswith(LOADS_SOMETHING_ELSE):
                continue
            after, foreseen = table.copy(), ahead.freights[place]
            after.play(seat, text)
            at_market = after.position()["turn"] == name
            if seat in after.asks or at_market or foresight(after, name).rounds < ahead.rounds:
                continue
            carried = after.position()["camels"][name]
            assert [TYPES[each.kind] not in carried for each in foreseen.fates] == [
                each.lost for each in foreseen.fates
            ]
            assert worth(after, seat) == foreseen.worth
            compared += 1
    assert compared > 20


def test_a_type_too_many_is_lost() -> None:
    """CAM-13: with all that lay on its camel."""
    table = a_table(goods=GOODS, up={"A": ["fruit 2", "date 1"]}, down={"A": []})
    found = freight(table, "market A")
    assert (fate(found, FRUIT).lost, fate(found, FRUIT).camel, fate(found, FRUIT).room) == (True, 0, -1)
    assert (fate(found, DATE).lost, fate(found, DATE).camel) == (False, CAMELS.index(5))


def test_new_types_go_on_the_best_empty_camels() -> None:
    """CAM-13: four cards do not go on the camel for three if there is one for five."""
    held = {"Anne": {4: ["carpet red"], 6: ["pottery jar"]}}
    table = a_table("ability", goods=held, up={"C": ["date 1"] * 3, "B": ["date 2"]}, side=2, chosen="C2", emptied="C")
    found = freight(table, "use: move date 2 of B")
    assert [(each.kind, each.coming, each.camel, each.lost) for each in found.fates] == [(DATE, 4, 2, False)]
    assert found.empty == [0, 2]


def test_a_chance_is_that_of_drawing_from_all_cards_not_seen() -> None:
    """CAM-02, CAM-13: one unseen card, and one fruit too many would be lost."""
    table = a_table(goods=GOODS, up={"A": ["date 3", "carpet red"]})
    seen = [face for face in table.view("Anne").state.faces if face is not None]
    left = [COPIES[face] - seen.count(face) for face in range(len(FACE_NAMES))]
    by_type = [sum(count for face, count in enumerate(left) if TYPE_OF[face] == kind) for kind in range(len(TYPES))]
    assert foresight(table).hidden == by_type
    assert fate(freight(table, "market A"), FRUIT).chance == by_type[FRUIT] / sum(by_type)


def test_unseen_cards_that_all_have_room_are_no_risk() -> None:
    """CAM-13: two unseen cards, and room for three."""
    found = freight(a_table(goods={"Anne": {6: ["pottery jar"] * 3}}, up={"D": ["fruit 1", "fruit 2"]}), "market D")
    assert [each.kind for each in found.fates] == [FRUIT]


def test_a_peek_makes_the_risk_certain() -> None:
    """CAM-51: to the seat that peeked alone."""
    up = {"A": ["date 3", "carpet red"]}
    table = a_table(side=2, goods=GOODS, markets="ACDF", up=up, down={"A": ["fruit 4"]}, peek_tokens=["Anne"])
    assert 0 < fate(freight(table, "market A"), FRUIT).chance < 1
    table.play("Anne", "peek A")
    assert fate(freight(table, "market A"), FRUIT).lost
    burt = foresight(table, "Burt")
    assert burt.freights[burt.markets["A"]].unseen == 1


@pytest.mark.parametrize(
    ("side", "text", "change", "unseen"),
    [
        ("A1", "use: name date", [], 0),
        ("A2", "use: gain extra sale", [], 0),
        ("B1", "use: swap fruit 2 with carpet blue of D", ["-fruit 2", "+carpet blue"], 0),
        ("B2", "use: draw", [], 1),
        ("C1", "use: move carpet blue of D", ["+carpet blue"], 0),
        ("C2", "use: move date 4 of D", ["+date 4"], 0),
        ("D1", "use: draft", [], 0),
        ("E1", "use: discard date 1 of E", ["-date 1"], 0),
        ("E1", "use: discard date 4 of D", [], 0),
        ("E2", "use: swap face-down 3 with date 4 of D", ["+date 4"], -1),
        ("F1", "use: move face-down to D", [], -1),
        ("F2", "use: gain peek", [], 0),
    ],
)
def test_every_ability_changes_the_goods_that_come(side: str, text: str, change: list[str], unseen: int) -> None:
    """CAM-40 to CAM-51: seen and unseen, compared with the goods alone."""
    other = "D" if side[0] != "D" else "A"
    up = {other: ["carpet blue", "date 4"], side[0]: ["fruit 2", "date 1"]}
    fields = {"players": 5, "goods": {"Anne": GOODS["Anne"]}, "side": int(side[1]), "up": up}
    table = a_table("ability", **fields, chosen=side, emptied=side[0])  # type: ignore[arg-type]
    alone, then = freight(table, "no ability"), freight(table, text)
    faces = [FACE_NAMES[face] for face in alone.faces]
    for each in change:
        faces.append(each[1:]) if each[0] == "+" else faces.remove(each[1:])
    assert sorted(FACE_NAMES[face] for face in then.faces) == sorted(faces)
    assert then.unseen - alone.unseen == unseen


def test_discarding_ones_own_goods_makes_room() -> None:
    """CAM-47: the fruit that comes is no longer too much."""
    fields = {"goods": {"Anne": GOODS["Anne"]}, "up": {"D": ["fruit 2", "date 1"]}, "down": {"D": []}}
    table = a_table("ability", **fields, side=2, chosen="D2", emptied="D")  # type: ignore[arg-type]
    assert fate(freight(table, "no ability"), FRUIT).lost
    assert not fate(freight(table, "use: discard fruit 1"), FRUIT).lost


def test_a_sack_that_was_peeked_at_is_known_when_it_goes() -> None:
    """CAM-49, CAM-51."""
    down = {"E": ["date 1", "fruit 1", "date 2", "date 3"]}
    fields = {"players": 5, "side": 2, "up": {"A": ["date 4"], "E": []}, "down": down, "peeked": {"E": ["Anne"]}}
    table = a_table("ability", **fields, chosen="E2", emptied="E")  # type: ignore[arg-type]
    found = freight(table, "use: swap face-down 2 with date 4 of A")
    assert [FACE_NAMES[face] for face in found.faces] == ["date 1", "date 4", "date 2", "date 3"]
    assert found.unseen == 0


def test_how_many_cards_an_ability_draws() -> None:
    """CAM-40, CAM-43, CAM-46, CAM-52: as far as the Tower has them."""
    for side, left, draws in (("A1", 90, 3), ("B2", 50, 4), ("D1", 90, 3), ("B2", 2, 2)):
        table = a_table("ability", side=int(side[1]), chosen=side, emptied=side[0], up={side[0]: ["date 1"]}, left=left)
        found = foresight(table)
        assert found.draws == draws
        table.play("Anne", next(text for text in table.legal("Anne") if text.startswith("use")))
        assert found.tower - foresight(table).tower == draws


def test_the_chance_to_find_a_type_adds_up_over_all_draws() -> None:
    """CAM-40: the chance of no date in three draws without replacement."""
    table = a_table("ability", chosen="A1", emptied="A", up={"A": ["date 1"]})
    found = foresight(table)
    dates, every = found.hidden[DATE], sum(found.hidden)
    none = 1.0
    for step in range(3):
        none *= (every - dates - step) / (every - step)
    assert found.chances[DATE] == pytest.approx(1 - none)


def test_of_a_draft_others_load_one_card_at_once() -> None:
    """CAM-46: the seat on turn loads it with the goods of the market."""
    table = a_table(goods=GOODS, up={"D": ["date 1", "date 2"]}, tower=["date 1", "date 2", "fruit 1"])
    table.play("Anne", "market D")
    table.play("Anne", "use: draft")
    assert len(freight(table, "draft fruit 1").faces) == 3
    table.play("Anne", "draft date 2")
    assert fate(freight(table, "draft fruit 1", "Burt"), FRUIT).lost
    hidden = freight(table, "draft face-down", "Burt")
    assert (hidden.faces, hidden.unseen) == ([], 1)


def test_every_camel_for_a_new_type_is_foreseen() -> None:
    """CAM-13: four fruit are too many for the camel for three."""
    table = a_table(up={"C": ["fruit 1", "fruit 2", "fruit 4"], "D": ["fruit 1", "carpet blue"]})
    table.play("Anne", "market C")
    table.play("Anne", "use: move fruit 1 of D")
    found = [fate(freight(table, f"load fruit on camel {limit}"), FRUIT) for limit in CAMELS]
    assert [(each.room, each.lost) for each in found] == [(-1, True), (0, False), (1, False), (2, False)]


def test_those_who_have_a_market_are_shown_none() -> None:
    """CAM-12: those who have still to choose see what every market would do, the others and spectators do not."""
    table = a_table(turn="Burt", emptied="A")
    found = {seat: "".join(foresight(table, seat).markets) for seat in ("Anne", "Burt", "Carla", None)}
    assert found == {"Anne": "", "Burt": "BCD", "Carla": "BCD", None: ""}
    assert "".join(foresight(a_table("betting"), "Anne").markets) == MARKETS[:4]


def test_looking_ahead_changes_nothing() -> None:
    """CAM-42, CAM-47, CAM-49: abilities are tried on a copy."""
    for table, seat in random_tables(1):
        before = table.state.copy()
        table.foresight(seat)
        assert table.state == before


def test_a_spectator_sees_the_goods_of_the_seat_that_acts() -> None:
    """CAM-12; before anybody does, those of the First Player."""
    assert foresight(a_table(turn="Burt", emptied="A", goods=GOODS), None).caravan.seat == 1
    assert foresight(a_table("betting", goods=GOODS), None).caravan.seat == 0


def test_the_tower_is_counted() -> None:
    """CAM-02."""
    table = a_table(left=77, side=2)
    assert foresight(table, None).tower == CARDS - table.position()["drawn"] == 77
