"""The last screen of Bids: who won and why, the rounds, and the best turns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from bidwell.cli.scenes.bids.board import CLOVER
from bidwell.cli.scenes.plain import winners
from bidwell.cli.scenes.words import margin, ties_behind, why_first
from bidwell.core.events import Event
from bidwell.core.prose import listed
from bidwell.core.table import Table
from bidwell.games.bids.components import DOUBLE
from bidwell.games.bids.events import ALLY_SCORED, LUCKY, LUCKY_ALLY, ROUND, SCORED, STOLEN, TAKES, TURNED_UP
from bidwell.games.bids.notation import card_name
from bidwell.games.bids.rules import points_of
from bidwell.games.bids.state import BidsState

BEST_TURNS = 3


@dataclass
class RoundScores:
    """The scores of a round, its lucky losers and its allies."""

    number: int
    points: dict[int, int] = field(default_factory=dict)
    lucky: set[int] = field(default_factory=set)
    allied: set[int] = field(default_factory=set)


@dataclass
class PastTurn:
    """The cards taken and stolen in one turn, without those stolen from its winner later."""

    round_number: int
    number: int
    winner: int = -1
    cards: list[int] = field(default_factory=list)
    stolen: list[int] = field(default_factory=list)
    victim: int = -1


def ending(table: Table) -> RenderableType:
    parts: list[RenderableType] = [Text.assemble((winners(table), "title"), f" {why(table)}"), Text(), _points(table)]
    parts += [Text(sentence, "quiet") for sentence in ties_behind(table)]
    turns = best_turns(table)
    if turns:
        parts += [Text(), Text("The best turns", "title"), *map(Text, turns)]
    return Group(*parts, Text())


def why(table: Table) -> str:
    """The reason for the win in one sentence (BID-18)."""
    if tied := why_first(table):
        return tied
    first = table.places.index(1)
    luck = sum(each.points[first] for each in rounds(table) if first in each.lucky - each.allied)
    lucky = f" ({luck} of them as a lucky loser, BID-19)" if luck else ""
    return f"{table.scores[first]} points{lucky}, {margin(table)}."


def rounds(table: Table) -> list[RoundScores]:
    """Return the rounds in the log. A table set up in mid-game has only the rounds after that."""
    state = cast(BidsState, table.state)
    found = [RoundScores(_first_round(table, state))]
    for event in table.log:
        if event.name == ROUND.name and event.values["round"] > found[-1].number:
            found.append(RoundScores(event.values["round"]))
        _score(found[-1], event)
    return found


def _first_round(table: Table, state: BidsState) -> int:
    told = [event.values["round"] for event in table.log if event.name == ROUND.name]
    if not told:
        return state.round_number
    return told[0] if table.start is None else told[0] - 1


def _score(this: RoundScores, event: Event) -> None:
    if event.name in (SCORED.name, ALLY_SCORED.name, LUCKY.name):
        this.points[event.values["seat"]] = event.values["points"]
    if event.name in (LUCKY.name, LUCKY_ALLY.name):
        this.lucky.add(event.values["seat"])
    if event.name == ALLY_SCORED.name:
        this.allied.add(event.values["seat"])


def _points(table: Table) -> Grid:
    """Every player's points by round, clovers for lucky losers, the winner on top."""
    state, played = cast(BidsState, table.state), rounds(table)
    grid = Grid(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="")
    grid.add_column("", width=14, no_wrap=True, overflow="ellipsis")
    for each in played:
        grid.add_column(Text(f"r{each.number}", "quiet"), justify="right", no_wrap=True, min_width=4)
    grid.add_column(Text("points", "quiet"), justify="right", no_wrap=True)
    grid.add_column(Text("", "quiet"), no_wrap=True)
    for seat in sorted(range(table.players), key=lambda seat: table.places[seat]):
        name = Text(f"{table.places[seat]}. {table.names[seat]}", "title" if table.places[seat] == 1 else "")
        cells = [_cell(each, seat) for each in played]
        total = Text(str(table.scores[seat]), "price")
        grid.add_row(name, *cells, total, Text(CLOVER * state.lucky[seat], "money"))
    return grid


def _cell(this: RoundScores, seat: int) -> Text:
    mark = CLOVER if seat in this.lucky else "✚" if seat in this.allied else ""
    return Text.assemble((mark, "money"), str(this.points.get(seat, "·")))


def turns(table: Table) -> list[PastTurn]:
    """Return every turn with cards that its winner still has."""
    this_round = rounds(table)[0].number
    found = [PastTurn(this_round, cast(BidsState, table.start).turn_number)] if table.start is not None else []
    for event in table.log:
        if event.name == ROUND.name:
            this_round = event.values["round"]
        elif event.name == TURNED_UP.name:
            found.append(PastTurn(this_round, event.values["turn"]))
        elif event.name == TAKES.name:
            found[-1].winner = event.values["seat"]
            found[-1].cards.append(event.values["card"])
        elif event.name == STOLEN.name:
            _move(found, this_round, event)
    return [turn for turn in found if turn.cards or turn.stolen]


def _move(found: list[PastTurn], this_round: int, event: Event) -> None:
    """BID-36: move a stolen card from the turn in which it was taken to the thief's turn."""
    card = event.values["card"]
    for turn in found:
        if turn.round_number == this_round and card in turn.cards:
            turn.cards.remove(card)
    found[-1].winner, found[-1].victim = event.values["seat"], event.values["victim"]
    found[-1].stolen.append(card)


def best_turns(table: Table) -> list[str]:
    """The turns with the most points on the table; of equal turns, one with a 2x comes first."""
    state = cast(BidsState, table.state)

    def rank(turn: PastTurn) -> tuple[int, bool]:
        return sum(points_of(state, card) for card in turn.cards + turn.stolen), DOUBLE in turn.cards

    best = sorted(turns(table), key=rank, reverse=True)[:BEST_TURNS]
    return [_turn_text(table, turn) for turn in sorted(best, key=lambda turn: (turn.round_number, turn.number))]


def _turn_text(table: Table, turn: PastTurn) -> str:
    """A turn in a sentence: `Round 2, turn 5: Anne took black 3 and stole black 9 from Burt.`"""
    taken = [f"took {listed([card_name(card, table) for card in turn.cards])}"] if turn.cards else []
    stolen = [f"stole {card_name(card, table)} from {table.names[turn.victim]}" for card in turn.stolen]
    return f"Round {turn.round_number}, turn {turn.number}: {table.names[turn.winner]} {' and '.join(taken + stolen)}."
