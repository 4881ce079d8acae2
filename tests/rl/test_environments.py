"""The environments play as the interpreter does, decision by decision, and say what is wrong with bad input."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import bidwell
from bidwell import BadDeal, Game, IllegalAction, Refused, Table
from tests.bots.programs import SIMPLE, script
from tests.extras import needed_module
from tests.laws.play import every_game, every_seating
from tests.test_project import ROOT

needed_module("gymnasium", "Gymnasium is not installed: the environments are not checked")
needed_module("pettingzoo", "PettingZoo is not installed: the environments are not checked")

import numpy as np

from bidwell import rl
from bidwell.native.batch_setting import REWARDS, input_size, inputs_of, recall_of, recall_size

SHORT: dict[str, dict[str, Any]] = {"bids": {"rounds": 1}}
every_reward = pytest.mark.parametrize("reward", REWARDS)


def legal_of(observation: dict[str, Any]) -> list[int]:
    return [int(action) for action in np.flatnonzero(observation["action_mask"])]


def shows(observation: dict[str, Any], table: Table, seat: int) -> None:
    """The observation is what the interpreter makes of the table."""
    out = [0] * recall_size(table.game)
    recall_of(table.game)(table.state, seat, out)
    assert observation["observation"].tolist() == out
    assert legal_of(observation) == sorted(table.legal_actions(seat))


def paid(table: Table, reward: str) -> list[float]:
    """The rewards of a finished game, from its places and points."""
    places = table.places
    if reward == "points":
        return [*map(float, table.scores)]
    if reward == "win":
        return [(place == 1) / places.count(1) for place in places]
    ahead = [sum(a < b for b in places) + sum(a == b for b in places) / 2 - 0.5 for a in places]
    return [each / (len(places) - 1) for each in ahead]


@every_reward
@every_seating
def test_turns_are_those_of_the_interpreter(game: Game, players: int, reward: str) -> None:
    """Agent, observation, mask, end and rewards, at every decision of a game."""
    rng = random.Random(players)
    env = rl.aec(game.name, players, options=SHORT.get(game.name), reward=reward, recall=True)
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
    assert [*env.rewards.values()] == pytest.approx(paid(table, reward))
    assert all(env.terminations.values())


@every_reward
@every_seating
def test_choices_made_at_once_are_those_made_in_turn(game: Game, players: int, reward: str) -> None:
    """A parallel game reaches the same table; a seat that is not asked can only wait."""
    rng = random.Random(players)
    env = rl.parallel(game.name, players, options=SHORT.get(game.name), reward=reward, recall=True)
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
    assert [*rewards.values()] == pytest.approx(paid(table, reward))


@every_reward
@every_seating
def test_a_seat_among_bots_is_that_of_the_interpreter(game: Game, players: int, reward: str) -> None:
    """Observation and mask at every decision of the learner, and its reward at the end."""
    rng, over, paid_out = random.Random(players), False, 0.0
    env = rl.seat(game.name, players, options=SHORT.get(game.name), reward=reward, rivals="random", recall=True)
    observation, info = env.reset(seed=5)
    while not over:
        shows(observation, env.table(), info["seat"])
        assert (env.action_masks() == observation["action_mask"]).all()
        observation, paid_out, over, cut, info = env.step(rng.choice(legal_of(observation)))
        assert not cut
    assert env.table().over
    assert paid_out == pytest.approx(paid(env.table(), reward)[info["seat"]])


@every_seating
def test_recall_is_the_same_in_every_world_the_seat_can_imagine(game: Game, players: int) -> None:
    """Of every seat, asked or not, to the end of the game. It begins with the features and the network inputs."""
    rng, table = random.Random(5), game.deal(players, 5, SHORT.get(game.name))
    while not table.over:
        if rng.random() < 0.1:
            for seat in range(players):
                recalls_the_same(table, seat)
        seat = rng.choice(table.asks)
        table.act(seat, rng.choice(table.legal_actions(seat)))
    for seat in range(players):
        recalls_the_same(table, seat)


def recalls_the_same(table: Table, seat: int) -> None:
    """The seat's recall tells nothing that a perfect memory does not know."""
    game = table.game
    worlds = [[0] * recall_size(game) for _ in range(2)]
    features, inputs = [0] * game.features.SIZE, [0] * input_size(game)
    recall_of(game)(table.state, seat, worlds[0])
    recall_of(game)(table.imagine(seat, 1).state, seat, worlds[1])
    game.features.features(table.state, seat, features)
    inputs_of(game)(table.state, seat, inputs)
    assert worlds[0] == worlds[1]
    assert worlds[0][: len(features)] == features
    assert worlds[0][: len(inputs)] == inputs


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


