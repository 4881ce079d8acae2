"""How Off Season is said and understood, and why something is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidwell import IllegalAction, Table
from bidwell.games.off_season import notation
from bidwell.games.off_season.components import (
    ACTIONS,
    AUCTION_CLAUSES,
    AUCTIONS,
    CAMELS,
    FACE_NAMES,
    MARKETS,
    MOST_POUNDS,
    SIDE_NAMES,
    STAGES,
)
from tests.games.off_season.helpers import ANNE, BURT, GAME, NAMES, a_table, refused

EVERYTHING = range(ACTIONS)
LOADS = dict(zip(CAMELS, (["date 1"], ["carpet red"], ["fruit 1"], ["pottery jar+bowl"]), strict=True))
SMALL = min(CAMELS)


def meant(text: str) -> str:
    """What is understood, said again."""
    table = a_table()
    return GAME.notation.text(table, GAME.notation.action(table, text))


def after(table: Table, *texts: str) -> Table:
    """The table when Anne has done this."""
    for text in texts:
        table.play(ANNE, text)
    return table


def chosen(side: str, emptied: str = "", **fields: Any) -> Table:
    """Anne has just chosen this market; those in `emptied` were chosen before."""
    players = fields.setdefault("players", max(3, MARKETS.index(side[0])))
    first = NAMES[-len(emptied) % players]
    return after(a_table(side=int(side[1]), emptied=emptied, first=first, **fields), f"market {side[0]}")


def selling(stage: str = "selling", **fields: Any) -> Table:
    """Anne, who has one of every type and the Extra Sale token, is the first to sell."""
    return a_table(stage, side=2, emptied="ABC", goods={"Anne": LOADS}, sale_tokens=["Anne"], **fields)


def at(stage: str) -> Table:
    """A table where Anne has to decide at this stage."""
    tower = ["date 4", "date 3", "fruit 1"]
    tables: dict[str, Callable[[], Table]] = {
        "betting": lambda: a_table("betting", pounds=[5, 6, 7]),
        "choosing": a_table,
        "ability": lambda: chosen("C1", "AB", up={"D": ["carpet red", "date 1"]}),
        "keeping": lambda: after(chosen("A1", tower=tower), "use: name date"),
        "drafting": lambda: after(chosen("D1", tower=tower), "use: draft"),
        "loading": lambda: after(chosen("A1", up={"A": ["fruit 1"]}, down={"A": ["fruit 2"]}), "no ability"),
        "selling": selling,
        "token": lambda: after(selling(), "sell date"),
        "extra sale": lambda: after(selling(), "sell date", "spend extra sale"),
        "final sale": lambda: a_table("final sale", side=2, left=2, emptied="ABCD", goods={"Anne": LOADS}),
    }
    return tables[stage]()


ASKED = [name for name in STAGES if name not in ("round", "taking", "over")]
every_stage = pytest.mark.parametrize("stage", ASKED)


@every_stage
def test_these_tables_are_what_they_are_said_to_be(stage: str) -> None:
    """CAM-11 to CAM-16: every stage in which somebody decides."""
    table = at(stage)
    assert (table.position()["stage"], table.asks[0]) == (stage, ANNE)


# Both ways


def test_every_action_is_said_and_understood() -> None:
    """Action to text to action, for every number there is."""
    table = a_table()
    texts = [GAME.notation.text(table, action) for action in EVERYTHING]
    assert [GAME.notation.action(table, text) for text in texts] == [*EVERYTHING]


def test_no_two_actions_are_said_alike() -> None:
    """Nor without capitals, colons and the word `use`."""
    assert sorted(notation._actions().values()) == [*EVERYTHING]


@pytest.mark.parametrize("action", [-1, ACTIONS])
def test_no_other_number_is_an_action(action: int) -> None:
    """And is not said to be one."""
    with pytest.raises(ValueError, match=f"{action} is no action"):
        GAME.notation.text(a_table(), action)


@pytest.mark.parametrize(
    "text",
    [
        "bet 0",
        f"bet {MOST_POUNDS}",
        "market A",
        "market F",
        "peek E",
        "no ability",
        "use: gain extra sale",
        "use: gain peek",
        "use: draw",
        "use: draft",
        "use: name pottery",
        "use: move fruit 4 of F",
        "use: discard pottery jar+bowl+vase of A",
        "use: discard date 1",
        "use: swap face-down 1 with carpet white of D",
        "use: swap face-down 4 with pottery jar of F",
        "use: swap date 3 with carpet red of A",
        "use: swap pottery jar+vase with pottery bowl+vase of F",
        "use: move face-down to C",
        "keep fruit 2",
        "draft face-down",
        "draft carpet green",
        "load date on camel 3",
        "load pottery on camel 6",
        "sell date",
        "sell pottery: vase",
        "sell nothing",
        "spend extra sale",
        "keep extra sale",
    ],
)
def test_how_it_is_said(text: str) -> None:
    """One of every kind."""
    assert meant(text) == text


@every_stage
def test_an_example_is_an_action(stage: str) -> None:
    """What the table gives as an example in a stage can be understood, and is said so."""
    text = notation.EXAMPLES[STAGES.index(stage)]
    assert meant(text) == text


# Tolerant input


@pytest.mark.parametrize(
    "text",
    [
        "USE: Swap Date 3 with carpet red of d",
        "use swap date 3 with carpet red of D",
        "swap date 3 with carpet red of D",
        "  use :  swap   date 3  with carpet red of D ",
        "Use:swap date 3 with carpet red of D",
        "use\tswap date 3\nwith carpet red of D",
    ],
)
def test_an_ability_may_be_typed_as_one_likes(text: str) -> None:
    """Capitals, colons, spaces and the word `use` do not matter."""
    assert meant(text) == "use: swap date 3 with carpet red of D"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("keep pottery jar + bowl", "keep pottery jar+bowl"),
        ("Draft POTTERY jar +bowl+ vase", "draft pottery jar+bowl+vase"),
        ("discard pottery jar+ bowl of c", "use: discard pottery jar+bowl of C"),
        ("sell pottery jar", "sell pottery: jar"),
        ("sell: pottery: jar", "sell pottery: jar"),
        ("Sell Pottery : Vase", "sell pottery: vase"),
        ("BET 7", "bet 7"),
        ("bet: 7", "bet 7"),
        ("bet 007", "bet 7"),
        ("load fruit on camel 05", "load fruit on camel 5"),
        (" Market c", "market C"),
        ("PEEK d", "peek D"),
        ("Swap Face-Down 3 with Date 1 of a", "use: swap face-down 3 with date 1 of A"),
        ("No  Ability", "no ability"),
        ("gain peek", "use: gain peek"),
        ("draw", "use: draw"),
        ("draft", "use: draft"),
        ("name Date", "use: name date"),
        ("Draft Face-Down", "draft face-down"),
        ("load Fruit on Camel 5", "load fruit on camel 5"),
    ],
)
def test_what_is_typed_carelessly_is_understood(text: str, said: str) -> None:
    """Also spaces around a plus."""
    assert meant(text) == said


def test_what_is_typed_carelessly_is_done() -> None:
    """CAM-42: at the table, too."""
    table = chosen("B1", "AC", up={"B": ["date 3", "date 1"], "D": ["carpet red", "date 1"]})
    assert table.play("Anne", "  SWAP date 3 with Carpet Red of d")[0].name == "swapped"


# What is no action


@every_stage
@pytest.mark.parametrize(
    "text", ["", "use", "use:", "bet", "bet -1", "bet 2.5", "market G", "sell jar", "bet 3 pounds", "+"]
)
def test_what_is_no_action_is_refused(stage: str, text: str) -> None:
    """With an example of the stage, and what is legal now."""
    table = at(stage)
    example = notation.EXAMPLES[STAGES.index(stage)]
    legal = GAME.notation.choices(table, ANNE)
    assert refused(table, ANNE, text) == f"{text!r} is no action: say it like {example!r}; legal now: {legal}"


@pytest.mark.parametrize("text", [f"bet {MOST_POUNDS + 1}", "bet " + "9" * 5000, "bet ３", "bet ²", "bet ٣"])
def test_no_number_is_too_odd(text: str) -> None:
    """However long, and in whatever writing."""
    assert " is no action: say it like 'bet 1'; legal now: bet 0 to 5" in refused(at("betting"), ANNE, text)


@pytest.mark.parametrize(
    "text",
    [
        "swap face-down with fruit 4 of D",
        "swap face-down 0 with fruit 4 of D",
        "swap face-down 5 with fruit 4 of D",
        "swap face-down 1 with fruit 4 of E",
        "swap date 3 with fruit 4 of B",
        "move fruit 4 of C",
        "move face-down to F",
    ],
)
def test_a_card_goes_to_another_market_and_a_face_down_card_has_a_place(text: str) -> None:
    """CAM-42, CAM-44, CAM-45, CAM-49, CAM-50: no ability reaches for its own market, and E2 has four places."""
    assert f"{text!r} is no action: say it like " in refused(at("ability"), ANNE, text)


SOME_WORDS = ["bet", "market", "use: swap date 3 with", "sell pottery:", "keep", "draft", "load date on camel", "peek"]


@given(text=st.text() | st.builds("{} {}".format, st.sampled_from(SOME_WORDS), st.text(max_size=8)))
def test_whatever_is_typed_the_answer_is_an_event_or_a_sentence(text: str) -> None:
    """Nothing a player types does anything else."""
    table = at("choosing")
    try:
        said = table.play(ANNE, text)[0].text
    except IllegalAction as refusal:
        said = str(refusal)
    assert said.startswith("Anne chooses market") or said.endswith("; legal now: " + table_choices("choosing"))


def table_choices(stage: str) -> str:
    return GAME.notation.choices(at(stage), ANNE)


# What is refused, and why


NOW = {
    "betting": "CAM-11: now all bet",
    "choosing": "CAM-12: now a market is chosen",
    "ability": "CAM-12: now the ability of the market is used, or not",
    "keeping": "CAM-40: now one of the cards drawn is kept",
    "drafting": "CAM-46: now one of the cards drawn is taken",
    "loading": "CAM-13: now goods are loaded",
    "selling": "CAM-14: now one may sell from one camel",
    "token": "CAM-14: now the Extra Sale token may be spent",
    "extra sale": "CAM-14: now one more sale is made",
    "final sale": "CAM-16: now one may sell once from each camel",
}
BELONGS = {
    "bet 1": {"betting"},
    "market A": {"choosing"},
    "peek B": {"choosing", "ability"},
    "no ability": {"ability"},
    "use: draw": {"ability"},
    "use: move face-down to A": {"ability"},
    "keep date 4": {"keeping"},
    "draft date 4": {"drafting"},
    "draft face-down": {"drafting"},
    "load date on camel 3": {"loading"},
    "sell date": {"selling", "extra sale", "final sale"},
    "sell nothing": {"selling", "extra sale", "final sale"},
    "spend extra sale": {"token"},
    "keep extra sale": {"token"},
}


@pytest.mark.parametrize(
    ("stage", "text"), [(stage, text) for stage in ASKED for text in BELONGS if stage not in BELONGS[text]]
)
def test_what_belongs_to_another_stage_is_refused(stage: str, text: str) -> None:
    """CAM-11 to CAM-16: the table says what is done now, by which clause, and what would be right."""
    assert refused(at(stage), ANNE, text) == f"{NOW[stage]}, and nothing else; legal now: {table_choices(stage)}"


def test_more_than_one_has() -> None:
    """CAM-11: 0 up to all their pounds."""
    table = a_table("betting", pounds=[1, 5, 5])
    assert refused(table, ANNE, "bet 2") == "CAM-11: you have only 1 pound; legal now: bet 0 to 1"
    assert refused(table, BURT, "bet 6") == "CAM-11: you have only 5 pounds; legal now: bet 0 to 5"


@pytest.mark.parametrize("number", [2, 3])
def test_a_bet_nobody_may_make(number: int) -> None:
    """CAM-33, CAM-34: nobody may bet 2, or 3."""
    kind = f"cannot bet {number}"
    clause = AUCTION_CLAUSES[AUCTIONS.index(kind)]
    table = a_table("betting", auction=kind, pounds=[5, 5, 5])
    why = f"{clause}: nobody may bet {number} in this auction; legal now: bet 0 to 5, but not {number}"
    assert refused(table, ANNE, f"bet {number}") == why


@pytest.mark.parametrize("markets", ["ABCD", "BCEF"])
def test_a_market_that_is_not_in_play(markets: str) -> None:
    """CAM-04: one more than players of A to F."""
    other = next(market for market in MARKETS if market not in markets)
    why = f"CAM-04: the markets in play are {', '.join(markets)}; legal now: market {markets[0]}, market {markets[1]}, "
    assert refused(a_table(markets=markets), ANNE, f"market {other}").startswith(why)


def test_a_market_that_was_chosen() -> None:
    """CAM-12: one nobody chose this round."""
    table = a_table(turn="Burt", emptied="B")
    legal = "legal now: market A, market C, market D"
    assert refused(table, BURT, "market B") == f"CAM-12: market B was chosen already in this round; {legal}"


@pytest.mark.parametrize("stage", ["choosing", "ability"])
def test_a_peek_without_a_token(stage: str) -> None:
    """CAM-51: it is spent."""
    why = f"CAM-51: you have no Peek token to spend; legal now: {table_choices(stage)}"
    assert refused(at(stage), ANNE, "peek B") == why


def test_a_peek_at_a_market_not_in_play() -> None:
    """CAM-04: E is none of the four."""
    table = a_table(side=2, markets="ABCF", turn="Burt", emptied="B", peek_tokens=["Burt"])
    assert refused(table, BURT, "peek E").startswith("CAM-04: the markets in play are A, B, C, F; legal now")


@pytest.mark.parametrize("market", ["B", "C"])
def test_a_peek_where_there_is_nothing_to_see(market: str) -> None:
    """CAM-51: in a market chosen by another, one without face-down cards."""
    table = a_table(side=2, markets="ABCF", turn="Burt", emptied="B", down={"C": []}, peek_tokens=["Burt"])
    why = f"CAM-51: there is no face-down card in market {market}, or it was chosen already; legal now: market A, "
    assert refused(table, BURT, f"peek {market}").startswith(why)


@pytest.mark.parametrize("side", SIDE_NAMES)
def test_what_an_ability_does_not_do(side: str) -> None:
    """CAM-40 to CAM-51: the clause of the market chosen."""
    table = chosen(side, goods={"Anne": {SMALL: ["date 1"]}})
    wrong = "use: draw" if side != "B2" else "use: draft"
    clause = f"CAM-{40 + SIDE_NAMES.index(side)}"
    why = f"{clause}: the ability of {side} does not do that, or there is no such card for it"
    assert refused(table, ANNE, wrong).startswith(f"{why}; legal now: no ability, use: ")


@pytest.mark.parametrize(
    "text", ["move carpet red of A", "move carpet blue of D", "move date 1 of D", "move carpet red of F"]
)
def test_a_card_an_ability_cannot_have(text: str) -> None:
    """CAM-44: of a market chosen already, not lying there, of another type, of a market not in play."""
    why = "CAM-44: the ability of C1 does not do that, or there is no such card for it"
    assert refused(at("ability"), ANNE, text) == f"{why}; legal now: no ability, use: move carpet red of D"


def test_a_card_that_was_not_drawn() -> None:
    """CAM-40: keep one of those drawn."""
    why = "CAM-40: no date 1 of the type named was drawn; legal now: keep date 3, keep date 4"
    assert refused(at("keeping"), ANNE, "keep date 1") == why


def test_a_card_that_is_not_of_the_type_named() -> None:
    """CAM-40: keep one of it: a fruit was drawn, but dates were named."""
    sentence = refused(at("keeping"), ANNE, "keep fruit 1")
    assert sentence.startswith("CAM-40: ")
    assert sentence.endswith("; legal now: keep date 3, keep date 4")


def test_a_card_that_is_not_in_the_draft() -> None:
    """CAM-46: the face of the face-down card neither: nothing is given away."""
    why = "CAM-46: there is no such card to take any more; legal now: draft face-down, draft date 3, draft fruit 1"
    assert [refused(at("drafting"), ANNE, f"draft {card}") for card in ("date 4", "fruit 4")] == [why] * 2


@pytest.mark.parametrize("text", [f"load date on camel {SMALL}", f"load pottery on camel {SMALL}"])
def test_goods_that_are_not_loaded_now(text: str) -> None:
    """CAM-13: the type that is next, on an empty camel."""
    why = f"CAM-13: what is to be loaded next is fruit, on an empty camel; legal now: {table_choices('loading')}"
    assert refused(at("loading"), ANNE, text) == why


def test_a_camel_that_is_not_empty() -> None:
    """CAM-13: a camel carries one type."""
    table = chosen("A1", up={"A": ["fruit 1"]}, down={"A": []}, goods={"Anne": {SMALL: ["date 1"]}})
    table.play(ANNE, "no ability")
    why = "CAM-13: what is to be loaded next is fruit, on an empty camel; legal now: load fruit on camel 4, "
    assert refused(table, ANNE, f"load fruit on camel {SMALL}").startswith(why)


@pytest.mark.parametrize(
    ("stage", "text", "clause"),
    [
        ("selling", "sell pottery: vase", "CAM-14"),
        ("extra sale", "sell pottery: vase", "CAM-14"),
        ("final sale", "sell pottery: vase", "CAM-16"),
    ],
)
def test_a_sale_of_what_one_has_not(stage: str, text: str, clause: str) -> None:
    """CAM-14, CAM-16: not on a camel, or on one that was sold from."""
    why = f"{clause}: you have nothing of that kind on a camel you may sell from; legal now: {table_choices(stage)}"
    assert refused(at(stage), ANNE, text) == why


def test_a_player_who_has_spent_the_token_sells() -> None:
    """CAM-14: the token is spent for one more sale."""
    why = "CAM-14: the token is spent, so that something must be sold; legal now: sell carpet, sell fruit, "
    assert refused(at("extra sale"), ANNE, "sell nothing").startswith(why)


def test_a_player_who_is_not_asked() -> None:
    """CAM-12: somebody else's turn."""
    assert refused(at("choosing"), BURT, "market A") == "CAM-12: Burt is not asked now; waiting for Anne"


