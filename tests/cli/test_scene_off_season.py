"""Off Season in the terminal: the banner, the stalls, the camels, the choices, what leaks, the last screen."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import bidwell
from bidwell import Table
from bidwell.cli.scenes import scene_of
from bidwell.cli.scenes.off_season.ending import account_of, why
from bidwell.games.off_season.components import (
    AUCTION_CLAUSES,
    AUCTIONS,
    CARPETS_PAY,
    POTTERY_PAY,
    POUNDS_EACH,
    SIDE_NAMES,
    STAGES,
    STAYS_ON_TOP,
    ZEROES_LOSE,
)
from bidwell.games.off_season.state import OffSeasonState
from tests.cli.terminal import Bidwell, drawn
from tests.games.off_season.helpers import NAMES, a_table

GAME = bidwell.game("off_season")
SCENE = scene_of(GAME)
WIDTHS = (60, 80, 120)
UP = {
    "A": ["date 3", "carpet red"],
    "B": ["fruit 2", "pottery jar"],
    "C": ["carpet green", "fruit 1", "date 4"],
    "D": ["pottery jar+bowl", "carpet blue"],
}
GOODS = {
    "Anne": {
        3: ["fruit 1", "fruit 1", "fruit 3"],
        4: ["carpet red", "carpet red", "carpet blue"],
        6: ["pottery jar", "pottery jar+bowl", "pottery vase"],
    },
    "Burt": {3: ["date 1", "date 4"], 5: ["fruit 2"] * 3 + ["fruit 3"] * 2},
    "Carla": {4: ["pottery jar+bowl+vase", "pottery jar"]},
}


def loaded(stage: str = "choosing", **fields: Any) -> Table:
    """A table with goods on camels, and markets that would overload some of them."""
    return a_table(stage, **{"goods": GOODS, "up": UP, "pounds": dict.fromkeys(NAMES[:3], 12), **fields})


def scene(table: Table, seat: str | None = "Anne", width: int = 80) -> str:
    return drawn(SCENE.scene(table.view(seat), []), width)


def if_said(table: Table, said: str, seat: str = "Anne") -> str:
    action = table.game.notation.action(table, said)
    return "\n".join(map(str, SCENE.consequence(table.view(seat), action)))


def row(shown: str, begin: str) -> str:
    """The line that begins so."""
    return next(line.strip() for line in shown.splitlines() if line.strip().startswith(begin))


def random_game(players: int, seed: int) -> Iterator[tuple[Table, int]]:
    """The table and a seat that is asked, before every decision of a random game."""
    chance, table = random.Random(seed), GAME.deal(players, seed=seed)
    while not table.over:
        seat = chance.choice(table.asks)
        yield table, seat
        legal = table.legal(seat)
        table.play(seat, chance.choice(legal[:4] if legal[0] == "bet 0" else legal))


def ability(side: str, **fields: Any) -> Table:
    """Anne decides on the ability of this side."""
    market, face = side[0], int(side[1])
    fields = {"players": 5, "goods": {"Anne": GOODS["Anne"]}, "side": face, **fields}
    return a_table("ability", **{"up": {market: ["fruit 2", "date 1"]}, **fields}, chosen=side, emptied=market)


def after(table: Table, *said: str) -> Table:
    """What Anne says in turn is done."""
    for each in said:
        table.play("Anne", each)
    return table


def with_tower(*said: str) -> Table:
    """The next cards of the Tower are two dates and a fruit."""
    return after(loaded(tower=["date 1", "date 2", "fruit 1"]), *said)


def selling(*said: str) -> Table:
    """In the sell phase, with a coin on the camel of the fruit, and the Extra Sale token."""
    fields = {"coins": {"Anne": [1, 0, 0, 0]}, "sale_tokens": ["Anne"]}
    return after(loaded("selling", side=2, emptied="ABD", up={"C": UP["C"]}, **fields), *said)


def with_token(**fields: Any) -> Table:
    """The table of `loaded` on side 2, with F in the place of B; Anne may peek."""
    up = {market: UP["B"] if market == "F" else UP[market] for market in "ACDF"}
    return loaded(side=2, markets="ACDF", up=up, peek_tokens=["Anne"], **fields)


def final_sale(goods: dict[str, dict[int, list[str]]], **fields: Any) -> Table:
    return a_table("final sale", emptied="ABCD", left=1, side=2, goods=goods, **fields)


def finish(pounds: dict[str, int], goods: dict[str, dict[int, list[str]]]) -> Table:
    """CAM-16: in the final sale nobody sells anything more."""
    turn = next(name for name in NAMES if name in goods)
    table = final_sale(goods, turn=turn, first=turn, pounds=pounds)
    while not table.over:
        table.play(table.asks[0], "sell nothing")
    return table


# The banner


@pytest.mark.parametrize("kind", range(len(AUCTIONS)))
def test_the_banner_says_the_kind_of_auction_and_its_clause(kind: int) -> None:
    """CAM-30 to CAM-37."""
    shown = scene(a_table("betting", auction=AUCTIONS[kind]))
    assert re.search(rf"^ {AUCTIONS[kind].upper()}   .*wins.*  {AUCTION_CLAUSES[kind]}$", shown, re.M)


@pytest.mark.parametrize(
    ("auction", "concerned"),
    [
        ("most dates", "+1 for Burt (most dates, 5)"),
        ("fewest goods", "+1 for Carla (fewest goods cards, 2)"),
        ("first player", "-1 for Anne (First Player)"),
    ],
)
def test_the_banner_says_whom_the_auction_concerns(auction: str, concerned: str) -> None:
    """CAM-35, CAM-36, CAM-37."""
    assert f"{concerned}; the highest bet wins" in scene(loaded("betting", auction=auction))


def test_a_kind_that_concerns_nobody_is_a_standard_auction() -> None:
    """CAM-35, CAM-37."""
    assert "no dates yet: the highest bet wins" in scene(a_table("betting", auction="most dates"))
    assert "no goods yet: the highest bet wins" in scene(a_table("betting", auction="fewest goods"))


def test_a_failed_auction_is_announced() -> None:
    """CAM-30."""
    assert "bet again!" in scene(a_table("betting", failed=True, opened=dict.fromkeys(NAMES[:3], 0)))


def test_round_tower_and_the_rounds_to_come() -> None:
    """CAM-16."""
    assert "round 2, auction · 90 cards in the Tower · at most" in scene(a_table("betting"))
    table = a_table("betting", side=2, left=3 + STAYS_ON_TOP - 1)
    assert "the last round" in scene(table)


def test_after_the_auction_the_order_stands_in_the_banner() -> None:
    """CAM-12."""
    shown = scene(a_table(turn="Burt", emptied="A", up={"B": UP["B"]}))
    assert "✓Anne, ▸Burt, Carla · the highest bet wins; tied bets are out" in shown


# The stalls


def test_a_market_shows_its_cards_its_sacks_and_its_ability() -> None:
    shown = scene(loaded())
    assert row(shown, "A1").startswith("A1    ◆3 ▦red         ▒         name a type, draw 3")
    assert re.match(r"C1 +▦green ●1 ◆4 +none +fetch", row(shown, "C1"))
    assert "▒▒" in row(shown, "D1")


@pytest.mark.parametrize("side", [1, 2])
def test_every_side_says_its_ability(side: int) -> None:
    """CAM-40 to CAM-51."""
    shown = scene(a_table(players=5, side=side), width=120)
    for market in SIDE_NAMES[side - 1 :: 2]:
        assert re.search(rf"^ {market} +\S.* (name|gain|swap|draw|fetch|draft|discard|move)", shown, re.M)


def test_taken_markets_are_named_and_the_one_being_emptied_is_marked() -> None:
    table = loaded(turn="Burt", emptied="A", up={market: UP[market] for market in "BCD"})
    table.play("Burt", "market B")
    shown = scene(table)
    assert "taken: A1" in shown
    assert "▸B1" in shown
    assert "nothing" not in shown


def test_when_all_have_chosen_the_markets_are_only_named() -> None:
    """CAM-15."""
    assert "Markets taken: A2, B2, D2; nobody chose C2" in scene(selling())


def test_a_wide_screen_says_cards_in_words_and_a_small_one_in_letters() -> None:
    table = loaded()
    assert "▼ pottery jar+bowl, ▦ carpet blue" in scene(table, width=120)
    assert "▼jar+bowl ▦blue" in scene(table, width=80)
    assert "▼jb ▦B" in scene(table, width=60)


def test_worth_and_risk_of_a_market() -> None:
    """CAM-13: the third fruit too many is lost, with all it lay on; the unseen card may be a fourth."""
    shown = scene(loaded())
    assert row(shown, "B1").endswith("● lost")
    assert re.search(r"\+\d+ ▦\d+% ●\d+%$", row(shown, "A1"))


def test_a_player_who_has_chosen_is_told_no_worth_any_more() -> None:
    table = loaded(turn="Burt", emptied="A", up={market: UP[market] for market in "BCD"})
    assert "worth, risk" not in scene(table, "Anne")
    assert "worth, risk" in scene(table, "Carla")


def test_a_peek_makes_the_risk_certain() -> None:
    """CAM-51."""
    table = with_token(down={"A": ["fruit 4"]})
    assert "%" in row(scene(table), "A2")
    table.play("Anne", "peek A")
    assert re.search(r"\(●4\) +gain Extra Sale .*● lost$", row(scene(table), "A2"))


def test_markets_in_play_are_shown_whatever_their_letters() -> None:
    """CAM-04."""
    shown = scene(a_table(markets="BDEF"))
    assert [line.split()[0] for line in shown.splitlines() if re.match(r" [A-F]1 ", line)] == ["B1", "D1", "E1", "F1"]


def test_face_down_cards_lie_in_their_order() -> None:
    """CAM-49, CAM-51: the second of three is the one that Anne has seen."""
    table = with_token(down={"D": ["fruit 4", "date 1", "date 2"]})
    state: OffSeasonState = table.state  # type: ignore[assignment]
    state.known[table.position()["down"]["D"][1]] |= 1
    assert "▒(◆1)▒" in row(scene(table), "D2")


# The camels


def test_the_own_caravan() -> None:
    """CAM-13, CAM-23: load, room, sale, coin."""
    shown = scene(loaded(side=2, coins={"Anne": [1, 0, 0, 0]}, sale_tokens=["Anne"]))
    assert f"▸Anne (you): 12 pounds · £{3 + CARPETS_PAY[2] + POTTERY_PAY[2]} in goods · First Player" in shown
    assert "Extra Sale · bet 0" in shown
    assert re.search(r"◢◣3 ●●● +fruit 1 1 3 +full! +sells £2, 1 stays +\+£1$", shown, re.M)
    assert re.search(rf"◢◣4 ▦▦▦· +carpet red red blue +1 more +sells £{CARPETS_PAY[2]}, 1 stays", shown)
    assert re.search(r"◢◣5 ····· +empty", shown)
    assert re.search(rf"◢◣6 ▼▼▼··· +pottery jar vase jar\+bowl +3 more +sells £{POTTERY_PAY[2]} jar", shown)


def test_a_camel_sold_from_counts_no_more_in_the_final_sale() -> None:
    """CAM-16."""
    shown = scene(after(final_sale({"Anne": GOODS["Anne"]}, pounds=[12, 0, 0]), "sell carpet"))
    assert re.search(r"◢◣4 ▦··· +carpet red +3 more +sold already", shown)
    assert f"{12 + CARPETS_PAY[2]} pounds · £{2 + POTTERY_PAY[2]} in goods" in shown


def test_a_camel_sold_from_can_be_sold_from_again_with_a_token() -> None:
    """CAM-14."""
    shown = scene(selling("sell carpet"))
    assert re.search(rf"◢◣4 ▦··· +carpet red +3 more +sells £{CARPETS_PAY[1]}", shown)


def test_the_camels_of_the_others() -> None:
    opened = {"Anne": 0, "Burt": 4, "Carla": 0}
    shown = scene(loaded(side=2, coins={"Burt": [0, 1, 0, 0]}, sale_tokens=["Burt"], opened=opened))
    assert re.search(r"Burt +4 ◆1 4 2/3 +– £1 +●2 2 2 3 3 5/5! +– +sale", shown)
    assert re.search(r"Carla +0 – +▼jar jar\+bowl\+vase 2/4 +– +–", shown)


def test_a_player_who_has_bet_is_marked_and_how_much_is_not_shown() -> None:
    """CAM-11: sealed is sealed."""
    table = loaded("betting")
    before = scene(table, "Burt")
    table.play("Anne", "bet 9")
    assert scene(table, "Burt") == before.replace("▸Anne", "✉Anne")
    assert "bet 9, sealed" in scene(table, "Anne")


def test_a_spectator_sees_everybody_alike() -> None:
    shown = scene(loaded(), None)
    assert "(you)" not in shown
    assert "worth, risk" not in shown
    assert all(re.search(rf"^.{name} ", shown, re.M) for name in NAMES[:3])


def test_goods_set_aside_drafted_and_waiting_have_their_line() -> None:
    """CAM-12, CAM-40, CAM-46."""
    assert "Drawn: ◆1 ◆2   keep one  CAM-40" in scene(with_tower("market A", "use: name date"))
    table = with_tower("market D", "use: draft")
    assert "Draft: ▒ ◆2 ●1   for you, Burt and Carla  CAM-46" in scene(table)
    table.play("Anne", "draft date 2")
    assert "Set aside: ◆2   to be loaded with the goods of D1" in scene(table, "Burt")
    table = after(a_table(up=UP), "market C", "no ability")
    assert "To load: ◆4 ▦green ●1   on your camels  CAM-13" in scene(table)
    assert "on Anne's camels" in scene(table, "Burt")


# The choices


def test_sales_are_listed_with_what_they_bring_and_what_stays() -> None:
    """CAM-20 to CAM-23."""
    shown = scene(selling())
    assert re.search(r"sell fruit +2 pounds and the coin, 15 in all; ●3 stays, with a coin", shown)
    assert re.search(rf"sell pottery: jar +{POTTERY_PAY[2]} pounds?, .*; ▼vase stays", shown)
    assert "sell nothing" in shown


def test_many_choices_are_told_by_an_example() -> None:
    """CAM-42."""
    table = after(loaded(), "market B")
    assert f"{len(table.legal('Anne'))} choices, like swap fruit 2 with date 3 of A" in scene(table)


def test_a_peek_token_is_pointed_out() -> None:
    """CAM-51."""
    assert "peek A looks first (Peek token)" in scene(with_token())
    assert "peek A" not in scene(loaded())


def stage_of(table: Table) -> str:
    return str(table.position()["stage"])


def draft() -> Iterator[Table]:
    """CAM-46 with five players: before every decision, until Anne loads her goods."""
    table = GAME.position({"players": 5, "first_player": "Anne", "turn": "Anne", "chosen": "D1"})
    table.play("Anne", "use: draft")
    while table.position()["draft"]:
        yield table
        table.play(table.asks[0], table.legal(table.asks[0])[0])


@pytest.mark.parametrize("height", [16, 20, 24, 30])
def test_the_choices_are_there_however_small_the_screen_is(height: int) -> None:
    """In a draft there is most to show; on 80 by 24 all of it fits, the prompt's line included."""
    stages = set()
    for table in draft():
        seat = table.asks[0]
        shown = drawn(SCENE.scene(table.view(seat), table.told(seat)), height=height, screen=True)
        assert table.legal(seat)[0] in shown or f"{len(table.legal(seat))} choices, like " in shown.splitlines()[-1]
        assert height < 24 or shown.count("\n") < height
        stages.add(stage_of(table))
    assert stages == {"drafting", "loading"}


