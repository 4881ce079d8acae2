"""Goods on a terminal: every type has its own mark; every card has a name, a short name and a letter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from rich.text import Text

from bidwell.core.table import View
from bidwell.games.off_season.components import (
    CAMELS,
    CARPET,
    FACE_MARKS,
    FACE_NAMES,
    FACE_SHAPES,
    FACES,
    FIRST_FACE,
    MARKETS,
    MOST_DOWN,
    MOST_UP,
    NONE,
    POTTERY,
    TYPE_OF,
    TYPES,
)
from bidwell.games.off_season.foresight import Freight, OffSeasonForesight
from bidwell.games.off_season.state import OffSeasonState

MARKS = "◆▦●▼"
STYLES = ("#c98a4b", "#3fb6b2", "#9cb84a", "#d4785a")
CARPET_STYLES = ("#d1495b", "#4c95d6", "#57a773", "#d9b13c", "#9d7ad2", "#c4c9cc")
SAFFRON, TURQUOISE = "#d9a441", "#3fb6b2"
SACK = "▒"
"""A face-down card."""
EVERY_CAMEL = range(len(CAMELS))

WORDS, NAMES, LETTERS, TIGHT = range(4)
"""Level of detail for a card: `▦ carpet red`, `▦red`, `▦R`, and letters without spaces between them."""


@dataclass(frozen=True)
class SceneView:
    """A view of the table, with the values that every part of the scene needs."""

    view: View
    state: OffSeasonState
    people: list[str]

    @property
    def seat(self) -> int | None:
        return self.view.seat

    @property
    def ahead(self) -> OffSeasonForesight:
        return cast(OffSeasonForesight, self.view.foresight)

    @property
    def purse(self) -> int:
        """The pounds of the viewer."""
        return self.state.pounds[cast(int, self.seat)]

    def freight(self, action: int) -> Freight:
        """What is loaded after a legal action; an empty freight if nothing is."""
        places = self.ahead.actions
        place = places[self.view.actions.index(action)] if places else None
        return NOTHING if place is None else self.ahead.freights[place]


NOTHING = Freight([], 0, 0, 0, [], [])


def seen(view: View) -> SceneView:
    return SceneView(view, cast(OffSeasonState, view.state), view["names"])


# Cards


def style(face: int) -> str:
    """The style of a card: a carpet's own colour, otherwise that of its type."""
    kind = TYPE_OF[face]
    return CARPET_STYLES[face - FIRST_FACE[CARPET]] if kind == CARPET else STYLES[kind]


def name(face: int, level: int) -> str:
    """The name of a card without its type: `3`, `red` or `R`, `jar+bowl` or `jb`."""
    if level <= NAMES:
        return FACE_MARKS[face]
    if TYPE_OF[face] == POTTERY:
        return "".join(shape[0] for shape in FACE_SHAPES[face])
    return FACE_MARKS[face][0].upper()


def card(face: int, level: int = WORDS) -> Text:
    said = FACE_NAMES[face] if level == WORDS else name(face, level)
    return Text(f"{MARKS[TYPE_OF[face]]}{' ' if level == WORDS else ''}{said}", style(face))


def cards(faces: list[int], level: int = WORDS) -> Text:
    """Several cards: `▦red ●2 ●2`."""
    return Text(", " if level == WORDS else " ").join(card(face, level) for face in faces)


def mark(kind: int) -> Text:
    return Text(MARKS[kind], STYLES[kind])


def called(kind: int) -> Text:
    """A type with its mark: `● fruit`."""
    return Text(f"{MARKS[kind]} {TYPES[kind]}", STYLES[kind])


def load(state: OffSeasonState, seat: int, kind: int, level: int) -> Text:
    """The cards of one type on a camel: `1 1 3`; at level TIGHT, a card of several shapes is `(jb)`."""
    faces = goods_of(state, seat, kind)
    if level < TIGHT:
        return Text(" ").join(Text(name(face, level), style(face)) for face in faces)
    letters = [name(face, level) for face in faces]
    return Text().join(
        Text(said if len(said) == 1 else f"({said})", style(face)) for face, said in zip(faces, letters, strict=True)
    )


# Where the cards are


def goods_of(state: OffSeasonState, seat: int, kind: int | None = None) -> list[int]:
    """The faces of a seat's goods: all, or those of one type."""
    faces = range(FACES) if kind is None else range(FIRST_FACE[kind], FIRST_FACE[kind + 1])
    return [face for face in faces for _ in range(state.goods[seat][face])]


def waiting(state: OffSeasonState) -> list[int]:
    """The faces of the goods that are not loaded yet."""
    return [face for face in range(FACES) for _ in range(state.waiting[face])]


def lying(row: list[int]) -> list[int]:
    """The cards in a row, without the empty places."""
    return [place for place in row if place != NONE]


def face_up(state: OffSeasonState, market: int) -> list[int]:
    """The face-up cards in a market."""
    return lying(state.up[market * MOST_UP : (market + 1) * MOST_UP])


def face_down(state: OffSeasonState, market: int) -> list[int]:
    return lying(state.down[market * MOST_DOWN : (market + 1) * MOST_DOWN])


def faces_seen(state: OffSeasonState, those: list[int]) -> list[int]:
    """The faces of these cards that the viewer has seen."""
    return [state.faces[each] for each in those if state.faces[each] is not None]


def chosen_market(state: OffSeasonState) -> int:
    """The market of the player whose turn it is; NONE before they have chosen."""
    return NONE if state.chosen == NONE else state.chosen // 2


def markets_in_play(state: OffSeasonState) -> list[int]:
    """The markets used in this game (CAM-04)."""
    return [market for market in range(len(MARKETS)) if state.in_play >> market & 1]
