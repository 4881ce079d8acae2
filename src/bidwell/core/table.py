"""The table people and programs sit at: the checked door to a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from bidwell.core.errors import IllegalAction, Reason, brief_repr
from bidwell.core.events import Event, events, is_heard_by
from bidwell.core.position import write_position, write_views
from bidwell.core.rng import key_of
from bidwell.core.state import SPECTATOR, State
from bidwell.core.unknown import DependsOnUnknown, Unknown

if TYPE_CHECKING:
    from bidwell.core.game import Game


@dataclass(frozen=True)
class Step:
    """One action: who did what, everything told of it, and who was asked when it was done."""

    seat: int
    action: int
    text: str
    """The action in notation."""
    events: list[Event]
    asked: tuple[int, ...]


@dataclass(frozen=True)
class Joint:
    """A decision of several seats at once: after how many steps, of which seats, and the state they saw."""

    since: int
    asked: tuple[int, ...]
    state: State


class Table:
    """A game under way, with its players' names, its options, and what has happened."""

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
        """What the deal came from, or None for a table set up from a position."""
        self.start = None if seed is not None else state.copy()
        self.opening: list[Event] = []
        """What was told of the deal."""
        self.steps: list[Step] = []
        """Every action since the start, with what was told of it."""
        self.log: list[Event] = []
        """Everything told since the start, secrets too: `told` keeps to what a seat may hear."""
        self._joint: Joint | None = None

    @classmethod
    def dealt(cls, game: Game, names: tuple[str, ...], options: Mapping[str, Any], seed: int) -> Table:
        """A table fresh from the deal."""
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
        """The seats that must act now; none when the game is over."""
        mask = self.game.rules.asks(self.state)
        return tuple(seat for seat in range(self.players) if mask >> seat & 1)

    @property
    def over(self) -> bool:
        return self.game.rules.asks(self.state) == 0

    def legal(self, seat: int | str) -> list[str]:
        """What this seat may do now, in notation."""
        return [self.game.notation.text(self, action) for action in self.legal_actions(self.seat(seat))]

    def mistakes(self, seat: int | str) -> list[str]:
        """What this seat may not do but would be taken, and punished."""
        return [self.game.notation.text(self, action) for action in self.mistaken_actions(self.seat(seat))]

    def legal_actions(self, seat: int) -> list[int]:
        """The legal actions as the rules number them."""
        if not self.game.rules.asks(self.state) >> seat & 1:
            return []
        out = [0] * self.game.most_choices
        return out[: self.game.rules.legal(self.state, seat, out)]

    def mistaken_actions(self, seat: int) -> list[int]:
        """The punished actions as the rules number them."""
        if not self.game.rules.asks(self.state) >> seat & 1:
            return []
        out = [0] * self.game.most_choices
        return out[: self.game.rules.mistakes(self.state, seat, out)]

    def play(self, seat: int | str, text: str) -> list[Event]:
        """Do it if the rules allow it; otherwise `IllegalAction`, and nothing has changed.

        Returns all that was told, also what only some may hear: see `Event.heard_by`.
        """
        seat = self.seat(seat)
        return self._act(seat, self.checked(seat, text))

    def act(self, seat: int | str, action: int) -> list[Event]:
        """`play` for those who have the action as the rules number it."""
        seat = self.seat(seat)
        if seat not in self.asks:
            raise self._not_asked(seat)
        if action not in self.legal_actions(seat) and action not in self.mistaken_actions(seat):
            raise IllegalAction(f"{brief_repr(action)} is not the number of an action that is legal now")
        return self._act(seat, action)

    def _act(self, seat: int, action: int) -> list[Event]:
        text, asked = self.game.notation.text(self, action), self.asks
        self._note_joint(asked)
        told = self._listen(self.game.rules.play, seat, action)
        self.steps.append(Step(seat, action, text, told, asked))
        return told

    @property
    def history(self) -> list[tuple[int, int]]:
        """Every seat and action since the start."""
        return [(step.seat, step.action) for step in self.steps]

    # Choices made at once

    def asked_since(self, seat: int, at: int | None = None) -> int:
        """How many steps had been taken when `seat` was asked for the decision it faces now, or faced after `at` steps.

        What others have sealed meanwhile it cannot see. A seat that acts without others hearing of it, and is asked
        again, is still at the same decision.
        """
        at = len(self.steps) if at is None else at
        asked = self.asks if at == len(self.steps) else self.steps[at].asked
        while at and seat in self.steps[at - 1].asked:
            step = self.steps[at - 1]
            unheard = step.asked == asked and not any(event.heard_by(None) for event in step.events)
            if step.seat == seat and not unheard:
                break
            at, asked = at - 1, step.asked
        return at

    def view_when_asked(self, seat: int) -> View:
        """What a seat was shown when it was asked, with what it has done since; for bots.

        A seat asked together with others may know no more than this anyway. But a bot that imagines what the others
        have sealed meanwhile would draw it at random, where it could think about what they will choose.
        """
        joint = self._joint
        if joint is None or self._joint_is_over(joint, self.asks) or seat not in joint.asked:
            return self.view(seat)
        then = Table(self.game, self.names, self.options, joint.state.copy())
        for step in self.steps[joint.since :]:
            if step.seat == seat:
                then._act(seat, step.action)
        return then.view(seat)

    def _note_joint(self, asked: tuple[int, ...]) -> None:
        """Keep the table as it is when several seats are asked at once and none of them has acted yet."""
        if self._joint is not None and self._joint_is_over(self._joint, asked):
            self._joint = None
        if self._joint is None and len(asked) > 1:
            self._joint = Joint(len(self.steps), asked, self.state.copy())

    def _joint_is_over(self, joint: Joint, asked: tuple[int, ...]) -> bool:
        acted = {step.seat for step in self.steps[joint.since :]}
        left = {*joint.asked} - acted
        return not left or {*asked} - acted != left

    def checked(self, seat: int, text: str) -> int:
        """The action a seat means, if the rules allow it or punish it; otherwise `IllegalAction`."""
        action = self.understood(seat, text)
        if action not in self.legal_actions(seat) and action not in self.mistaken_actions(seat):
            why = self.game.notation.why_not(self, seat, action)
            raise IllegalAction(why.text, why.clause, self.game.notation.choices(self, seat))
        return action

    def understood(self, seat: int, text: str) -> int:
        """The action a seat means, if it is asked and can be understood."""
        if seat not in self.asks:
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
        """What `seat` would hear of this action, on a table whose hidden values are `Unknown`."""
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
        heard = [*takewhile(lambda event: not event.heading, told)]
        if len(heard) < len(told):
            return Outlook(heard)
        return Outlook(heard, stopped if unknown is None else unknown)

    def told(self, seat: int | str | None) -> list[Event]:
        """Everything told so far that this seat, or a spectator (None), may hear."""
        hearer = None if seat is None else self.seat(seat)
        return [event for event in self.log if event.heard_by(hearer)]

    def view(self, seat: int | str | None) -> View:
        """What this seat, or a spectator (None), may know."""
        return View(self, None if seat is None else self.seat(seat))

    def shown(self, seats: Sequence[int | None]) -> list[dict[str, Any]]:
        """What each of these seats, or spectators, may know, as `view` has it: for those who only pass it on."""
        views = write_views(self, [SPECTATOR if seat is None else seat for seat in seats])
        asked = self.asks
        names = [self.names[seat] for seat in asked]
        for view, seat in zip(views, seats, strict=True):
            view["you"] = None if seat is None else self.names[seat]
            view["asks"] = names
            view["legal"] = self.legal(seat) if seat is not None and seat in asked else []
        return views

    def imagine(self, seat: int | str | None, seed: int | None = None) -> Table:
        """A table that this seat cannot tell from this one: all that is hidden from it is drawn anew."""
        from bidwell.core.game import checked_seed

        viewer = self._viewer(seat)
        state = self.state.copy()
        state.chance_key = key_of(checked_seed(seed), viewer + 1)
        state.chance_step = 0
        self.game.imagine(state, viewer)
        return Table(self.game, self.names, self.options, state)

    @property
    def scores(self) -> list[int]:
        """Every seat's points, as if the game ended now."""
        out = [0] * self.players
        self.game.rules.scores(self.state, out)
        return out

    @property
    def places(self) -> list[int]:
        """Every seat's place by the rulebook's own tie-breaks, 1 for the winner; equals share: 1, 1, 3, 4."""
        out = [0] * self.players
        self.game.rules.standings(self.state, out)
        return [1 + sum(other > own for other in out) for own in out]

    def copy(self) -> Table:
        """The same table once more, to try things on."""
        twin = Table(self.game, self.names, self.options, self.state.copy(), seed=self.seed)
        twin.start = self.start
        twin.opening, twin.steps, twin.log = self.opening, [*self.steps], [*self.log]
        twin._joint = self._joint
        return twin

    def position(self) -> dict[str, Any]:
        """The whole table as it lies, secrets and chance too: a snapshot that `game.position` takes back."""
        return write_position(self, self.state)

    def record(self) -> str:
        """The game so far as readable text: enough to replay everything."""
        from bidwell.core.record import write_record

        return write_record(self)

    def seat(self, seat: int | str) -> int:
        """The number of a seat, given so or by its player's name."""
        if isinstance(seat, str) and seat in self.names:
            return self.names.index(seat)
        if type(seat) is int and 0 <= seat < self.players:
            return seat
        known = ", ".join(f"{number} {name}" for number, name in enumerate(self.names))
        raise IllegalAction(f"there is no seat {brief_repr(seat)}; the seats are {known}")

    def _viewer(self, seat: int | str | None) -> int:
        """A seat as the rules number viewers."""
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


