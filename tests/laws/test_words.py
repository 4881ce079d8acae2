"""What people read about a game: its goal card, its options and its actions, for every game."""

from __future__ import annotations

import re

import pytest

from bidwell import Game, games
from bidwell.core.options import Choice, Number, Subset

GAMES = [*games()]
CLAUSE = re.compile(r"\b[A-Z]{3}-\d\d\b")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_goal_card_has_about_five_lines_and_cites_clauses_of_the_rulebook(game: Game) -> None:
    """Sentences, for every number of players; a clause is cited in brackets and exists."""
    for players in game.players:
        lines = game.goal(players, game.agreed(players, None))
        assert 4 <= len(lines) <= 6
        for line in lines:
            assert line.endswith((".", "…"))
            assert {*CLAUSE.findall(line)} <= {*game.clauses}
            assert not CLAUSE.search(re.sub(r"\([A-Z]{3}-\d\d\)", "", line))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_value_of_an_option_is_explained(game: Game) -> None:
    """A switch both ways, each word of a choice or a list; a number explains itself."""
    for option in game.options:
        for value in [] if isinstance(option, Number) else option.samples():
            assert option.means(value).endswith("."), (option.name, value)
        if isinstance(option, Choice | Subset):
            assert {*option.words} <= {*option.meanings}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_an_action_in_words_has_no_clause_number_and_no_notation(game: Game) -> None:
    """In random games: no `SEC-41`, no colon, no `3+7`; and its verb has a past tense."""
    for seed in range(3):
        table = game.deal(seed=seed)
        for _ in range(60):
            if table.over:
                break
            seat = table.asks[0]
            said = [game.phrase(table, action) for action in table.legal_actions(seat)]
            assert not [text for text in said if CLAUSE.search(text) or re.search(r":|\d\+\d", text)]
            assert {text.split()[0] for text in said} <= {*game.past}
            table.act(seat, table.legal_actions(seat)[(seed + len(table.steps)) % len(said)])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_notation_of_an_action_does_not_depend_on_the_position(game: Game) -> None:
    """In random games: every legal action is written as it would be after the deal, so it can be written once."""
    for seed in range(3):
        table, dealt = game.deal(seed=seed), game.deal(seed=seed + 10)
        while not table.over and len(table.steps) < 60:
            seat = table.asks[0]
            actions = table.legal_actions(seat)
            assert table.legal(seat) == [game.notation.text(dealt, action) for action in actions]
            table.act(seat, actions[(seed + len(table.steps)) % len(actions)])
