"""docs/new-game.md builds a game that keeps the laws and plays in the terminal, and BIDWELL_GAMES adds it."""

from __future__ import annotations

import inspect
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import bidwell
from bidwell import BadDeal, Game
from bidwell.games import ADDED, NAMES
from tests.cli.terminal import terminal
from tests.laws import test_laws
from tests.laws.play import finished
from tests.new_game import NAME, written_to

LAWS = {
    name.removeprefix("test_"): law
    for name, law in vars(test_laws).items()
    if name.startswith("test_") and "game" in inspect.signature(law).parameters
}
"""The laws that are stated for every game."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The folder around the game, on Python's path."""
    path = str(written_to(tmp_path_factory.mktemp("games")))
    sys.path.insert(0, path)
    yield path
    sys.path.remove(path)


@pytest.fixture
def candles(folder: str, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The game, found through the environment."""
    monkeypatch.setenv(ADDED, NAME)
    return bidwell.game(NAME)


def test_an_added_game_is_listed_after_those_of_the_package(candles: Game) -> None:
    """`bidwell.games()` returns all of them."""
    assert bidwell.games()[len(NAMES) :] == [candles]


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
def test_the_game_keeps_every_law(candles: Game, law: Callable[..., None]) -> None:
    """The laws apply to a new game without further code."""
    seatings: list[dict[str, Any]] = [{}]
    if "players" in inspect.signature(law).parameters:
        seatings = [{"players": players} for players in candles.players]
    for seating in seatings:
        law(game=candles, **seating)


def test_the_game_is_played_in_the_terminal(
    candles: Game, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The plain scene shows the table, the events and the end of a game that has no scene."""
    shown = terminal(monkeypatch, capsys)(
        f"play {NAME} --seats you,heuristic --seed 1", "", "if bid 5", *["bid 2"] * 4, *["pass"] * 2
    )
    assert shown.code == 0, shown.err
    assert "coins left  15" in shown.out  # foresight, of the bid that was asked about alone
    assert "coins left" not in shown.out.replace("coins left  15", "")
    assert "chosen   Anne: none" in shown.out
    assert "You offered 2 coins" in shown.out
    assert "You passed" in shown.out
    assert "points" in shown.out.partition("The last candle is out")[2]


def test_its_folder_may_have_a_picture(candles: Game) -> None:
    """`door.svg`; a game without one has none."""
    assert candles.art.startswith("<svg ")
    assert bidwell.game("bids").art == ""


def test_its_record_replays(candles: Game) -> None:
    """A record names its game, so that the registry finds it again."""
    table = finished(candles.deal(3, seed=1), random.Random(1))
    assert bidwell.replay(table.record()) == table


def refused(monkeypatch: pytest.MonkeyPatch, packages: str) -> str:
    """The message for a value of BIDWELL_GAMES."""
    monkeypatch.setenv(ADDED, packages)
    with pytest.raises(BadDeal) as problem:
        bidwell.games()
    return str(problem.value)


def test_a_missing_package_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """In one sentence that names the variable and the package."""
    assert refused(monkeypatch, "no.such") == "BIDWELL_GAMES: there is no package 'no.such' on Python's path"


def test_a_package_without_a_game_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """In one sentence that says what is missing."""
    expected = "BIDWELL_GAMES: the package 'json' has no GAME, an instance of bidwell.Game"
    assert refused(monkeypatch, "json") == expected


def test_a_name_that_is_taken_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games of one name could not be told apart."""
    expected = "BIDWELL_GAMES: bidwell.games.bids has the name of another game, 'bids'"
    assert refused(monkeypatch, "bidwell.games.bids") == expected


def test_an_error_inside_a_game_is_not_hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that imports something missing fails with that name, not as if the game were missing."""
    (tmp_path / "unlucky.py").write_text("import no_such_thing\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv(ADDED, "unlucky")
    with pytest.raises(ModuleNotFoundError, match="no_such_thing"):
        bidwell.games()
