"""Search with the network: equal numbers everywhere, legal choices, and a clear gain over the network's own choice."""

from __future__ import annotations

import time
from itertools import islice
from threading import Event
from typing import Any

import pytest

import bidwell
from bidwell import Game, IllegalAction, native
from bidwell.analysis.hint import hint
from bidwell.bots.network import network_inputs, network_of, read_network
from bidwell.bots.network_loops import Net, best_place, compute, drawn_place, expected, workspace_of, write_logits
from bidwell.bots.registry import GuidedBot, bot, budget_of
from bidwell.bots.search.lookahead import FEWEST_WORLDS, Lookahead, Plan, SearchResult, Tried, candidates, look_ahead
from bidwell.bots.search.tree_search import Budget
from bidwell.core.table import View
from tests.bots.test_network import tables_to_decide
from tests.bots.test_search import interpreted
from tests.laws.play import every_game

SERENGETI = bidwell.game("serengeti")


def open_decision(game: Game) -> View:
    """The view of a decision in which the network hesitates between actions."""
    table = game.deal(4, seed=3)
    player = bot("network", game, 1)
    while True:
        view = table.view_when_asked(table.asks[0])
        if len(candidates(game, view, 4)) > 1:
            return view
        table.play(table.asks[0], player.choose(view))


@every_game
def test_numpy_and_interpreter_expect_the_same_reward(game: Game) -> None:
    """The value of the network in the package is the same integer."""
    file, quick = read_network(game), network_of(game)
    for table in tables_to_decide(game, game.players[0], 2):
        seen = network_inputs(game, table.view(table.asks[0]))
        assert quick.value_of(quick.last_hidden(seen)) == file.expected(seen)


@pytest.mark.slow
@every_game
def test_machine_code_computes_the_same_network(game: Game) -> None:
    """Every logit, the value, and the action drawn."""
    np = pytest.importorskip("numpy", reason="the native extra is not installed")
    from bidwell.native.compile import jit

    def play_once(net: Any, seen: Any, actions: Any, logits: Any, odds: Any) -> tuple[int, int, int]:
        compute(net, seen)
        write_logits(net, actions, len(actions), logits)
        return expected(net), drawn_place(logits, len(actions), odds, 12345), best_place(logits, len(actions))

    compiled = jit(play_once)
    for table in tables_to_decide(game, game.players[-1], 3):
        view = table.view(table.asks[0])
        seen = network_inputs(game, view)
        net, _, logits, odds = workspace_of(game, True)
        found = compiled(net, np.array(seen, np.int16), np.array(view.actions), logits, odds)
        plain_net, _, plain_logits, plain_odds = workspace_of(game, False)
        assert isinstance(plain_net, Net)
        assert found == play_once(plain_net, seen, view.actions, plain_logits, plain_odds)
        assert logits.tolist() == plain_logits


@pytest.mark.slow
def test_search_finds_the_same_in_the_interpreter() -> None:
    """The same worlds have the same worths, so that the choice does not depend on the machine."""
    pytest.importorskip("numba", reason="the native extra is not installed")
    view, plan = open_decision(SERENGETI), Plan(candidates=2, horizon=2)
    quick = look_ahead(SERENGETI, view, Budget(4), seed=5, plan=plan)
    with interpreted():
        slow = look_ahead(SERENGETI, view, Budget(4), seed=5, plan=plan)
    assert [each.worths for each in slow.tried] == [each.worths for each in quick.tried]


@pytest.mark.slow
def test_more_cores_try_the_same_worlds() -> None:
    """A world has a number, whichever core plays it."""
    pytest.importorskip("numba", reason="the native extra is not installed")
    view = open_decision(SERENGETI)
    actions = candidates(SERENGETI, view, 2)
    one, two = (Lookahead(SERENGETI, view, actions, 5, Plan(horizon=2), cores) for cores in (1, 2))
    assert one.add(one.tried, 3, 2)[0] == two.add(two.tried, 3, 2, core=1)[0]


@pytest.mark.slow
def test_an_expert_answers_within_its_second() -> None:
    """The search stops at its limit, and immediately when it is cancelled."""
    pytest.importorskip("numba", reason="the native extra is not installed")
    view = open_decision(SERENGETI)
    look_ahead(SERENGETI, view, Budget(1), seed=1)  # compiles
    begin = time.perf_counter()
    look_ahead(SERENGETI, view, Budget(milliseconds=50), seed=1)
    assert time.perf_counter() - begin < 1
    stopped = Event()
    stopped.set()
    found = look_ahead(SERENGETI, view, Budget(milliseconds=60_000), seed=1, cancel=stopped)
    assert found.action == found.tried[0].action