# Choices in one phrase


@every_stage
def test_choices_are_one_short_phrase(stage: str) -> None:
    """In every stage: no more than eight actions, in one line."""
    phrase = table_choices(stage)
    assert "\n" not in phrase
    assert 0 < len(phrase.split(", ")) <= 9
    assert len(phrase) < 300


CHOICES = {
    "betting": "bet 0 to 5",
    "choosing": "market A, market B, market C, market D",
    "ability": "no ability, use: move carpet red of D",
    "keeping": "keep date 3, keep date 4",
    "drafting": "draft face-down, draft date 3, draft fruit 1",
    "loading": ", ".join(f"load fruit on camel {limit}" for limit in CAMELS),
    "selling": "sell nothing, sell date, sell carpet, sell fruit, sell pottery: jar, sell pottery: bowl",
    "token": "keep extra sale, spend extra sale",
    "extra sale": "sell carpet, sell fruit, sell pottery: jar, sell pottery: bowl",
    "final sale": "sell nothing, sell date, sell carpet, sell fruit, sell pottery: jar, sell pottery: bowl",
}


@every_stage
def test_choices_are_what_is_legal(stage: str) -> None:
    """CAM-11 to CAM-16: what would be right."""
    assert table_choices(stage) == CHOICES[stage]
    assert stage == "betting" or table_choices(stage) == ", ".join(at(stage).legal(ANNE))


