"""The study of endgames solves them and measures players."""

from __future__ import annotations

import pytest

from bidwell.endgames.efg import efg_text
from studies import endgames
from tests.extras import needed
from tests.test_project import ROOT


@pytest.mark.parametrize("name", endgames.ENDGAMES)
def test_the_files_in_the_documentation_are_those_of_the_study(name: str) -> None:
    """`python -m studies.endgames --write docs/studies` writes them anew."""
    written = (ROOT / "docs" / "studies" / endgames.file_of(name)).read_text(encoding="utf-8")
    assert written == efg_text(endgames.ENDGAMES[name]())


@pytest.fixture
def solved() -> endgames.Solved:
    needed("pyspiel", "open_spiel")
    return endgames.solve(endgames.ENDGAMES["one item"](), 5000)


def test_openspiel_solves_a_shipped_endgame(solved: endgames.Solved) -> None:
    """CFR+ brings NashConv below 1e-4 of a win."""
    assert solved.nash_conv < 1e-4 < solved.uniform


def test_no_player_beats_the_solution(solved: endgames.Solved) -> None:
    """Alone among its players, random play and the heuristic lose; a best reply gains no more than NashConv."""
    for spec in ("random", "heuristic"):
        found = endgames.measured(solved, spec, 3)
        assert found.loss > -1e-4
        assert found.nash_conv > 0


def test_our_numbers_are_openspiels(solved: endgames.Solved) -> None:
    """Every information set of the file is one of OpenSpiel's, with the same actions."""
    found = endgames.strategy(solved.endgame, "random", 1)
    state = solved.spiel.new_initial_state()
    while not state.is_terminal():
        if not state.is_chance_node():
            numbers = sorted(action for action, _ in found[state.information_state_string()])
            assert numbers == state.legal_actions()
        state.apply_action(state.legal_actions()[-1])
