"""What batches of tables share, on the CPU and on the GPU: setting, observations, rewards, legal actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from math import isfinite
from typing import Any, Protocol, cast

from bidwell.core.errors import BadDeal, brief_repr
from bidwell.core.game import SEAT_LETTERS, Game, checked_seed
from bidwell.core.rng import key_of, mix, next_rng
from bidwell.core.rule import rule
from bidwell.mechanics import first_of

REWARDS = ("win", "place", "points")
"""The rewards of a seat at the end of a game:

`win`     one win, shared equally by the seats in first place
`place`   the share of rivals it is ahead of, a tie counting half: from 1 for the first to 0 for the last
`points`  its points
"""
POLICIES = ("random", "heuristic")
"""The policies by which a batch can choose actions itself."""

Weights = tuple[float, float, float]


class _Remembering(Protocol):
    """The part of a game's `features` module with network inputs beyond the features."""

    INPUTS: int

    def inputs(self, t: Any, seat: int, out: Any) -> None: ...


def input_size(game: Game) -> int:
    """Return the number of network inputs: the features, and in some games what a perfect memory knows besides."""
    return cast(_Remembering, game.features).INPUTS if hasattr(game.features, "INPUTS") else game.features.SIZE


def inputs_of(game: Game) -> Callable[[Any, int, Any], None]:
    """Return the rule that writes the network inputs of a seat.

    They may need values that a view hides, but are the same in every world the seat can imagine.
    """
    return cast(_Remembering, game.features).inputs if hasattr(game.features, "INPUTS") else game.features.features


class _Recalling(Protocol):
    """The part of a game's `features` module with what a perfect memory knows beyond the network inputs."""

    RECALL: int

    def recall(self, t: Any, seat: int, out: Any) -> None: ...


def recall_size(game: Game) -> int:
    """Return the number of features of a perfect memory."""
    return cast(_Recalling, game.features).RECALL if hasattr(game.features, "RECALL") else input_size(game)


def recall_of(game: Game) -> Callable[[Any, int, Any], None]:
    """Return the rule that writes all that a perfect memory knows: the network inputs, in some games followed by more.

    Like the inputs, they are the same in every world the seat can imagine.
    """
    return cast(_Recalling, game.features).recall if hasattr(game.features, "RECALL") else inputs_of(game)


SIGHTS = ("features", "inputs", "recall")
"""What a batch writes for the seat to act: its features, the inputs of a network, or all a perfect memory knows."""


def sight(game: Game, see: str) -> tuple[int, Callable[[Any, int, Any], None]]:
    """Return the number of values of one of SIGHTS and the rule that writes them; raise BadDeal for another."""
    if see == "features":
        return game.features.SIZE, game.features.features
    if see == "inputs":
        return input_size(game), inputs_of(game)
    if see == "recall":
        return recall_size(game), recall_of(game)
    raise BadDeal(f"a batch sees {', '.join(SIGHTS[:-1])} or {SIGHTS[-1]}, not {brief_repr(see)}")


def weights_of(reward: str | Mapping[str, float]) -> Weights:
    """Return the weight of each of REWARDS, from `"win"` or a mapping like `{"win": 0.75, "place": 0.25}`."""
    parts = {reward: 1.0} if isinstance(reward, str) else dict(reward) if isinstance(reward, Mapping) else {}
    if not parts or any(name not in REWARDS or not _counts(part) for name, part in parts.items()):
        raise BadDeal(f"a reward is win, place or points, or what each of them counts, not {brief_repr(reward)}")
    win, place, points = (float(parts.get(name, 0.0)) for name in REWARDS)
    return win, place, points


def _counts(part: Any) -> bool:
    """Return whether a part of a reward is a number that can be paid."""
    return isinstance(part, int | float) and not isinstance(part, bool) and isfinite(part)


