"""Off Season clause by clause: material, a round, selling. The auctions and the markets have files of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from bidwell import BadDeal, Table
from bidwell.games.off_season.components import (
    AUCTIONS,
    CAMELS,
    CARDS,
    FACE_DOWN,
    FACE_NAMES,
    FACE_UP,
    MARKETS,
    SIDE_NAMES,
    STAYS_ON_TOP,
    TURN_BELOW,
    TYPES,
)
from bidwell.games.off_season.notation import face_text
from tests.games.off_season.helpers import (
    ANNE,
    BURT,
    CARLA,
    DORA,
    EMIL,
    GAME,
    NAMES,
    a_table,
    bet,
    pounds,
    refused,
    told,
)

Load = Mapping[int, Sequence[str]]
"""What one player carries: cards by the limit of the camel."""

FOUR: Load = {3: ["date 1"], 4: ["carpet red"], 5: ["fruit 1"], 6: ["pottery jar"]}
"""One card of each type."""
TOO_FEW = 3 + STAYS_ON_TOP - 1
"""Cards in the Tower that do not make a round for three."""
NOBODY_SELLS: dict[str, Any] = {"emptied": "ABC", "side": 2, "pounds": [0, 0, 0]}
"""A sell phase of three, where only market D was not chosen."""


def cargo(table: Table, name: str = "Anne") -> dict[int, list[str]]:
    """What a player carries: the cards on every camel that is not empty."""
    position = table.position()
    kinds = dict(zip(CAMELS, position["camels"][name], strict=True))
    goods = position["goods"][name]
    loads = {
        limit: [card for card in goods if card.startswith(kind)] for limit, kind in kinds.items() if kind != "none"
    }
    assert sum(map(len, loads.values())) == len(goods), "there are goods on no camel"
    return loads


def coins(table: Table, name: str = "Anne") -> dict[int, int]:
    """The pounds on a player's camels."""
    return {limit: coin for limit, coin in zip(CAMELS, table.position()["coins"][name], strict=True) if coin}


