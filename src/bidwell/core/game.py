"""The contract of a game, and everything that follows from it for all games alike."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from bidwell.core.codecs import Places
from bidwell.core.errors import BadDeal, Reason, brief_repr
from bidwell.core.events import COMMON_WORDS, Words
from bidwell.core.names import checked_name
from bidwell.core.options import Option, taken
from bidwell.core.rng import BITS, fresh_seed
from bidwell.core.rulebook import Clause, Rulebook, parse_rulebook
from bidwell.core.state import State

if TYPE_CHECKING:
    from bidwell.core.table import Table

DEFAULT_NAMES = ("Anne", "Burt", "Carla", "Dora", "Emil", "Fay")
SEAT_LETTERS = ("A", "B", "C", "D", "E", "F")
"""Names for simulations: none is longer than another, in case names matter."""


class Rules(Protocol):
    """The rules of a game: a module of `@rule` functions on its state table, unchecked and fast."""

    __file__: str | None
    __package__: str | None

    def deal(self, t: Any) -> None:
        """Shuffle, hand out, up to the first decision."""

    def asks(self, t: Any) -> int:
        """Bit mask of the seats that must act now, 0 when the game is over; several act at once, in secret."""

    def legal(self, t: Any, seat: int, out: list[int]) -> int:
        """Write the legal actions of `seat` into `out`, return how many: the one home of legality."""

    def mistakes(self, t: Any, seat: int, out: list[int]) -> int:
        """Likewise the actions that are not legal but taken and punished."""

    def play(self, t: Any, seat: int, action: int) -> None:
        """Do it, and run on to the next decision or the end."""

    def scores(self, t: Any, out: list[int]) -> None:
        """Write every seat's points."""

    def standings(self, t: Any, out: list[int]) -> None:
        """Write one number a seat that orders the seats as the rulebook does, tie-breaks and all; more is better."""


class Imagine(Protocol):
    """A rule that redraws all that `seat` cannot know, uniformly among what fits what it has seen.

    It draws with the table's own chance, and forgets what lay hidden before: the same chance gives the same world.
    """

    def __call__(self, t: Any, seat: int) -> None: ...


class Notation(Protocol):
    """How a game's actions and positions are said to people: a module."""

    WORDS: Words

    def text(self, table: Table, action: int) -> str:
        """The notation of an action."""

    def action(self, table: Table, text: str) -> int:
        """The action a notation means; ValueError with a sentence or a `Reason` if none."""

    def why_not(self, table: Table, seat: int, action: int) -> Reason:
        """Why the rules do not allow this action now: `Reason("SER-13", "you own a card with a 7")`."""

    def choices(self, table: Table, seat: int) -> str:
        """What is legal now, in one short phrase."""


class Positions(Protocol):
    """What a game knows of positions that were not dealt but written: a module."""

    def complete(self, t: Any, given: frozenset[str]) -> None:
        """Make the fields not `given` agree with those that are, and fill the derived ones."""

    def flaw(self, t: Any) -> str:
        """Why this position cannot be, or an empty string."""


class Policy(Protocol):
    """A player as a rule: sees what its seat may see, and picks one of the first `count` actions of `legal`."""

    def __call__(self, t: Any, seat: int, legal: list[int], count: int, rng: int) -> int: ...


class Features(Protocol):
    """What a network sees of a position, from the view alone: a module."""

    SIZE: int

    def features(self, t: Any, seat: int, out: list[int]) -> None: ...