def wrong_once(kind: str, illegal: str) -> tuple[Any, list[float], bool, list[bool]]:
    """Play 95, which no seat of Serengeti can bid. Return the environment, rewards, end, and who was informed."""
    if kind == "seat":
        env: Any = rl.seat("serengeti", 3, at=0, illegal=illegal)
        env.reset(seed=1)
        _, reward, over, _, info = env.step(95)
        return env, [reward], over, [info["illegal"]]
    env = getattr(rl, kind)("serengeti", 3, illegal=illegal)
    env.reset(seed=1)
    if kind == "aec":
        env.step(95)
        rewards, ends, infos = env.rewards, env.terminations, env.infos
    else:
        _, rewards, ends, _, infos = env.step(dict.fromkeys(env.agents, 95))
    return env, [*rewards.values()], all(ends.values()), ["illegal" in info for info in infos.values()]


@pytest.mark.parametrize("kind", ["aec", "parallel", "seat"])
def test_an_illegal_action_raises(kind: str) -> None:
    """And nothing changes."""
    env: Any = getattr(rl, kind)("serengeti", 3, illegal="raise")
    env.reset(seed=1)
    before = env.table()
    with pytest.raises(IllegalAction, match="action 95 is not legal for seat"):
        env.step(dict.fromkeys(env.agents, 95) if kind == "parallel" else 95)
    assert env.table() == before


@pytest.mark.parametrize(("kind", "told"), [("aec", 1), ("parallel", 3), ("seat", 1)])
def test_an_illegal_action_is_replaced(kind: str, told: int) -> None:
    """By a legal one, and the info says so; in `parallel` also for seats that should have waited."""
    env, rewards, over, infos = wrong_once(kind, "replace")
    assert (over, {*rewards}, infos.count(True)) == (False, {0.0}, told)
    before = getattr(rl, kind)("serengeti", 3, **({"at": 0} if kind == "seat" else {}))
    before.reset(seed=1)
    assert env.table().state != before.table().state


@pytest.mark.parametrize(("kind", "rewards"), [("aec", [0, 0, -1]), ("parallel", [-1, 0, 0]), ("seat", [-1])])
def test_an_illegal_action_loses(kind: str, rewards: list[float]) -> None:
    """Seat 2 begins: in turns it loses; if all are wrong at once, the lowest seat does. Then only `reset` goes on."""
    env, found, over, infos = wrong_once(kind, "lose")
    assert (found, over, True in infos) == (rewards, True, True)
    if kind == "aec":
        for _ in range(3):
            env.step(None)
    with pytest.raises(Refused, match="the game is over; reset deals the next one"):
        env.step({} if kind == "parallel" else 0)


def test_by_default_turns_raise_and_the_others_replace() -> None:
    """As the documentation says."""
    assert [getattr(rl, kind)("serengeti").illegal for kind in ("aec", "parallel", "seat")] == [
        "raise", "replace", "replace",
    ]  # fmt: skip


@pytest.mark.parametrize("wrong", ["pass", 1.7, None, [1]])
@pytest.mark.parametrize("kind", ["aec", "parallel", "seat"])
def test_what_is_no_number_is_no_action(kind: str, wrong: Any) -> None:
    """It is refused under every policy for illegal actions."""
    env: Any = getattr(rl, kind)("serengeti", 3, illegal="replace")
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match=r"an action is a whole number from 0 to 9[56], not"):
        env.step(dict.fromkeys(env.agents, wrong) if kind == "parallel" else wrong)


@pytest.mark.parametrize("kind", ["aec", "parallel", "seat"])
def test_a_game_must_be_dealt_first(kind: str) -> None:
    """By `reset`."""
    env: Any = getattr(rl, kind)("serengeti", 3)
    for call in (env.table, lambda: env.step(0)):
        with pytest.raises(Refused, match="no game was dealt yet; reset deals one"):
            call()


@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("kind", ["aec", "parallel", "seat"])
def test_a_copy_of_an_environment_goes_on_alone(kind: str, again: Any) -> None:
    """In the same game, with the same observations, and without moving the other."""
    env: Any = getattr(rl, kind)("secret_auction", 3, recall=True)
    env.reset(seed=1)
    copied, before = again(env), env.table()
    assert copied.table().state == before.state
    first = before.legal_actions(before.asks[0])[0]
    asked = {agent: before.legal_actions(seat)[0] for seat, agent in enumerate(getattr(env, "agents", []))}
    copied.step(asked if kind == "parallel" else first)
    assert copied.table().state != env.table().state == before.state


