"""A tiny game of sealed choices, and variants broken in one point each, to show that the laws can fail.

Pennies has three rounds. Each player has a secret card. All choose 1, 2 or 3 at once and in secret; then the choices
are opened, and each player scores their choice times their card.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar

from bidwell import Game, Table
from bidwell.core.errors import Reason
from bidwell.core.events import EventType, Words, tell
from bidwell.core.rng import below
from bidwell.core.rulebook import Rulebook, parse_rulebook
from bidwell.core.state import State, everyone, its_owner, number, seats
from bidwell.core.ties import TieBreak

MOST_PLAYERS = 3
ROUNDS = 3
CHOICES = 3
CARDS = 5

CHOSE = EventType("chose", "TOY-02", "{seat:seat} has chosen")
OPENED = EventType("opened", "TOY-02", "{seat:seat} chose {choice}")
SECRET = EventType("secret", "TOY-01", "{seat:seat} has a {card}")


class Pennies(State):
    """The whole state of Pennies."""

    rounds: int = number(everyone)
    waiting: int = number(everyone)
    """The seats that have yet to choose, as a bit mask."""
    cards: list[int] = seats(MOST_PLAYERS, its_owner)
    chosen: list[int] = seats(MOST_PLAYERS, its_owner)
    opened: list[int] = seats(MOST_PLAYERS, everyone)
    pennies: list[int] = seats(MOST_PLAYERS, everyone)


class Rules:
    """The correct rules of Pennies."""

    def deal(self, t: Pennies) -> None:
        for seat in range(t.players):
            t.cards[seat] = 1 + below(t, CARDS)
        t.waiting = (1 << t.players) - 1 if t.rounds < ROUNDS else 0

    def asks(self, t: Pennies) -> int:
        return t.waiting

    def legal(self, t: Pennies, seat: int, out: list[int]) -> int:
        out[:CHOICES] = range(1, CHOICES + 1)
        return CHOICES

    def mistakes(self, t: Pennies, seat: int, out: list[int]) -> int:
        return 0

    def play(self, t: Pennies, seat: int, action: int) -> None:
        t.chosen[seat] = action
        t.waiting &= ~(1 << seat)
        tell(t, CHOSE, seat)
        if not t.waiting:
            self.open(t)

    def open(self, t: Pennies) -> None:
        t.rounds += 1
        for seat in range(t.players):
            t.opened[seat] = t.chosen[seat]
            t.pennies[seat] += t.chosen[seat] * t.cards[seat]
            tell(t, OPENED, seat, t.chosen[seat])
            t.chosen[seat] = 0
        self.deal(t)

    def scores(self, t: Pennies, out: list[int]) -> None:
        out[: t.players] = t.pennies[: t.players]

    def standings(self, t: Pennies, out: list[int]) -> None:
        self.scores(t, out)

    def imagine(self, t: Pennies, seat: int) -> None:
        for other in range(t.players):
            if other != seat:
                t.cards[other] = 1 + below(t, CARDS)
                if t.chosen[other]:
                    t.chosen[other] = 1 + below(t, CHOICES)


class Notation:
    """Notation such as `show 2`."""

    WORDS: ClassVar[Words] = {}

    def text(self, table: Table, action: int) -> str:
        return f"show {action}"

    def action(self, table: Table, text: str) -> int:
        if not re.fullmatch(r"show 0*[1-9]", text):
            raise ValueError(Reason("TOY-02", "say 'show 2'"))
        return int(text[-1])

    def why_not(self, table: Table, seat: int, action: int) -> Reason:
        return Reason("TOY-02", f"{action} is more than {CHOICES}")

    def choices(self, table: Table, seat: int) -> str:
        return "show 1 to 3"


class Positions:
    """Accepts every position."""

    def complete(self, t: Pennies, given: frozenset[str]) -> None: ...

    def flaw(self, t: Pennies) -> str:
        return ""


class Features:
    """The seat's own card."""

    SIZE = 1

    def features(self, t: Pennies, seat: int, out: list[int]) -> None:
        out[0] = t.cards[seat]


def heuristic(t: Pennies, seat: int, legal: list[int], count: int, rng: int) -> int:
    """Chooses high with a high card."""
    return legal[min(t.cards[seat], count) - 1]