def test_a_small_screen_goes_without_the_others_rather_than_without_choices() -> None:
    """CAM-46: Burt loads the card of the draft."""
    table = next(table for table in draft() if stage_of(table) == "loading")
    small, tall = (
        drawn(SCENE.scene(table.view("Burt"), table.told("Burt")), height=height, screen=True) for height in (24, 30)
    )
    for said in table.legal("Burt"):
        assert re.search(rf"^{said}  ", small, re.M)
    assert "camel 3 camel 4" in tall
    assert "camel 3 camel 4" not in small


def test_the_draft_names_those_who_have_still_to_draft() -> None:
    """CAM-46: a player who loads a drafted card is not one of them."""
    waiting = {stage_of(table): set[str]() for table in draft()}
    for table in draft():
        said = re.search(r"^Draft: .*   for (.*)  CAM-46", scene(table, None, 120), re.M)
        assert said
        waiting[stage_of(table)].add(said[1])
    assert waiting == {
        "drafting": {
            "Anne, Burt, Carla, Dora and Emil",
            "Burt, Carla, Dora and Emil",
            "Carla, Dora and Emil",
            "Dora and Emil",
        },
        "loading": {"Carla, Dora and Emil", "Dora and Emil", "Emil"},
    }


# What an action would do


def test_a_bet_before_it_is_made() -> None:
    """CAM-11, CAM-30."""
    told = if_said(loaded("betting"), "bet 4")
    assert "If it wins: you pay 4 pounds, 8 left, and choose first." in told
    assert "If not, you take it back." in told


