"""What a card would lead to, from the view alone: the rules' own functions on a copy with the card played."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text

from bidwell.cli.scenes.bids.cards import Seen, hand_of, is_effect, seen
from bidwell.cli.scenes.words import listed
from bidwell.core.events import EventType
from bidwell.core.state import NOBODY
from bidwell.core.table import View
from bidwell.games.bids import events
from bidwell.games.bids.components import (
    ALL_COLOURS,
    ALLY,
    BLACK,
    BLACKS,
    CARDS,
    DOUBLE,
    LOWEST,
    NO_BID,
    NO_CARD,
    SHUFFLE,
    STEAL,
    SURPRISE,
    THIEF,
)
from bidwell.games.bids.positions import in_use, where
from bidwell.games.bids.rules import (
    beats,
    best_bid,
    bid_in,
    bid_of,
    double,
    has_black,
    is_black,
    is_won,
    last_bidder,
    lowest_victim_bid,
    middle_is_best,
    points_taken,
    pool_of_colours,
    score_round,
    steal,
    take,
    was_played,
)
from bidwell.games.bids.state import BidsState


@dataclass(frozen=True)
class Outlook:
    """How the turn would end with the cards played so far."""

    best: tuple[int, ...]
    """The seats with the best bid; more than one is a tie."""
    telling: EventType
    leader: int
    """The seat that would lead the next turn."""

    @property
    def winner(self) -> int:
        return self.best[0] if self.telling is events.WON else NOBODY


def outlook(state: BidsState) -> Outlook:
    pool = pool_of_colours(state)
    best = best_bid(state, pool)
    if best == NO_BID:
        return Outlook((), _no_bid(state), state.leader)
    if middle_is_best(state, pool, best):
        return Outlook((), events.BURNED_MIDDLE, state.leader)
    seats = tuple(seat for seat in range(state.players) if bid_in(state, seat, pool) == best)
    return Outlook(seats, events.WON if len(seats) == 1 else events.BURNED_TIE, last_bidder(state, pool, best))


def _no_bid(state: BidsState) -> EventType:
    """The event of a turn without a bid: none at all, or none in the colour played most (BID-30, BID-55)."""
    return events.BURNED_EMPTY if best_bid(state, ALL_COLOURS) == NO_BID else events.BURNED_POOL


def with_card(state: BidsState, seat: int, card: int) -> BidsState:
    """The table if this seat played this card and nobody played after it."""
    then = state.copy()
    then.played[seat] = card
    return then


def is_unseen(state: BidsState) -> bool:
    """BID-40: return whether the prize is a card that nobody has seen."""
    return state.up == SURPRISE or was_played(state, SURPRISE)


def at_stake(state: BidsState) -> list[int]:
    """The visible cards that the winner would take, without those that are discarded."""
    cards = [] if is_unseen(state) else [state.up]
    played = [state.played[(state.leader + step) % state.players] for step in range(state.players)]
    return [card for card in (*cards, *played) if is_black(card) and not is_effect(card)]


def gain(state: BidsState, winner: int) -> int:
    """What taking all cards at stake would add to the winner's points of this round (BID-15, BID-35)."""
    then = state.copy()
    then.prize = NO_CARD if is_unseen(state) else state.up
    for card in at_stake(state):
        take(then, winner, card)
    if is_won(then, DOUBLE):
        double(then, winner)
    return points_taken(then, winner) - points_taken(state, winner)


def luck_lost(state: BidsState, winner: int) -> int:
    """BID-35: the lucky-loser points that a 2x costs a winner without a black card; otherwise 0."""
    allied = state.allies >> winner & 1 or was_played(state, ALLY)
    if DOUBLE not in at_stake(state) or has_black(state, winner) or allied:
        return 0
    return next_luck(state, winner)


def steals(state: BidsState, winner: int) -> bool:
    """BID-36: return whether the prize includes a Thief and a player to steal from."""
    thief = (state.up == THIEF and not is_unseen(state)) or was_played(state, THIEF)
    return thief and lowest_victim_bid(state, winner) != NO_BID


def after_steal(state: BidsState, action: int) -> BidsState:
    """The table after a steal: BID-36, and BID-35 if a 2x was won with it."""
    then = state.copy()
    steal(then, state.turn, action)
    if is_won(then, DOUBLE):
        double(then, state.turn)
    return then


def round_now(state: BidsState, seat: int) -> int:
    """A seat's score if the round ended now, with lucky losers and allies (BID-15, BID-19, BID-32)."""
    together = sum(points_taken(state, ally) for ally in range(state.players) if state.allies >> ally & 1)
    return score_round(state.copy(), seat, together)


