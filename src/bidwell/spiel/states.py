"""A game in progress as a pyspiel state."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from math import lcm
from typing import Any

import pyspiel

from bidwell.core.errors import IllegalAction, Refused
from bidwell.core.events import is_heard_by
from bidwell.core.rng import key_of
from bidwell.core.state import State
from bidwell.core.table import Table
from bidwell.mechanics import first_of


@dataclass
class GameProgress:
    """How far a game has come.

    `told[seat]` is its information state in parts: the deal, then what it heard and did, and who was asked next.
    """

    state: State | None
    told: list[list[str]]

    def __deepcopy__(self, memo: Any) -> GameProgress:
        """Copy for `clone`, faster than Python would."""
        return GameProgress(self.state and self.state.copy(), [[*parts] for parts in self.told])


class TableState(pyspiel.State):
    """A table before the deal, in play or finished."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.progress = GameProgress(None, [[] for _ in game.names])

    def __reduce__(self) -> tuple[Any, tuple[Any, str]]:
        return read_state, (self.source, self.serialize())  # pyspiel itself cannot pickle states of sampled games

    @property
    def state(self) -> State | None:
        """The state of the table; None before the deal."""
        return self.progress.state

    @property
    def told(self) -> list[list[str]]:
        """The information state of every seat, in parts."""
        return self.progress.told

    @property
    def source(self) -> Any:
        """The `TableGame` of this state."""
        return self.get_game()

    @property
    def asked(self) -> int:
        """A bit mask of the seats that must act."""
        return int(self.source.game.rules.asks(self.state)) if self.state is not None else 0

    def current_player(self) -> Any:
        """Return the seat to act, the lowest one of several in a turn-based game, or a player id of pyspiel."""
        if self.state is None:
            return pyspiel.PlayerId.CHANCE
        if not (asked := self.asked):
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.SIMULTANEOUS if self.source.simultaneous else first_of(asked)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.state is not None and not self.asked

    def _legal_actions(self, player: int) -> list[int]:
        """Return the legal actions in ascending order. In a simultaneous game a seat that is not asked waits."""
        if not self.asked >> player & 1:
            return [self.source.game.actions] if self.source.simultaneous else []
        out = [0] * self.source.game.most_choices
        return sorted(out[: self.source.game.rules.legal(self.state, player, out)])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the deals, each equally likely; if they are sampled, one that stands for all."""
        deals = 1 if self.source.sampled else self.source.deals
        return [(deal, 1.0 / deals) for deal in range(deals)]

    def _apply_action(self, action: int) -> None:
        if self.state is None:
            self._deal(self.source.drawn_deal() if self.source.sampled else self._checked_deal(action))
            return
        if self.source.simultaneous:
            raise IllegalAction("in a simultaneous game apply_actions plays an action of each player")
        seat = first_of(self._need_asked())
        self._check(seat, action)
        self._play(seat, action)

    def _apply_actions(self, actions: list[int]) -> None:
        if not self.source.simultaneous:
            raise IllegalAction("in a turn-based game apply_action plays one action at a time")
        players, asked = len(self.told), self._need_asked()
        if len(actions) != players:
            raise IllegalAction(f"an action of each of {players} players is needed, not {len(actions)}")
        for seat, action in enumerate(actions):
            self._check(seat, action)
        for seat, action in enumerate(actions):
            if asked >> seat & 1:
                self._play(seat, action)

    def _need_asked(self) -> int:
        """Return the seats that must act, or raise Refused if there are none."""
        if not (asked := self.asked):
            raise Refused("the game is over" if self.state is not None else "no game was dealt yet")
        return asked

    def _checked_deal(self, deal: int) -> int:
        if not 0 <= deal < self.source.deals:
            raise IllegalAction(f"a deal is from 0 to {self.source.deals - 1}, not {deal}")
        return deal

    def _check(self, seat: int, action: int) -> None:
        """Raise IllegalAction unless a player may do this."""
        if action not in self._legal_actions(seat):
            raise IllegalAction(f"action {action} is not legal for player {seat}")

    def _deal(self, seed: int) -> None:
        game = self.source
        state = self.progress.state = game.game.lay(game.names, game.options)
        state.chance_key = key_of(seed, 0)
        self._listen(game.game.rules.deal)
        for seat, parts in enumerate(self.told):
            parts.insert(0, self.view(seat))

    def _play(self, seat: int, action: int) -> None:
        self.told[seat].append(f"> {action}")
        asked = self.asked
        self._listen(self.source.game.rules.play, seat, action)
        # Not every action is announced, but everybody sees whose turn it is.
        if self.asked != asked:
            for parts in self.told:
                parts.append(f"asks {self.asked}")

    def _listen(self, rule: Any, *values: int) -> None:
        """Call a rule, and add what each seat hears to its information state."""
        assert self.state is not None
        journal: list[Any] = []
        self.state.journal = journal
        rule(self.state, *values)
        self.state.journal = None
        for kind, numbers, audience in journal:
            text = " ".join((kind.name, *map(str, numbers)))
            for seat, parts in enumerate(self.told):
                if is_heard_by(audience, seat):
                    parts.append(text)

    def _action_to_string(self, player: int, action: int) -> str:
        if self.state is None:
            return f"deal {action}"
        game = self.source
        if action == game.game.actions:
            return "wait"
        if not 0 <= action < game.game.actions:
            raise IllegalAction(f"an action is from 0 to {game.num_distinct_actions() - 1}, not {action}")
        return str(game.game.notation.text(self._to_read(), action))

    def returns(self) -> list[float]:
        """Return whole numbers, 0 before the end.

        `win` pays the least common multiple of 1 … players, shared by the winners, less an equal share for each seat.
        `place` pays the number of rivals behind less the number ahead, `points` the points.
        """
        game = self.source
        players = len(game.names)
        out = [0] * players
        if not self.is_terminal():
            return [0.0] * players
        if game.reward == "points":
            game.game.rules.scores(self.state, out)
            return [float(points) for points in out]
        game.game.rules.standings(self.state, out)
        if game.reward == "place":
            return [float(sum((own > other) - (own < other) for other in out)) for own in out]
        whole, best = lcm(*range(1, players + 1)), max(out)
        return [float((whole // out.count(best) if own == best else 0) - whole // players) for own in out]

    def resample_from_infostate(self, player: int, sampler: Any = None) -> TableState:
        """Return a state that this player cannot tell from this one: what it cannot know is redrawn by `imagine`.

        The information states of the others begin with what they would see there.
        """
        game = self.source
        seed = secrets.randbits(63) if sampler is None else int(sampler() * (1 << 53))
        world: TableState = game.new_initial_state()
        world.progress.state = self.table().imagine(player, seed).state
        seats = range(len(self.told))
        world.progress.told = [[*self.told[seat]] if seat == player else [world.view(seat)] for seat in seats]
        return world

    def table(self) -> Table:
        """Return a copy of the table: everything on it, in words."""
        if self.state is None:
            raise Refused("no game was dealt yet; the first action is the deal")
        game = self.source
        return Table(game.game, game.names, game.options, self.state.copy())

    def _to_read(self) -> Table:
        """Return the table itself, to read only: with a seed, any will do, it makes no copy of the state."""
        assert self.state is not None
        game = self.source
        return Table(game.game, game.names, game.options, self.state, seed=0)

    def view(self, seat: int) -> str:
        """Return what a seat sees now, as JSON."""
        return "deal" if self.state is None else json.dumps(self._to_read().shown([seat])[0])

    def __str__(self) -> str:
        return "deal" if self.state is None else json.dumps(self._to_read().position())


def read_state(game: Any, text: str) -> TableState:
    """Return the state that `serialize` wrote."""
    state: TableState = game.deserialize_state(text)
    return state