@pytest.mark.parametrize(("kind", "number"), [("cannot bet 2", 2), ("cannot bet 3", 3)])
def test_choices_of_bets_with_one_left_out(kind: str, number: int) -> None:
    """CAM-33, CAM-34."""
    assert GAME.notation.choices(a_table("betting", auction=kind, pounds=[7, 5, 5]), ANNE) == (
        f"bet 0 to 7, but not {number}"
    )


def test_choices_of_one_without_pounds() -> None:
    """CAM-11: such a player bets 0."""
    assert GAME.notation.choices(a_table("betting", pounds=[0, 5, 5]), ANNE) == "bet 0 to 0"


def test_many_choices_are_cut_short() -> None:
    """CAM-42: eight, and how many more."""
    up = {"A": ["date 1", "date 2"], "B": ["fruit 1", "fruit 2"], "D": ["date 3", "date 4"]}
    table = chosen("B1", "C", up=up)
    assert len(table.legal(ANNE)) == 9
    phrase = GAME.notation.choices(table, ANNE)
    assert phrase == ", ".join(table.legal(ANNE)[:8]) + ", … (1 more)"


def test_choices_of_a_player_who_is_not_asked() -> None:
    """No action: the seat has bet, or it is another's turn."""
    table = at("betting")
    table.play("Burt", "bet 3")
    assert GAME.notation.choices(table, BURT) == GAME.notation.choices(at("choosing"), BURT) == "nothing"


