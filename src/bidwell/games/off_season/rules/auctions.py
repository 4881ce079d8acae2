"""The auctions: bets, who wins them, and what they pay."""

from __future__ import annotations

from bidwell.core.events import tell, whisper
from bidwell.core.rng import below
from bidwell.core.rule import rule
from bidwell.games.off_season import events
from bidwell.games.off_season.components import (
    BET,
    BETTING,
    CARDS,
    FEWEST_GOODS,
    FIRST_PLAYER,
    LOWEST,
    LUCKY_0,
    MOST_DATES,
    NONE,
    NOT_2,
    NOT_3,
    ZEROES_LOSE,
)
from bidwell.games.off_season.rules.camels import dates_pictured, goods_cards
from bidwell.games.off_season.rules.round import begin_auction, begin_market_phase
from bidwell.games.off_season.state import OffSeasonState
from bidwell.mechanics import count_of, first_of


@rule
def list_bets(t: OffSeasonState, seat: int, out: list[int], count: int) -> int:
    """CAM-11, CAM-33, CAM-34: while betting."""
    if t.stage != BETTING:
        return count
    forbidden = 2 if t.auction == NOT_2 else 3 if t.auction == NOT_3 else NONE
    for pounds in range(t.pounds[seat] + 1):
        if pounds != forbidden:
            out[count] = BET + pounds
            count += 1
    return count


@rule
def bet(t: OffSeasonState, seat: int, pounds: int) -> None:
    """CAM-11: sealed until all have bet."""
    t.bets[seat] = pounds
    whisper(t, 1 << seat, events.SEALED_BET, seat, pounds)
    tell(t, events.HAS_BET, seat)


@rule
def open_bets(t: OffSeasonState) -> None:
    """CAM-11, CAM-38."""
    for seat in range(t.players):
        t.opened[seat] = t.bets[seat]
        t.bets[seat] = NONE
        tell(t, events.OPENED, seat, t.opened[seat])
    tell_changed_bets(t)
    winner = winning_bidder(t)
    if winner == NONE:
        fail_auction(t)
        return
    if t.auction == LUCKY_0 and t.opened[winner] > 0:
        fine_zeroes(t)
    pounds = price(t, winner)
    t.pounds[winner] -= pounds
    tell(t, events.WON, winner, pounds)
    begin_market_phase(t, winner)


@rule
def winning_bidder(t: OffSeasonState) -> int:
    """CAM-30 to CAM-39: the rule of the auction's kind goes first; NONE if the auction has failed."""
    if t.auction == LUCKY_0:
        zeroes = 0
        for seat in range(t.players):
            if t.opened[seat] == 0:
                zeroes |= 1 << seat
        if count_of(zeroes) == 1:
            return first_of(zeroes)
    raised = seats_raised(t)
    winner, best = NONE, 0
    for seat in range(t.players):
        changed = changed_bet(t, seat, raised)
        if not is_ignored(t, changed) and is_alone(t, seat, raised):
            better = changed < best if t.auction == LOWEST else changed > best
            if winner == NONE or better:
                winner, best = seat, changed
    return winner


@rule
def is_ignored(t: OffSeasonState, changed: int) -> bool:
    """CAM-31: a bet of 0 where the lowest bet wins."""
    return t.auction == LOWEST and changed == 0


@rule
def changed_bet(t: OffSeasonState, seat: int, raised: int) -> int:
    """CAM-35 to CAM-39: a bet as it is compared, and paid."""
    return t.opened[seat] + change_of_bet(t, seat, raised)


@rule
def change_of_bet(t: OffSeasonState, seat: int, raised: int) -> int:
    """CAM-35 to CAM-37: what is added to the bet of this seat."""
    if t.auction == FIRST_PLAYER and seat == t.first_player:
        return -1
    return raised >> seat & 1


@rule
def tell_changed_bets(t: OffSeasonState) -> None:
    """CAM-35 to CAM-38: what each changed bet counts as, and why."""
    raised = seats_raised(t)
    for seat in range(t.players):
        counted = changed_bet(t, seat, raised)
        if counted != t.opened[seat]:
            if t.auction == MOST_DATES:
                tell(t, events.MOST_DATES, seat, counted)
            elif t.auction == FIRST_PLAYER:
                tell(t, events.FIRST_PLAYER, seat, counted)
            else:
                tell(t, events.FEWEST_GOODS, seat, counted)


@rule
def price(t: OffSeasonState, winner: int) -> int:
    """CAM-38: what the winner pays."""
    return paid_for(changed_bet(t, winner, seats_raised(t)), t.pounds[winner])


@rule
def paid_for(changed: int, pounds: int) -> int:
    """CAM-38: the changed bet, never less than 0 and never more than they own."""
    return min(max(changed, 0), pounds)


@rule
def is_alone(t: OffSeasonState, seat: int, raised: int) -> bool:
    """CAM-30, CAM-38: nobody else's changed bet is the same."""
    for other in range(t.players):
        if other != seat and changed_bet(t, other, raised) == changed_bet(t, seat, raised):
            return False
    return True


@rule
def seats_raised(t: OffSeasonState) -> int:
    """CAM-35, CAM-37: those whose bets rise by 1, as a bit mask."""
    if t.auction == MOST_DATES:
        return seats_with_most_dates(t)
    if t.auction == FEWEST_GOODS:
        return seats_with_fewest_goods(t)
    return 0


@rule
def seats_with_most_dates(t: OffSeasonState) -> int:
    """CAM-35: nobody if nobody has a date."""
    most, raised = 1, 0  # with 0 dates nobody has the most
    for seat in range(t.players):
        dates = dates_pictured(t, seat)
        if dates > most:
            most, raised = dates, 0
        if dates == most:
            raised |= 1 << seat
    return raised


@rule
def seats_with_fewest_goods(t: OffSeasonState) -> int:
    """CAM-37: nobody if nobody has goods."""
    fewest, most, raised = CARDS, 0, 0
    for seat in range(t.players):
        cards = goods_cards(t, seat)
        most = max(most, cards)
        if cards < fewest:
            fewest, raised = cards, 0
        if cards == fewest:
            raised |= 1 << seat
    return raised if most else 0


@rule
def fail_auction(t: OffSeasonState) -> None:
    """CAM-30: once more; after a second time the First Player stays, or is drawn at random."""
    if not t.failed:
        t.failed = 1
        tell(t, events.BET_AGAIN)
        begin_auction(t)
    elif t.first_player != NONE:
        tell(t, events.STAYS_FIRST, t.first_player)
        begin_market_phase(t, t.first_player)
    else:
        first_player = below(t, t.players)
        tell(t, events.DRAWN_FIRST, first_player)
        begin_market_phase(t, first_player)


@rule
def fine_zeroes(t: OffSeasonState) -> None:
    """CAM-32."""
    for seat in range(t.players):
        if t.opened[seat] == 0:
            pounds = fine(t, seat)
            t.pounds[seat] -= pounds
            tell(t, events.FINED, seat, pounds)


@rule
def fine(t: OffSeasonState, seat: int) -> int:
    """CAM-32: what one of several bets of 0 loses."""
    return min(ZEROES_LOSE, t.pounds[seat])
