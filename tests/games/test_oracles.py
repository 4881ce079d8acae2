"""The command that compares engine and oracle over many games."""

from __future__ import annotations

import pytest

from tests.games import oracles
from tests.games.comparison import Disagreement


def test_a_game_that_agrees_counts_its_decisions() -> None:
    """And has no flaw."""
    decisions, flaw = oracles.compared("serengeti", 1)
    assert decisions > 0
    assert flaw == ""


@pytest.mark.parametrize("problem", [Disagreement("decision 3: bank: engine 1, oracle 0"), KeyError("bank")])
def test_a_game_that_fails_is_a_disagreement(problem: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the comparison fails or the oracle itself."""

    def fail(seed: int) -> int:
        raise problem

    monkeypatch.setitem(oracles.ORACLES, "serengeti", fail)
    assert oracles.compared("serengeti", 1) == (0, f"{type(problem).__name__}: {problem}")


@pytest.mark.parametrize(("flaws", "code"), [([], 0), (["bids, seed 1: decision 3"], 1)])
def test_the_exit_code_says_whether_all_agree(flaws: list[str], code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """0 if they do, 1 if not."""
    monkeypatch.setattr(oracles, "report", lambda game, seeds: flaws)
    with pytest.raises(SystemExit) as left:
        oracles.main(["bids"])
    assert left.value.code == code


@pytest.mark.parametrize(
    ("arguments", "said"), [(["nono"], "there is no game nono"), (["bids", "--games", "0"], "--games is at least 1")]
)
def test_bad_arguments_are_refused(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With one sentence."""
    with pytest.raises(SystemExit):
        oracles.main(arguments)
    assert said in capsys.readouterr().err
