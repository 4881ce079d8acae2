"""The cards of Bids on a terminal. Every colour has its own mark and ink; black cards are set in large type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from rich.text import Text

from bidwell.cli.scenes.words import short
from bidwell.core.table import View
from bidwell.games.bids.components import (
    BLACK,
    CARDS,
    HAND,
    HIGHEST,
    NO_CARD,
    SURPRISE,
    THIEF,
)
from bidwell.games.bids.notation import card_name
from bidwell.games.bids.rules import colour_of
from bidwell.games.bids.state import BidsState

MARKS = "▲●■◆♠✚"
STYLES = ("#d1495b", "#4c95d6", "#6aa84f", "#e0ac2b", "bold", "bold")

FIGURES = {
    "0": ("█▀█", "█ █", "▀▀▀"),
    "1": ("▀█ ", " █ ", "▀▀▀"),
    "2": ("▀▀█", "█▀▀", "▀▀▀"),
    "3": ("▀▀█", " ▀█", "▀▀▀"),
    "4": ("█ █", "▀▀█", "  ▀"),
    "5": ("█▀▀", "▀▀█", "▀▀▀"),
    "6": ("█▀▀", "█▀█", "▀▀▀"),
    "7": ("▀▀█", "  █", "  ▀"),
    "8": ("█▀█", "█▀█", "▀▀▀"),
    "9": ("█▀█", "▀▀█", "▀▀▀"),
    "x": ("   ", "▀▄▀", "▀ ▀"),
    "-": ("   ", "▀▀▀", "   "),
    "?": ("▀▀█", " ▀▀", " ▀ "),
}


FACE = 9
"""Number of characters that fit on the card in the middle."""


@dataclass(frozen=True)
class SceneView:
    """A view of the table, with the names that every part of the scene needs."""

    view: View
    state: BidsState
    people: list[str]
    cards: list[str]
    """The name of each card at this table."""

    @property
    def holder(self) -> int:
        """The seat whose hand is shown: the viewer's, or for a spectator that of the player who is asked."""
        return self.state.turn if self.view.seat is None else self.view.seat

    def person(self, seat: int) -> str:
        return "you" if seat == self.view.seat else self.people[seat]

    def does(self, seat: int, verb: str) -> str:
        """`you win`, `Anne wins`."""
        return f"{self.person(seat)} {verb}{'' if seat == self.view.seat else 's'}"


def seen(view: View) -> SceneView:
    world = view.imagine(0)
    return SceneView(
        view, cast(BidsState, view.state), view["names"], [card_name(card, world) for card in range(CARDS)]
    )


def hand_of(state: BidsState, seat: int) -> list[int]:
    """Return the hand by colour and number; empty if it is hidden from the viewer."""
    slots = state.hands[seat * HAND : (seat + 1) * HAND]
    return sorted(card for card in slots if card is not None and card != NO_CARD)


def mark(card: int) -> str:
    return MARKS[colour_of(card)]


def style(card: int) -> str:
    return STYLES[colour_of(card)]


def index(who: SceneView, card: int) -> str:
    """The text on a card under its colour: the number, or the name of a special card."""
    return str(card % HIGHEST + 1) if card < BLACK + HIGHEST else who.cards[card]


def small(who: SceneView, card: int) -> Text:
    """A card in a few characters: `▲ 9`."""
    return Text(f"{mark(card)} {index(who, card)}", style(card))


def figures(who: SceneView, card: int) -> tuple[str, str, str]:
    """A black card in large type, three lines high; a special card by its name."""
    if card == THIEF:
        return "◀ ♠", "THIEF", ""
    text = "?" if card == SURPRISE else index(who, card)
    if not all(letter in FIGURES for letter in text):
        return "", short(text.upper(), FACE), ""
    top, middle, bottom = (" ".join(FIGURES[letter][line] for letter in text) for line in range(3))
    return top, middle, bottom