@pytest.mark.parametrize(
    ("auction", "said", "seat", "words"),
    [
        ("most dates", "bet 4", "Burt", "counting as 5, CAM-35): you pay 5 pounds, 7 left"),
        ("most dates", "bet 12", "Burt", "counting as 13, CAM-35): you pay 12 pounds, 0 left"),
        ("most dates", "bet 4", "Anne", "If it wins: you pay 4 pounds, 8 left"),
        ("first player", "bet 0", "Anne", "counting as -1, CAM-36): you pay nothing, 12 left"),
        ("first player", "bet 4", "Anne", "counting as 3, CAM-36): you pay 3 pounds, 9 left"),
        ("fewest goods", "bet 4", "Carla", "counting as 5, CAM-37): you pay 5 pounds, 7 left"),
        ("lowest bet", "bet 0", "Anne", "it cannot win"),
        ("lowest bet", "bet 1", "Anne", "it is out  CAM-31"),
        ("lucky 0", "bet 0", "Anne", f"you lose {ZEROES_LOSE} pounds, {12 - ZEROES_LOSE} left"),
        ("lucky 0", "bet 1", "Anne", "or if a 0 is alone"),
    ],
)
def test_every_auction_has_its_own_consequences(auction: str, said: str, seat: str, words: str) -> None:
    """CAM-31 to CAM-38: what a bet counts as is what it costs."""
    assert words in if_said(loaded("betting", auction=auction), said, seat)