class View(dict[str, Any]):
    """What one seat may know, as plain JSON-able values: None stands for what is hidden.

    A bot gets this and nothing else; `imagine` gives it worlds that fit.
    """

    def __init__(self, table: Table, seat: int | None) -> None:
        super().__init__(table.shown([seat])[0])
        self.seat = seat
        self.state = table.state.seen_by(SPECTATOR if seat is None else seat)
        """The state table with None in place of what is hidden: what the rules of a bot read."""
        self.actions = [] if seat is None else table.legal_actions(seat)
        """The legal actions as the rules number them, in the order of `view["legal"]`."""
        self._world = table.imagine(seat)
        self._known = Table(table.game, table.names, table.options, table.state.known_to(table._viewer(seat)))

    def would(self, action: str) -> Outlook:
        """What this action would lead to at once: up to the next chapter, or to what this seat cannot know."""
        assert self.seat is not None
        return self._known._foreseen(self.seat, self._world.checked(self.seat, action))

    def imagine(self, seed: int | None = None) -> Table:
        """A possible world: as this seat sees the table, all else drawn anew."""
        return self._world.imagine(self.seat, seed)


class Outlook:
    """What an action would lead to, as far as the seat that asks can know."""

    def __init__(self, events: list[Event], unknown: Unknown | None = None) -> None:
        self.events = events
        """What it would hear for certain, in order."""
        self.unknown = "" if unknown is None else unknown.field
        """The field that decides what follows; empty where nothing follows before the next chapter or decision."""
        self.of_seat = unknown is not None and unknown.of_seat

    @property
    def rest(self) -> str:
        """What is to be said of what follows; empty where nothing does."""
        if not self.unknown:
            return ""
        return f"What follows depends on {'what others hide' if self.of_seat else 'cards not yet seen'}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outlook) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]


def _known_part(journal: list[Any]) -> tuple[list[Any], Unknown | None]:
    """The entries before the first with an unknown value, and that value if there is one."""
    for place, (_, values, _) in enumerate(journal):
        for value in values:
            if isinstance(value, Unknown):
                return journal[:place], value
    return journal, None
