"""The environments play as the interpreter does, decision by decision, and say what is wrong with bad input."""

from __future__ import annotations

import random
from typing import Any

import pytest

import bidwell
from bidwell import BadDeal, Game, IllegalAction, Table
from tests.extras import needed_module
from tests.laws.play import every_game

needed_module("gymnasium", "Gymnasium is not installed: the environments are not checked")
needed_module("pettingzoo", "PettingZoo is not installed: the environments are not checked")

import numpy as np

from bidwell import rl
from bidwell.native.stepping import input_size, inputs_of, recall_of, recall_size

SHORT: dict[str, dict[str, Any]] = {"bids": {"rounds": 1}}


def legal_of(observation: dict[str, Any]) -> list[int]:
    return [int(action) for action in np.flatnonzero(observation["action_mask"])]


def shows(observation: dict[str, Any], table: Table, seat: int) -> None:
    """The observation is what the interpreter makes of the table."""
    out = [0] * recall_size(table.game)
    recall_of(table.game)(table.state, seat, out)
    assert observation["observation"].tolist() == out
    assert legal_of(observation) == sorted(table.legal_actions(seat))


@every_game
def test_turns_are_those_of_the_interpreter(game: Game) -> None:
    """Agent, observation, mask, end and rewards, at every decision of a game."""
    env, rng = rl.aec(game.name, options=SHORT.get(game.name), reward="place", recall=True), random.Random(1)
    env.reset(seed=3)
    table = env.table()
    while not table.over:
        seat = table.asks[0]
        assert env.agent_selection == f"seat_{seat}"
        observation, _, over, _, _ = env.last()
        shows(observation, table, seat)
        assert not over
        action = rng.choice(legal_of(observation))
        table.act(seat, action)
        env.step(action)
        assert env.table().state == table.state
    ahead = [sum(a < b for b in table.places) + sum(a == b for b in table.places) / 2 - 0.5 for a in table.places]
    assert [*env.rewards.values()] == pytest.approx([each / (table.players - 1) for each in ahead])
    assert all(env.terminations.values())


@every_game
def test_choices_made_at_once_are_those_made_in_turn(game: Game) -> None:
    """A parallel game reaches the same table; a seat that is not asked can only wait."""
    env, rng = rl.parallel(game.name, options=SHORT.get(game.name), reward="points", recall=True), random.Random(2)
    observations, _ = env.reset(seed=4)
    table = env.table()
    while env.agents:
        chosen = {agent: rng.choice(legal_of(seen)) for agent, seen in observations.items()}
        for seat in table.asks:
            shows(observations[f"seat_{seat}"], table, seat)
        assert [seat for seat, action in enumerate(chosen.values()) if action != game.actions] == [*table.asks]
        for seat in table.asks:
            table.act(seat, chosen[f"seat_{seat}"])
        observations, rewards, *_ = env.step(chosen)
        assert env.table().state == table.state
    assert [*rewards.values()] == table.scores


@every_game
def test_recall_is_the_same_in_every_world_the_seat_can_imagine(game: Game) -> None:
    """It begins with the features and the network inputs, and tells nothing that a perfect memory does not know."""
    rng, table = random.Random(5), game.deal(game.players[0], 5)
    worlds = [[0] * recall_size(game) for _ in range(2)]
    features, inputs = [0] * game.features.SIZE, [0] * input_size(game)
    while not table.over:
        seat = rng.choice(table.asks)
        if rng.random() < 0.1:
            recall_of(game)(table.state, seat, worlds[0])
            recall_of(game)(table.imagine(seat, 1).state, seat, worlds[1])
            game.features.features(table.state, seat, features)
            inputs_of(game)(table.state, seat, inputs)
            assert worlds[0] == worlds[1]
            assert worlds[0][: len(features)] == features
            assert worlds[0][: len(inputs)] == inputs
        table.act(seat, rng.choice(table.legal_actions(seat)))


def test_recall_knows_the_cards_under_the_pile_of_bids() -> None:
    """BID-10: cards that went under the pile openly, in their order."""
    game, rng = bidwell.game("bids"), random.Random(1)
    table, out = game.deal(3, 1), [0] * recall_size(game)
    while table.state.under < 2:  # type: ignore[attr-defined]
        table.act(table.asks[0], rng.choice(table.legal_actions(table.asks[0])))
    recall_of(game)(table.state, 0, out)
    assert sorted(filter(None, out[input_size(game) :])) == [*range(1, table.state.under + 1)]  # type: ignore[attr-defined]


@pytest.mark.parametrize("rivals", ["heuristic", "random", "network", lambda seen: legal_of(seen)[0]])
def test_rivals_are_policies_bots_or_functions(rivals: Any) -> None:
    """The game goes on until the learner is asked, and to its end."""
    env = rl.seat("secret_auction", 3, rivals=rivals, at=1)
    observation, info = env.reset(seed=1)
    over = False
    while not over:
        assert 1 in env.table().asks
        observation, reward, over, cut, info = env.step(legal_of(observation)[0])
        assert not cut
    assert info == {"seat": 1, "illegal": False}
    assert reward == env.match.rewards()[1]
    env.close()


def test_an_illegal_action_raises_or_is_replaced_or_loses() -> None:
    """By the option `illegal`; the default is `raise` for AEC and `replace` elsewhere."""
    env = rl.aec("serengeti", 3)
    env.reset(seed=1)
    before = env.table()
    with pytest.raises(IllegalAction, match="action 95 is not legal for seat"):
        env.step(95)
    assert env.table() == before
    env = rl.aec("serengeti", 3, illegal="lose")
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(95)
    assert env.rewards == {agent: -1.0 if agent == loser else 0.0 for agent in env.possible_agents}
    seat = rl.seat("serengeti", 3)
    seat.reset(seed=1)
    *_, over, _, info = seat.step(95)
    assert info["illegal"]
    assert not over


def test_a_spectator_can_read_the_table() -> None:
    """In the render mode `ansi`, without what is hidden."""
    env = rl.aec("serengeti", 3, render_mode="ansi")
    env.reset(seed=1)
    assert "chips: {'A': None, 'B': None, 'C': None}" in str(env.render())


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: rl.aec("chess"), "there is no game 'chess'"),
        (lambda: rl.aec("bids", 9), "Bids is for 3 to 6 players, not 9"),
        (lambda: rl.parallel("bids", reward="fame"), "a reward is win, place or points"),
        (lambda: rl.aec("bids", illegal="shrug"), "illegal actions are handled by raise, replace, lose, not 'shrug'"),
        (lambda: rl.seat("bids", 3, rivals=["random"]), "there are 2 rivals, not 1"),
        (lambda: rl.seat("bids", 3, rivals="deep blue"), "there is no bot 'deep blue'"),
        (lambda: rl.seat("bids", 3, at=3), "a seat is from 0 to 2, not 3"),
        (lambda: rl.Vector("bids", 3, on="toaster"), "a Vector is on cpu or cuda, not on 'toaster'"),
    ],
)
def test_bad_settings_are_refused(make: Any, sentence: str) -> None:
    """In one sentence."""
    with pytest.raises(BadDeal, match=sentence):
        make()
