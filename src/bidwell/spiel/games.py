"""The games of Bidwell as types of pyspiel games, and their registration."""

from __future__ import annotations

import random
from functools import cache
from math import lcm
from typing import Any

import pyspiel

from bidwell.core.errors import BadDeal, brief_repr
from bidwell.core.game import SEAT_LETTERS, Game
from bidwell.core.options import Option
from bidwell.games import games
from bidwell.native.batch_setting import REWARDS
from bidwell.spiel.observers import FeatureObserver
from bidwell.spiel.states import TableState

DEALS = 1_000
"""The number of deals at the chance node, unless the parameter `deals` says otherwise."""
SEED = "rng_seed"
"""The parameter of sampled games for a sequence of deals that can be repeated; -1 for new deals in every process."""
MOST_POINTS = 1 << 15
"""Points are stored in 16 bits."""
AND = "+"
"""Separates the words of an option: pyspiel separates parameters by commas, and could not read its own text again."""


def names() -> list[str]:
    """Return the names under which the games are registered with pyspiel."""
    return [kind.short_name for _, kind in _kinds()]


def register() -> None:
    """Register every game with pyspiel that is not registered yet."""
    known = {*pyspiel.registered_names()}
    for game, kind in _kinds():
        if kind.short_name not in known:
            pyspiel.register_game(kind, _loader(game, kind))


def _loader(game: Game, kind: Any) -> Any:
    """Return the class that pyspiel calls to load a game: a function would crash the interpreter at its exit."""

    class Loaded(TableGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game, kind, params or {})

    return Loaded


def _kinds() -> list[tuple[Game, Any]]:
    """Return every game with its types: turn-based or simultaneous, the deal explicit or sampled."""
    return [
        (game, _kind(game, simultaneous, sampled))
        for game in games()
        for simultaneous in ((False, True) if has_sealed_choices(game) else (False,))
        for sampled in (False, True)
    ]


@cache
def has_sealed_choices(game: Game) -> bool:
    """Return whether several seats choose at once, as found by playing a game at random."""
    rng, table = random.Random(1), game.deal(game.players[0], 1)
    state, rules = table.state, game.rules
    while asked := rules.asks(state):
        if asked & (asked - 1):
            return True
        seat = asked.bit_length() - 1
        rules.play(state, seat, rng.choice(table.legal_actions(seat)))
    return False


def _kind(game: Game, simultaneous: bool, sampled: bool, reward: str = "win") -> Any:
    types = pyspiel.GameType
    name = f"bidwell_{game.name}{'_simultaneous' if simultaneous else ''}{'_sampled' if sampled else ''}"
    parameters = {option.name: _parameter(option) for option in game.options} | ({SEED: -1} if sampled else {})
    return types(
        short_name=name,
        long_name=f"{game.title} (Bidwell)",
        dynamics=types.Dynamics.SIMULTANEOUS if simultaneous else types.Dynamics.SEQUENTIAL,
        chance_mode=types.ChanceMode.SAMPLED_STOCHASTIC if sampled else types.ChanceMode.EXPLICIT_STOCHASTIC,
        information=types.Information.IMPERFECT_INFORMATION,
        utility=types.Utility.GENERAL_SUM if reward == "points" else types.Utility.ZERO_SUM,
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": min(4, game.players[-1]), "deals": DEALS, "reward": "win", **parameters},
    )


def _parameter(option: Option) -> bool | int | str:
    """Return the default of an option as a parameter: true or false, a number, or text."""
    return option.default if isinstance(option.default, int) else option.text(option.default).replace(",", AND)


def _value(option: Option, given: Any) -> Any:
    """Return the value of an option from a parameter."""
    return option.parse(given.replace(AND, ",")) if isinstance(given, str) else given


class TableGame(pyspiel.Game):
    """A game with its number of players, options and reward."""

    def __init__(self, game: Game, kind: Any, params: dict[str, Any]) -> None:
        self.game, self.simultaneous = game, kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
        self.sampled = kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
        params = {name: value.replace(",", AND) if isinstance(value, str) else value for name, value in params.items()}
        players = len(game.seated(params.get("players", min(4, game.players[-1])), None))
        self.names = SEAT_LETTERS[:players]
        given = {option.name: _value(option, params[option.name]) for option in game.options if option.name in params}
        self.options = game.agreed(players, given)
        self.deals = params.get("deals", DEALS)
        self.reward = params.get("reward", "win")
        if self.reward not in REWARDS:
            raise BadDeal(f"a reward is {' or '.join(REWARDS)}, not {brief_repr(self.reward)}")
        if type(self.deals) is not int or self.deals < 1:
            raise BadDeal(f"there is at least one deal, not {brief_repr(self.deals)}")
        self._random = _random_from(params.get(SEED, -1))
        kind = _kind(game, self.simultaneous, self.sampled, self.reward)
        super().__init__(kind, self._info(players), params)

    def _info(self, players: int) -> Any:
        least, most, total = bounds(self.reward, players)
        return pyspiel.GameInfo(
            num_distinct_actions=self.game.actions + self.simultaneous,
            max_chance_outcomes=1 if self.sampled else self.deals,
            num_players=players,
            min_utility=least,
            max_utility=most,
            utility_sum=total,
            max_game_length=self.game.most_decisions,
        )

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return pyspiel.load_game, (str(self),)  # the class of a game is made by `_loader` and cannot be named

    def drawn_deal(self) -> int:
        """Return the seed of the next sampled deal."""
        return self._random.getrandbits(63)

    def new_initial_state(self) -> TableState:
        """Return a state before the deal."""
        return TableState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> FeatureObserver | None:
        """Return an observer of what one player sees: the features, or with perfect recall all that it can remember.

        Return None for observers of public information alone, or of all hands: there are none.
        """
        if params:
            raise BadDeal(f"an observer takes no parameters, not {brief_repr(params)}")
        if iig_obs_type is not None and not is_of_one_player(iig_obs_type):
            return None
        return FeatureObserver(self.game, iig_obs_type is not None and iig_obs_type.perfect_recall)


def is_of_one_player(kind: Any) -> bool:
    """Return whether observations of this kind are what one player sees."""
    return bool(kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER)


def _random_from(seed: Any) -> random.Random:
    """Return what draws the deals of a sampled game, or raise BadDeal."""
    if type(seed) is not int or seed < -1:
        raise BadDeal(f"{SEED} is a whole number from 0 on, or -1 for deals that differ, not {brief_repr(seed)}")
    return random.Random(seed) if seed >= 0 else random.SystemRandom()


def bounds(reward: str, players: int) -> tuple[float, float, float | None]:
    """Return the least and the largest return, and the sum of all; None if it is not constant."""
    if reward == "points":
        return -float(MOST_POINTS), float(MOST_POINTS), None
    if reward == "place":
        return 1.0 - players, players - 1.0, 0.0
    whole = lcm(*range(1, players + 1))
    return -float(whole // players), float(whole - whole // players), 0.0