def next_luck(state: BidsState, seat: int) -> int:
    """BID-19: what being a lucky loser would score in this round."""
    then = state.copy()
    then.taker = [NOBODY] * BLACKS
    then.allies = 0
    return score_round(then, seat, 0)


def still_out(state: BidsState, seat: int) -> list[int]:
    """Cards that another player may hold: neither seen nor known to be in the pile."""
    known = {*where(state), *hand_of(state, seat)}
    burned = {BLACK + black for black in range(BLACKS) if state.burned[black]}
    return [card for card in range(CARDS) if in_use(state, card) and card not in known | burned]


def beaten_by(state: BidsState, seat: int, card: int) -> int:
    """Return how many cards that are still out would beat this one."""
    bids = [bid_of(other) for other in still_out(state, seat)]
    return sum(bid != NO_BID and beats(state, bid, bid_of(card)) for bid in bids)


# In words


def prize_text(who: Seen, state: BidsState) -> str:
    """The prize in words: `black 5 and black 8`, `an unseen card`."""
    cards = [who.cards[card] for card in at_stake(state)]
    return listed(["an unseen card", *cards] if is_unseen(state) else cards)


def _spoils(who: Seen, state: BidsState, winner: int) -> str:
    """What the winner gets: ` and takes black 5 (+5)`, ` and takes 2x (+0, lucky loser -8)`, ` and steals`."""
    luck = f", lucky loser -{lost}" if (lost := luck_lost(state, winner)) else ""
    points = f" ({gain(state, winner):+}{luck})" if at_stake(state) else ""
    taken = [f"takes {prize_text(who, state)}{points}"] if is_unseen(state) or at_stake(state) else []
    told = [*taken, "steals"] if steals(state, winner) else taken
    return f" and {' and '.join(told)}" if told else " but takes nothing"


def standing(who: Seen, state: BidsState) -> Text:
    """The player who would win with the cards played so far, or why the turn would burn."""
    out = outlook(state)
    if out.winner != NOBODY:
        return Text.assemble((f"{who.people[out.winner]} wins", "price"), _spoils(who, state, out.winner))
    if out.telling is events.BURNED_TIE:
        tied = listed([who.people[seat] for seat in out.best])
        line = Text.assemble((f"^ {tied} tie", "trouble"), f": it burns, and {who.people[out.leader]} leads")
    elif out.telling is events.BURNED_MIDDLE:
        line = Text.assemble(("^ The card in the middle is best", "trouble"), ": it burns")
    elif out.telling is events.BURNED_POOL:
        line = Text.assemble(("^ No bid is of the colour played most", "trouble"), ": it burns")
    else:
        line = Text.assemble(("^ No bid could win", "trouble"), ": it burns")
    return line.append(f"  {out.telling.clause}", "clause")


EFFECTS = {
    SHUFFLE: "Unless the turn burns, the pile is shuffled after it (BID-38).",
    LOWEST: "Unless the turn burns, the lowest bid wins from the next turn on (BID-39).",
    SURPRISE: "Unless the turn burns, its winner gets the next card of the pile in place of this one (BID-40).",
    THIEF: "Unless the turn burns, its winner steals a black card from the lowest bidder who has one (BID-36).",
    DOUBLE: "It goes to the winner of the turn, and doubles all that one has taken so far (BID-35).",
    ALLY: "Unless the turn burns, you and its winner share your points of this round (BID-32).",
}


def consequence(view: View, action: int) -> list[Text]:
    """What this card would do if nobody played after it, and what could still beat it."""
    who = seen(view)
    if action not in view.actions:
        return [Text("You cannot do that now.")]
    if action >= STEAL:
        return [_theft(who, action)]
    then = with_card(who.state, who.holder, action)
    lines = [Text("If nobody plays after you: ").append_text(standing(who, then))]
    if action in EFFECTS:
        lines.append(Text(EFFECTS[action]))
    elif not who.state.colour_bids:
        count = beaten_by(who.state, who.holder, action)
        lines.append(Text(f"Cards that beat it and may be in others' hands: {count}"))
    lost = luck_lost(then, who.holder) if outlook(then).winner == who.holder else 0
    if lost:
        lines.append(Text(f"A 2x is a black card: taking it costs the {lost} points of a lucky loser (BID-35)."))
    return lines


def _theft(who: Seen, action: int) -> Text:
    return Text(f"{', '.join(theft_changes(who, action))}  (points of this round)")


def theft_changes(who: Seen, action: int) -> list[str]:
    """The effect on points: `you 5→12`, `Dora 9→2`; and the players it would make lucky losers."""
    state, then = who.state, after_steal(who.state, action)
    victim = (action - STEAL) // BLACKS
    return [f"{who.person(seat)} {round_now(state, seat)}→{round_now(then, seat)}" for seat in (state.turn, victim)]
