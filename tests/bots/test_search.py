"""The search uses only what its seat sees, is repeatable by iterations, and finds obviously good actions."""

from __future__ import annotations

import random
from itertools import islice
from threading import Event, Timer
from typing import Any, cast
from unittest.mock import patch

import pytest

import bidwell
from bidwell import BadDeal, Game, IllegalAction, Table, native
from bidwell.bots.registry import LEVELS, SearchBot, bot, budget_of, checked_spec, weakness
from bidwell.bots.search.ismcts import view_key
from bidwell.bots.search.tree_search import (
    ENOUGH,
    LOOKS,
    Budget,
    Clock,
    ScoredAction,
    Tree,
    TreeSearchResult,
    tree_search,
)
from bidwell.core.rng import BITS
from bidwell.tournament.match import Piece, play_piece
from tests.laws.play import every_game, every_seating, random_deal, random_game

FEW = Budget(iterations=12)
THINKS = "search:100" if native.available() else "search:25"
"""With fewer iterations than ENOUGH a bot would always do what its heuristic does."""


def tables_to_decide(game: Game, players: int, seed: int) -> list[Table]:
    """A few tables in the middle of a random game, where a seat has a choice."""
    rng = random.Random(seed)
    asked = (table.copy() for table in random_game(random_deal(game, players, rng), rng) if table.asks)
    chosen = (table for table in asked if len(table.legal_actions(table.asks[0])) > 1)
    return [*islice(chosen, 3, 60, 28)]


def interpreted() -> Any:
    """As if the native extra were not installed."""
    return patch.object(native, "available", lambda: False)


@every_game
def test_machine_code_and_the_interpreter_search_the_same_tree(game: Game) -> None:
    """Every visit, worth and win of every action is the same."""
    if not native.available():
        pytest.skip("the native extra is not installed")
    for table in tables_to_decide(game, game.players[-1], 1):
        view = table.view(table.asks[0])
        compiled = tree_search(game, view, FEW, seed=5)
        with interpreted():
            plain = tree_search(game, view, FEW, seed=5)
        assert compiled.choices == plain.choices
        assert (compiled.native, plain.native) == (True, False)


@every_seating
def test_what_is_hidden_does_not_change_the_choice(game: Game, players: int) -> None:
    """The seat's judgement is the same at every table it cannot tell from this one."""
    for table in tables_to_decide(game, players, players):
        seat = table.asks[-1]
        here = tree_search(game, table.view(seat), FEW, seed=9)
        for world in (table.imagine(seat, 1), table.imagine(seat, 2)):
            assert tree_search(game, world.view(seat), FEW, seed=9) == here
            there, here_too = (bot(THINKS, game, 3).choose(each.view(seat)) for each in (world, table))
            assert there == here_too


@every_game
def test_by_iterations_it_is_repeatable(game: Game) -> None:
    """The same seed finds the same, on one core and on two; another seed something else."""
    table = game.deal(seed=3)
    view = table.view(table.asks[0])
    for cores in (1, 2):
        budget = Budget(iterations=41, cores=cores)
        assert tree_search(game, view, budget, seed=7) == tree_search(game, view, budget, seed=7)
        assert tree_search(game, view, budget, seed=7) != tree_search(game, view, budget, seed=8)
        assert tree_search(game, view, budget, seed=7).iterations == 41


def test_any_seed_will_do_on_any_number_of_cores() -> None:
    """Also the largest seed, from which further cores count on."""
    table = bidwell.game("serengeti").deal(seed=1)
    budget = Budget(iterations=4, cores=2)
    assert tree_search(table.game, table.view(table.asks[0]), budget, seed=BITS).iterations == 4


@every_game
def test_a_choice_in_secret_does_not_know_the_others(game: Game) -> None:
    """A seat is at the same information set whatever the others have sealed."""
    rng = random.Random(2)
    for table in random_game(game.deal(seed=2), rng):
        if len(table.asks) < 2:
            continue
        seat, other = table.asks[0], table.asks[-1]
        keys = set()
        for action in table.legal(other)[:6]:
            twin = table.copy()
            twin.play(other, action)
            seen = [0] * game.features.SIZE
            game.features.features(twin.state, seat, seen)
            keys.add(view_key(seen, seat))
        assert len(keys) == 1
        return
    assert game.name in ("serengeti", "bids"), "nobody ever chose at once"


