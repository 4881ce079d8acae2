"""The players: what each has taken in this round and what it would score, clovers, totals."""

from __future__ import annotations

from rich.console import RenderableType
from rich.constrain import Constrain
from rich.table import Table as Grid
from rich.text import Text

from bidwell.cli.scenes.bids.cards import SceneView, index
from bidwell.cli.scenes.bids.foresight import foresight_of
from bidwell.cli.scenes.words import clockwise_from, short
from bidwell.games.bids.components import BLACK, BLACKS, DOUBLE

NAME_WIDTH = 12
WIDEST = 92
CLOVER = "♣"


def board(who: SceneView) -> RenderableType:
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="", expand=True)
    grid.add_column("", width=NAME_WIDTH, no_wrap=True, overflow="ellipsis")
    grid.add_column(Text("black cards taken", "quiet"), no_wrap=True, overflow="ellipsis", ratio=1)
    grid.add_column(Text("round now", "quiet"), justify="right", no_wrap=True)
    grid.add_column(Text("lucky loser", "quiet"), no_wrap=True)
    grid.add_column(Text("total", "quiet"), justify="right", no_wrap=True)
    for seat in clockwise_from(who.view):
        grid.add_row(*_player(who, seat))
    return Constrain(grid, WIDEST)


def _player(who: SceneView, seat: int) -> list[Text]:
    state, this_round = who.state, foresight_of(who).round
    points = this_round.points[seat]
    now = Text.assemble((f"{CLOVER} " if seat in this_round.lucky else "", "money"), str(points))
    total = Text.assemble(str(state.totals[seat]), (" → ", "quiet"), (f"{state.totals[seat] + points:>3}", "price"))
    return [_name(who, seat), _taken(who, seat), now, _luck(who, seat), total]


def _name(who: SceneView, seat: int) -> Text:
    if seat == who.view.seat:
        return Text.assemble((short(who.people[seat], NAME_WIDTH - 6), "you"), (" (you)", "quiet"))
    return Text(who.people[seat])


def _taken(who: SceneView, seat: int) -> Text:
    """The black cards taken: `7  10×2  -5`."""
    state = who.state
    cards = [black for black in range(BLACKS) if state.taker[black] == seat]
    texts = [
        f"{index(who, BLACK + black)}{'×2' if state.doubled[black] and BLACK + black != DOUBLE else ''}"
        for black in cards
    ]
    return Text("  ".join(texts), "bold") if texts else Text("none", "quiet")


def _luck(who: SceneView, seat: int) -> Text:
    """The clovers so far, and what one more would score."""
    clovers = CLOVER * who.state.lucky[seat]
    return Text.assemble((f"{clovers} " if clovers else "", "money"), (f"next {foresight_of(who).luck[seat]}", "quiet"))


def banner(who: SceneView) -> list[RenderableType]:
    """The differences from the standard game, if there are any."""
    state, parts = who.state, []
    if state.lowest_wins:
        parts.append(_sign("▼ THE LOWEST BID WINS", "BID-39"))
    if state.colour_bids:
        alone = not (state.lowest_wins or state.allies)
        parts.append(_sign(f"COLOUR BIDS{': the best of the colour played most wins' if alone else ''}", "BID-20"))
    if state.allies:
        allied = " + ".join(who.people[seat] for seat in range(state.players) if state.allies >> seat & 1)
        parts.append(_sign(f"✚ ALLIED: {allied}", "BID-32"))
    signs = Text(" ", no_wrap=True, overflow="ellipsis").join(parts)
    return [signs] if parts else []


def _sign(words: str, clause: str) -> Text:
    return Text.assemble((f" {words} ", "bold reverse"), (f" {clause}", "clause"))