def test_a_market_before_it_is_chosen() -> None:
    """CAM-13: how many there would be on every camel, what is lost, and what may be."""
    told = if_said(loaded(), "market B")
    assert "B1: ● fruit 2, ▼ pottery jar and 1 unseen" in told
    assert "● fruit on camel 3: 3 → 4, too many: all 4 are lost  CAM-13" in told
    assert "▼ pottery on camel 6: 3 → 4 of 6" in told
    assert "Its ability: swap a face-up card" in told
    told = if_said(loaded(), "market D")
    assert re.search(r"▦ carpet on camel 4: 3 → 4 of 4; lost if 1 or more of 2 unseen are carpets \(\d+%\)", told)
    assert re.search(r"● fruit on camel 3: 3 of 3 already; lost if 1 or more of 2 unseen are fruit", told)
    assert "◆ date, new: 1 on an empty camel (5)" in if_said(loaded(), "market A")


def test_goods_that_no_empty_camel_can_carry() -> None:
    """CAM-13."""
    goods = {"Anne": {4: ["carpet red"], 5: ["fruit 1"], 6: ["pottery jar"]}}
    table = a_table("ability", goods=goods, up={"C": ["date 1"] * 3, "B": ["date 2"]}, side=2, chosen="C2", emptied="C")
    told = if_said(table, "use: move date 2 of B")
    assert "◆ date, new: 4 at once, and no empty camel carries that many: lost" in told


