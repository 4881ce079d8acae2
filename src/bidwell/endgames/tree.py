"""The game tree of an endgame: its possible worlds, its information sets and its payoffs.

An information set is what a seat saw at the start, what it has heard and seen since then, and its own actions. Hidden
values of the state are never part of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import lcm
from typing import Any

from bidwell.core.errors import BadDeal, BadPosition, Refused, brief_repr, check_count
from bidwell.core.events import is_heard_by
from bidwell.core.state import State
from bidwell.core.table import Table
from bidwell.games import game as find
from bidwell.mechanics import first_of

REWARDS = ("win", "place", "points")
"""What a payoff counts. All payoffs are whole numbers:

`win`     the share of the win in `parts_of_a_win`, less an even share; the payoffs of all seats add up to 0
`place`   the rivals that a seat is ahead of, less those it is behind; they add up to 0 too
`points`  the points
"""
MOST_NODES = 1_000_000
Payoffs = tuple[int, ...]
World = Table | Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class InformationSet:
    """One decision as its seat sees it. Its nodes look the same to the seat."""

    seat: int
    number: int
    """From 1 on, for each seat."""
    actions: tuple[int, ...]
    labels: tuple[str, ...]
    """The actions in notation."""
    world: int
    path: tuple[tuple[int, int], ...]
    """Seat and action of every step from the start of a world to one of its nodes."""


def parts_of_a_win(players: int) -> int:
    """Return the number of equal parts of a win that can be shared by any number of these players: 6 for three."""
    return lcm(*range(1, players + 1))


class Endgame:
    """Equally likely worlds with everything that can still happen in them. All chance is in the choice of the world."""

    def __init__(
        self,
        position: World,
        worlds: Sequence[World] | None = None,
        *,
        reward: str = "win",
        most_nodes: int = MOST_NODES,
    ) -> None:
        """Set up an endgame; see `bidwell.efg` for the arguments. The tree is built by `nodes`."""
        self.position = _table(position)
        self.game, self.names = self.position.game, self.position.names
        if reward not in REWARDS:
            raise BadDeal(f"a reward is {', '.join(REWARDS[:-1])} or {REWARDS[-1]}, not {brief_repr(reward)}")
        if worlds is not None and (not isinstance(worlds, Sequence) or isinstance(worlds, str) or not worlds):
            raise BadPosition(f"worlds are a list of tables or positions, at least one, not {brief_repr(worlds)}")
        check_count("most_nodes", most_nodes)
        self.worlds = [self._world(world) for world in ([self.position] if worlds is None else worlds)]
        self.reward = reward
        self.sets: list[InformationSet] = []
        """The information sets in the order in which the tree reaches them, once `nodes` was read to its end."""
        self._most, self._nodes = most_nodes, 0
        self._found: dict[int, InformationSet] = {}
        self._sets_of: Counter[int] = Counter()
        self._known: dict[Any, int] = {}

    def nodes(self) -> Iterator[InformationSet | Payoffs]:
        """Yield every node below the choice of the world, each before those that follow it: decisions and payoffs."""
        self.sets, self._found, self._sets_of, self._known, self._nodes = [], {}, Counter(), {}, 0
        for number, world in enumerate(self.worlds):
            memory = [self._know(seat, "start") for seat in range(len(self.names))]
            yield from self._below(world.state, memory, number, ())

    def table_at(self, node: InformationSet) -> Table:
        """Return a table at this decision, in one of the worlds where it can be reached."""
        table = self.worlds[node.world].copy()
        for seat, action in node.path:
            table.act(seat, action)
        return table

    def _world(self, world: World) -> Table:
        """Return the table of a world. A mapping has the fields that differ from the position."""
        if isinstance(world, Mapping):
            world = self.game.position({**self.position.position(), **self._completed(world)})
        if not isinstance(world, Table):
            raise BadPosition(f"a world is a table or a position, not {brief_repr(world)}")
        if (world.game, world.names, world.options) != (self.game, self.names, self.position.options):
            raise BadPosition("all worlds of an endgame have the game, the names and the options of its position")
        if world.over:
            raise BadPosition("the game is over; there is nothing left to solve")
        return world

    def _completed(self, world: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields of a world; where it names only some players, the others have what the position says."""
        fields, base = self.game.state.fields, self.position.position()
        return {
            name: {**base[name], **value}
            if name in fields and fields[name].by_seat and isinstance(value, Mapping)
            else value
            for name, value in world.items()
        }

    def _below(
        self, state: State, memory: list[int], world: int, path: tuple[tuple[int, int], ...]
    ) -> Iterator[InformationSet | Payoffs]:
        self._nodes += 1
        if self._nodes > self._most:
            raise Refused(f"this endgame has more than {self._most:,} nodes; start later or in fewer worlds")
        asked = self.game.rules.asks(state)
        if not asked:
            yield self._payoffs(state)
            return
        seat = first_of(asked)
        memory = [*memory]  # the branches beside this one keep theirs
        memory[seat] = self._know(memory[seat], _seen(state, seat))
        here = self._set(state, seat, memory[seat], world, path)
        yield here
        for action in here.actions:
            after, heard = self._played(state, seat, action, memory)
            yield from self._below(after, heard, world, (*path, (seat, action)))

    def _set(self, state: State, seat: int, known: int, world: int, path: tuple[tuple[int, int], ...]) -> Any:
        """Return the information set of a node, a new one if the seat has not known exactly this before."""
        out = [0] * self.game.most_choices
        actions = tuple(out[: self.game.rules.legal(state, seat, out)])
        here = self._found.get(known)
        if here is None:
            table = Table(self.game, self.names, self.position.options, state)
            labels = tuple(self.game.notation.text(table, action) for action in actions)
            self._sets_of[seat] += 1
            here = self._found[known] = InformationSet(seat, self._sets_of[seat], actions, labels, world, path)
            self.sets.append(here)
        if here.actions != actions:
            name = self.names[seat]
            raise BadPosition(f"{name} cannot tell two worlds apart in which {name} has different legal actions")
        return here

    def _played(self, state: State, seat: int, action: int, memory: Sequence[int]) -> tuple[State, list[int]]:
        """Return the state after an action, and what each seat knows then: what it heard, and its own action."""
        after = state.copy()
        journal: list[Any] = []
        after.journal = journal
        self.game.rules.play(after, seat, action)
        after.journal = None
        known = [*memory]
        known[seat] = self._know(known[seat], action)
        for hearer in range(len(known)):
            for kind, values, audience in journal:
                if is_heard_by(audience, hearer):
                    known[hearer] = self._know(known[hearer], (kind.name, values))
        return after, known

    def _know(self, before: int, news: Any) -> int:
        """Return a number for everything a seat has come to know, in order: equal numbers for equal knowledge."""
        # A number stands for a whole history, so that two memories are compared as two integers.
        return self._known.setdefault((before, news), len(self._known) + len(self.names))

    def _payoffs(self, state: State) -> Payoffs:
        players = len(self.names)
        out = [0] * players
        if self.reward == "points":
            self.game.rules.scores(state, out)
            return tuple(out)
        self.game.rules.standings(state, out)
        if self.reward == "place":
            return tuple(sum((own > other) - (own < other) for other in out) for own in out)
        parts, winners = parts_of_a_win(players), out.count(max(out))
        return tuple((parts // winners if own == max(out) else 0) - parts // players for own in out)


def _table(position: World) -> Table:
    """Return the table of a position that says of which game it is."""
    if isinstance(position, Table):
        return position
    if not isinstance(position, Mapping) or not isinstance(position.get("game"), str):
        raise BadPosition(f"an endgame starts at a table or a position that names its game, not {brief_repr(position)}")
    return find(position["game"]).position(position)


def _seen(state: State, seat: int) -> tuple[Any, ...]:
    """Return what a seat sees, None in place of hidden values, as a key."""
    return tuple(_frozen(field.seen(state, seat)) for field, _ in state.each_field())


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
