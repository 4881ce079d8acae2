"""A table: a state with names, options and history. Every action is checked before it is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from bidwell.core.errors import IllegalAction, Reason, brief_repr
from bidwell.core.events import Event, events, is_heard_by
from bidwell.core.position import write_position, write_views
from bidwell.core.rng import key_of
from bidwell.core.state import SPECTATOR, State, VisibleState
from bidwell.core.unknown import DependsOnUnknown, Unknown

if TYPE_CHECKING:
    from bidwell.core.game import Game


@dataclass(frozen=True)
class Step:
    """One action with its seat, its events, and the seats that were asked before and after it."""

    seat: int
    action: int
    text: str
    """The action in notation."""
    events: list[Event]
    asked: tuple[int, ...]
    asked_next: tuple[int, ...]

    def noticed_by(self, viewer: int | None) -> bool:
        """Return whether this viewer can tell that the step happened; None stands for a spectator.

        A seat notices its own steps, steps it hears of, and steps after which other seats are asked.
        """
        if viewer == self.seat or self.asked != self.asked_next:
            return True
        return any(event.heard_by(viewer) for event in self.events)


@dataclass(frozen=True)
class Joint:
    """A simultaneous decision: the number of steps before it, the seats asked, and the state they saw."""

    since: int
    asked: tuple[int, ...]
    state: State


class Table:
    """A game in progress with the players' names, the options and the history."""

    def __init__(
        self,
        game: Game,
        names: tuple[str, ...],
        options: Mapping[str, Any],
        state: State,
        *,
        seed: int | None = None,
    ) -> None:
        self.game = game
        self.names: tuple[str, ...] = names
        self.options = dict(options)
        self.state = state
        self.seed = seed
        """The seed of the deal, or None for a table set up from a position."""
        self.start = None if seed is not None else state.copy()  # without a seed, a record begins with this position
        self.opening: list[Event] = []
        """The events of the deal."""
        self.steps: list[Step] = []
        """Every action since the start, with its events."""
        self.log: list[Event] = []
        """All events since the start, secret ones too. `told` filters them for one seat."""
        self._joint: Joint | None = None

    @classmethod
    def dealt(cls, game: Game, names: tuple[str, ...], options: Mapping[str, Any], seed: int) -> Table:
        """Return a table directly after the deal."""
        state = game.lay(names, options)
        state.chance_key = key_of(seed, 0)
        table = cls(game, names, options, state, seed=seed)
        table.opening = table._listen(game.rules.deal)
        return table

    @property
    def players(self) -> int:
        return len(self.names)

    @property
    def asks(self) -> tuple[int, ...]:
        """The seats that must act now; empty when the game is over."""
        return _seats_in(self.game.rules.asks(self.state))

    @property
    def over(self) -> bool:
        return self.game.rules.asks(self.state) == 0

    def legal(self, seat: int | str) -> list[str]:
        """Return the legal actions of this seat in notation."""
        return [self.game.notation.text(self, action) for action in self.legal_actions(seat)]

    def mistakes(self, seat: int | str) -> list[str]:
        """Return the illegal actions of this seat that would be accepted and punished."""
        return [self.game.notation.text(self, action) for action in self.mistaken_actions(seat)]

    def legal_actions(self, seat: int | str) -> list[int]:
        """Return the legal actions as numbers."""
        seat = self.seat(seat)
        if not self.game.rules.asks(self.state) >> seat & 1:
            return []
        out = [0] * self.game.most_choices
        return out[: self.game.rules.legal(self.state, seat, out)]

    def mistaken_actions(self, seat: int | str) -> list[int]:
        """Return the punished actions as numbers."""
        seat = self.seat(seat)
        if not self.game.rules.asks(self.state) >> seat & 1:
            return []
        out = [0] * self.game.most_choices
        return out[: self.game.rules.mistakes(self.state, seat, out)]

    def play(self, seat: int | str, text: str, legal: Sequence[int] | None = None) -> list[Event]:
        """Play the action, or raise `IllegalAction` and change nothing.

        Returns all events, also those that only some seats may hear: see `Event.heard_by`. A caller who has just asked
        for the legal actions of the seat may pass them on as `legal`, so that they are not listed again.
        """
        seat = self.seat(seat)
        return self._act(seat, self.checked(seat, text, legal))

    def act(self, seat: int | str, action: int) -> list[Event]:
        """Like `play`, for an action given as a number."""
        seat = self.seat(seat)
        if seat not in self.asks:
            raise self._not_asked(seat)
        if action not in self.legal_actions(seat) and action not in self.mistaken_actions(seat):
            raise IllegalAction(f"{brief_repr(action)} is not the number of an action that is legal now")
        return self._act(seat, action)

    def _act(self, seat: int, action: int) -> list[Event]:
        text, asked = self.game.notation.text(self, action), self.asks  # read before the rule changes the state
        self._note_joint(asked)
        told = self._listen(self.game.rules.play, seat, action)
        self.steps.append(Step(seat, action, text, told, asked, self.asks))
        return told

    @property
    def history(self) -> list[tuple[int, int]]:
        """Seat and action of every step since the start."""
        return [(step.seat, step.action) for step in self.steps]

    # Simultaneous decisions

    def asked_since(self, seat: int | str, at: int | None = None) -> int:
        """Return how many steps had been played when `seat` was asked for its decision now, or at step `at`.

        The seat cannot see what other seats have sealed since then. A seat that acts without others hearing of it, and
        is asked again, still faces the same decision.
        """
        seat = self.seat(seat)
        at = len(self.steps) if at is None else at
        while at and seat in self.steps[at - 1].asked:
            step = self.steps[at - 1]
            # An action that nobody else notices does not end the decision.
            if step.seat == seat and step.noticed_by(None):
                break
            at -= 1
        return at

    def view_when_asked(self, seat: int | str) -> View:
        """Return the view of a seat from when it was asked, with its own actions since then applied. For bots.

        The seat knows no more than this. A bot that starts from the current state would draw the sealed choices of
        others at random, although it can reason about what they will choose.
        """
        seat = self.seat(seat)
        joint = self._joint
        if joint is None or self._joint_is_over(joint, self.asks) or seat not in joint.asked:
            return self.view(seat)
        then = Table(self.game, self.names, self.options, joint.state.copy())
        for step in self.steps[joint.since :]:
            if step.seat == seat:
                then._act(seat, step.action)
        return then.view(seat)

    def _note_joint(self, asked: tuple[int, ...]) -> None:
        """Save the state when several seats are asked and none of them has acted yet."""
        if self._joint is not None and self._joint_is_over(self._joint, asked):
            self._joint = None
        if self._joint is None and len(asked) > 1:
            self._joint = Joint(len(self.steps), asked, self.state.copy())

    def _joint_is_over(self, joint: Joint, asked: tuple[int, ...]) -> bool:
        acted = {step.seat for step in self.steps[joint.since :]}
        left = {*joint.asked} - acted
        return not left or {*asked} - acted != left

    def checked(self, seat: int, text: str, legal: Sequence[int] | None = None) -> int:
        """Return the action for a notation if the rules allow or punish it; otherwise raise `IllegalAction`."""
        action = self.understood(seat, text)
        legal = self.legal_actions(seat) if legal is None else legal
        if action not in legal and action not in self.mistaken_actions(seat):
            why = self.game.notation.why_not(self, seat, action)
            raise IllegalAction(why.text, why.clause, self.game.notation.choices(self, seat))
        return action

    def understood(self, seat: int, text: str) -> int:
        """Return the action for a notation. Raise `IllegalAction` if the seat is not asked or the text is invalid."""
        if not self.game.rules.asks(self.state) >> seat & 1:
            raise self._not_asked(seat)
        if not isinstance(text, str):
            raise IllegalAction(f"an action is a text, not {brief_repr(text)}", legal=f"{self.legal(seat)[0]}, …")
        try:
            return self.game.notation.action(self, text)
        except ValueError as problem:
            why = problem.args[0] if isinstance(problem.args[0], Reason) else Reason("", str(problem))
            raise IllegalAction(why.text, why.clause, self.game.notation.choices(self, seat)) from None

    def _not_asked(self, seat: int) -> IllegalAction:
        if self.over:
            return IllegalAction("the game is over; nothing is legal any more", self.game.end_clause)
        waited = " and ".join(self.names[other] for other in self.asks)
        return IllegalAction(f"{self.names[seat]} is not asked now; waiting for {waited}", self.game.turn_clause)

    def _listen(self, rule: Any, *values: int) -> list[Event]:
        journal: list[Any] = []
        self.state.journal = journal
        try:
            rule(self.state, *values)
        finally:
            self.state.journal = None
        told = events(journal, self.game.words, self)
        self.log += told
        return told

    def _foreseen(self, seat: int, action: int) -> Outlook:
        """Return what `seat` would hear of this action, on a table whose hidden values are `Unknown`."""
        journal: list[Any] = []
        state = self.state.copy()
        state.journal = journal
        stopped: Unknown | None = None
        try:
            self.game.rules.play(state, seat, action)
        except DependsOnUnknown as stop:
            stopped = stop.unknown
        known, unknown = _known_part([entry for entry in journal if is_heard_by(entry[2], seat)])
        told = events(known, self.game.words, self)
        heard = [*takewhile(lambda event: not event.heading, told)]  # stop at the next chapter
        if len(heard) < len(told):
            return Outlook(heard)
        return Outlook(heard, stopped if unknown is None else unknown)

    def told(self, seat: int | str | None) -> list[Event]:
        """Return the events so far that this seat, or a spectator (None), may hear."""
        hearer = None if seat is None else self.seat(seat)
        return [event for event in self.log if event.heard_by(hearer)]

    def view(self, seat: int | str | None) -> View:
        """Return what this seat, or a spectator (None), may know."""
        return View(self, None if seat is None else self.seat(seat))

    def shown(self, seats: Sequence[int | None]) -> list[dict[str, Any]]:
        """Return the contents of the views of these seats, or spectators, as plain dicts. Faster than `view`."""
        views = write_views(self, [SPECTATOR if seat is None else seat for seat in seats])
        asked = self.asks
        names = [self.names[seat] for seat in asked]
        for view, seat in zip(views, seats, strict=True):
            view["you"] = None if seat is None else self.names[seat]
            view["asks"] = names
            view["legal"] = self.legal(seat) if seat is not None and seat in asked else []
        return views

    def foresight(self, seat: int | str | None) -> Any:
        """Return what the legal actions of this seat mean, as far as it can know; see the game's `foresight.py`."""
        viewer = None if seat is None else self.seat(seat)
        state = VisibleState(self.state, self._viewer(viewer))
        return self.game.foresight(LightView(viewer, state, self))

    def imagine(self, seat: int | str | None, seed: int | None = None) -> Table:
        """Return a table that this seat cannot distinguish from this one: everything hidden from it is redrawn."""
        from bidwell.core.game import checked_seed

        viewer = self._viewer(seat)
        state = self.state.copy()
        state.chance_key = key_of(checked_seed(seed), viewer + 1)
        state.chance_step = 0
        self.game.imagine(state, viewer)
        return Table(self.game, self.names, self.options, state)

    @property
    def scores(self) -> list[int]:
        """The points of every seat, as if the game ended now."""
        out = [0] * self.players
        self.game.rules.scores(self.state, out)
        return out

    @property
    def places(self) -> list[int]:
        """The place of every seat by the rulebook's tie-breaks, 1 for the winner. Equal seats share: 1, 1, 3, 4."""
        out = [0] * self.players
        self.game.rules.standings(self.state, out)
        return [1 + sum(other > own for other in out) for own in out]

    def copy(self) -> Table:
        """Return an independent copy to experiment on."""
        twin = Table(self.game, self.names, self.options, self.state.copy(), seed=self.seed)
        twin.start = self.start
        twin.opening, twin.steps, twin.log = self.opening, [*self.steps], [*self.log]
        twin._joint = self._joint
        return twin

    def position(self) -> dict[str, Any]:
        """Return the complete state, secrets and random generator included, as `game.position` accepts it."""
        return write_position(self, self.state)

    def record(self) -> str:
        """Return the game so far as readable text, from which everything can be replayed."""
        from bidwell.core.record import write_record

        return write_record(self)

    def seat(self, seat: int | str) -> int:
        """Return the number of a seat, given as a number or as its player's name."""
        if type(seat) is int and 0 <= seat < len(self.names):
            return seat
        if isinstance(seat, str) and seat in self.names:
            return self.names.index(seat)
        known = ", ".join(f"{number} {name}" for number, name in enumerate(self.names))
        raise IllegalAction(f"there is no seat {brief_repr(seat)}; the seats are {known}")

    def _viewer(self, seat: int | str | None) -> int:
        """Return the number of a viewer: a seat, or SPECTATOR for None."""
        return SPECTATOR if seat is None else self.seat(seat)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        mine = (self.game.name, self.names, self.options, self.state)
        return mine == (other.game.name, other.names, other.options, other.state)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        state = "over" if self.over else f"waiting for {', '.join(self.names[seat] for seat in self.asks)}"
        return f"<{self.game.title}: {', '.join(self.names)}; {len(self.steps)} decisions, {state}>"