def takes(*cards: str, goods: Load | None = None, **fields: Any) -> Table:
    """Anne, the first of five, takes these cards from a market without using its ability; `goods` she had before."""
    place = next(place for place in range(len(SIDE_NAMES)) if FACE_UP[place] + FACE_DOWN[place] >= len(cards))
    market, side = MARKETS[place // 2], place % 2 + 1
    up, down = {market: cards[: FACE_UP[place]]}, {market: cards[FACE_UP[place] :]}
    table = a_table(players=5, side=side, up=up, down=down, goods={"Anne": goods or {}}, **fields)
    table.play("Anne", f"market {market}")
    if "no ability" in table.legal("Anne"):
        table.play("Anne", "no ability")
    return table


def sells(goods: Load, *choices: str, **fields: Any) -> Table:
    """A sell phase in which Anne, and nobody else, has goods and makes these choices; all had no pound before."""
    table = a_table("selling", goods={"Anne": goods}, **{**NOBODY_SELLS, **fields})
    for choice in choices:
        table.play("Anne", choice)
    return table


def last_seller(players: int = 3, **fields: Any) -> Table:
    """The last player, with a single date, is asked what to sell; then the round is over."""
    goods = {NAMES[players - 1]: {3: ["date 1"]}}
    written: dict[str, Any] = {"turn": NAMES[players - 1], "goods": goods, "emptied": MARKETS[:players], **fields}
    return a_table("selling", players=players, **written)


def next_round(players: int = 3, **fields: Any) -> Table:
    """A round has ended, and what comes next has begun."""
    table = last_seller(players, **fields)
    table.play(table.asks[0], "sell nothing")
    return table


def sides(table: Table) -> list[str]:
    """The sides of the markets that have been filled, in order."""
    return [SIDE_NAMES[event.values["side"]] for event in table.log if event.name == "filled"]


def lying(table: Table) -> list[int]:
    """The cards in all markets, A first, in each the face-up ones first."""
    position = table.position()
    return [card for market in MARKETS for row in ("up", "down") for card in position[row][market]]


def in_turn(table: Table) -> list[str]:
    """The same in the order in which they were drawn: the market and the row where each of them lies."""
    position = table.position()
    places = {card: f"{market} {row}" for market in MARKETS for row in ("up", "down") for card in position[row][market]}
    return [places[card] for card in sorted(places)]


def to_fill(markets: str, side: int) -> int:
    """How many cards these markets take."""
    places = [2 * MARKETS.index(market) + side - 1 for market in markets]
    return sum(FACE_UP[place] + FACE_DOWN[place] for place in places)


def final_sale(goods: Mapping[str, Load], turn: str = "Anne", **fields: Any) -> Table:
    """The Tower is too small for another round; `turn`, the First Player, is asked what to sell."""
    written: dict[str, Any] = {
        "left": TOO_FEW,
        "emptied": MARKETS,
        "pounds": [0, 0, 0],
        "turn": turn,
        "first": turn,
        **fields,
    }
    return a_table("final sale", side=2, goods=goods, **written)


def ended(pounds: Sequence[int], goods: Mapping[str, Load] | None = None, **fields: Any) -> Table:
    """A game that is over."""
    written: dict[str, Any] = {"left": TOO_FEW, "emptied": MARKETS, "turn": "nobody", "asked": [], **fields}
    return a_table("over", players=len(pounds), side=2, pounds=[*pounds], goods=goods, **written)


# Material


@pytest.mark.parametrize("players", [3, 4, 5])
def test_three_to_five_can_play(players: int) -> None:
    """CAM-01: 3 to 5 players."""
    assert GAME.deal(players).players == players


@pytest.mark.parametrize("players", [0, 1, 2, 6])
def test_no_other_number_can(players: int) -> None:
    """CAM-01: not with two, nor with six."""
    with pytest.raises(BadDeal, match=f"Off Season is for 3 to 5 players, not {players}"):
        GAME.deal(players)


@pytest.mark.parametrize(("players", "each"), [(3, 5), (4, 5), (5, 5)])
def test_everybody_begins_with_the_same_pounds(players: int, each: int) -> None:
    """CAM-01: 5 pounds each."""
    assert pounds(GAME.deal(players)) == [each] * players


def test_pounds_are_hidden() -> None:
    """CAM-01: one sees one's own, and a spectator nobody's."""
    table = a_table(pounds=[4, 7, 0])
    assert table.view("Burt")["pounds"] == {"Anne": None, "Burt": 7, "Carla": None}
    assert table.view(None)["pounds"] == {"Anne": None, "Burt": None, "Carla": None}


def test_four_camels_each_all_empty() -> None:
    """CAM-01: nobody has goods before the first market phase."""
    position = GAME.deal(5, seed=1).position()
    assert position["camels"] == {name: ["none"] * 4 for name in NAMES}
    assert position["goods"] == {name: [] for name in NAMES}


@pytest.mark.parametrize("limit", [3, 4, 5, 6])
def test_a_camel_carries_up_to_its_limit(limit: int) -> None:
    """CAM-01: the camels carry 3, 4, 5 and 6 goods cards."""
    full = takes("date 1", goods={limit: ["date 2"] * (limit - 1)})
    over = takes("date 1", goods={limit: ["date 2"] * limit})
    assert (cargo(full), cargo(over)) == ({limit: ["date 1"] + ["date 2"] * (limit - 1)}, {})


COUNTS = {
    **{"date 1": 10, "date 2": 10, "date 3": 8, "date 4": 6},
    **dict.fromkeys([f"carpet {colour}" for colour in ("red", "blue", "green", "yellow", "purple", "white")], 5),
    **{"fruit 1": 12, "fruit 2": 9, "fruit 3": 7, "fruit 4": 4},
    **{"pottery jar": 8, "pottery bowl": 8, "pottery vase": 8},
    **{"pottery jar+bowl": 2, "pottery jar+vase": 2, "pottery bowl+vase": 2, "pottery jar+bowl+vase": 2},
}


@pytest.mark.parametrize(("counts", "altogether"), [(COUNTS, 128)])
def test_every_goods_card_is_there(counts: dict[str, int], altogether: int) -> None:
    """CAM-02: 128 cards: the whole table of dates, carpets, fruit and pottery."""
    faces = GAME.deal(4, seed=3).position()["faces"]
    assert Counter(faces) == counts
    assert len(faces) == altogether


def test_four_types() -> None:
    """CAM-02: date, carpet, fruit, pottery."""
    assert [*dict.fromkeys(name.split()[0] for name in FACE_NAMES)] == ["date", "carpet", "fruit", "pottery"]


def test_the_tower_is_shuffled() -> None:
    """CAM-02: every card comes to the top about as often (a chi-square of 20 degrees stays under its 99.99 % mark)."""
    top = Counter(GAME.deal(3, seed).position()["faces"][0] for seed in range(5 * CARDS))
    assert sum((top[name] - 5 * count) ** 2 / (5 * count) for name, count in COUNTS.items()) < 52.4


def test_the_tower_lies_face_down() -> None:
    """CAM-02: nobody sees a card that is still in it."""
    table = GAME.deal(3, seed=5)
    drawn = table.position()["drawn"]
    for viewer in (ANNE, BURT, None):
        assert table.view(viewer)["faces"][drawn:] == [None] * (CARDS - drawn)


@pytest.mark.parametrize(("highest", "others"), [(30, 14)])
def test_every_back_is_there(highest: int, others: int) -> None:
    """CAM-03: 30 highest bet, 14 each of the seven others."""
    backs = Counter(GAME.deal(4, seed=3).position()["backs"])
    assert backs == {**dict.fromkeys(AUCTIONS, others), "highest bet": highest}


def test_backs_are_dealt_at_random() -> None:
    """CAM-03: every kind is on top about as often as it should (a chi-square of 7 degrees, its 99.99 % mark)."""
    deals = [GAME.deal(3, seed).position()["backs"] for seed in range(2 * CARDS)]
    top = Counter(backs[0] for backs in deals)
    due = {kind: 2 * deals[0].count(kind) for kind in AUCTIONS}
    assert sum((top[kind] - often) ** 2 / often for kind, often in due.items()) < 29.9


def test_backs_tell_nothing_of_fronts() -> None:
    """CAM-03: types and kinds meet about as often as they should (a chi-square of 21 degrees, its 99.99 % mark)."""
    deals = [GAME.deal(3, seed).position() for seed in range(40)]
    types = [face.split()[0] for deal in deals for face in deal["faces"]]
    backs = [back for deal in deals for back in deal["backs"]]
    met = Counter(zip(types, backs, strict=True))
    due = {(kind, back): types.count(kind) * backs.count(back) / len(backs) for kind in TYPES for back in AUCTIONS}
    assert sum((met[pair] - often) ** 2 / often for pair, often in due.items()) < 53.9


def test_the_back_on_top_is_seen_by_all() -> None:
    """CAM-03: those of the cards under it by nobody."""
    table = a_table("betting", auction="most dates")
    drawn = table.position()["drawn"]
    for viewer in (ANNE, BURT, None):
        backs = table.view(viewer)["backs"]
        assert (backs[drawn], backs[drawn + 1 :]) == ("most dates", [None] * (CARDS - drawn - 1))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_one_more_market_than_players_is_in_play(players: int) -> None:
    """CAM-04: of A to F; they can be chosen, and no other."""
    table = GAME.deal(players, seed=3)
    in_play = table.position()["in_play"]
    assert (len(in_play), [*in_play]) == (players + 1, sorted(in_play))
    bet(table, 1, *[0] * (players - 1))
    while table.position()["stage"] == "betting":
        bet(table, 1, *[2] * (players - 1))
    seat = table.asks[0]
    assert table.legal(seat) == [f"market {market}" for market in in_play]


@pytest.mark.parametrize(("players", "ways"), [(3, 15), (4, 6), (5, 1)])
def test_the_markets_are_drawn_at_random(players: int, ways: int) -> None:
    """CAM-04: every way to draw them about as often."""
    drawn = Counter("".join(GAME.deal(players, seed).position()["in_play"]) for seed in range(60 * ways))
    assert len(drawn) == ways
    assert all(30 < count < 95 for count in drawn.values())


@pytest.mark.parametrize(("players", "markets"), [(3, "ABCD"), (4, "ABCDE"), (5, "ABCDEF")])
def test_a_upward_if_the_table_agrees_on_it(players: int, markets: str) -> None:
    """CAM-04: option `markets`: `upward`."""
    for seed in range(5):
        assert GAME.deal(players, seed, {"markets": "upward"}).position()["in_play"] == [*markets]


def test_there_is_no_third_way() -> None:
    """CAM-04: drawn or upward."""
    with pytest.raises(BadDeal, match="CAM-04: option markets is drawn or upward, not 'downward'"):
        GAME.deal(3, 1, {"markets": "downward"})


def test_the_draw_is_public() -> None:
    """CAM-04: everybody sees and hears which markets are in play."""
    table = GAME.deal(3, seed=1)
    in_play = table.position()["in_play"]
    for viewer in (ANNE, BURT, None):
        assert table.view(viewer)["in_play"] == in_play
        heard = [str(event) for event in table.told(viewer) if event.name == "markets"]
        assert heard == [f"The markets in play are {', '.join(in_play)} (CAM-04)"]


def test_the_markets_stay_in_play_for_the_whole_game() -> None:
    """CAM-04: drawn at the start of the game; the next round has the same ones, and they are told once."""
    table = next_round(markets="ACEF", emptied="ACE")
    assert (table.position()["in_play"], sides(table)) == ([*"ACEF"], ["A1", "C1", "E1", "F1"])
    assert not [event for event in table.log if event.name == "markets"]


def test_a_market_not_in_play_cannot_be_chosen() -> None:
    """CAM-04: B is not in play."""
    why = refused(a_table(markets="ADEF"), "Anne", "market B")
    assert why.startswith("CAM-04: the markets in play are A, D, E, F; legal now: ")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_side_1_first(players: int) -> None:
    """CAM-04: at the start of the game side 1 of every market is up."""
    table = GAME.deal(players, seed=2)
    assert sides(table) == [f"{market}1" for market in table.position()["in_play"]]


@pytest.mark.parametrize(("left", "side"), [(81, 1), (80, 1), (79, 2)])
def test_side_2_with_a_smaller_tower(left: int, side: int) -> None:
    """CAM-04: all markets turn at the start of a round that begins with fewer than 80 cards in the Tower."""
    assert sides(next_round(left=left)) == [f"{market}{side}" for market in "ABCD"]


def test_markets_do_not_turn_within_a_round() -> None:
    """CAM-04: at its start; a round that begins with just enough cards ends on side 1."""
    table = a_table(side=1, left=TURN_BELOW - to_fill("ABCD", 1))
    assert told(table.play("Anne", "market C"))[0] == "Anne chooses market C1"


def test_side_2_stays() -> None:
    """CAM-04: the round after one on side 2 is on side 2 too."""
    assert sides(next_round(side=2, left=TURN_BELOW - 20)) == ["A2", "B2", "C2", "D2"]


# A round


@pytest.mark.parametrize(
    ("side", "markets", "turns"),
    [
        (1, "ABCD", ["ABCD up", "ABCD up", "C up", "ABD down", "D down"]),
        (2, "ACDE", ["ACDE up", "ACDE up", "C up", "ADE down", "DE down", "DE down", "E down"]),
        (2, "BCEF", ["BCEF up", "BCEF up", "CF up", "BEF down", "BEF down", "EF down", "E down"]),
    ],
)
def test_markets_get_one_card_each_in_turn(side: int, markets: str, turns: list[str]) -> None:
    """CAM-10: in alphabetical order, the face-up places of all of them first, then the face-down ones."""
    table = next_round(side=side, markets=markets, emptied=markets[:3], left=100 if side == 1 else 60)
    letters, rows = zip(*(turn.split() for turn in turns), strict=True)
    due = [f"{market} {row}" for each, row in zip(letters, rows, strict=True) for market in each]
    assert in_turn(table) == due


@pytest.mark.parametrize("side", [1, 2])
def test_every_round_fills_all_markets(side: int) -> None:
    """CAM-10: on either side every market gets its number of cards, from the top of the Tower as it is then."""
    left = TURN_BELOW + 20 if side == 1 else TURN_BELOW - 20
    table = next_round(side=side, left=left)
    position = table.position()
    assert sorted(lying(table)) == [*range(CARDS - left, CARDS - left + to_fill("ABCD", side))]
    for place in range(side - 1, 8, 2):
        market = MARKETS[place // 2]
        assert (len(position["up"][market]), len(position["down"][market])) == (FACE_UP[place], FACE_DOWN[place])


@pytest.mark.parametrize("missing", range(12))
def test_one_card_always_stays_on_top_of_the_tower(missing: int) -> None:
    """CAM-10: a Tower too short for all markets fills the first places in turn, and leaves the last ones empty."""
    enough = to_fill("ABCD", 2) + 1
    full, table = next_round(side=2, left=enough), next_round(side=2, left=enough - missing)
    assert table.position()["drawn"] == CARDS - 1
    assert in_turn(table) == in_turn(full)[: enough - 1 - missing]


def test_a_short_tower_is_shared_by_all_markets() -> None:
    """CAM-10: four cards besides the one on top: each market has one, face up."""
    assert in_turn(next_round(side=2, left=5)) == ["A up", "B up", "C up", "D up"]


def test_the_last_card_is_for_the_auction() -> None:
    """CAM-10, CAM-11: a single card is left on top, and its back is the kind."""
    position = next_round(side=2, left=to_fill("ABCD", 2)).position()
    assert (position["drawn"], position["auction"]) == (CARDS - 1, position["backs"][-1])


def test_what_a_short_tower_fills_is_told() -> None:
    """CAM-10: not what should lie there, but what does: A, B and C have a card each, and D has none."""
    table = next_round(side=2, left=4)
    heard = [event.text.partition(": ")[2] for event in table.log if event.name == "filled"]
    assert heard[3:] == ["nothing"]
    assert "nothing" not in "".join(heard[:3])


def test_a_market_left_empty_can_be_chosen() -> None:
    """CAM-10, CAM-12: nothing lies in D; Anne takes nothing, and Burt is next."""
    empty: dict[str, list[str]] = {"B": [], "C": [], "D": []}
    table = a_table(side=2, left=1, up={"A": ["date 1", "date 2"], **empty}, down={"A": [], **empty})
    table.play("Anne", "market D")
    assert (cargo(table), table.asks) == ({}, (BURT,))


def test_what_lies_face_up_is_seen_by_all() -> None:
    """CAM-10: and what lies face down by nobody."""
    table = GAME.deal(3, seed=4)
    position, view = table.position(), table.view("Anne")
    up = [card for market in MARKETS for card in position["up"][market]]
    down = [card for market in MARKETS for card in position["down"][market]]
    assert [view["faces"][card] for card in up] == [position["faces"][card] for card in up]
    assert [view["faces"][card] for card in down] == [None] * len(down)


def test_what_fills_a_market_is_told() -> None:
    """CAM-10: face-up cards by name, face-down ones by their number."""
    table = GAME.deal(5, seed=4)
    position = table.position()
    up = ", ".join(face_text(FACE_NAMES.index(position["faces"][card])) for card in position["up"]["A"])
    (heard,) = [event for event in table.told(None) if event.text.startswith("Market A1")]
    assert str(heard) == f"Market A1: {up}, and {FACE_DOWN[0]} face down (CAM-10)"


def test_the_kind_of_the_auction_is_on_top_of_the_tower() -> None:
    """CAM-11: the back of the top card after filling, in the first round and in every other."""
    for table in (GAME.deal(3, seed=8), next_round(), next_round(side=2)):
        position = table.position()
        assert position["auction"] == position["backs"][position["drawn"]]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_all_bet_at_once(players: int) -> None:
    """CAM-11: everybody is asked, and anybody may bet first."""
    table = GAME.deal(players, seed=8)
    assert table.asks == tuple(range(players))
    table.play(players - 1, "bet 1")
    assert table.asks == tuple(range(players - 1))


def test_bets_are_secret() -> None:
    """CAM-11: the others see, and hear, only that Anne has bet."""
    table = a_table("betting")
    mine, all_hear = table.play("Anne", "bet 3")
    assert (mine.text, all_hear.text) == ("Anne seals a bet of 3 pounds", "Anne has bet")
    assert [mine.heard_by(viewer) for viewer in (ANNE, BURT, None)] == [True, False, False]
    assert [table.view(viewer)["bets"]["Anne"] for viewer in (ANNE, BURT, None)] == [3, None, None]


def test_a_bet_is_0_up_to_all_one_has() -> None:
    """CAM-11: Anne has 3 pounds, Burt none."""
    table = a_table("betting", pounds=[3, 0, 5])
    assert table.legal("Anne") == ["bet 0", "bet 1", "bet 2", "bet 3"]
    assert table.legal("Burt") == ["bet 0"]


def test_nobody_can_bet_more_than_they_have() -> None:
    """CAM-11: not 4 of 3 pounds."""
    why = refused(a_table("betting", pounds=[3, 5, 5]), "Anne", "bet 4")
    assert why == "CAM-11: you have only 3 pounds; legal now: bet 0 to 3"


def test_a_bet_cannot_be_changed() -> None:
    """CAM-11: all bet once."""
    table = a_table("betting")
    table.play("Anne", "bet 3")
    assert refused(table, "Anne", "bet 1") == "CAM-12: Anne is not asked now; waiting for Burt and Carla"


def test_nothing_but_a_bet_can_be_done_now() -> None:
    """CAM-11: no market is chosen before the auction is over."""
    assert refused(a_table("betting"), "Anne", "market A").startswith("CAM-11: now all bet, and nothing else; ")


def test_the_winner_pays_and_the_others_take_theirs_back() -> None:
    """CAM-11: the winner pays the bet to the supply, so that nobody else has more."""
    table = a_table("betting", pounds=[5, 7, 9])
    bet(table, 2, 6, 4)
    assert pounds(table) == [5, 1, 9]


def test_the_winner_takes_the_first_player_token() -> None:
    """CAM-11: from Anne to Burt, who begins."""
    table = a_table("betting", first="Anne", pounds=[9, 9, 9])
    bet(table, 2, 6, 4)
    assert (table.position()["first_player"], table.asks) == ("Burt", (BURT,))


def test_all_bets_are_opened() -> None:
    """CAM-11: to everybody, those of the losers too, and not before the last has bet."""
    table = a_table("betting", pounds=[9, 9, 9])
    bet_told = bet(table, 2, 6, 4)
    heard = [event.text for event in bet_told if event.heard_by(None)]
    assert heard == [
        *("Anne has bet", "Burt has bet", "Carla has bet"),
        *("Anne bet 2 pounds", "Burt bet 6 pounds", "Carla bet 4 pounds"),
        "Burt wins the auction, pays 6 pounds and is First Player",
    ]
    assert table.view(None)["opened"] == {"Anne": 2, "Burt": 6, "Carla": 4}


def test_no_bet_stays_sealed() -> None:
    """CAM-11: once opened, all bets are out of the players' hands."""
    table = a_table("betting", pounds=[9, 9, 9])
    bet(table, 2, 6, 4)
    assert table.position()["bets"] == {"Anne": -1, "Burt": -1, "Carla": -1}


# Market phase


def test_markets_are_chosen_clockwise_from_the_first_player() -> None:
    """CAM-12: Dora won the auction; then Anne, Burt and Carla choose."""
    table = a_table(players=4, first="Dora", turn="Dora", goods=dict.fromkeys(NAMES[:4], FOUR))
    order: list[int] = []
    while table.position()["stage"] in ("choosing", "ability"):
        (seat,) = table.asks
        order += [seat] if table.position()["stage"] == "choosing" else []
        table.play(seat, table.legal(seat)[0])
    assert order == [DORA, ANNE, BURT, CARLA]


def test_only_one_chooses_at_a_time() -> None:
    """CAM-12: the others wait."""
    table = a_table()
    assert table.asks == (ANNE,)
    assert refused(table, "Burt", "market A") == "CAM-12: Burt is not asked now; waiting for Anne"


def test_a_market_that_was_chosen_is_gone() -> None:
    """CAM-12: Anne has chosen A, and Burt has all the others."""
    table = a_taking()
    table.play("Anne", "market A")
    assert table.legal("Burt") == ["market B", "market C", "market D"]


def test_a_market_is_chosen_once_in_a_round() -> None:
    """CAM-12: A and C are gone."""
    table = a_table(turn="Carla", emptied="AC")
    assert table.legal("Carla") == ["market B", "market D"]
    why = "CAM-12: market C was chosen already in this round; legal now: market B, market D"
    assert refused(table, "Carla", "market C") == why


def test_the_last_has_two_markets_to_choose_from() -> None:
    """CAM-12: there is one more than players; and one must choose."""
    table = a_table(players=5, turn="Emil", emptied="ABCD")
    assert (table.asks, table.legal("Emil")) == ((EMIL,), ["market E", "market F"])


def test_the_ability_may_be_used() -> None:
    """CAM-12: it is a choice."""
    table = a_table(side=2)
    table.play("Anne", "market A")
    assert table.legal("Anne") == ["no ability", "use: gain extra sale"]


def test_the_ability_comes_before_the_goods() -> None:
    """CAM-12: the goods still lie in the market while Anne decides."""
    table = a_table(side=2, goods={"Anne": FOUR})
    table.play("Anne", "market A")
    assert len(table.position()["up"]["A"]) == FACE_UP[1]
    table.play("Anne", "no ability")
    assert table.position()["up"]["A"] == []


@pytest.mark.parametrize("choice", ["no ability", "use: discard date 1"])
def test_the_ability_is_used_once(choice: str) -> None:
    """CAM-12: used or not, Anne is not asked again; her goods are loaded, and Burt chooses."""
    goods = {"Anne": {3: ["date 1"], 6: ["pottery jar"]}}
    table = a_table(side=2, goods=goods, up={"D": ["pottery vase"]}, down={"D": ["pottery bowl"]})
    table.play("Anne", "market D")
    table.play("Anne", choice)
    assert table.asks == (BURT,)
    assert cargo(table)[6] == ["pottery jar", "pottery bowl", "pottery vase"]


def a_taking(**fields: Any) -> Table:
    """Anne carries a date and has no use for the ability of A2, where there are only dates, the 4 face down."""
    stalls: dict[str, Any] = {"up": {"A": ["date 2", "date 3"]}, "down": {"A": ["date 4"]}}
    return a_table(side=2, **{"sale_tokens": ["Anne"], "goods": {"Anne": {6: ["date 1"]}}, **stalls, **fields})


def test_all_goods_of_the_market_are_taken() -> None:
    """CAM-12: face-up and face-down ones, and none of another market."""
    table = a_taking()
    before = table.position()["up"]
    table.play("Anne", "market A")
    assert cargo(table) == {6: ["date 1", "date 2", "date 3", "date 4"]}
    assert table.position()["up"] == {**before, "A": []}


def test_goods_are_turned_up() -> None:
    """CAM-12: what lay face down is seen by all from then on."""
    table = a_taking()
    (card,) = table.position()["down"]["A"]
    assert table.view("Burt")["faces"][card] is None
    assert "Anne takes 4 dates" in told(table.play("Anne", "market A"))
    assert table.view("Burt")["faces"][card] == "date 4"


def test_goods_are_loaded_before_the_next_chooses() -> None:
    """CAM-12: Burt waits until Anne knows where to put her new goods."""
    table = takes("date 1", "date 2")
    assert table.asks == (ANNE,)
    assert refused(table, "Anne", "market B").startswith("CAM-13: now goods are loaded, and nothing else; ")


# Loading


def test_a_type_one_carries_goes_on_the_same_camel() -> None:
    """CAM-13: not asked, though larger camels are empty."""
    table = takes("date 2", goods={3: ["date 1"]})
    assert (cargo(table), table.asks) == ({3: ["date 1", "date 2"]}, (BURT,))


def test_even_if_it_is_lost_there() -> None:
    """CAM-13: camel 6 is empty, but the dates are on camel 3, and there is no room for a fourth."""
    assert cargo(takes("date 2", goods={3: ["date 1"] * 3})) == {}


def test_a_new_type_goes_on_an_empty_camel_of_one_s_choice() -> None:
    """CAM-13: any of those that carry nothing."""
    table = takes("date 2", goods={4: ["fruit 1"]})
    assert table.legal("Anne") == ["load date on camel 3", "load date on camel 5", "load date on camel 6"]
    table.play("Anne", "load date on camel 5")
    assert cargo(table) == {4: ["fruit 1"], 5: ["date 2"]}


def test_a_camel_carries_one_type() -> None:
    """CAM-13: the dates cannot join the fruit."""
    table = takes("date 2", goods={4: ["fruit 1"]})
    why = refused(table, "Anne", "load date on camel 4")
    assert why.startswith("CAM-13: what is to be loaded next is date, on an empty camel; legal now: ")


def test_over_the_limit_all_goods_of_that_type_are_lost() -> None:
    """CAM-13: those already on it too, and nothing of another type."""
    table = takes("date 2", "date 3", goods={3: ["date 1", "date 1"], 4: ["fruit 1"]})
    assert cargo(table) == {4: ["fruit 1"]}


def test_a_new_type_can_be_too_much_for_its_camel() -> None:
    """CAM-13: four dates on camel 3 are lost at once, and it is empty again."""
    table = takes(*["date 1"] * 4)
    events = table.play("Anne", "load date on camel 3")
    assert (cargo(table), told(events)[1]) == ({}, "Anne's camel 3 cannot carry 4 cards and throws its dates off")


@pytest.mark.parametrize("limit", [4, 5, 6])
def test_the_choice_of_a_camel_can_save_them(limit: int) -> None:
    """CAM-13: four dates fit on any other camel."""
    table = takes(*["date 1"] * 4)
    table.play("Anne", f"load date on camel {limit}")
    assert cargo(table) == {limit: ["date 1"] * 4}


def test_goods_cannot_be_refused() -> None:
    """CAM-13: four of one type when only camel 3 is empty: they are loaded, and lost."""
    goods = {4: ["fruit 1"], 5: ["carpet red"], 6: ["pottery jar"]}
    table = takes(*["date 1"] * 4, goods=goods)
    assert (cargo(table), table.asks) == (goods, (BURT,))


def test_nothing_is_left_behind() -> None:
    """CAM-13: all one can choose is a camel, for all the goods of a type."""
    table = takes("date 1", "date 2")
    assert table.legal("Anne") == [f"load date on camel {limit}" for limit in CAMELS]


def test_all_goods_are_turned_up_first() -> None:
    """CAM-13: Anne has seen the face-down ones too, and so have the others, before she loads anything."""
    table = a_table(side=2, sale_tokens=["Anne"], up={"A": ["pottery jar", "fruit 1"]}, down={"A": ["date 4"]})
    table.play("Anne", "market A")
    assert table.legal("Anne")[0] == "load date on camel 3"
    assert table.view("Burt")["waiting"] == ["date 4", "fruit 1", "pottery jar"]


def test_new_types_are_loaded_in_the_order_of_the_material() -> None:
    """CAM-13, CAM-02: date, carpet, fruit, whatever order they lay in."""
    table = takes("fruit 1", "carpet red", "date 1")
    for kind, limit in (("date", 6), ("carpet", 3), ("fruit", 4)):
        assert {text.split()[1] for text in table.legal("Anne")} == {kind}
        table.play("Anne", f"load {kind} on camel {limit}")
    assert cargo(table) == {3: ["carpet red"], 4: ["fruit 1"], 6: ["date 1"]}


def test_another_type_must_wait() -> None:
    """CAM-13: the fruit comes after the dates."""
    table = takes("fruit 1", "carpet red", "date 1")
    why = refused(table, "Anne", "load fruit on camel 6")
    assert why.startswith("CAM-13: what is to be loaded next is date, on an empty camel; legal now: ")


def test_each_type_is_loaded_all_at_once() -> None:
    """CAM-13: both dates with one choice, on one camel."""
    table = takes("date 1", "fruit 1", "date 2")
    table.play("Anne", "load date on camel 4")
    assert cargo(table) == {4: ["date 1", "date 2"]}
    assert {text.split()[1] for text in table.legal("Anne")} == {"fruit"}


def test_types_one_carries_are_loaded_before_new_ones() -> None:
    """CAM-13: the pottery is on its camel before Anne is asked about the dates, which come first in the material."""
    table = takes("date 1", "pottery jar", goods={3: ["pottery vase"]})
    assert (cargo(table), table.asks) == ({3: ["pottery jar", "pottery vase"]}, (ANNE,))


def test_a_camel_that_has_just_lost_its_goods_can_be_chosen() -> None:
    """CAM-13: the pottery is too much for camel 3, and the dates may go on it."""
    table = takes("date 1", "pottery jar", goods={3: ["pottery vase"] * 3, 4: ["fruit 1"]})
    assert table.legal("Anne") == ["load date on camel 3", "load date on camel 5", "load date on camel 6"]
    table.play("Anne", "load date on camel 3")
    assert cargo(table) == {3: ["date 1"], 4: ["fruit 1"]}


def test_so_can_one_that_has_just_lost_new_goods() -> None:
    """CAM-13: four dates are thrown off camel 3, and the carpet may go on it."""
    table = takes(*["date 1"] * 4, "carpet red")
    table.play("Anne", "load date on camel 3")
    assert table.legal("Anne") == [f"load carpet on camel {limit}" for limit in CAMELS]


def test_lost_goods_are_not_loaded_again() -> None:
    """CAM-13: all the dates are gone, also those that would have fitted."""
    table = takes("date 1", "date 2", goods={3: ["date 3", "date 3"], 4: ["fruit 1"]})
    assert (table.position()["waiting"], cargo(table)) == ([], {4: ["fruit 1"]})


def test_several_camels_can_lose_their_goods() -> None:
    """CAM-13: each type by itself."""
    table = takes("date 1", "fruit 1", "pottery jar", goods={3: ["date 2"] * 3, 4: ["fruit 2"] * 4, 5: ["pottery jar"]})
    assert cargo(table) == {5: ["pottery jar", "pottery jar"]}


def test_loading_is_told() -> None:
    """CAM-13: what goes on which camel, and how many cards are there then."""
    table = takes("date 1", "date 2")
    loaded = "Anne loads dates on camel 4, which carries 2 cards now"
    assert told(table.play("Anne", "load date on camel 4")) == [loaded]


def test_with_all_types_on_camels_nothing_is_asked() -> None:
    """CAM-13: everything has its place."""
    table = takes("pottery vase", "carpet blue", "date 2", goods=FOUR)
    assert (len(table.position()["goods"]["Anne"]), table.asks) == (7, (BURT,))


# Sell phase


def sellers(table: Table) -> list[int]:
    """Who is asked what to sell, in turn, while all sell nothing."""
    order: list[int] = []
    while table.position()["stage"] in ("selling", "final sale"):
        order += table.asks
        table.play(table.asks[0], "sell nothing")
    return order


def test_the_sell_phase_follows_the_last_market() -> None:
    """CAM-14: Anne was the last to choose; Burt, the First Player, is asked to sell first."""
    table = a_taking(first="Burt", emptied="BC", goods={"Anne": FOUR, "Burt": FOUR})
    assert "The sell phase begins" in told(table.play("Anne", "market A"))
    assert table.asks == (BURT,)


def test_all_sell_clockwise_from_the_first_player() -> None:
    """CAM-14: Carla, Anne, Burt, once each."""
    goods = dict.fromkeys(NAMES[:3], FOUR)
    table = a_table("selling", first="Carla", turn="Carla", emptied="ABC", goods=goods)
    assert sellers(table) == [CARLA, ANNE, BURT]


def test_each_may_sell_from_one_camel() -> None:
    """CAM-14: or not; with pottery there is the shape to choose."""
    assert sells(FOUR).legal("Anne") == ["sell nothing", "sell date", "sell carpet", "sell fruit", "sell pottery: jar"]


def test_one_sale_is_all() -> None:
    """CAM-14: Anne has sold her carpet, and Burt is next."""
    goods = {"Anne": FOUR, "Burt": FOUR}
    table = a_table("selling", goods=goods, emptied="ABC")
    table.play("Anne", "sell carpet")
    assert (table.asks, [*cargo(table)]) == ((BURT,), [3, 5, 6])


def test_nothing_need_be_sold() -> None:
    """CAM-14: Anne keeps her goods, and has as many pounds as before."""
    table = sells(FOUR, "sell nothing")
    assert (cargo(table), pounds(table)[ANNE]) == (FOUR, 0)


def test_what_one_does_not_carry_cannot_be_sold() -> None:
    """CAM-14: Anne has dates only."""
    why = refused(sells({3: ["date 1"]}), "Anne", "sell fruit")
    assert (
        why == "CAM-14: you have nothing of that kind on a camel you may sell from; legal now: sell nothing, sell date"
    )


TOKEN: dict[str, Any] = {"sale_tokens": ["Anne"]}


def test_an_extra_sale_token_may_be_spent_after_the_first_sale() -> None:
    """CAM-14: Anne is asked whether she spends it."""
    assert sells(FOUR, "sell date", **TOKEN).legal("Anne") == ["keep extra sale", "spend extra sale"]


def test_not_before_it() -> None:
    """CAM-14: after the first sale."""
    table = sells(FOUR, **TOKEN)
    assert refused(table, "Anne", "spend extra sale").startswith("CAM-14: now one may sell from one camel, and nothing")


def test_nor_without_it() -> None:
    """CAM-14: who sells nothing does not spend a token either."""
    table = sells(FOUR, "sell nothing", **TOKEN)
    assert (table.position()["stage"], table.position()["sale_tokens"]) == ("betting", ["Anne"])


def test_without_a_token_there_is_no_extra_sale() -> None:
    """CAM-14: Burt's token does not help Anne."""
    table = sells(FOUR, "sell date", sale_tokens=["Burt"])
    assert (table.position()["stage"], table.position()["sale_tokens"]) == ("betting", ["Burt"])


def test_the_extra_sale_is_from_any_camel() -> None:
    """CAM-14: also from the one sold from, where fruit is left; and from all others."""
    goods = {3: ["date 1"], 4: ["carpet red"], 5: ["fruit 1", "fruit 2"]}
    table = sells(goods, "sell fruit", "spend extra sale", **TOKEN)
    assert table.legal("Anne") == ["sell date", "sell carpet", "sell fruit"]
    table.play("Anne", "sell fruit")
    assert [*cargo(table)] == [3, 4]


def test_the_coin_is_taken_with_the_extra_sale_from_that_camel() -> None:
    """CAM-14, CAM-23: 1 pound for the first fruit, then 2 for the second, and the coin put there in between."""
    table = sells({5: ["fruit 1", "fruit 2"]}, "sell fruit", "spend extra sale", **TOKEN)
    assert (pounds(table)[ANNE], coins(table), table.position()["sale_tokens"]) == (1 + 2 + 1, {}, [])


def test_a_token_spent_must_be_used() -> None:
    """CAM-14: something is sold for it."""
    table = sells(FOUR, "sell date", "spend extra sale", **TOKEN)
    why = refused(table, "Anne", "sell nothing")
    assert why.startswith("CAM-14: the token is spent, so that something must be sold; legal now: sell carpet, ")


def test_after_the_extra_sale_the_token_is_gone() -> None:
    """CAM-14: two camels sold from, and then it is the turn of the next."""
    table = sells(FOUR, "sell date", "spend extra sale", "sell carpet", **TOKEN)
    assert ([*cargo(table)], table.position()["sale_tokens"]) == ([5, 6], [])
    assert table.position()["stage"] == "betting"


def test_both_sales_are_paid() -> None:
    """CAM-14: as much as each would bring alone."""
    one, other = (pounds(sells(FOUR, sale))[ANNE] for sale in ("sell date", "sell carpet"))
    table = sells(FOUR, "sell date", "spend extra sale", "sell carpet", **TOKEN)
    assert pounds(table)[ANNE] == one + other


def test_a_token_can_be_kept_for_later() -> None:
    """CAM-14: Anne has it still when the next round begins."""
    table = sells(FOUR, "sell date", "keep extra sale", **TOKEN)
    assert (table.position()["stage"], table.position()["sale_tokens"]) == ("betting", ["Anne"])


def test_a_token_that_cannot_be_spent_is_kept() -> None:
    """CAM-14, CAM-17: with nothing left to sell Anne is not asked."""
    table = sells({3: ["date 1"]}, "sell date", **TOKEN)
    assert (table.position()["stage"], table.position()["sale_tokens"]) == ("betting", ["Anne"])


def test_a_token_gained_this_round_can_be_spent_this_round() -> None:
    """CAM-14, CAM-41: Carla, last to choose, takes it, and sells twice in the phase that follows."""
    goods = {"Carla": FOUR}
    table = a_table(side=2, turn="Carla", emptied="BC", goods=goods, up={"A": ["date 1"]}, down={"A": ["date 2"]})
    for choice in ("market A", "use: gain extra sale", "sell date", "spend extra sale", "sell carpet"):
        table.play("Carla", choice)
    assert [*cargo(table, "Carla")] == [5, 6]


def test_each_spends_their_own_token_in_their_own_turn() -> None:
    """CAM-14: Burt is asked about the token after Burt's sale, and not after Anne's."""
    table = a_table("selling", side=2, emptied="ABC", goods={"Anne": FOUR, "Burt": FOUR}, sale_tokens=["Burt"])
    table.play("Anne", "sell date")
    assert "sell nothing" in table.legal("Burt")
    table.play("Burt", "sell date")
    assert table.legal("Burt") == ["keep extra sale", "spend extra sale"]


# The end of a round


def test_the_unchosen_market_is_discarded() -> None:
    """CAM-15: what lay in D is gone, and the next round fills it anew."""
    table = last_seller()
    before = table.position()["up"]["D"]
    assert "Nobody chose D1: its goods are discarded" in told(table.play("Carla", "sell nothing"))
    assert not {*before} & {*table.position()["up"]["D"]}


def test_its_face_down_cards_stay_unseen() -> None:
    """CAM-15: nobody ever learns what they were."""
    table = last_seller()
    cards = table.position()["down"]["D"]
    table.play("Carla", "sell nothing")
    assert cards
    for viewer in (ANNE, CARLA, None):
        assert [table.view(viewer)["faces"][card] for card in cards] == [None] * len(cards)


def test_a_player_who_has_seen_them_has_seen_them() -> None:
    """CAM-15, CAM-51: Burt has peeked, and still knows what Anne does not."""
    table = last_seller(side=2, markets="ABCF", peeked={"F": ["Burt"]})
    cards, faces = table.position()["down"]["F"], table.position()["faces"]
    table.play("Carla", "sell nothing")
    assert [table.view("Burt")["faces"][card] for card in cards] == [faces[card] for card in cards]
    assert table.view("Anne")["faces"][cards[0]] is None


def test_then_the_next_round() -> None:
    """CAM-15: with an auction among all, and all markets to choose from."""
    table = next_round(round_number=4)
    position = table.position()
    assert (position["round_number"], position["stage"], table.asks) == (5, "betting", (ANNE, BURT, CARLA))
    assert position["open_markets"] == [*"ABCD"]


def test_the_first_player_keeps_the_token_until_the_next_auction() -> None:
    """CAM-15: nothing but an auction moves it."""
    assert next_round().position()["first_player"] == "Anne"


# The end of the game


@pytest.mark.parametrize(("players", "enough"), [(3, 4), (4, 5), (5, 6)])
def test_the_game_ends_with_no_more_cards_than_players(players: int, enough: int) -> None:
    """CAM-16: a round begins with a card for each player and the one that stays on top, or not at all."""
    assert next_round(players, side=2, left=enough).position()["stage"] == "betting"
    assert next_round(players, side=2, left=enough - 1).position()["stage"] == "final sale"


def test_the_game_ends_without_a_tower() -> None:
    """CAM-16: an ability may have drawn the last card."""
    assert next_round(side=2, left=0).position()["stage"] == "final sale"


def test_no_market_is_filled_for_the_final_sale() -> None:
    """CAM-16: the cards left in the Tower stay there."""
    position = next_round(side=2, left=TOO_FEW).position()
    assert (position["drawn"], position["open_markets"]) == (CARDS - TOO_FEW, [])
    assert not any([*position["up"].values(), *position["down"].values()])


def test_the_final_sale_begins_with_the_first_player() -> None:
    """CAM-16: every player once more, clockwise."""
    table = final_sale(dict.fromkeys(NAMES[:3], FOUR), turn="Burt")
    assert sellers(table) == [BURT, CARLA, ANNE]
    assert table.over


def test_a_player_who_sold_in_the_last_round_may_sell_again() -> None:
    """CAM-16: Carla sells fruit in the sell phase, and from the same camel in the final sale."""
    table = last_seller(side=2, left=TOO_FEW, goods={"Carla": {5: ["fruit 1", "fruit 2"]}})
    table.play("Carla", "sell fruit")
    assert table.legal("Carla") == ["sell nothing", "sell fruit"]


def test_the_final_sale_follows_the_last_sell_phase_with_the_first_player() -> None:
    """CAM-16: Anne, last to sell in the round, waits for Burt and Carla."""
    goods = dict.fromkeys(NAMES[:3], FOUR)
    table = a_table("selling", side=2, left=TOO_FEW, first="Burt", turn="Anne", emptied="ABC", goods=goods)
    table.play("Anne", "sell nothing")
    assert (table.position()["stage"], table.asks) == ("final sale", (BURT,))


def test_one_may_sell_from_every_camel() -> None:
    """CAM-16: Anne sells all she has, in any order."""
    table = final_sale({"Anne": FOUR})
    for sale in ("pottery: jar", "date", "fruit", "carpet"):
        table.play("Anne", f"sell {sale}")
    assert (cargo(table), table.over) == ({}, True)


def test_but_once_from_each() -> None:
    """CAM-16: the fruit that stays on camel 5 cannot be sold any more, nor the vase on camel 6."""
    table = final_sale({"Anne": {3: ["date 1"], 5: ["fruit 1", "fruit 2"], 6: ["pottery jar", "pottery vase"]}})
    table.play("Anne", "sell fruit")
    table.play("Anne", "sell pottery: jar")
    assert table.legal("Anne") == ["sell nothing", "sell date"]
    why = "CAM-16: you have nothing of that kind on a camel you may sell from; legal now: sell nothing, sell date"
    assert refused(table, "Anne", "sell pottery: vase") == why


def test_one_may_stop_selling() -> None:
    """CAM-16: after one sale Anne keeps the rest, and Burt is asked."""
    table = final_sale({"Anne": FOUR, "Burt": FOUR})
    table.play("Anne", "sell date")
    table.play("Anne", "sell nothing")
    assert (table.asks, [*cargo(table)]) == ((BURT,), [4, 5, 6])


def test_no_token_is_asked_for_in_the_final_sale() -> None:
    """CAM-16: every camel can be sold from without one."""
    table = final_sale({"Anne": FOUR}, **TOKEN)
    table.play("Anne", "sell date")
    assert table.legal("Anne") == ["sell nothing", "sell carpet", "sell fruit", "sell pottery: jar"]


def test_if_nobody_has_goods_the_game_is_over_at_once() -> None:
    """CAM-16, CAM-17: Carla has sold her last date; there is no final sale."""
    table = last_seller(side=2, left=TOO_FEW)
    table.play("Carla", "sell date")
    assert (table.over, table.position()["stage"]) == (True, "over")


def test_the_end_is_told() -> None:
    """CAM-16: with what everybody has."""
    table = final_sale({"Anne": {3: ["date 1"]}}, pounds=[4, 1, 12])
    assert [str(event) for event in table.play("Anne", "sell nothing")][-4:] == [
        "The game is over (CAM-16)",
        "Anne has 4 pounds (CAM-16)",
        "Burt has 1 pound (CAM-16)",
        "Carla has 12 pounds (CAM-16)",
    ]


def test_pounds_are_seen_by_all_at_the_end() -> None:
    """CAM-16, CAM-01: they were hidden until then."""
    assert ended([4, 1, 12]).view("Burt")["pounds"] == {"Anne": 4, "Burt": 1, "Carla": 12}


def test_nothing_is_legal_after_the_end() -> None:
    """CAM-16: and the table says so."""
    table = ended([4, 1, 12])
    assert table.legal("Anne") == []
    assert refused(table, "Anne", "sell date") == "CAM-16: the game is over; nothing is legal any more"


def test_most_pounds_wins() -> None:
    """CAM-16: whatever goods are left."""
    table = ended([4, 1, 12], {"Carla": FOUR})
    assert (table.scores, table.places) == ([4, 1, 12], [2, 3, 1])


def test_then_fewest_goods_cards_left() -> None:
    """CAM-16: 12 pounds each; Burt has one card, Anne two, Carla four."""
    goods = {"Anne": {3: ["date 1", "date 1"]}, "Burt": {6: ["date 4"]}, "Carla": FOUR}
    table = ended([12, 12, 12], goods)
    assert (table.scores, table.places) == ([12, 12, 12], [2, 1, 3])


def test_a_pound_is_more_than_any_number_of_goods() -> None:
    """CAM-16: Anne has 18 cards left, Burt none, and a pound less."""
    goods = {3: ["date 1"] * 3, 4: ["carpet red"] * 4, 5: ["fruit 1"] * 5, 6: ["pottery jar"] * 6}
    assert ended([5, 4, 0], {"Anne": goods}).places == [1, 2, 3]


def test_then_the_victory_is_shared() -> None:
    """CAM-16: as many pounds and cards, of whatever kind; both are first, and the next is third."""
    goods = {"Anne": {3: ["date 1"]}, "Carla": {6: ["fruit 4"]}}
    assert ended([8, 5, 8], goods).places == [1, 3, 1]


def test_tokens_are_worth_nothing_at_the_end() -> None:
    """CAM-16: neither pounds nor a tie broken."""
    table = ended([8, 8, 5], markets="ABCF", sale_tokens=["Anne"], peek_tokens=["Anne"])
    assert (table.scores, table.places) == ([8, 8, 5], [1, 1, 3])


# What is done without asking


def test_the_only_empty_camel_is_loaded_without_asking() -> None:
    """CAM-17: camel 5 is the only one for the dates."""
    table = takes("date 1", goods={3: ["fruit 1"], 4: ["carpet red"], 6: ["pottery jar"]})
    assert (cargo(table)[5], table.asks) == (["date 1"], (BURT,))


def test_the_last_empty_camel_after_a_choice() -> None:
    """CAM-17: two new types and two empty camels: Anne chooses for the first, and the second has no choice."""
    table = takes("date 1", "fruit 1", goods={4: ["carpet red"], 6: ["pottery jar"]})
    table.play("Anne", "load date on camel 3")
    assert (cargo(table)[5], table.asks) == (["fruit 1"], (BURT,))


def test_a_camel_that_has_just_lost_its_goods_is_a_choice_again() -> None:
    """CAM-17, CAM-13: the dates are thrown off camel 3, so that the fruit has two camels, and Anne is asked."""
    table = takes(*["date 1"] * 4, "fruit 1", goods={4: ["carpet red"], 6: ["pottery jar"]})
    table.play("Anne", "load date on camel 3")
    assert table.legal("Anne") == ["load fruit on camel 3", "load fruit on camel 5"]


def test_the_last_card_of_a_draft() -> None:
    """CAM-17, CAM-46: Carla takes the face-down card without asking, and is asked only where to load it."""
    table = a_table(tower=["date 1", "fruit 4", "carpet red"])
    for choice in ("market D", "use: draft", "draft fruit 4"):
        table.play("Anne", choice)
    table.play("Burt", "draft carpet red")
    table.play("Burt", "load carpet on camel 3")
    assert (table.asks, table.legal("Carla")[0]) == ((CARLA,), "load date on camel 3")


def test_a_market_without_use_of_its_ability() -> None:
    """CAM-17, CAM-41: Anne has an Extra Sale token, and can gain no other: she is not asked."""
    table = a_taking()
    table.play("Anne", "market A")
    assert table.asks == (BURT,)


def test_a_market_with_use_of_its_ability() -> None:
    """CAM-17: she is asked otherwise."""
    table = a_taking(sale_tokens=[])
    table.play("Anne", "market A")
    assert (table.asks, table.legal("Anne")[0]) == ((ANNE,), "no ability")


def test_a_sell_phase_without_goods() -> None:
    """CAM-17: Burt has none, and Carla is asked after Anne."""
    table = a_table("selling", emptied="ABC", goods={"Anne": FOUR, "Carla": FOUR})
    assert sellers(table) == [ANNE, CARLA]


def test_a_final_sale_without_goods() -> None:
    """CAM-17: the same at the end."""
    assert sellers(final_sale({"Anne": FOUR, "Carla": FOUR})) == [ANNE, CARLA]


def test_the_only_extra_sale_there_is() -> None:
    """CAM-17: the token is spent, and nothing but the carpet can be sold for it."""
    table = sells({3: ["date 1"], 4: ["carpet red"]}, "sell date", "spend extra sale", **TOKEN)
    assert (cargo(table), table.position()["stage"]) == ({}, "betting")


def test_a_player_who_has_no_pound_is_asked_for_a_bet() -> None:
    """CAM-17, CAM-01: only 0 can be bet, but pounds are hidden, and skipping the player would reveal them."""
    table = a_table("betting", pounds=[0, 0, 5])
    assert table.asks == (ANNE, BURT, CARLA)


# Selling


def dates(count: int) -> list[str]:
    """This number of dates on as many cards as camel 6 carries, or on a card each."""
    cards = min(count, 6)
    return [f"date {count // cards + (card < count % cards)}" for card in range(cards)]


@pytest.mark.parametrize(
    ("count", "brings"),
    [
        *((1, 1), (2, 1), (3, 2), (4, 2), (5, 4), (6, 4), (7, 6), (8, 6), (9, 9), (10, 9), (11, 12), (12, 12)),
        *((13, 16), (14, 16), (18, 16)),
    ],
)
def test_what_dates_bring(count: int, brings: int) -> None:
    """CAM-20: by the number of dates on all date cards together; 13 and more bring the same."""
    assert pounds(sells({6: dates(count)}, "sell date")) == [brings, 0, 0]


def test_dates_are_counted_on_the_cards() -> None:
    """CAM-20: four on one card bring as much as four on four."""
    one, four = (sells({6: cards}, "sell date") for cards in (["date 4"], ["date 1"] * 4))
    assert pounds(one) == pounds(four)


def test_all_dates_of_the_camel_are_sold() -> None:
    """CAM-20: together; no card stays, and the camel is empty."""
    assert cargo(sells({5: ["date 1", "date 1", "date 3"], 6: ["fruit 1"]}, "sell date")) == {6: ["fruit 1"]}


COLOURS = [f"carpet {colour}" for colour in ("red", "blue", "green", "yellow", "purple", "white")]


@pytest.mark.parametrize(("colours", "brings"), [(1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 20)])
def test_what_carpets_bring(colours: int, brings: int) -> None:
    """CAM-21: for 1 to 6 colours."""
    table = sells({6: COLOURS[:colours]}, "sell carpet")
    assert (pounds(table), cargo(table)) == ([brings, 0, 0], {})


def test_doubles_stay() -> None:
    """CAM-21: one of each colour is sold; a red and two white carpets stay on the camel."""
    carpets = ["carpet red"] * 2 + ["carpet blue"] + ["carpet white"] * 3
    table = sells({6: carpets}, "sell carpet")
    assert cargo(table) == {6: ["carpet red"] + ["carpet white"] * 2}
    assert pounds(table) == pounds(sells({6: COLOURS[:3]}, "sell carpet"))


def test_of_one_colour_one_carpet_is_sold() -> None:
    """CAM-21: no colour twice."""
    table = sells({4: ["carpet green"] * 3}, "sell carpet")
    assert cargo(table) == {4: ["carpet green"] * 2}
    assert pounds(table) == pounds(sells({4: ["carpet green"]}, "sell carpet"))


@pytest.mark.parametrize(("cards", "brings"), [(1, 2), (2, 4), (3, 6), (4, 9), (5, 12), (6, 16)])
def test_what_pottery_brings(cards: int, brings: int) -> None:
    """CAM-22: for 1 to 6 cards of the shape chosen."""
    table = sells({6: ["pottery bowl"] * cards}, "sell pottery: bowl")
    assert (pounds(table), cargo(table)) == ([brings, 0, 0], {})


def test_one_shape_is_sold() -> None:
    """CAM-22: both vases, and the jar and the bowl stay."""
    table = sells({4: ["pottery jar", "pottery bowl", "pottery vase", "pottery vase"]}, "sell pottery: vase")
    assert cargo(table) == {4: ["pottery jar", "pottery bowl"]}
    assert pounds(table) == pounds(sells({4: ["pottery vase"] * 2}, "sell pottery: vase"))


MIXED = ["pottery jar", "pottery jar+bowl", "pottery bowl+vase", "pottery jar+bowl+vase"]


@pytest.mark.parametrize(
    ("shape", "cards", "stay"),
    [
        ("jar", 3, ["pottery bowl+vase"]),
        ("bowl", 3, ["pottery jar"]),
        ("vase", 2, ["pottery jar", "pottery jar+bowl"]),
    ],
)
def test_every_card_showing_the_shape_is_sold(shape: str, cards: int, stay: list[str]) -> None:
    """CAM-22: those with other shapes on them too; each is gone then, for those shapes as well."""
    table = sells({6: MIXED}, f"sell pottery: {shape}")
    assert cargo(table) == {6: stay}
    assert pounds(table) == pounds(sells({6: [f"pottery {shape}"] * cards}, f"sell pottery: {shape}"))


@pytest.mark.parametrize(
    ("pot", "shapes"),
    [("jar", ["jar"]), ("vase", ["vase"]), ("jar+vase", ["jar", "vase"]), ("jar+bowl+vase", ["jar", "bowl", "vase"])],
)
def test_a_shape_that_is_there_is_chosen(pot: str, shapes: list[str]) -> None:
    """CAM-22: any shape on the camel, and no other."""
    table = sells({6: [f"pottery {pot}"]})
    assert table.legal("Anne") == ["sell nothing", *(f"sell pottery: {shape}" for shape in shapes)]


def test_another_shape_is_another_sale_from_the_same_camel() -> None:
    """CAM-22, CAM-14: after the jars an extra sale can be of the bowls."""
    goods = {3: ["date 1"], 6: ["pottery jar", "pottery bowl"]}
    table = sells(goods, "sell pottery: jar", "spend extra sale", **TOKEN)
    assert table.legal("Anne") == ["sell date", "sell pottery: bowl"]


@pytest.mark.parametrize(
    ("cards", "brings"),
    [
        (["fruit 1"], 1),
        (["fruit 2"], 2),
        (["fruit 3"], 3),
        (["fruit 4"], 4),
        (["fruit 2"] * 3, 6),
        (["fruit 3"] * 4, 12),
        (["fruit 1", "fruit 4", "fruit 4"], 1),
        (["fruit 2", "fruit 2", "fruit 3"], 4),
    ],
)
def test_what_fruit_brings(cards: list[str], brings: int) -> None:
    """CAM-23: all cards of the lowest kind on the camel, each for its value."""
    assert pounds(sells({6: cards}, "sell fruit")) == [brings, 0, 0]


def test_other_fruit_stays() -> None:
    """CAM-23: the lowest kind is gone, all higher ones are not."""
    table = sells({6: ["fruit 2", "fruit 2", "fruit 3", "fruit 4"]}, "sell fruit")
    assert cargo(table) == {6: ["fruit 3", "fruit 4"]}


@pytest.mark.parametrize("coin", [1])
def test_a_coin_is_put_on_a_camel_where_fruit_stays(coin: int) -> None:
    """CAM-23: 1 pound from the supply, not yet Anne's; all see it."""
    table = sells({5: ["fruit 1", "fruit 3"]}, "sell fruit")
    assert (coins(table), pounds(table)) == ({5: coin}, [1, 0, 0])
    assert table.view(None)["coins"] == {"Anne": [0, 0, coin, 0], "Burt": [0] * 4, "Carla": [0] * 4}


def test_no_coin_if_all_fruit_is_sold() -> None:
    """CAM-23: nothing stays on the camel."""
    table = sells({5: ["fruit 3", "fruit 3"]}, "sell fruit")
    assert (coins(table), cargo(table)) == ({}, {})


@pytest.mark.parametrize(
    ("goods", "sale"),
    [({6: ["carpet red"] * 2}, "carpet"), ({6: ["pottery jar", "pottery vase"]}, "pottery: jar")],
    ids=["carpet", "pottery"],
)
def test_no_coin_for_other_goods_that_stay(goods: Load, sale: str) -> None:
    """CAM-23: only fruit brings one."""
    assert coins(sells(goods, f"sell {sale}")) == {}


COIN: dict[str, Any] = {"coins": {"Anne": [0, 0, 1, 0]}}
"""A pound lies on Anne's camel 5."""


@pytest.mark.parametrize(
    ("cards", "sale"),
    [
        (["fruit 3"], "fruit"),
        (["date 1", "date 4"], "date"),
        (["carpet red", "carpet red"], "carpet"),
        (["pottery jar"], "pottery: jar"),
    ],
)
def test_the_coin_is_taken_at_the_next_sale_from_that_camel(cards: list[str], sale: str) -> None:
    """CAM-23: whatever is sold then, it is taken besides, and the camel has none."""
    plain, table = sells({5: cards}, f"sell {sale}"), sells({5: cards}, f"sell {sale}", **COIN)
    assert pounds(table)[ANNE] == pounds(plain)[ANNE] + 1
    assert coins(table) == {}


def test_the_coin_is_told_with_the_sale() -> None:
    """CAM-23: 3 for the fruit and 1 from the camel."""
    assert "Anne sells fruit for 4 pounds" in told(sells({5: ["fruit 3"]}, **COIN).play("Anne", "sell fruit"))


def test_a_sale_from_another_camel_does_not_take_it() -> None:
    """CAM-23: it lies on camel 5 still."""
    goods = {4: ["carpet red"], 5: ["fruit 3"]}
    plain, table = sells(goods, "sell carpet"), sells(goods, "sell carpet", **COIN)
    assert (pounds(table), coins(table)) == (pounds(plain), {5: 1})


def test_fruit_that_stays_again_brings_a_new_coin() -> None:
    """CAM-23: the old one is taken, and another put on the camel; there are never two."""
    table = sells({5: ["fruit 2", "fruit 3", "fruit 4"]}, "sell fruit", **COIN)
    assert (pounds(table)[ANNE], coins(table)) == (2 + 1, {5: 1})


def test_several_camels_may_have_a_coin() -> None:
    """CAM-23: the fruit left one on camel 3 before, and now it leaves one on camel 5."""
    table = sells({5: ["fruit 1", "fruit 3"]}, "sell fruit", coins={"Anne": [1, 0, 0, 0]})
    assert coins(table) == {3: 1, 5: 1}


def test_the_coin_stays_when_the_goods_are_lost() -> None:
    """CAM-23, CAM-13: the fruit is too much for camel 5."""
    table = takes("fruit 2", goods={5: ["fruit 1"] * 5}, **COIN)
    assert (cargo(table), coins(table)) == ({}, {5: 1})


def test_it_is_taken_with_the_goods_that_come_after_them() -> None:
    """CAM-23: dates are loaded on that camel, and sold with the coin."""
    goods = {4: ["carpet red"] * 4, 5: ["fruit 1"] * 5, 6: ["pottery jar"]}
    stalls: dict[str, Any] = {"up": {"A": ["fruit 1", "date 1"]}, "down": {"A": ["date 1"]}}
    written: dict[str, Any] = {
        "emptied": "BC",
        "turn": "Carla",
        "goods": {"Carla": goods},
        "pounds": [0, 0, 0],
        **stalls,
    }
    table = a_table(side=2, sale_tokens=["Carla"], coins={"Carla": [0, 0, 1, 0]}, **written)
    for choice in ("market A", "load date on camel 5", "sell date"):
        table.play("Carla", choice)
    assert pounds(table)[CARLA] == pounds(sells({5: ["date 1"] * 2}, "sell date"))[ANNE] + 1
    assert coins(table, "Carla") == {}


def test_the_coin_stays_when_the_goods_are_discarded() -> None:
    """CAM-23, CAM-47: Anne discards the only fruit on camel 5."""
    goods = {"Anne": {5: ["fruit 4"]}}
    table = a_table(side=2, goods=goods, up={"D": ["date 1"]}, **COIN)
    table.play("Anne", "market D")
    table.play("Anne", "use: discard fruit 4")
    assert ("fruit" in table.position()["camels"]["Anne"], coins(table)) == (False, {5: 1})


def test_the_coin_is_nobody_s_at_the_end() -> None:
    """CAM-23: Anne and Burt have 8 pounds each, whatever lies on Anne's camel."""
    table = ended([8, 8, 5], **COIN)
    assert (table.scores, table.places) == ([8, 8, 5], [1, 1, 3])


def test_nor_is_one_put_there_in_the_final_sale() -> None:
    """CAM-23, CAM-16: Anne sells one fruit, and there is no next sale from that camel."""
    table = final_sale({"Anne": {5: ["fruit 1", "fruit 3"]}})
    table.play("Anne", "sell fruit")
    assert (table.over, table.scores) == (True, [1, 0, 0])


def test_the_coin_is_taken_in_the_final_sale() -> None:
    """CAM-23, CAM-16: it is a sale like another."""
    table = final_sale({"Anne": {5: ["fruit 3"]}}, **COIN)
    table.play("Anne", "sell fruit")
    assert table.scores == [3 + 1, 0, 0]
