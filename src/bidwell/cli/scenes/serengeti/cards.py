"""The cards of Serengeti on a terminal. Every tribe has its own mark and colour."""

from __future__ import annotations

from rich.text import Text

from bidwell.games.serengeti.components import DIGIT, TRIBE_SIZE
from bidwell.games.serengeti.state import SerengetiState

MARKS = "▲■●◆✚★"
STYLES = ("#c8553d", "#c9822b", "#7d9a3c", "#4f97a3", "#8a78c2", "#bf6f9e")


def mark(number: int) -> Text:
    """The mark of the card's tribe: `▲`."""
    tribe = number // TRIBE_SIZE
    return Text(MARKS[tribe], STYLES[tribe])


def card(number: int, style: str = "") -> Text:
    """A card: `▲6`."""
    tribe = number // TRIBE_SIZE
    return Text.assemble((f"{MARKS[tribe]}{DIGIT[number]}", f"{STYLES[tribe]} {style}"))


def cards_in(state: SerengetiState, place: int, tribe: int) -> list[int]:
    """The cards of a tribe held by a player, or lying in another place."""
    return [number for number in cards_of_tribe(tribe) if state.owner[number] == place]


def cards_of_tribe(tribe: int) -> range:
    return range(tribe * TRIBE_SIZE, (tribe + 1) * TRIBE_SIZE)