@every_game
def test_every_legal_action_is_judged(game: Game) -> None:
    """The visits add up to all iterations but the first, which only creates the node."""
    for table in tables_to_decide(game, game.players[0], 4):
        view = table.view(table.asks[0])
        result = tree_search(game, view, FEW, seed=1)
        assert [choice.action for choice in result.choices] == view["legal"]
        assert sum(choice.visits for choice in result.choices) == result.iterations - 1
        assert all(0 <= choice.wins <= 1 and 0 <= choice.worth <= 1 for choice in result.choices)


@every_game
def test_thinking_pays(game: Game) -> None:
    """One that searches wins more than its share among heuristics; by iterations these are always the same games."""
    options = game.agreed(3, {})
    thinker, deals = (
        ("search:1000", 10) if game.name == "secret_auction" else ("search:300", 2)
    )  # more chance is in that
    pieces = [Piece(game.name, thinker, "heuristic", 3, deal, options) for deal in range(deals)]
    assert sum(play_piece(piece).share for piece in pieces) / len(pieces) > 1 / 3


def test_how_a_hand_lies_does_not_matter() -> None:
    """The same cards in another order are the same information set, and what was learnt of a card stays with it."""
    game = bidwell.game("bids")
    table = game.deal(3, seed=4)
    again = table.copy()
    again.state.hands[:10] = again.state.hands[9::-1]  # type: ignore[attr-defined]
    seat = table.asks[0]
    found = [tree_search(game, each.view(seat), Budget(iterations=300), seed=5) for each in (table, again)]
    assert {c.action: c.visits for c in found[0].choices} == {c.action: c.visits for c in found[1].choices}


def test_it_can_be_stopped_at_once() -> None:
    """A search for an hour ends when it is cancelled, with what was found so far."""
    game = bidwell.game("serengeti")
    view = game.deal(seed=1).view(game.deal(seed=1).asks[0])
    tree_search(game, view, FEW, seed=1)
    cancel = Event()
    Timer(0.05, cancel.set).start()
    result = tree_search(game, view, Budget(milliseconds=3_600_000), seed=1, cancel=cancel)
    assert result.iterations > 0
    cancelled = tree_search(game, view, Budget(iterations=10**9), seed=1, cancel=cancel)
    assert cancelled.iterations == 0


def test_a_bot_that_is_closed_answers_at_once() -> None:
    """By what it found so far."""
    game = bidwell.game("serengeti")
    view = game.deal(seed=1).view(game.deal(seed=1).asks[0])
    expert = bot("search:3600s", game, 1)
    Timer(0.05, expert.close).start()
    assert expert.choose(view) in view["legal"]
    assert isinstance(expert, SearchBot)
    assert expert.result


def test_a_full_tree_goes_on_learning() -> None:
    """When there is no room for more information sets, the known ones are still visited and counted."""
    game = bidwell.game("serengeti")
    table = game.deal(seed=1)
    tree = Tree(game, table.view(table.asks[0]), 1, 16)
    tree.run(300)
    assert sum(visits for visits, _, _ in tree.found()) == 299


def test_before_a_decision_is_met_twice_nothing_was_tried() -> None:
    """One iteration evaluates no action."""
    game = bidwell.game("serengeti")
    table = game.deal(seed=1)
    tree = Tree(game, table.view(table.asks[0]), 1, 16)
    tree.run(1)
    assert {*tree.found()} == {(0, 0.0, 0.0)}


def test_without_machine_code_one_core_does_it_all() -> None:
    """However many are asked for."""
    game = bidwell.game("serengeti")
    table = game.deal(seed=1)
    with interpreted():
        assert tree_search(game, table.view(table.asks[0]), Budget(iterations=8, cores=4), seed=1).iterations == 8


