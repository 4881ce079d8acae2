"""The games, bots and rulebooks, in the shapes the page uses."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, get_args

from msgspec import Struct

from bidwell.bots.registry import LEVELS, weakness
from bidwell.core.game import Game
from bidwell.core.options import Choice, Number, Option, Subset
from bidwell.core.rulebook import MARKS, Section, TextPart, parts
from bidwell.games import game, games
from bidwell.server.protocol import AgreedOption
from bidwell.server.room_data import Level


class OptionInfo(Struct):
    name: str
    kind: Literal["flag", "number", "choice", "subset", "typed"]
    default: Any
    help: str
    clause: str
    label: str
    """The name that people read."""
    meanings: dict[str, str]
    """What each value means at the table, in a sentence."""
    least: int | None = None
    most: int | None = None
    words: list[str] | None = None


class GameInfo(Struct):
    """What the page needs to know about a game before its rulebook."""

    name: str
    title: str
    pitch: str
    feel: str
    """A sentence for the game's door."""
    art: str
    """The picture behind the door, as SVG; empty for games that the page has a picture of, and for those without."""
    least: int
    """The smallest number of players."""
    most: int
    minutes: int
    """Approximate minutes that a game takes among people."""
    verbs: dict[str, str]
    """What the first word of an action asks a person to do, in the order to name them."""
    options: list[OptionInfo]


class LevelInfo(Struct):
    name: Level
    about: str


class BotsInfo(Struct):
    """The bots that can be seated, and a note on what limits them here."""

    levels: list[LevelInfo]
    note: str


class ClauseInfo(Struct):
    id: str
    title: str
    text: str
    """In the Markdown of rulebooks."""
    parts: list[TextPart]
    """The same text, taken apart."""


class SectionInfo(Struct):
    heading: str
    heading_parts: list[TextPart]
    text: str
    parts: list[TextPart]
    clauses: list[ClauseInfo]


class GoalLine(Struct):
    """A line of the goal card."""

    text: str
    parts: list[TextPart]
    """The same text, taken apart: clauses are cited in brackets."""


class RulebookInfo(Struct):
    title: str
    marks: dict[str, str]
    """The meaning of each mark in the text, such as [book]."""
    sections: list[SectionInfo]


@cache
def all_games() -> list[GameInfo]:
    """Describe all games."""
    return [*map(_game, games())]


def _game(found: Game) -> GameInfo:
    return GameInfo(
        name=found.name,
        title=found.title,
        pitch=found.pitch,
        feel=found.feel or found.pitch,
        art=found.art,
        least=found.players[0],
        most=found.players[-1],
        minutes=found.minutes,
        verbs={**found.verbs},
        options=[*map(_option, found.options)],
    )


def _option(option: Option) -> OptionInfo:
    """Describe an option for a form. An option that fits no other field is typed as text, as in the terminal."""
    said = (option.default, option.help, option.clause, option.label, {**option.meanings})
    if isinstance(option, Number):
        return OptionInfo(option.name, "number", *said, least=option.least, most=option.most)
    if isinstance(option, Choice | Subset):
        kind: Literal["choice", "subset"] = "choice" if isinstance(option, Choice) else "subset"
        return OptionInfo(option.name, kind, *said, words=[*option.words])
    return OptionInfo(option.name, "flag" if isinstance(option.default, bool) else "typed", *said)


def agreed_options(found: Game, options: Mapping[str, Any]) -> list[AgreedOption]:
    """Return the options of a table in words. An option that the game no longer has is named without an explanation."""
    known = {option.name for option in found.options}
    gone = [(name, value) for name, value in options.items() if name not in known]
    return [
        AgreedOption(
            option.name,
            option.label,
            option.text(options[option.name]),
            option.means(options[option.name]),
            options[option.name] == option.default,
        )
        for option in found.options
        if option.name in options
    ] + [AgreedOption(name, name, _in_words(value), "", False) for name, value in gone]


def _in_words(value: Any) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def bots() -> BotsInfo:
    """List the bot levels, with a note on what limits them."""
    return BotsInfo([LevelInfo(name, LEVELS[name]) for name in get_args(Level)], weakness([*LEVELS]))


@cache
def rulebook(name: str) -> RulebookInfo:
    """Return the sections and clauses of a game's rulebook."""
    found = game(name)
    return RulebookInfo(found.title, MARKS, [*map(_section, found.rulebook.sections)])


def _section(section: Section) -> SectionInfo:
    clauses = [ClauseInfo(each.number, each.title, each.text, [*parts(each.text)]) for each in section.clauses]
    return SectionInfo(section.heading, [*parts(section.heading)], section.text, [*parts(section.text)], clauses)
