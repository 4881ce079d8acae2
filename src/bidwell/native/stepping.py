"""What a step of many tables needs at each of them, on the CPU and on the GPU: marks of legal actions, and rewards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Protocol, cast

from bidwell.core.errors import BadDeal, brief_repr
from bidwell.core.game import Game
from bidwell.core.rule import rule
from bidwell.mechanics import first_of

REWARDS = ("win", "place", "points")
"""What a seat can be rewarded for at the end of a game:

`win`     one win, shared equally by those who stand first
`place`   the part of the rivals it stands before, a tie counting half: from 1 for the first to 0 for the last
`points`  its points
"""
POLICIES = ("random", "heuristic")
"""By what a batch can choose actions itself."""

Weights = tuple[float, float, float]


class _Numbered(Protocol):
    """What the module `features` of a game says of its actions."""

    ACTIONS: int


def action_numbers(game: Game) -> int:
    """How many action numbers the game has: every action is one of 0 … this less 1, with any options."""
    return cast(_Numbered, game.features).ACTIONS


def weights_of(reward: str | Mapping[str, float]) -> Weights:
    """How much each of REWARDS counts: `"win"`, or several of them like `{"win": 0.75, "place": 0.25}`."""
    parts = {reward: 1.0} if isinstance(reward, str) else dict(reward)
    if not parts or any(name not in REWARDS or not isinstance(part, int | float) for name, part in parts.items()):
        raise BadDeal(f"a reward is win, place or points, or what each of them counts, not {brief_repr(reward)}")
    win, place, points = (float(parts.get(name, 0.0)) for name in REWARDS)
    return win, place, points


def checked_policy(policy: str) -> str:
    """`policy`, if a batch can choose by it."""
    if policy not in POLICIES:
        raise BadDeal(f"there is no policy {brief_repr(policy)}; a batch chooses by {' or '.join(POLICIES)}")
    return policy


@rule
def mark(mask: Any, actions: Any, count: int, legal: bool) -> None:
    """Write `legal` into the mask for the first `count` of these actions."""
    for place in range(count):
        mask[actions[place]] = legal


@rule
def write_rewards(players: int, standings: Any, points: Any, weights: Weights, out: Any) -> None:
    """Write what every seat gets for a game that ended like this."""
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
    """The rule that writes the rewards of a game that is over; `room` has two rows to write points and standings in."""
    write_scores, write_standings = game.rules.scores, game.rules.standings

    @rule
    def end(t, room, weights, rewards):  # type: ignore[no-untyped-def]
        write_scores(t, room[0])
        write_standings(t, room[1])
        write_rewards(t.players, room[1], room[0], weights, rewards)

    return end


@cache
def looking(game: Game) -> Callable[..., tuple[int, int]]:
    """The rule that writes what the seat to act sees and may do; it returns the seat and how many actions are legal."""
    asks, list_legal, see = game.rules.asks, game.rules.legal, game.features.features

    @rule
    def look(t, features, legal, mask):  # type: ignore[no-untyped-def]
        seat = first_of(asks(t))
        see(t, seat, features)
        count = list_legal(t, seat, legal)
        mark(mask, legal, count, True)
        return seat, count

    return look
