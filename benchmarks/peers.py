"""Environments of other libraries with random play, for comparison. Each function returns a `play(steps)`."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

Play = Callable[[int], int]


def any_legal(mask: Any) -> int:
    """A random action that the mask allows."""
    legal = np.flatnonzero(mask)
    return int(legal[int(random.random() * len(legal))])


def aec(env: Any) -> Play:
    """A PettingZoo AEC environment: observation, mask and step."""

    def play(steps: int) -> int:
        env.reset(seed=1)
        for _ in range(steps):
            observation, _, over, cut, _ = env.last()
            if over or cut:
                env.reset()
                observation, *_ = env.last()
            env.step(any_legal(observation["action_mask"]))
        return steps

    return play


def holdem() -> Play:
    from pettingzoo.classic import texas_holdem_no_limit_v6

    return aec(texas_holdem_no_limit_v6.env())


def rlcard(name: str) -> Play:
    import rlcard as library

    env = library.make(name, {"seed": 1})

    def play(steps: int) -> int:
        state, _ = env.reset()
        for _ in range(steps):
            state, _ = env.step(random.choice([*state["legal_actions"]]))
            if env.is_over():
                env.get_payoffs()
                state, _ = env.reset()
        return steps

    return play


def rl_environment(name: str) -> Play:
    """OpenSpiel's `rl_environment`."""
    from open_spiel.python.rl_environment import Environment

    env = Environment(name)

    def play(steps: int) -> int:
        step = env.reset()
        for _ in range(steps):
            if step.last():
                step = env.reset()
            seen = step.observations
            step = env.step([random.choice(seen["legal_actions"][seen["current_player"]])])
        return steps

    return play


def spiel_with_tensors(name: str) -> Play:
    """OpenSpiel from Python without its environment: tensor, mask and action of every player to act."""
    import pyspiel

    game = pyspiel.load_game(name)
    recall = game.get_type().provides_information_state_tensor

    def chosen(state: Any, player: int) -> int:
        np.array(state.information_state_tensor(player) if recall else state.observation_tensor(player), np.float32)
        state.legal_actions_mask(player)
        return random.choice(state.legal_actions(player))

    def play(steps: int) -> int:
        state = game.new_initial_state()
        done = 0
        while done < steps:
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
            elif state.is_simultaneous_node():
                state.apply_actions([chosen(state, player) for player in range(game.num_players())])
                done += game.num_players()
            else:
                state.apply_action(chosen(state, state.current_player()))
                done += 1
        return done

    return play


def pgx(name: str, count: int) -> Play:
    """Pgx on the CPU, compiled, with automatic renewal."""
    import jax
    from pgx import make
    from pgx.experimental import auto_reset

    env: Any = make(name)
    keys = jax.random.split(jax.random.PRNGKey(1), count)

    def advance(state: Any, key: Any) -> Any:
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(key, logits, axis=-1)
        return jax.vmap(auto_reset(env.step, env.init))(state, action, jax.random.split(key, count))

    step, start = jax.jit(advance), jax.jit(jax.vmap(env.init))(keys)

    def play(steps: int) -> int:
        state = start
        for number in range(max(1, steps // count)):
            state = step(state, jax.random.PRNGKey(number))
        jax.block_until_ready(state.rewards)
        return max(1, steps // count) * count

    return play
