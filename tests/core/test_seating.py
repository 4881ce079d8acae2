"""Who sits down, and from which seed: checked before the deal."""

from __future__ import annotations

from typing import Any

import pytest

import bidwell
from bidwell import BadDeal, IllegalAction
from bidwell.core.rng import BITS

GAME = bidwell.game("serengeti")


def test_a_game_is_given_by_its_name_or_itself() -> None:
    """Where bots are seated and games are simulated too; anything else is refused."""
    assert bidwell.game(GAME) is GAME
    assert bidwell.bot("random", "serengeti", seed=1).name == "random"
    assert bidwell.simulate("serengeti", ["random"] * 3, games=1, seed=1, cores=1).game == "serengeti"
    for wrong in ("chess", 7):
        with pytest.raises(BadDeal, match=f"there is no game {wrong!r}; the games are serengeti, bids, "):
            bidwell.arena(wrong, ["random", "heuristic"], deals=1)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"spec": 3}, "there is no bot 3; the bots are random, "),
        ({"spec": "search:0"}, "there is no bot 'search:0'"),
        ({"seed": "x"}, "a seed is a whole number from 0 to "),
        ({"cores": 0}, "cores is a whole number, at least 1, not 0"),
    ],
)
def test_a_bot_that_cannot_be_is_refused(wrong: dict[str, Any], sentence: str) -> None:
    """In one sentence."""
    with pytest.raises(BadDeal, match=sentence):
        bidwell.bot(**{"spec": "random", "game": GAME, **wrong})


def test_a_bot_without_a_seed_gets_a_random_one() -> None:
    """Like a deal."""
    table = GAME.deal(seed=8)
    assert bidwell.bot("random", GAME).choose(table.view(table.asks[0])) in table.legal(table.asks[0])


def test_a_seat_that_is_not_there_is_refused_wherever_it_is_given() -> None:
    """By name and by number, for whatever is asked of it."""
    table = GAME.deal(seed=8)
    for ask in (table.legal_actions, table.mistaken_actions, table.asked_since, table.view_when_asked, table.view):
        for seat in ("Zoe", 7, -1):
            with pytest.raises(IllegalAction, match=f"there is no seat {seat!r}; the seats are 0 Anne, "):
                ask(seat)
    assert table.legal_actions("Anne") == table.legal_actions(0)


def test_a_spectator_has_no_actions_to_try() -> None:
    """`would` belongs to a seat."""
    with pytest.raises(IllegalAction, match="a spectator has no actions; look with the view of a seat"):
        GAME.deal(seed=8).view(None).would("pass")


def test_without_names_the_house_gives_them() -> None:
    """Without a number there are four players."""
    assert GAME.deal().names == ("Anne", "Burt", "Carla", "Dora")
    assert GAME.deal(3).names == ("Anne", "Burt", "Carla")


@pytest.mark.parametrize(
    "name", ["Zoë", "李", "Anne Marie", "x", "a" * 24, "J.-P.", "0", "bank", "O'Neil", "O’Neil", "'"]
)
def test_names_are_free(name: str) -> None:
    """Any printable letters, 24 of them at most; and the record is still read."""
    table = GAME.deal(names=[name, "Burt", "Carla"])
    table.play(table.asks[0], "bid 3")
    assert bidwell.replay(table.record()) == table
    assert GAME.position(table.position()) == table


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", " Anne", "Anne ", "An\nne", "An\tne", "An\u2028ne", "\x00", "a" * 25),
        *("A:nne", "A,nne", "#Anne", 'An"ne', "An\\ne"),
        *("nobody", "Nobody", "lot", "LOT", "out", "deck"),
        *(7, None, ["Anne"], b"Anne"),
    ],
)
def test_names_that_would_be_unreadable_are_refused(name: Any) -> None:
    """In one sentence."""
    with pytest.raises(BadDeal) as refused:
        GAME.deal(names=[name, "Burt", "Carla"])
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("mark", [":", ",", "#", '"', "\\"])
def test_the_refusal_names_the_marks_that_are_refused(mark: str) -> None:
    """All of them, and no other: an apostrophe is not among them."""
    with pytest.raises(BadDeal) as refused:
        GAME.deal(names=[f"An{mark}ne", "Burt", "Carla"])
    assert str(refused.value) == f'{f"An{mark}ne"!r} would be unreadable in a record: a name has none of : , # " \\'


def test_the_refusal_names_the_words_that_are_taken() -> None:
    """Those that stand beside names in a position of this game."""
    with pytest.raises(BadDeal) as refused:
        GAME.deal(names=["Lot", "Burt", "Carla"])
    assert str(refused.value) == "'Lot' has a meaning in a position: a name is none of deck, lot, nobody, none, out"


def test_two_players_of_the_same_name_are_refused() -> None:
    """Nobody could tell them apart."""
    with pytest.raises(BadDeal, match="two players are called Burt"):
        GAME.deal(names=["Anne", "Burt", "Burt"])


def test_as_many_names_as_players() -> None:
    """No more, no fewer."""
    with pytest.raises(BadDeal, match="4 players need 4 names, not 3"):
        GAME.deal(4, names=["Anne", "Burt", "Carla"])


@pytest.mark.parametrize("players", [2, 6, 0, -3, 3.0, "3", True, [3]])
def test_wrong_numbers_of_players_are_refused(players: Any) -> None:
    """With how many it takes."""
    with pytest.raises(BadDeal, match="Serengeti is for 3 to 5 players, not "):
        GAME.deal(players)


@pytest.mark.parametrize("seed", [0, 1, BITS])
def test_seeds(seed: int) -> None:
    """0 to 2**63 - 1, kept with the table."""
    assert GAME.deal(seed=seed).seed == seed


@pytest.mark.parametrize("seed", [-1, BITS + 1, 1.0, "7", True, [7]])
def test_other_seeds_are_refused(seed: Any) -> None:
    """With what a seed is."""
    with pytest.raises(BadDeal, match=f"a seed is a whole number from 0 to {BITS}, not "):
        GAME.deal(seed=seed)


def test_without_a_seed_every_deal_is_another() -> None:
    """One nobody can guess."""
    assert GAME.deal().seed != GAME.deal().seed


def test_unknown_games_are_refused() -> None:
    """The message lists the games."""
    with pytest.raises(BadDeal, match=r"there is no game 'bridge'; the games are .*serengeti"):
        bidwell.game("bridge")


@pytest.mark.parametrize("seat", ["Zoe", "", 4, -1, 1.0, None, True])
def test_unknown_seats_are_refused(seat: Any) -> None:
    """With the seats there are."""
    with pytest.raises(IllegalAction, match=r"there is no seat .*; the seats are 0 Anne, 1 Burt, 2 Carla, 3 Dora"):
        GAME.deal(4).play(seat, "pass")


def test_a_seat_is_a_number_or_a_name() -> None:
    """Both mean the same."""
    table = GAME.deal(4)
    assert table.legal("Burt") == table.legal(1)
    assert table.view("Burt") == table.view(1)


@pytest.mark.parametrize("text", [7, None, ["pass"], b"pass"])
def test_an_action_is_a_text(text: Any) -> None:
    """Nothing else is understood."""
    table = GAME.deal(4)
    with pytest.raises(IllegalAction):
        table.play(table.asks[0], text)
