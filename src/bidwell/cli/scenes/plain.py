"""A scene for any game: the fields of the view in readable form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from bidwell.cli.event_lines import event_lines
from bidwell.cli.scenes.words import ties_behind, why_first
from bidwell.core.events import Event, heard
from bidwell.core.prose import counted, listed
from bidwell.core.table import Table, View
from bidwell.games import game as find

NOT_SHOWN = frozenset({"game", "rules", "names", "options", "you", "asks", "legal", "chance_key", "chance_step"})

BESIDE = 60


def how(table: Table) -> list[str]:
    game = table.game
    return [
        f"{game.title} is for {game.players[0]} to {game.players[-1]} players; you are asked when it is your turn.",
        "Above the prompt stands the table as you may see it, and under it what you may do.",
        f"`rules` shows the rulebook; the game is over by {game.end_clause}.",
    ]


def scene(view: View, log: Sequence[Event]) -> RenderableType:
    grid = Grid.grid(padding=(0, 2))
    for name, value in view.items():
        if name not in NOT_SHOWN and not _hidden(value):
            grid.add_row(_label(name), _field(value))
    for name, value in foreseen(view):
        if not (value is None or _by_action(view, value)):
            grid.add_row(_label(name), _field(value))
    return Group(Text(find(view["game"]).title, "title"), grid, Text(), *event_lines(log), _asked(view))


def foreseen(view: View) -> Iterator[tuple[str, Any]]:
    """Yield the fields of the foresight while the seat is asked; none if the game has no foresight."""
    if view["legal"] and is_dataclass(view.foresight):
        yield from ((field.name, getattr(view.foresight, field.name)) for field in fields(view.foresight))


def _by_action(view: View, value: Any) -> bool:
    """Return whether a field of the foresight has values by action, in notation."""
    return isinstance(value, Mapping) and any(action in value for action in view["legal"])


def _label(name: str) -> Text:
    return Text(name.replace("_", " "), "quiet")


def _asked(view: View) -> Text:
    return Text(f"Asked: {', '.join(view['asks'])}") if view["asks"] else Text("The game is over.")


def _hidden(value: Any) -> bool:
    """Return whether every part of the value is hidden."""
    if isinstance(value, dict | list) and value:
        return all(map(_hidden, value.values() if isinstance(value, dict) else value))
    return value is None


def _field(value: Any) -> Text:
    """A field: its values side by side, or below each other if they are long."""
    if not isinstance(value, dict):
        return Text(said(value))
    parts = [f"{place}: {said(part)}" for place, part in value.items()]
    beside = "   ".join(parts)
    return Text(beside if len(beside) <= BESIDE else "\n".join(parts))


def said(value: Any) -> str:
    """A value of a view in words."""
    if value is None:
        return "hidden"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if is_dataclass(value):
        value = {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, Mapping):
        return "; ".join(f"{str(name).replace('_', ' ')}: {said(part)}" for name, part in value.items()) or "none"
    if not isinstance(value, list):
        return str(value)
    parts = [said(part) for part in value if part is not None]
    hidden = len(value) - len(parts)
    return ", ".join([*parts, f"{hidden} hidden"] if hidden else parts) or "none"


def consequence(view: View, action: int) -> list[Text]:
    """What foresight says about an action, and what is certain to happen."""
    text = view["legal"][view.actions.index(action)] if action in view.actions else ""
    about = [(name, value[text]) for name, value in foreseen(view) if isinstance(value, Mapping) and text in value]
    return [*(Text.assemble(_label(name), f"  {said(value)}") for name, value in about), *outcome(view, action)]


def outcome(view: View, action: int) -> list[Text]:
    """What is certain to happen after an action, and what the rest depends on."""
    table = view.imagine(0)
    outlook = view.would(table.game.notation.text(table, action))
    rest = [Text(f"{outlook.rest}.", "quiet")] if outlook.rest else []
    return [*event_lines(heard(outlook.events, view.seat)), *rest]


def ending(table: Table) -> RenderableType:
    """The last screen: the places with the points."""
    grid = Grid.grid(padding=(0, 2))
    for place, score, name in sorted(zip(table.places, table.scores, table.names, strict=True)):
        grid.add_row(f"{place}.", Text(name, "title" if place == 1 else ""), counted(score, table.game.score_unit))
    first = Text.assemble((winners(table), "title"), f" {why_first(table)}".rstrip())
    return Group(first, grid, *(Text(sentence, "quiet") for sentence in ties_behind(table)))


def winners(table: Table) -> str:
    """The winners in a sentence: `Anne wins.` or `Anne and Burt share the victory.`"""
    first = [name for name, place in zip(table.names, table.places, strict=True) if place == 1]
    return f"{first[0]} wins." if len(first) == 1 else f"{listed(first)} share the victory."