@dataclass(frozen=True, eq=False)
class Game:
    """One game, put together from the modules of its folder."""

    name: str
    title: str
    pitch: str
    players: range
    rules_version: int
    options: tuple[Option, ...]
    state: type[State]
    rules: Rules
    imagine: Imagine
    notation: Notation
    positions: Positions
    heuristic: Policy
    features: Features
    most_choices: int
    """No seat ever has more legal actions, or mistakes, than this."""
    most_decisions: int
    """No game without mistakes is longer than this."""
    turn_clause: str
    """The clause that says whose turn it is."""
    end_clause: str
    """The clause that says when the game is over."""
    introduce: Callable[[Any, Sequence[str]], None] = lambda t, names: None
    """Puts on the table what the rules want to know of the players' names."""
    refuse: Callable[[int, Mapping[str, Any]], None] = lambda players, options: None
    """Raises BadDeal for options that do not fit each other or the number of players."""

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules for people, read from `rulebook.md` in the game's folder."""
        with open(os.path.join(os.path.dirname(str(self.rules.__file__)), "rulebook.md"), encoding="utf-8") as book:
            return parse_rulebook(book.read())

    @property
    def clauses(self) -> dict[str, Clause]:
        """Every clause of the rulebook: `clauses["SER-21"]`."""
        return self.rulebook.clauses

    @cached_property
    def words(self) -> Words:
        """How this game says its numbers."""
        return {**COMMON_WORDS, **self.notation.WORDS}

    def deal(
        self,
        players: int | None = None,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        names: Sequence[str] | None = None,
    ) -> Table:
        """A new table, dealt. Without a seed, one nobody can guess; without names, those of the house."""
        from bidwell.core.table import Table

        names = self.seated(players, names)
        return Table.dealt(self, names, self.agreed(len(names), options), checked_seed(seed))

    def position(self, written: Mapping[str, Any]) -> Table:
        """A table from a written position; what it leaves out is completed from a fresh deal, and all is checked."""
        from bidwell.core.position import read_position

        return read_position(self, written)

    def lay(self, names: Sequence[str], options: Mapping[str, Any]) -> State:
        """A state table with players and options, not yet dealt."""
        state = self.state()
        state.players = len(names)
        for option in self.options:
            option.lay(state, options[option.name])
        self.introduce(state, names)
        return state

    def agreed(self, players: int, options: Mapping[str, Any] | None) -> dict[str, Any]:
        """All options with their values, checked."""
        agreed = taken(self.options, options)
        self.refuse(players, agreed)
        return agreed

    def changed_options(self, options: Mapping[str, Any]) -> list[str]:
        """The options that are not at their default, as the command line takes them: `fines=off`."""
        changed = [option for option in self.options if options[option.name] != option.default]
        return [f"{option.name}={option.text(options[option.name])}" for option in changed]

    def seated(self, players: int | None, names: Sequence[str] | None) -> tuple[str, ...]:
        """The names of the players, checked."""
        if names is not None and not isinstance(names, list | tuple):
            raise BadDeal(f"names are a list of texts, not {brief_repr(names)}")
        count = len(names) if players is None and names is not None else players
        if count is None:
            count = min(4, self.players[-1])
        if type(count) is not int or count not in self.players:
            raise BadDeal(
                f"{self.title} is for {self.players[0]} to {self.players[-1]} players, not {brief_repr(count)}"
            )
        if names is None:
            return DEFAULT_NAMES[:count]
        if len(names) != count:
            raise BadDeal(f"{count} players need {count} names, not {len(names)}")
        return tuple(checked_name(name, names, self.reserved_names) for name in names)

    @cached_property
    def reserved_names(self) -> frozenset[str]:
        """Words that stand beside names in a position, and so can be nobody's name."""
        places = (field.of.places for field in self.state.fields.values() if isinstance(field.of, Places))
        return frozenset({"nobody", "none"}.union(*places))

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return _load, (str(self.rules.__package__),)


def _load(package: str) -> Game:
    """A game is pickled by the name of its folder."""
    found: Game = import_module(package).GAME
    return found


def checked_seed(seed: int | None) -> int:
    """The seed, or a fresh one for None."""
    if seed is None:
        return fresh_seed()
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed <= BITS:
        raise BadDeal(f"a seed is a whole number from 0 to {BITS}, not {brief_repr(seed)}")
    return seed