def test_a_peek_before_it_is_made() -> None:
    """CAM-51."""
    told = if_said(with_token(), "peek D")
    assert told == "For your Peek token you alone see the 3 unseen in D2; then decide  CAM-51"


@pytest.mark.parametrize(
    ("side", "said", "words"),
    [
        ("A1", "use: name date", r"◆ date: \d+% that one of 3 drawn is, to keep"),
        ("A2", "use: gain extra sale", "The token for one more sale"),
        ("B2", "use: draw", "1 more, unseen, from the Tower"),
        ("D1", "use: draft", "5 drawn: you pick first, the others must load one each"),
        ("D2", "use: discard fruit 1", "● fruit 1 is gone, 2 fruit left: [^l]*$"),
        ("E1", "use: discard date 1 of E", "◆ date 1 of E is gone: .*● lost"),
        ("F1", "use: move face-down to A", "A random face-down card goes to A: "),
        ("F2", "use: gain peek", "The token for a look into one market"),
        ("E1", "no ability", "Only the goods: .*● lost"),
    ],
)
def test_every_ability_says_what_it_would_do(side: str, said: str, words: str) -> None:
    """CAM-40 to CAM-51: and what the goods would do then."""
    told = if_said(ability(side), said)
    assert re.search(words, told.splitlines()[0])
    assert "→" in told