# Words


def word(kind: str, number: int) -> str:
    return GAME.words[kind](number, a_table())


def test_pounds_and_cards_are_said_in_english() -> None:
    """One pound, two pounds; one card, two cards."""
    assert [word("pounds", pounds) for pounds in (0, 1, 2)] == ["0 pounds", "1 pound", "2 pounds"]
    assert [word("count", cards) for cards in (1, 2)] == ["1 card", "2 cards"]


def test_sales_are_said() -> None:
    """CAM-20 to CAM-23: by type, pottery by shape."""
    sales = ["dates", "carpets", "fruit", "jars", "bowls", "vases"]
    assert [word("sale", sale) for sale in range(len(sales))] == sales


def test_auctions_are_said_by_name() -> None:
    """CAM-30 to CAM-37."""
    assert [word("auction", kind) for kind in range(len(AUCTIONS))] == [*AUCTIONS]


@pytest.mark.parametrize(
    ("faces", "said"),
    [
        ([], "nothing"),
        (["date 1"], "1 date"),
        (["pottery jar+bowl+vase"], "a jar with bowl and vase"),
        (["date 4", "date 4", "pottery jar+bowl"], "4 dates, 4 dates, a jar with bowl"),
        (["carpet white", "fruit 2", "pottery vase"], "a white carpet, fruit worth 2, a vase"),
    ],
)
def test_cards_told_as_one_number_are_said_in_order(faces: list[str], said: str) -> None:
    """Five bits each, the first lowest."""
    packed = sum(FACE_NAMES.index(face) + 1 << 5 * place for place, face in enumerate(faces))
    assert word("cards", packed) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("market C", "choose market C"),
        ("peek D", "peek into market D"),
        ("use: name date", "name dates"),
        ("use: swap date 3 with carpet red of D", "swap 3 dates with a red carpet of D"),
        ("load carpet on camel 5", "load carpets on camel 5"),
        ("sell pottery: jar", "sell jars"),
        ("sell nothing", "sell nothing"),
        ("draft face-down", "take the face-down card"),
        ("use: swap face-down 1 with carpet red of D", "swap face-down card 1 with a red carpet of D"),
    ],
)
def test_an_action_is_phrased_without_notation(text: str, said: str) -> None:
    """Page and coach say it after "you"."""
    table = a_table()
    assert GAME.phrase(table, GAME.notation.action(table, text)) == said