@cache
def _seats_in(mask: int) -> tuple[int, ...]:
    """Return the seats of a bit mask."""
    return tuple([seat for seat in range(mask.bit_length()) if mask >> seat & 1])


class LightView:
    """What a seat, or a spectator (None), sees now, without a `View`'s possible worlds."""

    def __init__(self, seat: int | None, state: Any, table: Table) -> None:
        self.seat = seat
        self.state = state
        self._table = table

    @cached_property
    def actions(self) -> list[int]:
        """The legal actions of the seat as numbers."""
        return [] if self.seat is None else self._table.legal_actions(self.seat)


class View(dict[str, Any]):
    """What one seat may know, as JSON-compatible values. None stands for a hidden value.

    A bot gets only this. `imagine` returns possible worlds.
    """

    def __init__(self, table: Table, seat: int | None) -> None:
        super().__init__(table.shown([seat])[0])
        self.seat = seat
        self.state: Any = table.state.seen_by(SPECTATOR if seat is None else seat)
        """The state with None in place of hidden values, as a policy reads it."""
        self.actions = [] if seat is None else table.legal_actions(seat)
        """The legal actions as numbers, in the order of `view["legal"]`."""
        # The view keeps an imagined table instead of the true one, so that no bot can reach hidden values.
        self._world = table.imagine(seat)
        self._known = Table(table.game, table.names, table.options, table.state.known_to(table._viewer(seat)))

    @cached_property
    def foresight(self) -> Any:
        """What the legal actions mean, as far as this seat can know; see the game's `foresight.py`."""
        return self._known.game.foresight(self)

    def would(self, action: str) -> Outlook:
        """Return the outcome of this action up to the next chapter or the first value this seat cannot know."""
        if self.seat is None:
            raise IllegalAction("a spectator has no actions; look with the view of a seat")
        return self._known._foreseen(self.seat, self._world.checked(self.seat, action))

    def imagine(self, seed: int | None = None) -> Table:
        """Return a possible world: a table that looks the same to this seat, with everything hidden redrawn."""
        return self._world.imagine(self.seat, seed)


class Outlook:
    """The outcome of an action, as far as the asking seat can know."""

    def __init__(self, events: list[Event], unknown: Unknown | None = None) -> None:
        self.events = events
        """The events that the seat is certain to hear, in order."""
        self.unknown = "" if unknown is None else unknown.field
        """The hidden field that decides what follows; empty if nothing follows before the next chapter or decision."""
        self.of_seat = unknown is not None and unknown.of_seat

    @property
    def rest(self) -> str:
        """A sentence about what follows; empty if nothing does."""
        if not self.unknown:
            return ""
        return f"What follows depends on {'what other players hide' if self.of_seat else 'cards that nobody has seen'}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outlook) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]


def _known_part(journal: list[Any]) -> tuple[list[Any], Unknown | None]:
    """Return the entries before the first one with an unknown value, and that value, or None if there is none."""
    for place, (_, values, _) in enumerate(journal):
        for value in values:
            if isinstance(value, Unknown):
                return journal[:place], value
    return journal, None