@pytest.mark.parametrize(
    ("side", "said", "words"),
    [
        ("B1", "use: swap fruit 2 with carpet blue of A", "▦ carpet blue comes for ● fruit 2 from A: +"),
        ("C1", "use: move carpet blue of A", "▦ carpet blue comes here from A: "),
        ("C2", "use: move date 4 of A", "◆ date 4 comes here from A: "),
        ("E2", "use: swap face-down 3 with date 4 of A", "◆ date 4 comes for face-down card 3, turned up in A: +"),
    ],
)
def test_cards_of_other_markets_are_counted_in(side: str, said: str, words: str) -> None:
    """CAM-42, CAM-44, CAM-45, CAM-49."""
    up = {"A": ["carpet blue", "date 4"], side[0]: ["fruit 2", "date 1"]}
    assert words in if_said(ability(side, up=up), said)


def test_a_card_one_has_peeked_at_is_named_when_it_goes() -> None:
    """CAM-49, CAM-51: it is no longer counted among the unseen; to a player who has not peeked it is one of four."""
    fields: dict[str, Any] = {
        "up": {"A": ["date 4"], "E": []},
        "down": {"E": ["date 1", "fruit 1", "date 2", "date 3"]},
    }
    said = "use: swap face-down 2 with date 4 of A"
    told = if_said(ability("E2", peeked={"E": ["Anne"]}, **fields), said)
    assert told.startswith("◆ date 4 comes for ● fruit 1, turned up in A: +")
    assert "◆ date, new: 4 on an empty camel (5)" in told
    assert "unseen" not in told
    assert re.search(
        "comes for face-down card 2, turned up in A.*3 unseen", if_said(ability("E2", **fields), said), re.S
    )


def test_the_face_down_cards_of_e2_count_from_the_left() -> None:
    """CAM-49."""
    table = ability("E2")
    hint = f"{len(table.legal('Anne'))} choices, like swap face-down 1 with "
    assert hint in scene(table, width=120)
    assert "; face-down cards count from the left" in scene(table, width=120)


def test_changed_bets_are_explained() -> None:
    """CAM-38: in what was told, before the winner is named."""
    table = loaded("betting", auction="most dates")
    for seat, pounds in enumerate((1, 3, 0)):
        table.play(seat, f"bet {pounds}")
    shown = drawn(SCENE.scene(table.view("Anne"), table.told("Anne")), 80)
    assert shown.index("Burt's bet counts as 4: most dates  CAM-35") < shown.index("Burt wins the auction, pays 4 ")


def test_a_card_to_keep_or_to_draft() -> None:
    """CAM-40, CAM-46."""
    assert "◆ date 2 is kept: " in if_said(with_tower("market A", "use: name date"), "keep date 2")
    table = with_tower("market D", "use: draft")
    assert "● fruit 1 is set aside: " in if_said(table, "draft fruit 1")
    assert "all 4 are lost" in if_said(table, "draft fruit 1")
    assert "The face-down card is set aside: " in if_said(table, "draft face-down")
    table.play("Anne", "draft date 2")
    told = if_said(table, "draft fruit 1", "Burt")
    assert told.startswith("● fruit 1 is loaded at once: -")
    assert "● fruit on camel 5: 5 → 6, too many" in told
    assert re.search(r"lost if 1 of 1 unseen are fruit \(\d+%\)", if_said(table, "draft face-down", "Burt"))


def test_loading_says_whether_it_overloads() -> None:
    """CAM-13."""
    table = a_table(up={"C": ["fruit 1", "fruit 2", "fruit 4"], "D": ["fruit 1", "carpet blue"]})
    after(table, "market C", "use: move fruit 1 of D")
    assert "4 on a camel for 3: all are lost  CAM-13" in if_said(table, "load fruit on camel 3")
    assert "4 of 4, full: one more, and all are lost" in if_said(table, "load fruit on camel 4")
    assert "4 of 6, room for 2 more" in if_said(table, "load fruit on camel 6")


def test_a_sale_before_it_is_made() -> None:
    """CAM-14, CAM-16, CAM-21."""
    table = selling()
    assert if_said(table, "sell carpet").endswith(f"{12 + CARPETS_PAY[2]} in all; ▦red stays")
    assert if_said(table, "sell nothing") == "All goods stay for a later round"
    table.play("Anne", "sell carpet")
    assert f"at best pottery: jar for {POTTERY_PAY[2]} pounds" in if_said(table, "spend extra sale")
    assert "later sell phase" in if_said(table, "keep extra sale")
    assert "worth nothing  CAM-16" in if_said(final_sale({"Anne": {3: ["date 1"]}}), "sell nothing")
    assert if_said(final_sale({"Anne": {3: ["date 1"]}}), "sell date").endswith("camel 3 is empty then")