COMPILED = [pytest.param(spec, marks=pytest.mark.slow) for spec in ("search:20", "guided:4")]
"""Bots that compile their search."""


@pytest.mark.parametrize("rivals", [*COMPILED, "network:sample"])
def test_rivals_are_copied_with_their_environment(rivals: str) -> None:
    """And go on as the first ones do."""
    env = rl.seat("serengeti", 3, rivals=rivals, at=0)
    seen, _ = env.reset(seed=1)
    env.step(legal_of(seen)[0])
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    for each in (env, *copies):
        for _ in range(4):
            each.step(each.match.legal(0)[0])
    assert [each.table().history for each in copies] == [env.table().history] * 2


def test_a_running_program_is_not_copied() -> None:
    """A sentence says so."""
    env = rl.seat("serengeti", 3, rivals=f"cmd:{SIMPLE}", at=0)
    env.reset(seed=1)
    with pytest.raises(Refused, match="is a running program, which cannot be copied or pickled"):
        copy.deepcopy(env)
    env.close()


def test_a_program_is_told_the_result_at_the_end(tmp_path: Path) -> None:
    """As at any table, and then it ends; the next game starts it again."""
    told = tmp_path / "told"
    code = f"""
hear(); say({{"protocol": 1}})
while (message := hear())["type"] == "decide":
    say({{"action": message["view"]["legal"][0]}})
open({str(told)!r}, "a").write(message["type"])
"""
    rivals = [f"cmd:{script(tmp_path, code)}", "random"]
    env = rl.seat("secret_auction", 3, rivals=rivals, at=0)
    for games in (1, 2):
        seen, _ = env.reset(seed=1)
        over = False
        while not over:
            seen, _, over, *_ = env.step(legal_of(seen)[0])
        assert told.read_text() == "over" * games


@every_game
def test_every_number_is_an_action_of_its_own(game: Game) -> None:
    """The page has how many there are, and how many features."""
    table = game.deal(game.players[-1], 1)
    assert len({game.notation.text(table, action) for action in range(game.actions)}) == game.actions
    row = f"| `{game.name}` | {game.actions:,} | {game.features.SIZE} | {recall_size(game)} |"
    assert row in (ROOT / "docs" / "rl.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("sizes", ["square", "stars"])
def test_bids_of_more_than_three_cards_have_numbers_but_are_never_legal(sizes: str) -> None:
    """The page says how many those are (SEC-03)."""
    game, rng = bidwell.game("secret_auction"), random.Random(1)
    table, legal = game.deal(5, 1, {"bid_sizes": sizes}), set[str]()
    while not table.over:
        legal |= {*table.legal(table.asks[0])}
        table.act(table.asks[0], rng.choice(table.legal_actions(table.asks[0])))
    bids = [text for text in (game.notation.text(table, number) for number in range(game.actions)) if "bid" in text]
    dead = {bid for bid in bids if bid == "bid nothing" or bid.count("+") > 2}
    assert not legal & dead
    assert f"the {len(dead)} bids of no card or of more than" in (ROOT / "docs" / "rl.md").read_text(encoding="utf-8")


def test_names_are_listed_before_their_first_use() -> None:
    """So that an editor or a notebook completes them."""
    code = "from bidwell import rl; assert {*rl.__all__} <= {*dir(rl)}"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_agents_are_known() -> None:
    """Spaces and observations are those of the seats, and a parallel step has an action of each."""
    turns, together = rl.aec("serengeti", 3), rl.parallel("serengeti", 3)
    for env in (turns, together):
        for space in (env.action_space, env.observation_space):
            with pytest.raises(Refused, match="there is no agent 'seat_3'; the agents are seat_0, seat_1, seat_2"):
                space("seat_3")
    together.reset(seed=1)
    with pytest.raises(Refused, match="step takes an action of each of seat_0, seat_1, seat_2, not"):
        together.step({"seat_0": 0})


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
        (lambda: rl.parallel("bids", reward=7), "a reward is win, place or points"),  # type: ignore[arg-type]
        (lambda: rl.aec("bids", render_mode="human"), "the render mode is ansi or None, not 'human'"),
        (lambda: rl.seat("bids", 3, rivals=None), "rivals are a bot, a function of an observation, or a list of them"),
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