def checked_seats(rows: Any, players: int) -> Any:
    """Return bit masks of seats that a batch plays itself, or raise BadDeal where they leave nobody to act."""
    everyone = (1 << players) - 1
    if any((int(seats) & everyone) == everyone for seats in {*rows.tolist()}):
        raise BadDeal("a batch can play some seats of a table by the heuristic, but not all")
    return rows


def checked_policy(policy: str) -> str:
    """Return `policy`, or raise BadDeal if a batch cannot choose by it."""
    if policy not in POLICIES:
        raise BadDeal(f"there is no policy {brief_repr(policy)}; a batch chooses by {' or '.join(POLICIES)}")
    return policy


def checked_count(count: int) -> int:
    """Return the number of tables of a batch, or raise BadDeal if it is none."""
    if type(count) is not int or count < 1:
        raise BadDeal(f"a batch has at least one table, not {brief_repr(count)}")
    return count


class BatchSetting:
    """The setting of a batch: `count` tables of one game with the same players and options."""

    def __init__(
        self,
        game: Game,
        count: int,
        players: int | None,
        options: Mapping[str, Any] | None,
        seed: int | None,
    ) -> None:
        self.game, self.count = game, checked_count(count)
        self.names = SEAT_LETTERS[: len(game.seated(players, None))]
        self.players = len(self.names)
        self.options = game.agreed(self.players, options)
        self.seed = checked_seed(seed)
        self.actions = game.actions
        """How many action numbers there are."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.count:,} tables of {self.game.title} for {self.players}>"


@rule
def mark(mask: Any, actions: Any, count: int, legal: bool) -> None:
    """Write `legal` into the mask for the first `count` of these actions."""
    for place in range(count):
        mask[actions[place]] = legal


@rule
def clear(rewards: Any) -> None:
    """Take all rewards back."""
    for seat in range(len(rewards)):
        rewards[seat] = 0


@rule
def following_rng(rng: int, seed: int, index: int) -> int:
    """The rng of the next choice at table `index`; 0 stands for that before the first."""
    return next_rng(rng or mix(key_of(seed, index), 0))


@rule
def write_rewards(players: int, standings: Any, points: Any, weights: Weights, out: Any) -> None:
    """Write the reward of every seat for a game with these standings and points."""
    for seat in range(players):
        before, beside = 0, 0
        for other in range(players):
            if standings[other] > standings[seat]:
                before += 1
            elif standings[other] == standings[seat]:
                beside += 1
        win = 1.0 / beside if before == 0 else 0.0
        place = (players - before - (beside + 1) * 0.5) / (players - 1)
        out[seat] = weights[0] * win + weights[1] * place + weights[2] * points[seat]


@cache
def ending(game: Game) -> Callable[..., None]:
    """Return the rule that writes the rewards of a finished game. `room` has two rows for points and standings."""
    write_scores, write_standings = game.rules.scores, game.rules.standings

    @rule
    def end(t, room, weights, rewards):  # type: ignore[no-untyped-def]
        write_scores(t, room[0])
        write_standings(t, room[1])
        write_rewards(t.players, room[1], room[0], weights, rewards)

    return end


@cache
def playing_on(game: Game) -> Callable[..., tuple[int, int, int]]:
    """Return the rule that plays an action and then the seats of `own_seats`, by the heuristic.

    It returns the next other seat to act with the number of its choices, listed in `legal`, or -1 at the end of the
    game, and the rng of the heuristic. The action -1 stands for none.
    """
    asks, list_legal, play, heuristic = game.rules.asks, game.rules.legal, game.rules.play, game.heuristic

    @rule
    def play_on(t, seat, action, own_seats, legal, rng, seed, index):  # type: ignore[no-untyped-def]
        while True:
            if action >= 0:
                play(t, seat, action)
            asked = asks(t)
            if asked == 0:
                return -1, 0, rng
            seat = first_of(asked)
            count = list_legal(t, seat, legal)
            if not own_seats >> seat & 1:
                return seat, count, rng
            rng = following_rng(rng, seed, index)
            action = int(heuristic(t, seat, legal, count, rng))

    return play_on
