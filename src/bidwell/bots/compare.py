"""Compare actions fairly: each is played in the same imagined worlds; the heuristic or the network finishes the game.

A search spends most of its time on the actions it prefers and learns little about the rest. Here every action gets
the same worlds and the same random numbers, which removes that noise from the difference between two actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bidwell import native
from bidwell.bots.network_loops import workspace_of
from bidwell.bots.search.guided import AS_IT_STANDS, guided_loop
from bidwell.bots.search.ismcts import share_of_win
from bidwell.bots.search.loops import loop_of
from bidwell.core.game import Game
from bidwell.core.rng import key_of, mix, next_rng
from bidwell.core.state import SPECTATOR, State, copy_state
from bidwell.core.table import View
from bidwell.mechanics import first_of


def compare_loop(game: Game) -> Any:
    """Return the loop of this game. It plays `worlds` worlds from number `first` on, each once per action of `seat`.

    `tables[0]` is a world that looks to the seat like the true one. `tables[1]` and `tables[2]` are working space.
    `won` has a row for each action with an entry for each world: the seat's share of the win. `totals` has a row for
    each action with an entry for each seat: the sum of its shares. `out` and `standings` are working space.
    """
    asks, legal, play, imagine = game.rules.asks, game.rules.legal, game.rules.play, game.imagine
    write_standings, heuristic = game.rules.standings, game.heuristic

    def loop(tables, seat, actions, seed, first, worlds, out, standings, won, totals):  # type: ignore[no-untyped-def]
        for world in range(worlds):
            key = key_of(seed, first + world)
            copy_state(tables, 1, 0)
            t = tables[1]
            t.chance_key, t.chance_step = mix(key, 1), 0
            imagine(t, seat)
            for index in range(len(actions)):
                copy_state(tables, 2, 1)
                t = tables[2]
                rng = mix(key, 2)
                if actions[index] != AS_IT_STANDS:
                    play(t, seat, actions[index])
                asked = asks(t)
                while asked:
                    mover = first_of(asked)
                    count = legal(t, mover, out)
                    rng = next_rng(rng)
                    play(t, mover, heuristic(t, mover, out, count, rng))
                    asked = asks(t)
                write_standings(t, standings)
                won[index][world] = share_of_win(standings, t.players, seat) if seat >= 0 else 0.0
                for other in range(t.players):
                    totals[index][other] += share_of_win(standings, t.players, other)

    return loop


class Comparison:
    """A comparison of actions, or of AS_IT_STANDS for none. Worlds can be added until there are enough.

    It gets only a view, so it cannot know more than its seat. The same view and seed give the same worlds, however many
    are added at a time, in the interpreter and in machine code.
    """

    def __init__(self, game: Game, view: View, actions: Sequence[int], seed: int) -> None:
        self.worlds = 0
        self.won: list[list[float]] = [[] for _ in actions]
        """For every action, the viewer's share of the win in each world."""
        self._players = len(view["names"])
        self._totals = [[0.0] * self._players for _ in actions]
        self._game, self._native = game, native.available()
        self._seat = SPECTATOR if view.seat is None else view.seat
        self._seed = seed
        self._tables, self._actions = self._workspace(view.imagine(seed).state, [*actions])

    def _workspace(self, world: State, actions: list[int]) -> tuple[Any, Any]:
        if not self._native:
            return [world, world, world], actions
        import numpy as np

        from bidwell.native.record import pack

        return np.repeat(pack(world), 3), np.array(actions, np.int64)

    def add(self, worlds: int) -> None:
        """Play this number of additional worlds for every action."""
        actions = len(self._actions)
        shapes = ((self._game.most_choices,), (self._players,), (actions, worlds), (actions, self._players))
        out, standings, won, totals = _native_rows(shapes) if self._native else _rows(shapes)
        self._play(worlds, out, standings, won, totals)
        self.worlds += worlds
        for index in range(actions):
            self.won[index] += map(float, won[index])
            for seat in range(self._players):
                self._totals[index][seat] += float(totals[index][seat])

    def _play(self, worlds: int, *rows: Any) -> None:
        run = loop_of(compare_loop, self._game, self._native)
        run(self._tables, self._seat, self._actions, self._seed, self.worlds, worlds, *rows)

    def shares(self, index: int) -> list[float]:
        """Return every seat's share of the wins after this action."""
        return [total / max(self.worlds, 1) for total in self._totals[index]]


class NetworkComparison(Comparison):
    """A comparison with the network in every seat. Rivals draw from its policy; the viewer plays its best action."""

    def __init__(self, game: Game, view: View, actions: Sequence[int], seed: int) -> None:
        super().__init__(game, view, actions, seed)
        self._network = workspace_of(game, self._native)

    def _play(self, worlds: int, *rows: Any) -> None:
        run, to_the_end = loop_of(guided_loop, self._game, self._native), (0, 1.0, 0.0)
        given = self._tables, self._seat, self._actions, self._seed, self.worlds, worlds
        run(*given, *to_the_end, *self._network, *rows)


def _rows(shapes: Sequence[tuple[int, ...]]) -> list[Any]:
    return [[0] * shape[0] if len(shape) == 1 else [[0.0] * shape[1] for _ in range(shape[0])] for shape in shapes]


def _native_rows(shapes: Sequence[tuple[int, ...]]) -> list[Any]:
    import numpy as np

    return [np.zeros(shape, np.int64 if len(shape) == 1 else np.float64) for shape in shapes]