def test_levels_of_an_expert() -> None:
    """At most a second, on all cores; without machine code the network's choice at once."""
    budget = budget_of("expert", SERENGETI)
    if native.available():
        assert budget is not None
        assert budget.milliseconds == 1000
        assert isinstance(bot("expert", SERENGETI, 1), GuidedBot)
    with interpreted():
        assert budget_of("expert", SERENGETI) is None
        view = open_decision(SERENGETI)
        assert bot("expert", SERENGETI, 1).choose(view) == bot("network", SERENGETI, 1).choose(view)


def tried(*rows: list[float]) -> list[Tried]:
    """Candidates with these worths, the network's choice first."""
    return [Tried(action, row, []) for action, row in enumerate(rows)]


def test_the_networks_choice_stays_unless_another_is_clearly_better() -> None:
    """A difference within its standard error, or from few worlds, does not count."""
    noisy = [0.0, 1.0] * FEWEST_WORLDS
    shifted = noisy[1:] + noisy[:1]
    assert SearchResult(tried(noisy, [*shifted[:-1], 1.0]), 1.0).action == 0
    assert SearchResult(tried([0.1] * FEWEST_WORLDS, [0.5] * FEWEST_WORLDS), 1.0).action == 1
    assert SearchResult(tried([0.1] * (FEWEST_WORLDS - 1), [0.5] * (FEWEST_WORLDS - 1)), 1.0).action == 0


def test_a_dropped_candidate_is_not_chosen() -> None:
    """Its worth comes from fewer worlds."""
    assert SearchResult(tried([0.1] * 40, [0.9] * 20, [0.2] * 40), 1.0).action == 2


# Hints


@pytest.mark.slow
@every_game
def test_a_hint_is_legal_and_says_what_it_was_compared_with(game: Game) -> None:
    """The shares come from imagined games, computed from the view only."""
    for table in islice(tables_to_decide(game, game.players[0], 4), 3):
        seat = table.asks[0]
        found = hint(table, seat, 0.02, seed=1)
        assert found.action in table.legal(seat)
        assert {each.action for each in found.alternatives} < {*table.legal(seat)} - {
            found.action
        } or not found.alternatives
        assert found.share is None or 0 <= found.share <= 1


def test_a_hint_of_very_few_worlds_tells_no_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    """One lost game is not a chance of nothing: the network's choice is told without shares."""
    monkeypatch.setattr("bidwell.analysis.hint.FEWEST_WORLDS", 1_000_000)
    table = SERENGETI.deal(players=4, seed=4)
    found = hint(table, table.asks[0], 0.02, seed=1)
    assert (found.judge, found.share, found.worlds) == ("network", None, 0)
    assert all(each.share is None for each in found.alternatives)


def test_compiling_takes_no_time_of_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search is got ready before the clock starts."""
    order: list[str] = []

    def searched(*given: object, **named: object) -> None:
        order.append("search")
        raise InterruptedError

    monkeypatch.setattr("bidwell.analysis.hint.get_ready", lambda game, specs: order.extend(specs))
    monkeypatch.setattr("bidwell.analysis.hint.look_ahead", searched)
    table = SERENGETI.deal(players=4, seed=4)
    with pytest.raises(InterruptedError):
        hint(table, table.asks[0], 0.02)
    assert order == ["expert", "search"]


def test_a_hint_without_machine_code_is_the_networks_choice() -> None:
    """No games are played, and the result says so."""
    table = SERENGETI.deal(3, seed=4)
    with interpreted():
        found = hint(table, table.asks[0])
        assert (found.judge, found.share) == ("network", None)
        assert found.action == bot("network", SERENGETI, 1).choose(table.view(table.asks[0]))


def test_a_seat_that_is_not_asked_gets_no_hint() -> None:
    """One sentence says why."""
    table = SERENGETI.deal(3, seed=4)
    with pytest.raises(IllegalAction, match="is not asked now, so there is no hint"):
        hint(table, (table.asks[0] + 1) % 3)