def test_time_is_a_budget_too() -> None:
    """At least one iteration is made, however short the time."""
    game = bidwell.game("serengeti")
    table = game.deal(seed=1)
    assert tree_search(game, table.view(table.asks[0]), Budget(milliseconds=1), seed=1).iterations > 0


@pytest.mark.parametrize(
    ("seconds", "found", "clear"),
    [
        (6.0, [(100, 0.4), (500, 0.5)], False),
        (6.0, [(99, 0.4), (500, 0.5)], True),
        (5.9, [(99, 0.4), (500, 0.5)], False),
        (6.0, [(99, 0.9), (500, 0.5)], False),
        (6.0, [(0, 0.0), (499, 0.5), (99, 0.4)], True),
        (0.3, [(0, 0.0), (600, 0.5)], False),
        (10.0, [(99, 0.4), (500, 0.5)], False),
    ],
)
def test_it_stops_before_its_time_when_the_rest_would_change_nothing(
    seconds: float, found: list[tuple[int, float]], clear: bool
) -> None:
    """Of ten seconds this many have passed: the best action is tried most, and no other could be tried as often."""
    table, tree, stop = bidwell.game("serengeti").deal(seed=1), cast(Tree, object()), Event()
    choices = tuple(ScoredAction(str(number), visits, worth, worth) for number, (visits, worth) in enumerate(found))
    result = TreeSearchResult(choices, sum(visits for visits, _ in found), True)
    with (
        patch("bidwell.bots.search.tree_search.time.perf_counter", side_effect=[0.0, seconds]),
        patch("bidwell.bots.search.tree_search._merged", return_value=result),
    ):
        clock = Clock(table.view(table.asks[0]), [tree, tree], 10.0, stop)
        assert clock.over(tree) is (seconds >= 10.0)
    assert stop.is_set() is clear


def test_all_cores_go_on_thinking_while_one_looks() -> None:
    """The trees are compared a few times in all, however many there are."""
    game = bidwell.game("serengeti")
    table = game.deal(seed=1)
    view = table.view(table.asks[0])
    with patch.object(Tree, "found", autospec=True, side_effect=Tree.found) as looked:
        result = tree_search(game, view, Budget(milliseconds=200, cores=8), seed=1, until_clear=True)
    assert result.iterations > 8
    assert looked.call_count <= 8 * (LOOKS + 1)


def test_a_search_goes_by_its_clock() -> None:
    """It was given an hour, and stops when the clock says that the time is up."""
    game = bidwell.game("serengeti")
    table = game.deal(seed=1)
    view = table.view(table.asks[0])
    with patch("bidwell.bots.search.tree_search.Clock.over", side_effect=[False, True]):
        result = tree_search(game, view, Budget(milliseconds=3_600_000), seed=1, until_clear=True)
    assert 0 < result.iterations < 100


@pytest.mark.parametrize("wrong", [{}, {"iterations": 0}, {"iterations": 5, "milliseconds": 5}, {"iterations": 2.5}])
def test_a_budget_that_is_none(wrong: dict[str, Any]) -> None:
    """One sentence says what a budget is."""
    with pytest.raises(BadDeal, match="a budget is a number of iterations or of milliseconds"):
        Budget(**wrong)


def test_no_search_for_a_seat_that_is_not_asked() -> None:
    """A spectator's view, or that of a seat that waits."""
    game = bidwell.game("serengeti")
    table = game.deal(seed=1)
    waiting = next(seat for seat in range(table.players) if seat not in table.asks)
    for view in (table.view(None), table.view(waiting)):
        with pytest.raises(IllegalAction, match="a search needs a seat that is asked"):
            Tree(game, view, 1, 64)


# The bots that think


def test_no_odd_move_for_nothing() -> None:
    """What is better only by chance gives way to the usual action; what is clearly better does not."""
    usual, odd = ScoredAction("pass", 400, 0.30, 0.3), ScoredAction("bid 55", 600, 0.31, 0.3)
    assert TreeSearchResult((usual, odd), 1000, True).better_than("pass") == usual
    better = ScoredAction("bid 3", 600, 0.40, 0.4)
    assert TreeSearchResult((usual, better), 1000, True).better_than("pass") == better