def test_what_cannot_be_done_has_no_consequence() -> None:
    assert if_said(loaded(), "bet 3") == "You cannot do that now."
    assert if_said(loaded(), "market A", "Burt") == "You cannot do that now."


# Every stage, every screen; what a seat does not know is not shown


EVERY_STAGE: dict[str, Callable[[], Table]] = {
    "betting": lambda: loaded("betting"),
    "choosing": lambda: with_token(),
    "ability": lambda: ability("B1"),
    "keeping": lambda: with_tower("market A", "use: name date"),
    "drafting": lambda: with_tower("market D", "use: draft"),
    "loading": lambda: after(a_table(up=UP), "market C", "no ability"),
    "selling": selling,
    "token": lambda: selling("sell carpet"),
    "extra sale": lambda: selling("sell carpet", "spend extra sale"),
    "final sale": lambda: final_sale({"Anne": GOODS["Anne"]}),
    "over": lambda: finish({"Anne": 20, "Burt": 15, "Carla": 7}, {"Anne": {3: ["date 1"]}}),
}
"""A table in every stage in which somebody is asked, and at the end."""


@pytest.mark.parametrize("stage", EVERY_STAGE)
def test_every_stage_is_drawn_on_every_screen(stage: str) -> None:
    """Nothing sticks out, for the one asked, for another and for a spectator."""
    table = EVERY_STAGE[stage]()
    assert STAGES[table.state.stage] == stage  # type: ignore[attr-defined]
    for width in WIDTHS:
        for seat in ("Anne", "Burt", None):
            lines = drawn(SCENE.scene(table.view(seat), table.log), width, 40, screen=True).splitlines()
            assert max(len(line.rstrip()) for line in lines) <= width
            assert "Off Season" in lines[0]


def test_no_stage_is_forgotten() -> None:
    """In the others nobody is asked (CAM-17)."""
    assert {*STAGES} - {*EVERY_STAGE} == {"round", "taking"}


def test_every_page_fits_on_a_small_screen() -> None:
    """80 by 24, the prompt's line included, with five players."""
    heard = dict.fromkeys(range(5), 0)
    for number, (table, seat) in enumerate(random_game(5, 11)):
        if number % 3 == 0:
            page = SCENE.scene(table.view(seat), table.told(seat)[heard[seat] :])
            lines = drawn(page, screen=True).splitlines()
            assert len(lines) < 24
            assert max(len(line.rstrip()) for line in lines) <= 80
        heard[seat] = len(table.told(seat))


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (5, 2)])
def test_what_is_hidden_makes_no_difference(players: int, seed: int) -> None:
    """CAM-01, CAM-02, CAM-51: other cards unseen and other pounds in others' hands, and the page is the same."""
    for number, (table, seat) in enumerate(random_game(players, seed)):
        if number % 5:
            continue
        twin = table.imagine(seat, seed=number)
        for other in range(players):
            twin.state.pounds[other] += 50 * (other != seat)  # type: ignore[attr-defined]
        assert drawn(SCENE.scene(table.view(seat), [])) == drawn(SCENE.scene(twin.view(seat), []))
        for action in table.view(seat).actions[:10]:
            told, again = (SCENE.consequence(each.view(seat), action) for each in (table, twin))
            assert [*map(str, told)] == [*map(str, again)]


def test_what_one_has_peeked_at_is_shown_to_that_player_alone() -> None:
    """CAM-51."""
    table = with_token(down={"D": ["date 2", "carpet white"]}, peeked={"D": ["Anne"]})
    assert "(◆2)(▦white)" in scene(table)
    assert "(◆3) seen by you alone" in scene(table)
    for other in ("Burt", "Carla", None):
        assert "white" not in scene(table, other)
        assert "seen by you alone" not in scene(table, other)


def test_the_pounds_of_others_are_never_shown() -> None:
    """CAM-01."""
    table = loaded(pounds={"Anne": 12, "Burt": 37, "Carla": 38})
    assert "12 pounds" in scene(table)
    for width in WIDTHS:
        assert not re.search(r"\b3[78]\b(?!%)", scene(table, "Anne", width))
        assert not re.search(r"\b3[78]\b(?!%)", scene(table, None, width))


def test_looking_ahead_changes_nothing() -> None:
    for table in (with_token(), loaded("betting"), ability("B1"), ability("D2")):
        view = table.view("Anne")
        before = view.state.copy()
        drawn(SCENE.scene(view, []))
        for action in view.actions:
            SCENE.consequence(view, action)
        assert view.state == before


