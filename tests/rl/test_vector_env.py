"""`Vector` and Gymnasium's vector environment: the arrays are those of the compiled batch, without copies."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import bidwell
from tests.extras import needed_module

needed_module("gymnasium", "Gymnasium is not installed: the environments are not checked")
needed_module("pettingzoo", "PettingZoo is not installed: the environments are not checked")
needed_module("numba", "Numba is not installed: vector environments are not checked")

import gymnasium
import numpy as np

from bidwell import BadDeal, Game, IllegalAction, rl
from bidwell.native.batch_setting import sight
from bidwell.rl.gymnasium_vector import SeatVectorEnv
from tests.laws.play import every_seating

GAME = bidwell.game("secret_auction")


@pytest.fixture(scope="module")
def vector() -> rl.Vector:
    return rl.Vector(GAME.name, 9, players=3, seed=1, recall=True, cores=1)


@pytest.mark.parametrize("recall", [False, True])
@every_seating
def test_every_row_is_what_the_interpreter_makes_of_its_table(game: Game, players: int, recall: bool) -> None:
    """Seat, features, mask, at every decision until every table was dealt anew; rewards where a game ended."""
    size, see = sight(game, "recall" if recall else "features")
    out = [0] * size
    options = {"rounds": 1} if game.name == "bids" else None
    vector = rl.Vector(game.name, 3, players=players, options=options, seed=1, recall=recall, cores=1)
    ended = np.zeros(3, bool)
    while not ended.all():
        for index in range(3):
            table = vector.table(index)
            seat = table.asks[0]
            see(table.state, seat, out)
            assert vector.seats[index] == seat
            assert vector.observations[index].tolist() == out
            assert np.flatnonzero(vector.mask[index]).tolist() == sorted(table.legal_actions(seat))
        _, rewards, done = vector.step(vector.choose("random"))
        assert rewards.sum(axis=1).tolist() == pytest.approx(done.astype(float).tolist())
        ended |= done


def test_arrays_stay_where_they_are(vector: rl.Vector) -> None:
    """A step writes into the same memory."""
    seen, rewards, done = vector.step(vector.choose("random"))
    assert (seen is vector.observations, rewards is vector.rewards, done is vector.done) == (True, True, True)
    assert vector.observations is vector.batch.features


@pytest.mark.parametrize(("see", "size"), [("features", 252), ("inputs", 257), ("recall", 257)])
def test_only_what_is_shown_is_computed(see: str, size: int) -> None:
    """The features, the inputs of a network, or what a perfect memory knows; each begins with the one before."""
    assert sight(bidwell.game("serengeti"), see)[0] == size
    with pytest.raises(BadDeal, match="a batch sees features, inputs or recall, not 'all'"):
        sight(GAME, "all")


def test_an_illegal_action_makes_its_table_wait(vector: rl.Vector) -> None:
    """And the error names it."""
    chosen = vector.choose("random")
    chosen[4] = vector.actions
    with pytest.raises(IllegalAction, match="table 4 waits"):
        vector.step(chosen)


def test_gymnasium_makes_thousands_of_tables() -> None:
    """`make_vec` gives one seat at every table against the heuristic; illegal actions are replaced."""
    env: Any = gymnasium.make_vec(
        "bidwell/SecretAuction-v0", 6, vectorization_mode="vector_entry_point", players=3, cores=1
    )
    observations, _ = env.reset(seed=1)
    assert observations in env.observation_space
    ended = 0
    for _ in range(60):
        seats = env.unwrapped.seats
        assert env.unwrapped.vector.seats.tolist() == seats.tolist()
        observations, rewards, done, cut, infos = env.step(env.action_space.sample())
        assert rewards.shape == done.shape == cut.shape == (6,)
        assert infos["illegal"].any()
        ended += int(done.sum())
    assert ended
    assert observations in env.observation_space
    *_, infos = env.step(np.array([-1, 1036, 10**9, -5, 4000, 1036]))
    assert infos["illegal"].all()


def test_an_illegal_action_is_replaced_by_any_legal_one_or_raises() -> None:
    """At random, the same with the same seed; with `raise` no table moves."""
    env = SeatVectorEnv(GAME.name, 60, 3, at=0, cores=1)
    played = []
    for _ in range(2):
        env.reset(seed=1)
        env.step(np.full(60, -1))
        played.append(env.vector.batch.tables.tobytes())
    assert played[0] == played[1]
    assert len({int(env._replaced(np.full(60, -1), np.full(60, True))[0]) for _ in range(40)}) > 1
    env = SeatVectorEnv(GAME.name, 2, 3, illegal="raise", cores=1)
    env.reset(seed=1)
    tables = [env.vector.table(index) for index in range(2)]
    with pytest.raises(IllegalAction, match="action 1036 is not legal at table 1; no table has moved"):
        env.step(np.array([env.vector.legal[0, 0], 1036]))
    assert [env.vector.table(index) for index in range(2)] == tables


@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_of_thousands_of_tables_goes_on_alone(again: Any) -> None:
    """With the same arrays for the same actions, and its own memory."""
    vector = rl.Vector(GAME.name, 9, players=3, seed=1, recall=True, cores=2)
    for _ in range(20):
        vector.step(vector.choose("random"))
    copied, before = again(vector), vector.observations.copy()
    for _ in range(40):
        copied.step(copied.choose("random"))
    assert (vector.observations == before).all()
    for _ in range(40):
        vector.step(vector.choose("random"))
    assert (vector.observations == copied.observations).all()
    assert (vector.rewards == copied.rewards).all()


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"at": 3}, "a seat is from 0 to 2, not 3"),
        ({"num_envs": -1}, "a batch has at least one table, not -1"),
        ({"num_envs": "2"}, "a batch has at least one table, not '2'"),
        ({"render_mode": "human"}, "for all tables of a Vector render_mode is None, not 'human'; with vec"),
        ({"rivals": "random"}, "for all tables of a Vector rivals is 'heuristic', not 'random'; with vec"),
        ({"illegal": "lose"}, "for all tables of a Vector illegal is 'raise' or 'replace', not 'lose'"),
    ],
)
def test_bad_settings_of_thousands_of_tables_are_refused(settings: dict[str, Any], sentence: str) -> None:
    """In one sentence."""
    with pytest.raises(BadDeal, match=sentence):
        SeatVectorEnv(GAME.name, **{"num_envs": 2, "players": 3, **settings})
