"""`bidwell games` and `bidwell rules`."""

from __future__ import annotations

import pytest

from bidwell import games
from tests.cli.terminal import Bidwell

SERENGETI = next(game for game in games() if game.name == "serengeti")


def flowing(text: str) -> str:
    return " ".join(text.split())


def test_games_tells_of_every_game(bidwell: Bidwell) -> None:
    """Its players, its pitch, and every option with clause and default."""
    shown = flowing(bidwell("games").out)
    for game in games():
        assert f"{game.title} {game.players[0]} to {game.players[-1]} players" in shown
        assert game.pitch in shown
        for option in game.options:
            assert f"--option {option.name}={option.text(option.default)}" in shown
            assert option.clause in shown


def test_games_says_once_that_bidwell_is_not_affiliated(bidwell: Bidwell) -> None:
    assert bidwell("games").out.count("not affiliated") == 1


def test_the_rulebook_has_all_clauses_and_headings(bidwell: Bidwell) -> None:
    shown = bidwell("rules serengeti").out
    for number in SERENGETI.clauses:
        assert f"\n{number} " in shown
    assert "Who gets the money" in shown
    assert not {"**", "##", "`"} & {shown[at : at + 2] for at in range(len(shown))}


@pytest.mark.parametrize("number", ["SER-21", "ser-21", "ser21", "21", "Ser 21"])
def test_one_clause_however_it_is_typed(bidwell: Bidwell, number: str) -> None:
    from bidwell.cli.rules import number_of

    assert number_of(SERENGETI, number) == "SER-21"


def test_one_clause(bidwell: Bidwell) -> None:
    shown = bidwell("rules serengeti 21").out
    assert shown.startswith("SER-21  Matching cards among the others")
    assert "SER-22" not in shown


def test_several_clauses(bidwell: Bidwell) -> None:
    shown = bidwell("rules serengeti 13 SER-14").out
    assert shown.startswith("SER-13")
    assert "\nSER-14" in shown