def test_colour_is_never_alone() -> None:
    """Everything above is read off pages without colours; carpets are told apart by name or letter."""
    carpets = [f"carpet {colour}" for colour in ("red", "blue", "green", "yellow", "purple", "white")]
    table = a_table(goods={"Burt": {6: carpets}})
    assert "▦red blue green yellow purple white 6/6!" in scene(table, width=120)
    assert "▦R B G Y P W 6/6!" in scene(table, width=60)


def test_long_names_leave_the_table_in_shape() -> None:
    names = ["Bartholomew the Elder", "Wilhelmina of the Hills", "Xi"]
    shown = drawn(SCENE.scene(GAME.deal(seed=1, names=names).view(2), []))
    assert "Barthol…" in shown
    assert max(len(line.rstrip()) for line in shown.splitlines()) <= 80


def test_the_table_shows_what_is_not_told_again() -> None:
    """CAM-04, CAM-10: which markets there are, and what lies in them."""
    table = GAME.deal(5, seed=4)
    shown = drawn(SCENE.scene(table.view(0), table.told(0)))
    assert "Round 1" in shown
    assert "Market A1:" not in shown
    assert "The markets in play" not in shown


# Before and after


def test_the_welcome_says_what_is_known_and_what_is_of_the_house() -> None:
    lines = SCENE.how(GAME.deal(3, seed=1))
    assert len(lines) == 6
    assert "only the appendix is known" in lines[5]
    assert "house rules" in lines[5]


def test_the_welcome_fits_on_a_small_screen(bidwell: Bidwell) -> None:
    shown = bidwell("play off_season --seed 1").out
    assert shown.partition("Enter to begin")[0].count("\n") <= 24


def test_several_at_one_keyboard_keep_their_secrets(bidwell: Bidwell) -> None:
    """CAM-11."""
    shown = bidwell("play off_season --seed 3 --seats you,you,you", "", "", "bet 4", "").out
    assert "bet 4" not in shown.partition("Pass the keyboard to Burt")[2]
    assert "✉Anne" in shown


def test_the_winner_and_the_margin() -> None:
    table = finish({"Anne": 20, "Burt": 15, "Carla": 7}, {"Anne": {3: ["date 1"]}})
    assert why(table) == "20 pounds, 5 ahead of Burt."
    assert drawn(SCENE.ending(table)).startswith("Anne wins. 20 pounds, 5 ahead of Burt.")


def test_a_tie_is_broken_by_the_fewest_goods() -> None:
    """CAM-16."""
    goods = {"Anne": {4: ["date 1", "date 1", "date 2"]}, "Burt": {3: ["fruit 1"]}}
    table = finish({"Anne": 20, "Burt": 20, "Carla": 7}, goods)
    said = "Burt and Anne have 20 pounds each: Burt comes before Anne with fewer goods cards left (1) (CAM-16)."
    assert why(table) == said
    assert re.search(r"^1\. Burt +20 .* 1$", drawn(SCENE.ending(table)), re.M)


def test_a_shared_victory() -> None:
    """CAM-16."""
    goods = {"Anne": {3: ["date 1"]}, "Burt": {3: ["fruit 1"]}}
    table = finish({"Anne": 20, "Burt": 20, "Carla": 7}, goods)
    said = "Anne and Burt have 20 pounds each and as many goods cards left: they share the victory (CAM-16)."
    assert why(table) == said
    assert "Anne and Burt share the victory." in drawn(SCENE.ending(table))


def test_the_books_add_up_and_deals_are_remembered() -> None:
    *_, (table, _) = random_game(4, 12)
    for seat in range(4):
        these = account_of(table, seat)
        assert POUNDS_EACH + these.sold - these.bets - these.fines == table.scores[seat]
    shown = drawn(SCENE.ending(table))
    assert max(len(line.rstrip()) for line in shown.splitlines()) <= 80
    assert re.search(r"Best sale: (round \d|final sale), \w+ sells", shown)
    assert "Highest bet: round" in shown
    assert "Worst fall: round" in shown
    assert "the game is over" in drawn(SCENE.scene(table.view(0), []))


def test_a_record_can_be_seen_with_everything_open() -> None:
    """As `replay --open` does: a spectator whose view is the whole table."""
    table = loaded()
    view = table.view(None)
    view.state = table.state.copy()
    shown = drawn(SCENE.scene(view, []))
    assert "(◆3) face down" in shown
    assert "(you)" not in shown
