"""What a person can type at the table: commands, and the short forms of actions."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.table import Table as Grid
from rich.text import Text

from bidwell.analysis.hint import advise
from bidwell.cli.event_lines import event_lines
from bidwell.cli.rules import clause_text, number_of, rulebook_text
from bidwell.cli.screen import says_yes
from bidwell.core.errors import IllegalAction
from bidwell.core.events import heard
from bidwell.core.names import folded
from bidwell.core.table import Table

if TYPE_CHECKING:
    from bidwell.cli.session import Session

Handler = Callable[["Session", int, str], None]

MOST_NAMED = 4
"""The most actions listed when the input is ambiguous."""

KEYS = (
    ("Enter", "show the table again"),
    ("hint", "what the coach would do, and why"),
    ("why", "the clause behind what happened last"),
    ("rules 21", "a clause; `rules` alone: the whole rulebook"),
    ("log", "everything that has happened"),
    ("quit", "leave the table (Ctrl-C does too)"),
)


def show_table(session: Session, seat: int, rest: str) -> None:
    session.show(seat)


def show_help(session: Session, seat: int, rest: str) -> None:
    """Print the legal choices, then the keys."""
    table = session.table
    grid = Grid.grid(padding=(0, 2))
    legal = [typed(table, action) for action in table.legal(seat)]
    grid.add_row(Text("you may", "key"), Text(table.game.notation.choices(table, seat)))
    grid.add_row(Text("you type", "key"), Text(f"{_like(legal)}; capitals do not matter, short forms are taken"))
    grid.add_row(Text(f"if {_shortest(legal, legal[-1])}", "key"), "what an action would do, before you do it")
    for key, meaning in KEYS:
        grid.add_row(Text(key, "key"), meaning)
    session.out.print(grid)


def typed(table: Table, action: str) -> str:
    """An action as people type it: in the words of sentences if they can be typed, otherwise in notation."""
    number = table.game.notation.action(table, action)
    phrase = table.game.phrase(table, number)
    try:
        return phrase if table.game.notation.action(table, phrase) == number else action
    except ValueError:
        return action


def _like(legal: list[str]) -> str:
    """Examples of legal actions: `pass` or `bid 8`, just `8` will do."""
    shown = " or ".join(f"`{action}`" for action in legal[:2])
    short = _shortest(legal, legal[:2][-1])
    return f"{shown}, just `{short}` will do" if f"`{short}`" not in shown else shown


def _shortest(legal: list[str], action: str) -> str:
    """The shortest unambiguous end of an action: `8` for `bid 8`, `red 9` for `play red 9`."""
    words = action.split()
    ends = [" ".join(words[first:]) for first in range(len(words) - 1, -1, -1)]
    clear = [end for end in ends if sum(_ends(_words(end), _words(other)) for other in legal) == 1]
    return (clear or [action])[0]


def show_rules(session: Session, seat: int, rest: str) -> None:
    game = session.table.game
    for part in [clause_text(game, number_of(game, word)) for word in rest.split()] or rulebook_text(game):
        session.out.print(part)


def explain(session: Session, seat: int, rest: str) -> None:
    if session.clause:
        session.out.print(clause_text(session.table.game, session.clause))
    else:
        session.out.print("Nothing has happened yet.")


def show_hint(session: Session, seat: int, rest: str) -> None:
    """Print what the coach would do and why, then what that means."""
    with session.out.status(Text("The coach thinks; the first time this takes up to half a minute …")):
        said, reason = advise(session.table.view_when_asked(seat))
    session.out.print(Text.assemble("The coach would say: ", (typed(session.table, said), "key")))
    session.out.print(Text(reason, "quiet"))
    what_if(session, seat, said)


def what_if(session: Session, seat: int, rest: str) -> None:
    """Print what an action would do, without doing it."""
    if not rest:
        raise IllegalAction("say what to try: `if` and an action, as you would type it")
    table = session.table
    said = meant(table, seat, rest)
    for line in session.scene.consequence(table.view(seat), table.game.notation.action(table, said)):
        session.out.print(line)


def show_log(session: Session, seat: int, rest: str) -> None:
    for line in event_lines(heard(session.table.log, seat), spaced=True):
        session.out.print(line)


def ask_to_leave(session: Session, seat: int, rest: str) -> None:
    from bidwell.cli.session import Left

    kept = "the game is kept" if session.path else "the game is not saved"
    if says_yes(session.out, f"Leave the table? ({kept})"):
        raise Left


COMMANDS: dict[str, Handler] = {
    "": show_table,
    "table": show_table,
    "?": show_help,
    "h": show_help,
    "help": show_help,
    "rules": show_rules,
    "rule": show_rules,
    "why": explain,
    "hint": show_hint,
    "if": what_if,
    "log": show_log,
    "q": ask_to_leave,
    "quit": ask_to_leave,
    "exit": ask_to_leave,
}


def meant(table: Table, seat: int, text: str) -> str:
    """Return the action that was typed: `p` for `pass`, `7` for `bid 7`, `nuba 6` or `n6` for `discard Nuba 6`."""
    legal, typed = table.legal(seat), _words(text)
    fitting = [action for action in legal if _ends(typed, _words(action))]
    # look inside an action only if none ends like this
    fitting = fitting or [action for action in legal if _within(typed, _words(action))]
    if len(fitting) == 1:
        return fitting[0]
    if 1 < len(fitting) <= MOST_NAMED:
        raise IllegalAction(f"{text!r} could be {' or '.join(fitting)}: say which")
    return table.game.notation.text(table, table.understood(seat, text))


def _words(text: str) -> list[str]:
    """Split the text into words, and a number from the letters before it: `r9` is `r 9`."""
    return re.sub(r"\b([a-z]+)-?([0-9])", r"\1 \2", folded(text)).split()


def _ends(typed: list[str], words: list[str]) -> bool:
    """Return whether the input matches the last words of an action. Words may be cut short, numbers may not."""
    ends = words[len(words) - len(typed) :] if len(typed) <= len(words) else []
    pairs = zip(typed, ends, strict=False)
    return bool(ends and typed) and all(end == word or (end.startswith(word) and _letters(word)) for word, end in pairs)


def _letters(word: str) -> bool:
    """Return whether the word consists of letters; an apostrophe is allowed, as in `o'neil`."""
    return word.replace("'", "").isalpha()


def _within(typed: list[str], words: list[str]) -> bool:
    """Return whether the input matches words anywhere in an action: `black 7` in `steal black 7 from Anne`."""
    return any(_ends(typed, words[:end]) for end in range(len(typed), len(words)))
