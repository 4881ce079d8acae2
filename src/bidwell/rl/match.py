"""One game in progress by numbers: what the environments share. Nothing here knows Gymnasium or PettingZoo."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any

import numpy as np

from bidwell.core.errors import BadDeal, IllegalAction, Refused, brief_repr
from bidwell.core.game import SEAT_LETTERS
from bidwell.core.rng import key_of
from bidwell.core.state import State
from bidwell.core.table import Table
from bidwell.games import game
from bidwell.mechanics import first_of
from bidwell.native.batch_setting import ending, recall_of, recall_size, weights_of

ILLEGAL = ("raise", "replace", "lose")
"""What an environment does about an illegal action:

`raise`    raises IllegalAction; nothing changes
`replace`  plays a random legal action in its place
`lose`     ends the game: the seat gets LOST, every other seat 0
"""
LOST = -1.0
RENDER_MODE = "ansi"
"""The render mode of all environments; without one they render nothing."""

Observation = dict[str, np.ndarray[Any, Any]]


def checked_illegal(illegal: str) -> str:
    """Return `illegal`, or raise BadDeal if there is no such policy."""
    if illegal not in ILLEGAL:
        raise BadDeal(f"illegal actions are handled by {', '.join(ILLEGAL)}, not {brief_repr(illegal)}")
    return illegal


def checked_render_mode(mode: str | None) -> str | None:
    """Return the render mode, or raise BadDeal if there is no such mode."""
    if mode not in (None, RENDER_MODE):
        raise BadDeal(f"the render mode is {RENDER_MODE} or None, not {brief_repr(mode)}")
    return mode


class Match:
    """A game of fixed players and options. `deal` starts the next one.

    With `keep_history` the game is played on a `Table` with its events, for bots that need views. That is slower.
    """

    def __init__(
        self,
        name: str,
        players: int | None,
        options: Mapping[str, Any] | None,
        *,
        reward: str | Mapping[str, float],
        recall: bool,
        waits: bool = False,
        keep_history: bool = False,
    ) -> None:
        self.game = game(name)
        self.names = SEAT_LETTERS[: len(self.game.seated(players, None))]
        self.players = len(self.names)
        self.options = self.game.agreed(self.players, options)
        self.wait = self.game.actions
        """The number of the action to wait, where the environment has one: one more than the last of the game."""
        self.actions = self.game.actions + waits
        self.recall = recall
        self.size = recall_size(self.game) if recall else self.game.features.SIZE
        self.state: State = self.game.state()
        self.table: Table | None = None
        self.dealt = False
        """Whether there was a deal."""
        self._weights = weights_of(reward)
        self._find_rules()
        # Rules write into these rows at every step; new ones would cost more than the rule.
        self._legal, self._row = [0] * self.game.most_choices, [0] * self.size
        self._keep_history = keep_history

    def _find_rules(self) -> None:
        self._see = recall_of(self.game) if self.recall else self.game.features.features
        self._end = ending(self.game)

    def __getstate__(self) -> dict[str, Any]:
        """Return what `pickle` keeps: everything but rules, which it cannot."""
        return {name: value for name, value in vars(self).items() if name not in ("_see", "_end")}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._find_rules()

    def deal(self, seed: int) -> None:
        """Deal the game of this seed, as `game.deal` does."""
        self.dealt = True
        if self._keep_history:
            self.table = Table.dealt(self.game, self.names, self.options, seed)
            self.state = self.table.state
            return
        # Without a history a bare state is enough: a table checks every action and keeps its events.
        self.state = self.game.lay(self.names, self.options)
        self.state.chance_key = key_of(seed, 0)
        self.game.rules.deal(self.state)

    def need_deal(self) -> None:
        """Raise Refused before the first deal."""
        if not self.dealt:
            raise Refused("no game was dealt yet; reset deals one")

    def need_decision(self, over: bool = False) -> None:
        """Raise Refused unless a game is in progress. `over` says that it ended early."""
        self.need_deal()
        if over or not self.asked:
            raise Refused("the game is over; reset deals the next one")

    def number(self, action: Any) -> int:
        """Return an action as a whole number, legal or not, or raise IllegalAction if it is none."""
        try:
            return index(action)
        except TypeError:
            numbers = f"an action is a whole number from 0 to {self.actions - 1}"
            raise IllegalAction(f"{numbers}, not {brief_repr(action)}") from None

    @property
    def asked(self) -> int:
        """A bit mask of the seats that must act, 0 when the game is over."""
        return self.game.rules.asks(self.state)

    @property
    def seat(self) -> int:
        """The seat to act: the lowest one of several that choose in secret."""
        return first_of(self.asked)

    def legal(self, seat: int) -> list[int]:
        """Return the legal actions of a seat that is asked."""
        return self._legal[: self.game.rules.legal(self.state, seat, self._legal)]

    def play(self, seat: int, action: int) -> None:
        """Play a legal action."""
        if self.table is None:
            self.game.rules.play(self.state, seat, action)
        else:
            self.table.act(seat, action)

    def observe(self, seat: int, *, live: bool = True) -> Observation:
        """Return features and mask of a seat. One that is not asked may only wait; once not `live`, do nothing."""
        return {"observation": self.features(seat), "action_mask": self.mask(seat, live)}

    def features(self, seat: int) -> np.ndarray[Any, Any]:
        """Return the features of a seat."""
        self._see(self.state, seat, self._row)
        return np.array(self._row, np.int16)

    def mask(self, seat: int, live: bool = True) -> np.ndarray[Any, Any]:
        """Return 1 for every legal action, 0 for the others."""
        mask = np.zeros(self.actions, np.int8)
        if live and self.asked >> seat & 1:
            mask[self.legal(seat)] = 1
        elif live and self.actions > self.wait:
            mask[self.wait] = 1
        return mask

    def rewards(self) -> list[float]:
        """Return the rewards of a finished game."""
        out, room = [0.0] * self.players, [[0] * self.players for _ in range(2)]
        self._end(self.state, room, self._weights, out)
        return out

    def rewards_if_lost_by(self, seat: int) -> list[float]:
        """Return the rewards of a game that this seat lost by an illegal action."""
        return [LOST if other == seat else 0.0 for other in range(self.players)]

    def refuse(self, seat: int, action: int) -> IllegalAction:
        """Return the error for an illegal action."""
        return IllegalAction(f"action {action} is not legal for seat {seat}; its action_mask shows those that are")

    def copy_of_table(self) -> Table:
        """Return the game as a table, to look at in words or to play on."""
        self.need_deal()
        if self.table is not None:
            return self.table.copy()
        return Table(self.game, self.names, self.options, self.state.copy())

    def text(self) -> str:
        """Return what a spectator sees, one line a field."""
        (view,) = self.copy_of_table().shown([None])
        return "\n".join(f"{name}: {value}" for name, value in view.items())
