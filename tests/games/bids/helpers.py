"""Builds tables of Bids for the tests: a test gives what matters, the rest is filled in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import bidwell
from bidwell import Event, Table

GAME = bidwell.game("bids")
NAMES = ("Anne", "Burt", "Carla", "Dora", "Emil", "Fay")
ANNE, BURT, CARLA, DORA = range(4)
COLOURS = ("red", "blue", "green", "yellow")
SPECIALS = ("Thief", "Shuffle", "Lowest", "Surprise")
BLANKS: list[list[Any]] = [["Joker", 7], ["Toll", -3]]
"""The blank cards of these tests. A position calls them by number."""
NUMBER_OF_BLANK = {"Joker": "blank 1", "Toll": "blank 2"}
NAME_OF_BLANK = {"blank 1": "Joker", "blank 2": "Toll"}
HIGHEST = {3: 10, 4: 10, 5: 12, 6: 14}

Plays = Mapping[str, str]
"""The card each player plays, in the order of play."""


def a_table(plays: Plays, *, options: Mapping[str, Any] | None = None, **fields: Any) -> Table:
    """The fifth turn of a round unless `fields` differ; the first of `plays` leads, and all hold their cards.

    Special cards, blanks and the Ally are in the game if they are mentioned; cards that are over are gone.
    """
    lying = {"hands": {name: [card] for name, card in plays.items()}, **fields}
    words = {*_words(lying), *(["Lowest"] if fields.get("lowest_wins") else [])}
    agreed = {**_mentioned(words), **(options or {})}
    written = {
        "players": len(plays),
        "seed": 7,
        "options": agreed,
        "turn_number": 5,
        "leader": next(iter(plays)),
        "lowest_wins": False,
        **lying,
    }
    done = ["Lowest"] if written["lowest_wins"] else []
    if "allies" in fields or (written["turn_number"] == 10 and "Ally" not in words and len(plays) > 4):
        done.append("Ally")
    return GAME.position(_as_written({**written, "gone": done}))


def _words(value: Any) -> Iterator[str]:
    """Every text in a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _words([*value.values()])
    elif isinstance(value, list):
        for part in value:
            yield from _words(part)


def _mentioned(words: set[str]) -> dict[str, Any]:
    blanks = 2 if "Toll" in words else 1 if "Joker" in words else 0
    specials = [special for special in SPECIALS if special in words]
    return {"specials": specials, "ally": "Ally" in words, "blanks": BLANKS[:blanks]}


def _as_written(value: Any) -> Any:
    """A position in which blank cards have the names that positions use."""
    if isinstance(value, dict):
        return {key: part if key == "options" else _as_written(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_as_written(part) for part in value]
    return NUMBER_OF_BLANK.get(value, value) if isinstance(value, str) else value


def play(table: Table, plays: Plays) -> Table:
    """Each player plays their card."""
    for name, card in plays.items():
        table.play(name, f"play {card}")
    return table


def turn(plays: Plays, **fields: Any) -> Table:
    """A table after this whole turn."""
    return play(a_table(plays, **fields), plays)


LAST_CARDS = ("red 9", "blue 9", "green 1", "yellow 1", "yellow 2", "yellow 3")


def round_over(taker: dict[str, list[str]], *, players: int = 4, rounds: int = 1, **fields: Any) -> Table:
    """A table after a round in which these cards were taken; the last turn burns and changes nothing."""
    plays = dict(zip(NAMES[:players], LAST_CARDS, strict=False))
    options = {"rounds": rounds, "ally": "allies" in fields}
    return turn(plays, turn_number=10, taker=taker, options=options, **fields)


def taken(table: Table, name: str) -> list[str]:
    """The black cards taken by a player."""
    cards: list[str] = table.position()["taker"][name]
    return [NAME_OF_BLANK.get(card, card) for card in cards]


def under(table: Table) -> list[str]:
    """The cards openly put under the pile, the bottom last."""
    position = table.position()
    pile: list[str] = position["pile"]
    return [NAME_OF_BLANK.get(card, card) for card in pile[len(pile) - position["under"] :]]


def gone(table: Table) -> list[str]:
    """The special cards that were discarded."""
    return [card for card in table.position()["gone"] if card in SPECIALS]


def names(told: list[Event]) -> list[str]:
    """The names of the events."""
    return [event.name for event in told]


def was_told(table: Table, name: str) -> list[str]:
    """The sentences of all events with this name."""
    return [event.text for event in table.log if event.name == name]


def see(table: Table, field: str) -> Any:
    """A field of the position."""
    return table.position()[field]


def all_cards(players: int, options: Mapping[str, Any]) -> list[str]:
    """BID-01 to BID-03, BID-50: every card of a game, by the names that positions use."""
    colours = COLOURS[:3] if players == 3 else COLOURS
    numbers = range(1, HIGHEST[players] + 1)
    coloured = [f"{colour} {number}" for colour in (*colours, "black") for number in numbers]
    ally = ["Ally"] if players >= 5 or options["ally"] else []
    blanks = ["blank 1", "blank 2"][: len(options["blanks"])]
    return [*coloured, "2x", "-5", *options["specials"], *blanks, *ally]