class ToyGame(Game):
    """A game whose rulebook is in the test."""

    @cached_property
    def rulebook(self) -> Rulebook:
        return parse_rulebook(
            "# Pennies\n- **TOY-01** [house] Everybody has a secret card.\n"
            "- **TOY-02** [house] All choose 1, 2 or 3 at once.\n"
        )


def toy(**parts: Any) -> ToyGame:
    """Pennies with some parts replaced."""
    whole: dict[str, Any] = {
        "name": "pennies",
        "title": "Pennies",
        "pitch": "Choose in secret.",
        "players": range(2, MOST_PLAYERS + 1),
        "rules_version": 1,
        "options": (),
        "state": Pennies,
        "rules": Rules(),
        "notation": Notation(),
        "positions": Positions(),
        "heuristic": heuristic,
        "features": Features(),
        "actions": CHOICES + 1,
        "most_choices": CHOICES,
        "most_decisions": ROUNDS * MOST_PLAYERS,
        "turn_clause": "TOY-02",
        "end_clause": "TOY-02",
    }
    whole.update(parts)
    return ToyGame(imagine=whole["rules"].imagine, **whole)


# Broken in one point each


def untrue_tie_breaks() -> tuple[TieBreak, ...]:
    """A reason that the rules do not know: they compare nothing after the score."""
    return (TieBreak(lambda t, seat: t.cards[seat], lambda t, seat: "a higher card"),)


class SpendsAtOnce(Rules):
    """Pays for a high choice publicly before all have chosen."""

    def play(self, t: Pennies, seat: int, action: int) -> None:
        t.pennies[seat] -= action
        super().play(t, seat, action)


class TellsAtOnce(Rules):
    """Announces a secret choice."""

    def play(self, t: Pennies, seat: int, action: int) -> None:
        tell(t, OPENED, seat, action)
        super().play(t, seat, action)


class FirstComeFirstServed(Rules):
    """Rewards the seat that chose first, in secret."""

    def play(self, t: Pennies, seat: int, action: int) -> None:
        if not any(t.chosen):
            t.cards[seat] += 1
        super().play(t, seat, action)


class ChangesUnheard(Rules):
    """A player without pennies who shows 3 gets one openly, without a word, and chooses again."""

    def play(self, t: Pennies, seat: int, action: int) -> None:
        if action == 3 and not t.pennies[seat]:
            t.pennies[seat] = 1
        else:
            super().play(t, seat, action)


class TellsSecrets(Rules):
    """Announces the next seat's card."""

    def play(self, t: Pennies, seat: int, action: int) -> None:
        tell(t, SECRET, (seat + 1) % t.players, t.cards[(seat + 1) % t.players])
        super().play(t, seat, action)


class ImaginesTooMuch(Rules):
    """Redraws what the seat knows."""

    def imagine(self, t: Pennies, seat: int) -> None:
        super().imagine(t, -1)


class ImaginesTooLittle(Rules):
    """Leaves the next seat's card where it is."""

    def imagine(self, t: Pennies, seat: int) -> None:
        kept = t.cards[(seat + 1) % t.players]
        super().imagine(t, seat)
        t.cards[(seat + 1) % t.players] = kept


class ImaginesFromTheTruth(Rules):
    """Derives the imagined cards from the hidden ones."""

    def imagine(self, t: Pennies, seat: int) -> None:
        true = [*t.cards]
        super().imagine(t, seat)
        for other in range(t.players):
            if other != seat:
                t.cards[other] = 1 + (t.cards[other] + true[other]) % CARDS


class ImaginesNothing(Rules):
    """Leaves everything where it is."""

    def imagine(self, t: Pennies, seat: int) -> None: ...


class ImaginesTheImpossible(Positions):
    """Rejects positions with high cards, which the deal produces."""

    def flaw(self, t: Pennies) -> str:
        return "TOY-01: too high" if max(t.cards) > 2 else ""


class ListsTooMuch(Rules):
    """Lists more than `most_choices`."""

    def legal(self, t: Pennies, seat: int, out: list[int]) -> int:
        out[: CHOICES + 1] = range(1, CHOICES + 2)
        return CHOICES + 1


class ListsByASecret(Rules):
    """The last action is legal only if the next seat has a low card, which nobody else sees."""

    def legal(self, t: Pennies, seat: int, out: list[int]) -> int:
        return super().legal(t, seat, out) - (t.cards[(seat + 1) % t.players] > 2)


