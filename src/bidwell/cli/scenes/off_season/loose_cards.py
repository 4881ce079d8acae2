"""The cards between markets and camels: drawn, set aside, drafted, and waiting to be loaded."""

from __future__ import annotations

from rich.text import Text

from bidwell.cli.scenes.fitting import one_line
from bidwell.cli.scenes.off_season.goods import NAMES, SACK, SceneView, card, cards, lying, waiting
from bidwell.core.prose import listed
from bidwell.games.off_season.components import KEEPING, SIDE_NAMES
from bidwell.games.off_season.state import OffSeasonState


def loose_cards(who: SceneView) -> list[Text]:
    """A line for each of these groups that has cards."""
    state, lines = who.state, []
    if state.draft[0] >= 0:
        lines.append(_line("Draft", _these(state, state.draft), f"for {_drafters(who)}", "CAM-46"))
    if state.aside[0] >= 0:
        words = (
            ("Drawn", "keep one", "CAM-40") if state.stage == KEEPING else ("Set aside", _with_market(who), "CAM-12")
        )
        lines.append(_line(words[0], _these(state, state.aside), *words[1:]))
    if waiting(state):
        goods = cards(waiting(state), NAMES)
        lines.append(_line("To load", goods, f"on {_whose(who, state.acting)} camels", "CAM-13"))
    return lines


def _line(label: str, those: Text, meaning: str, clause: str) -> Text:
    return one_line(Text.assemble((f"{label}: ", "lot"), those, f"   {meaning}", (f"  {clause}", "clause")))


def _these(state: OffSeasonState, row: list[int]) -> Text:
    """A row of cards: `▒ ▦red ●2`."""
    faces = [state.faces[each] for each in lying(row)]
    return Text(" ").join(Text(SACK, "quiet") if face is None else card(face, NAMES) for face in faces)


def _with_market(who: SceneView) -> str:
    return f"to be loaded with the goods of {SIDE_NAMES[who.state.chosen]}"


def _whose(who: SceneView, seat: int) -> str:
    return "your" if seat == who.seat else f"{who.people[seat]}'s"


def _drafters(who: SceneView) -> str:
    """The players who have still to take a card, in turn."""
    return listed(["you" if seat == who.seat else who.people[seat] for seat in who.ahead.drafters])