@pytest.mark.parametrize("visits", [1, ENOUGH - 1, ENOUGH])
def test_a_few_lucky_worlds_are_no_reason(visits: int) -> None:
    """What was tried seldom is not preferred, however well it went."""
    usual, lucky = ScoredAction("pass", 0, 0.0, 0.0), ScoredAction("bid 55", visits, 1.0, 1.0)
    assert TreeSearchResult((usual, lucky), 100, True).better_than("pass") == (lucky if visits >= ENOUGH else usual)


def test_what_is_seldom_tried_is_less_sure() -> None:
    """Of two that are about as good the one that is known better is the best; a clear difference outweighs that."""
    known, seldom = ScoredAction("pass", 900, 0.40, 0.4), ScoredAction("bid 9", 25, 0.45, 0.4)
    assert TreeSearchResult((known, seldom), 925, True).best == known
    late = ScoredAction("bid 3", 400, 0.50, 0.5)
    assert TreeSearchResult((known, seldom, late), 1325, True).best == late


@every_game
def test_bots_that_think_play_legal_actions(game: Game) -> None:
    """For a few decisions at every table size; some differ from the heuristic."""
    others = 0
    for players in game.players:
        table = game.deal(players, seed=players)
        bots, usual = ([bot(spec, game, seat) for seat in range(players)] for spec in (THINKS, "heuristic"))
        for _ in range(12):
            if table.over:
                break
            seat = table.asks[0]
            view = table.view(seat)
            action = bots[seat].choose(view)
            if len(view.actions) > 1:
                others += action != usual[seat].choose(view)
            table.play(seat, action)
    assert others


def test_levels_of_a_game_without_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Novice answers at once; an expert has a second, a regular some iterations, or less than a second for them."""
    monkeypatch.setattr("bidwell.bots.registry.has_network", lambda game: False)
    monkeypatch.setattr("bidwell.bots.registry.level_of", lambda game: "")
    game = bidwell.game("off_season")
    novice, regular, expert = (bot(level, game, 1) for level in LEVELS)
    assert novice.name == "novice"
    assert isinstance(regular, SearchBot)
    assert isinstance(expert, SearchBot)
    assert expert.budget.milliseconds == 1000
    assert regular.budget == (Budget(200) if native.available() else Budget(milliseconds=100))
    with interpreted():
        assert budget_of("regular") == Budget(milliseconds=100)


@pytest.mark.parametrize(
    ("spec", "budget"),
    [
        ("search:50", Budget(iterations=50)),
        ("search:50ms", Budget(milliseconds=50)),
        ("search:2s", Budget(milliseconds=2000)),
        ("search:2s@4", Budget(milliseconds=2000, cores=4)),
        ("search:50@2", Budget(iterations=50, cores=2)),
        ("guided:50ms", Budget(milliseconds=50)),
        ("search:2s@0", None),
        ("heuristic", None),
    ],
)
def test_how_long_a_bot_thinks(spec: str, budget: Budget | None) -> None:
    """By iterations, milliseconds or seconds."""
    assert budget_of(spec) == budget


@pytest.mark.parametrize("spec", ["", "grandmaster", "search", "search:", "search:0", "search:5min", "search:-1"])
def test_a_bot_that_is_none(spec: str) -> None:
    """The message lists the levels."""
    with pytest.raises(BadDeal, match="the bots are random, heuristic, novice, regular, expert"):
        bot(spec, bidwell.game("bids"), 1)
    with pytest.raises(BadDeal, match="the bots are random"):
        checked_spec(spec)


def test_without_machine_code_it_says_that_it_is_weaker() -> None:
    """And only for bots that search."""
    with interpreted():
        assert "cannot search in machine code" in weakness(["random", "regular"])
        assert weakness(["random", "novice"]) == ""
        assert weakness(["regular"], bidwell.game("serengeti")) == ""
    if native.available():
        assert weakness(["expert"]) == ""