class NumbersTooHigh(Rules):
    """Lists an action that is not below `actions`."""

    def legal(self, t: Pennies, seat: int, out: list[int]) -> int:
        out[0] = CHOICES + 1
        return 1


class ListsTwice(Rules):
    """Lists a legal action among the mistakes."""

    def mistakes(self, t: Pennies, seat: int, out: list[int]) -> int:
        out[0] = 1
        return 1


class ChangesByItself(Rules):
    """Depends on something outside the state."""

    moves = itertools.count()

    def play(self, t: Pennies, seat: int, action: int) -> None:
        super().play(t, seat, action)
        t.pennies[seat] += next(self.moves)


class SaysAllAlike(Notation):
    """Has one notation for two actions."""

    def text(self, table: Table, action: int) -> str:
        return f"show {min(action, 2)}"


class GivesNoClause(Notation):
    """Refuses without citing a clause."""

    def why_not(self, table: Table, seat: int, action: int) -> Reason:
        return Reason("", "no")


class MishearsTexts(Notation):
    """Parses a text as another action."""

    def action(self, table: Table, text: str) -> int:
        return min(super().action(table, text), CHOICES)


class MindsZeros(Notation):
    """Refuses `show 02`."""

    def action(self, table: Table, text: str) -> int:
        if " 0" in text:
            raise ValueError(Reason("TOY-02", "say 'show 2'"))
        return super().action(table, text)


class TakesOtherDigits(Notation):
    """Accepts any digits that Python's `int` accepts."""

    def action(self, table: Table, text: str) -> int:
        if not re.fullmatch(r"show \d+", text):
            raise ValueError(Reason("TOY-02", "say 'show 2'"))
        return int(text.split()[1])


class ForgottenPennies(State):
    """The same state, but one field is declared derived and nothing completes it."""

    rounds: int = number(everyone)
    waiting: int = number(everyone)
    cards: list[int] = seats(MOST_PLAYERS, its_owner)
    chosen: list[int] = seats(MOST_PLAYERS, its_owner)
    opened: list[int] = seats(MOST_PLAYERS, everyone)
    pennies: list[int] = seats(MOST_PLAYERS, everyone, derived=True)


class SharedPennies(Pennies):
    """A copy that shares a row with the original."""

    def copy(self) -> Any:
        twin = super().copy()
        twin.pennies = self.pennies
        return twin


class ListsByPurse(Rules):
    """A player with an odd number of pennies has one legal action less, but the features do not show pennies."""

    def legal(self, t: Pennies, seat: int, out: list[int]) -> int:
        return super().legal(t, seat, out) - t.pennies[seat] % 2


class PeepingFeatures(Features):
    """Shows a network what the seat cannot see."""

    def features(self, t: Pennies, seat: int, out: list[int]) -> None:
        out[0] = t.cards[(seat + 1) % t.players]


class ShortFeatures(Features):
    """Leaves one entry unwritten."""

    SIZE = 2


class LongFeatures(Features):
    """Writes past the end of its row."""

    def features(self, t: Pennies, seat: int, out: list[int]) -> None:
        out[:2] = t.cards[seat], 0


class ForgetfulInputs(Features):
    """Gives a network inputs that do not begin with the features."""

    INPUTS = 1

    def inputs(self, t: Pennies, seat: int, out: list[int]) -> None:
        out[0] = -7


def peeping(t: Pennies, seat: int, legal: list[int], count: int, rng: int) -> int:
    """Reads the next seat's card."""
    return legal[(t.cards[(seat + 1) % t.players] or 0) % count]


def peeping_foresight(seen: Any) -> int:
    """Reads every card of the table behind the view."""
    table = seen._table if hasattr(seen, "_table") else seen._world
    return sum(table.state.cards)


def unlawful(t: Pennies, seat: int, legal: list[int], count: int, rng: int) -> int:
    """Chooses an action that is not legal."""
    return CHOICES + 1


def play_through(game: Game, choices: Sequence[int] = (3, 1, 2)) -> list[Table]:
    """The tables of one whole game, before every decision and at the end."""
    table = game.deal(3, seed=4)
    seen = [table.copy()]
    for choice in itertools.cycle(choices):
        if table.over:
            return seen
        table.play(table.asks[-1], f"show {choice}")
        seen.append(table.copy())
    raise AssertionError
