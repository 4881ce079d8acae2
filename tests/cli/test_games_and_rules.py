"""`bidwell games` and `bidwell rules`."""

from __future__ import annotations

import re

import pytest

from bidwell import Game, games
from tests.cli.terminal import Bidwell

SERENGETI = next(game for game in games() if game.name == "serengeti")


def flowing(text: str) -> str:
    return " ".join(text.split())


MARKDOWN = re.compile(r"[*`#]|^- ", re.M)
"""Signs that are for the setting of a rulebook, not for its readers."""


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


@pytest.mark.parametrize("width", ["50", "80"])
@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_the_rulebook_has_all_clauses_and_headings(
    bidwell: Bidwell, monkeypatch: pytest.MonkeyPatch, game: Game, width: str
) -> None:
    """Clauses that have a name too; nothing of its Markdown is left."""
    monkeypatch.setenv("COLUMNS", width)
    shown = bidwell(f"rules {game.name}").out
    assert re.findall(r"^([A-Z]{3}-\d\d)  \S", shown, re.M) == [*game.clauses]
    for section in game.rulebook.sections:
        assert section.heading.replace("`", "") in flowing(shown)
    assert not MARKDOWN.search(shown)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_a_clause_says_all_that_it_says(bidwell: Bidwell, game: Game) -> None:
    """Word for word, marks included, but for the signs of Markdown."""
    for number, clause in game.clauses.items():
        shown = bidwell(f"rules {game.name} {number}").out
        assert re.findall(r"[\w\[\]]+", shown) == re.findall(r"[\w\[\]]+", f"{number} {clause}"), number


def test_a_clause_with_a_name(bidwell: Bidwell) -> None:
    assert bidwell("rules bids 32").out.startswith("BID-32  Ally: [book] Always shuffled into the bid cards.")
    assert bidwell("rules bids 34").out.startswith("BID-34  -5: [book] Its taker scores -5.")


def test_a_list_within_a_clause_has_a_line_for_each(bidwell: Bidwell) -> None:
    """CAM-02: the four types of goods."""
    shown = bidwell("rules off_season 2").out.splitlines()
    items = [line.strip("· ").removeprefix("[house] ") for line in shown if line.startswith("        · ")]
    assert [item.split()[1].strip(":") for item in items] == ["dates", "carpets", "fruit", "pottery"]
    assert shown[3].startswith("          four. [public]")


def test_titles_are_set_without_stars(bidwell: Bidwell) -> None:
    assert "markets of Camel Up: Off Season (Pretzel Games)" in flowing(bidwell("rules off_season").out)


@pytest.mark.parametrize("number", ["SER-21", "ser-21", "ser21", "21", "Ser 21"])
def test_one_clause_however_it_is_typed(bidwell: Bidwell, number: str) -> None:
    from bidwell.cli.rules import number_of

    assert number_of(SERENGETI, number) == "SER-21"


def test_one_clause(bidwell: Bidwell) -> None:
    shown = bidwell("rules serengeti 21").out
    assert shown.startswith("SER-21  [book] If exactly one of the others holds matching cards")
    assert "SER-22" not in shown


def test_several_clauses(bidwell: Bidwell) -> None:
    shown = bidwell("rules serengeti 13 SER-14").out
    assert shown.startswith("SER-13")
    assert "\nSER-14" in shown
