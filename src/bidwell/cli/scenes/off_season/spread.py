"""What lies between the markets and the camels: cards drawn, set aside, drafted, and goods waiting to be loaded."""

from __future__ import annotations

from rich.text import Text

from bidwell.cli.scenes.fitting import one_line
from bidwell.cli.scenes.off_season.goods import NAMES, SACK, Seen, card, cards, lying, waiting
from bidwell.cli.scenes.words import listed
from bidwell.games.off_season.components import KEEPING, LOADING, SIDE_NAMES
from bidwell.games.off_season.table import Table as Flat


def spread(who: Seen) -> list[Text]:
    """A line each, where there are any."""
    flat, lines = who.flat, []
    if flat.draft[0] >= 0:
        lines.append(_line("Draft", _these(flat, flat.draft), f"for {_drafters(who)}", "CAM-46"))
    if flat.aside[0] >= 0:
        words = ("Drawn", "keep one", "CAM-40") if flat.stage == KEEPING else ("Set aside", _with_market(who), "CAM-12")
        lines.append(_line(words[0], _these(flat, flat.aside), *words[1:]))
    if waiting(flat):
        goods = cards(waiting(flat), NAMES)
        lines.append(_line("To load", goods, f"on {_whose(who, flat.acting)} camels", "CAM-13"))
    return lines


def _line(label: str, those: Text, meaning: str, clause: str) -> Text:
    return one_line(Text.assemble((f"{label}: ", "lot"), those, f"   {meaning}", (f"  {clause}", "clause")))


def _these(flat: Flat, row: list[int]) -> Text:
    """`▒ ▦red ●2`."""
    faces = [flat.faces[each] for each in lying(row)]
    return Text(" ").join(Text(SACK, "quiet") if face is None else card(face, NAMES) for face in faces)


def _with_market(who: Seen) -> str:
    return f"to be loaded with the goods of {SIDE_NAMES[who.flat.chosen]}"


def _whose(who: Seen, seat: int) -> str:
    return "your" if seat == who.seat else f"{who.people[seat]}'s"


def _drafters(who: Seen) -> str:
    """Who has still to take one, in turn: who loads has taken his."""
    flat = who.flat
    first = flat.acting + (flat.stage == LOADING)
    every = 0 if flat.stage == LOADING else flat.players
    steps = (flat.turn - first) % flat.players or every
    seats = [(first + step) % flat.players for step in range(min(steps, len(lying(flat.draft))))]
    return listed(["you" if seat == who.seat else who.people[seat] for seat in seats])
