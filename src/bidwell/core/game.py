"""The contract that every game implements, and the operations that follow from it for all games."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from bidwell.core.codecs import Places
from bidwell.core.errors import BadDeal, Reason, brief_repr
from bidwell.core.events import COMMON_WORDS, Words
from bidwell.core.names import checked_name
from bidwell.core.options import Option, with_defaults
from bidwell.core.rng import BITS, fresh_seed
from bidwell.core.rulebook import Clause, Rulebook, parse_rulebook
from bidwell.core.state import State
from bidwell.core.ties import TieBreak

if TYPE_CHECKING:
    from bidwell.core.table import Table

DEFAULT_NAMES = ("Anne", "Burt", "Carla", "Dora", "Emil", "Fay")
SEAT_LETTERS = ("A", "B", "C", "D", "E", "F")
"""Names for simulations. All have the same length, because in some games the names matter."""


class Rules(Protocol):
    """The rules of a game: `rules`, a module or a package in its folder, with `@rule` functions on its state.

    They are fast and do not check their input.
    """

    __name__: str

    def deal(self, t: Any) -> None:
        """Shuffle and deal, up to the first decision."""

    def asks(self, t: Any) -> int:
        """Return a bit mask of the seats that must act now, 0 when the game is over. Several seats choose in secret."""

    def legal(self, t: Any, seat: int, out: list[int]) -> int:
        """Write the legal actions of `seat` into `out` and return their number. Legality is defined only here."""

    def mistakes(self, t: Any, seat: int, out: list[int]) -> int:
        """Write the illegal actions that are accepted and punished, and return their number."""

    def play(self, t: Any, seat: int, action: int) -> None:
        """Play the action and continue to the next decision or the end."""

    def scores(self, t: Any, out: list[int]) -> None:
        """Write the points of every seat."""

    def standings(self, t: Any, out: list[int]) -> None:
        """Write one number per seat that orders the seats by the rulebook, tie-breaks included. Higher is better."""


class Imagine(Protocol):
    """A rule that redraws everything `seat` cannot know, uniformly among the worlds that fit what it has seen.

    It draws with the table's own generator and ignores the hidden values of the state. The same generator state gives
    the same world.
    """

    def __call__(self, t: Any, seat: int) -> None: ...


class Notation(Protocol):
    """How a game writes actions for people: a module."""

    WORDS: Words

    def text(self, table: Table, action: int) -> str:
        """Return the notation of an action. It depends on names and options, never on the position."""

    def action(self, table: Table, text: str) -> int:
        """Return the action for a notation, or raise ValueError with a sentence or a `Reason`."""

    def why_not(self, table: Table, seat: int, action: int) -> Reason:
        """Return why the rules do not allow this action now: `Reason("SER-13", "you own a card with a 7")`."""

    def choices(self, table: Table, seat: int) -> str:
        """Return the legal actions in one short phrase."""


class Goal(Protocol):
    """Explains a game to a newcomer in about five lines, for this number of players and these options."""

    def __call__(self, players: int, options: Mapping[str, Any]) -> Sequence[str]: ...


def no_goal(players: int, options: Mapping[str, Any]) -> Sequence[str]:
    """The goal card of a game that has none."""
    return []


class Positions(Protocol):
    """How a game completes and checks positions that were written instead of dealt: a module."""

    def complete(self, t: Any, given: frozenset[str]) -> None:
        """Make the other fields consistent with those `given`, and fill the derived ones."""

    def flaw(self, t: Any) -> str:
        """Return why this position is impossible, or an empty string."""


class Policy(Protocol):
    """A rule that plays: it reads what its seat may see, and returns one of the first `count` actions of `legal`."""

    def __call__(self, t: Any, seat: int, legal: list[int], count: int, rng: int) -> int: ...


class ViewLike(Protocol):
    """What foresight reads of a view. A `View` is one; `LightView` is a cheaper one."""

    seat: int | None
    state: Any
    """The state with None in place of hidden values."""

    @property
    def actions(self) -> list[int]:
        """The legal actions of the seat, empty if it is not asked."""
        ...


class Foresight(Protocol):
    """Computes what each legal action means, as far as the seat can know, from what it sees alone.

    Returns a dataclass of the game's own. Hidden values stay unknown: nothing in the result depends on them.
    """

    def __call__(self, seen: ViewLike) -> Any: ...


def no_foresight(seen: ViewLike) -> None:
    """The foresight of a game that has none."""


class Features(Protocol):
    """The input of a network for a position, computed from the view alone: a module."""

    SIZE: int

    def features(self, t: Any, seat: int, out: list[int]) -> None: ...


@dataclass(frozen=True, eq=False)
class Game:
    """One game, assembled from the modules of its folder."""

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
    actions: int
    """The number of actions. Under any options every action is from 0 to this minus 1."""
    most_choices: int
    """The largest number of legal actions, or of mistakes, that a seat can have."""
    most_decisions: int
    """The largest number of decisions in a game without mistakes."""
    turn_clause: str
    """The clause about whose turn it is."""
    end_clause: str
    """The clause about the end of the game."""
    tie_clause: str = ""
    """The clause about equal scores; empty: the clause about the end."""
    tie_breaks: Sequence[TieBreak] = ()
    """What `standings` compare after the score, the first first."""
    score_unit: str = "point"
    """The noun of a score, in the singular."""
    minutes: int = 30
    """Approximate minutes that a game takes among people."""
    feel: str = ""
    """A sentence on the game's door in the page; the pitch if it is empty."""
    verbs: Mapping[str, str] = field(default_factory=dict)
    """What the first word of a notation asks a person to do, in the order to name them: `{"play": "play a card"}`.

    A word that is not listed is named as it is.
    """
    past: Mapping[str, str] = field(default_factory=dict)
    """The past tense of the first words of actions, as `phrase` writes them: `{"pass": "passed"}`."""
    foresight: Foresight = no_foresight
    goal: Goal = no_goal
    """The goal card that people read before their first move; it may cite clauses in brackets."""
    introduce: Callable[[Any, Sequence[str]], None] = lambda t, names: None
    """Writes into the state what the rules need to know about the players' names."""
    refuse: Callable[[int, Mapping[str, Any]], None] = lambda players, options: None
    """Raises BadDeal for options that contradict each other or the number of players."""

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rulebook, read from `rulebook.md` in the game's folder."""
        with open(os.path.join(self.folder, "rulebook.md"), encoding="utf-8") as book:
            return parse_rulebook(book.read())

    @property
    def package(self) -> str:
        """The import name of the game's folder: `bidwell.games.serengeti`."""
        return self.rules.__name__.rpartition(".")[0]

    @property
    def folder(self) -> str:
        """The path of the game's folder."""
        return os.path.dirname(str(import_module(self.package).__file__))

    @cached_property
    def art(self) -> str:
        """The picture behind the game's door in the page: `door.svg` in its folder, empty if there is none."""
        try:
            with open(os.path.join(self.folder, "door.svg"), encoding="utf-8") as picture:
                return picture.read()
        except FileNotFoundError:
            return ""

    @property
    def clauses(self) -> dict[str, Clause]:
        """All clauses of the rulebook by number: `clauses["SER-21"]`."""
        return self.rulebook.clauses

    @cached_property
    def words(self) -> Words:
        """How this game writes the numbers of its events."""
        return {**COMMON_WORDS, **self.notation.WORDS}

    def phrase(self, table: Table, action: int) -> str:
        """Return an action in words that fit after "you": `take back the pile`, for the notation `recover`."""
        words: Callable[[Table, int], str] = getattr(self.notation, "phrase", self.notation.text)
        return words(table, action)

    def in_past(self, phrase: str) -> str:
        """Return an action in words in the past tense: `passed`, `took back the pile`; `chose …` without a past."""
        verb, _, rest = phrase.partition(" ")
        return f"{self.past[verb]} {rest}".strip() if verb in self.past else f"chose {phrase}"

    def deal(
        self,
        players: int | None = None,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        names: Sequence[str] | None = None,
    ) -> Table:
        """Deal a new table. Without a seed, use a random one; without names, use the default ones."""
        from bidwell.core.table import Table

        names = self.seated(players, names)
        return Table.dealt(self, names, self.agreed(len(names), options), checked_seed(seed))

    def position(self, written: Mapping[str, Any]) -> Table:
        """Return a table set up from a position. Missing fields come from a fresh deal. The result is checked."""
        from bidwell.core.position import read_position

        return read_position(self, written)

    def lay(self, names: Sequence[str], options: Mapping[str, Any]) -> State:
        """Return a state with players and options, before the deal."""
        state = self.state()
        state.players = len(names)
        for option in self.options:
            option.lay(state, options[option.name])
        self.introduce(state, names)
        return state

    def agreed(self, players: int, options: Mapping[str, Any] | None) -> dict[str, Any]:
        """Return all options with their checked values."""
        agreed = with_defaults(self.options, options)
        self.refuse(players, agreed)
        return agreed

    def changed_options(self, options: Mapping[str, Any]) -> list[str]:
        """Return the options that differ from their defaults, as the command line accepts them: `fines=off`."""
        changed = [option for option in self.options if options[option.name] != option.default]
        return [f"{option.name}={option.text(options[option.name])}" for option in changed]

    def seated(self, players: int | None, names: Sequence[str] | None) -> tuple[str, ...]:
        """Return the checked names of the players."""
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
        """Words with a meaning in a position, which a player cannot have as a name."""
        places = (each.of.places for each in self.state.fields.values() if isinstance(each.of, Places))
        return frozenset({"nobody", "none"}.union(*places))

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return _load, (self.package,)  # modules cannot be pickled, so only the package name is


def _load(package: str) -> Game:
    """Unpickle a game: the pickle holds only the name of its package."""
    found: Game = import_module(package).GAME
    return found


def checked_seed(seed: int | None) -> int:
    """Return the seed, or a random one for None. Raise BadDeal if it is out of range."""
    if seed is None:
        return fresh_seed()
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed <= BITS:
        raise BadDeal(f"a seed is a whole number from 0 to {BITS}, not {brief_repr(seed)}")
    return seed
