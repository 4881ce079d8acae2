"""What batches of tables share, on the CPU and on the GPU: how they are set up, legal actions marked, rewards paid."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Protocol, cast

from bidwell.core.errors import BadDeal, brief_repr
from bidwell.core.game import SEAT_LETTERS, Game, checked_seed
from bidwell.core.rng import key_of, mix, next_luck
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


class _Numbered(Protocol):
    """The part of a game's `features` module that describes its actions."""

    ACTIONS: int


def action_numbers(game: Game) -> int:
    """Return the number of action numbers. With any options, every action is from 0 to this minus 1."""
    return cast(_Numbered, game.features).ACTIONS


def weights_of(reward: str | Mapping[str, float]) -> Weights:
    """Return the weight of each of REWARDS, from `"win"` or a mapping like `{"win": 0.75, "place": 0.25}`."""
    parts = {reward: 1.0} if isinstance(reward, str) else dict(reward)
    if not parts or any(name not in REWARDS or not isinstance(part, int | float) for name, part in parts.items()):
        raise BadDeal(f"a reward is win, place or points, or what each of them counts, not {brief_repr(reward)}")
    win, place, points = (float(parts.get(name, 0.0)) for name in REWARDS)
    return win, place, points


def checked_policy(policy: str) -> str:
    """Return `policy`, or raise BadDeal if a batch cannot choose by it."""
    if policy not in POLICIES:
        raise BadDeal(f"there is no policy {brief_repr(policy)}; a batch chooses by {' or '.join(POLICIES)}")
    return policy


class Tables:
    """The setting of a batch: `count` tables of one game with the same players and options."""

    def __init__(
        self,
        game: Game,
        count: int,
        players: int | None,
        options: Mapping[str, Any] | None,
        seed: int | None,
    ) -> None:
        if type(count) is not int or count < 1:
            raise BadDeal(f"a batch has at least one table, not {brief_repr(count)}")
        self.game, self.count = game, count
        self.names = SEAT_LETTERS[: len(game.seated(players, None))]
        self.players = len(self.names)
        self.options = game.agreed(self.players, options)
        self.seed = checked_seed(seed)
        self.actions = action_numbers(game)
        """How many action numbers there are."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.count:,} tables of {self.game.title} for {self.players}>"


@rule
def mark(mask: Any, actions: Any, count: int, legal: bool) -> None:
    """Write `legal` into the mask for the first `count` of these actions."""
    for place in range(count):
        mask[actions[place]] = legal


@rule
def following_luck(rng: int, seed: int, index: int) -> int:
    """The rng of the next choice at table `index`; 0 stands for that before the first."""
    return next_luck(rng or mix(key_of(seed, index), 0))


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
def looking(game: Game) -> Callable[..., tuple[int, int]]:
    """Return the rule that writes features and mask of the seat to act. The rule returns the seat and its choices."""
    asks, list_legal, see = game.rules.asks, game.rules.legal, game.features.features

    @rule
    def look(t, features, legal, mask):  # type: ignore[no-untyped-def]
        seat = first_of(asks(t))
        see(t, seat, features)
        count = list_legal(t, seat, legal)
        mark(mask, legal, count, True)
        return seat, count

    return look
