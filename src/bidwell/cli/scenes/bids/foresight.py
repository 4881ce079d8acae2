"""What a card or a theft would lead to, in words."""

from __future__ import annotations

from rich.text import Text

from bidwell.cli.scenes.bids.cards import SceneView, seen
from bidwell.core.events import EventType
from bidwell.core.prose import listed
from bidwell.core.table import View
from bidwell.games.bids import events
from bidwell.games.bids.components import (
    ALLY,
    BLACK,
    BLACKS,
    CARD_NAMES,
    DOUBLE,
    LOWEST,
    SHUFFLE,
    STEAL,
    SURPRISE,
    THIEF,
)
from bidwell.games.bids.foresight import BidsForesight, End, Theft, Turn

BURNED: dict[End, tuple[str, EventType]] = {
    "middle": ("The card in the middle is best", events.BURNED_MIDDLE),
    "pool": ("No bid is of the colour played most", events.BURNED_POOL),
    "empty": ("No bid could win", events.BURNED_EMPTY),
}
"""Why a turn burns without a tie, and the event of it."""
EFFECTS = {
    SHUFFLE: "Unless the turn burns, the pile is shuffled after it (BID-38).",
    LOWEST: "Unless the turn burns, the lowest bid wins from the next turn on (BID-39).",
    SURPRISE: "Unless the turn burns, its winner gets the next card of the pile in place of this one (BID-40).",
    THIEF: "Unless the turn burns, its winner steals a black card from the lowest bidder who has one (BID-36).",
    DOUBLE: "It goes to the winner of the turn, and doubles all that one has taken so far (BID-35).",
    ALLY: "Unless the turn burns, you and its winner share your points of this round (BID-32).",
}


def foresight_of(who: SceneView) -> BidsForesight:
    found: BidsForesight = who.view.foresight
    return found


def called(who: SceneView, names: list[str]) -> list[str]:
    """The cards as the players call them: a blank card has a name of its own."""
    return [who.cards[CARD_NAMES.index(name)] for name in names]


def standing(who: SceneView, turn: Turn) -> Text:
    """The player who would win with the cards of this turn, or why it would burn."""
    if turn.winner is not None:
        return Text.assemble((who.does(turn.winner, "win"), "price"), _spoils(who, turn))
    if turn.end == "tie":
        best = sorted(turn.best, key=lambda seat: seat != who.view.seat)
        tied = listed([who.person(seat) for seat in best])
        line = Text.assemble((f"^ {tied} tie", "trouble"), f": it burns, and {who.does(turn.leader, 'lead')}")
        return line.append(f"  {events.BURNED_TIE.clause}", "clause")
    why, told = BURNED[turn.end]
    return Text.assemble((f"^ {why}", "trouble"), ": it burns", (f"  {told.clause}", "clause"))


def _spoils(who: SceneView, turn: Turn) -> str:
    """What the winner gets: ` and takes black 5 (+5)`, ` and take 2x (+0, lucky loser -8)`, ` and steals`."""
    s = "" if turn.winner == who.view.seat else "s"
    luck = f", lucky loser -{turn.luck_lost}" if turn.luck_lost else ""
    points = f" ({turn.gain:+}{luck})" if turn.stake else ""
    cards = [*(["an unseen card"] if turn.unseen else []), *called(who, turn.stake)]
    told = [*([f"take{s} {listed(cards)}{points}"] if cards else []), *([f"steal{s}"] if turn.victims else [])]
    return f" and {' and '.join(told)}" if told else f" but take{s} nothing"


def consequence(view: View, action: int) -> list[Text]:
    """What this card would do if nobody played after it, and what could still beat it."""
    who = seen(view)
    if action not in view.actions:
        return [Text("You cannot do that now.")]
    ahead = foresight_of(who)
    if action >= STEAL:
        return [_theft(who, action)]
    play = ahead.plays[CARD_NAMES[action]]
    turn = ahead.turns[play.turn]
    lines = [Text("If nobody plays after you: ").append_text(standing(who, turn))]
    if action in EFFECTS:
        lines.append(Text(EFFECTS[action]))
    elif play.beaten_by is not None:
        lines.append(Text(f"Cards that beat it and may be in others' hands: {play.beaten_by}"))
    if turn.winner == view.seat and turn.luck_lost:
        lost = turn.luck_lost
        lines.append(Text(f"A 2x is a black card: taking it costs the {lost} points of a lucky loser (BID-35)."))
    return lines


def _theft(who: SceneView, action: int) -> Text:
    victim, black = divmod(action - STEAL, BLACKS)
    name = CARD_NAMES[BLACK + black]
    theft = next(each for each in foresight_of(who).thefts if (each.victim, each.card) == (victim, name))
    return Text(f"{', '.join(theft_changes(who, theft))}  (points of this round)")


def theft_changes(who: SceneView, theft: Theft) -> list[str]:
    """The effect on the points of thief and victim: `you 5→12`, `Dora 9→2`."""
    now, then = foresight_of(who).round.points, theft.then.points
    return [f"{who.person(seat)} {now[seat]}→{then[seat]}" for seat in (who.state.turn, theft.victim)]
