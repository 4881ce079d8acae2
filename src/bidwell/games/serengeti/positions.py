"""Completes and checks positions of Serengeti that were written by hand."""

from __future__ import annotations

from bidwell.core.state import NOBODY
from bidwell.games.serengeti.components import CARD_NAMES, CARDS, CHIPS, DECK, DIGIT, HIGHEST_BID, LOT, ROUNDS
from bidwell.games.serengeti.notation import a_digit
from bidwell.games.serengeti.rules import cards_of, highest_bid, is_forbidden, opener
from bidwell.games.serengeti.state import SerengetiState, cards_drawn
from bidwell.mechanics import clockwise


def complete(t: SerengetiState, given: frozenset[str]) -> None:
    """Derive what is not given: the bank from the players' chips, the deck from the cards on the table, the turn."""
    if "bank" not in given:
        t.bank = CHIPS - sum(t.chips[: t.players])
    if "owner" in given:
        if "round_number" not in given:
            drawn = CARDS - t.owner.count(DECK)
            t.round_number = next((n for n in range(1, ROUNDS + 1) if cards_drawn(n) == drawn), t.round_number)
        if "deck" not in given:
            t.deck.sort(key=lambda card: _age(t.owner[card]))
    if "have_bid" not in given:
        t.have_bid |= t.sitting_out
        for seat in _bid_before(t):
            t.have_bid |= 1 << seat
    if "paid_for_passing" not in given:
        t.paid_for_passing |= t.passed & ~t.have_bid
    if "turn" not in given and 0 <= t.starter < t.players:
        t.turn = whose_turn(t)
    for seat in range(t.players):
        t.held[seat] = [0] * 10
    for card, place in enumerate(t.owner):
        if place < t.players:
            t.held[place][DIGIT[card]] += 1


def _age(place: int) -> int:
    """Sort key for the deck: collected and discarded cards were drawn first, then the lot; undrawn cards come last."""
    return {LOT: 1, DECK: 2}.get(place, 0)


def whose_turn(t: SerengetiState) -> int:
    """SER-07: the first seat still in after the last bidder, or from the opener on if there is no bid."""
    first = opener(t)
    if first == NOBODY:
        return NOBODY
    return clockwise(t.players, t.bidder if t.bidder != NOBODY else first - 1, t.passed)


def _bid_before(t: SerengetiState) -> list[int]:
    """SER-07: the seats still in from the opener up to the standing bidder; all of them have bid in this auction."""
    first = _first_asked(t)
    if t.bidder == NOBODY or first == NOBODY:
        return []
    asked = clockwise_seats(t, first)
    return [seat for seat in asked[: asked.index(t.bidder) + 1] if seat == t.bidder or not t.passed >> seat & 1]


def _first_asked(t: SerengetiState) -> int:
    """SER-17: the opener of this auction. Its winner sits out only after failing to pay."""
    if not 0 <= t.starter < t.players:
        return NOBODY
    return clockwise(t.players, t.starter - 1, _failed_before(t))


def _failed_before(t: SerengetiState) -> int:
    """SER-16: the seats that could not pay for this lot in an earlier auction; none in the first auction."""
    return t.sitting_out & ~(1 << t.bidder) if t.bidder != NOBODY else t.sitting_out


def clockwise_seats(t: SerengetiState, first: int) -> list[int]:
    """All seats clockwise, starting with `first`."""
    return [(first + step) % t.players for step in range(t.players)]


def flaw(t: SerengetiState) -> str:
    """Return the reason why this position is impossible, or an empty string."""
    return _flaw_of_chips(t) or _flaw_of_cards(t) or _flaw_of_auction(t)


def _flaw_of_chips(t: SerengetiState) -> str:
    chips = [*t.chips[: t.players], t.bank]
    if min(chips) < 0:
        return "SER-03: nobody has fewer than 0 chips, and neither has the bank"
    if sum(chips) != CHIPS:
        return f"SER-03: there are always {CHIPS} chips in all, not {sum(chips)}"
    return ""


def _flaw_of_cards(t: SerengetiState) -> str:
    drawn = cards_drawn(t.round_number) if 1 <= t.round_number <= ROUNDS else 0
    if sorted(t.deck) != list(range(CARDS)):
        return "SER-02: the deck has every card once, drawn or not"
    if not drawn or t.owner.count(DECK) != CARDS - drawn:
        on_table = CARDS - t.owner.count(DECK)
        return f"SER-06: {on_table} cards on the table, the lot included, do not fit round {t.round_number} ({drawn})"
    for place, card in enumerate(t.deck):
        if (t.owner[card] == DECK) == (place < drawn):
            return f"SER-06: the first {drawn} cards of the deck are drawn, but {CARD_NAMES[card]} says otherwise"
    lot = [] if is_over(t) else t.deck[cards_drawn(t.round_number - 1) : drawn]
    if sorted(lot) != [card for card in range(CARDS) if t.owner[card] == LOT]:
        return f"SER-06: the lot of round {t.round_number} is the last {len(lot)} cards drawn"
    return ""


def is_over(t: SerengetiState) -> bool:
    """SER-24: is the game over?"""
    return t.round_number == ROUNDS and t.turn == NOBODY


def _flaw_of_auction(t: SerengetiState) -> str:
    if not 0 <= t.starter < t.players or (t.turn == NOBODY and not is_over(t)):
        return "SER-04: there is always a starting player, and somebody's turn until the last lot is sold"
    if not 0 <= t.price <= HIGHEST_BID or (t.price > 0) != (t.bidder != NOBODY):
        return f"SER-07: a price from 1 to {HIGHEST_BID} has a bidder, and without a bidder the price is 0"
    if is_over(t):
        return "SER-24: when the last lot is sold nothing is bid or discarded" if t.price or t.discarding else ""
    if t.sitting_out & ~t.passed & ~(1 << t.turn if t.discarding else 0):
        return "SER-16: a player who sits the round out is out of the auction too"
    if t.sitting_out & ~t.have_bid:
        return "SER-16: a player who sits the round out has bid on this lot"
    if t.sitting_out and not t.overbid:
        return "SER-15: where nobody may bid more chips than they own, nobody has to sit out"
    return _flaw_of_passing(t) or (_flaw_of_discard(t) if t.discarding else "") or _flaw_of_bids(t) or _flaw_of_turn(t)


def _flaw_of_passing(t: SerengetiState) -> str:
    if t.passed & ~(t.have_bid | t.paid_for_passing):
        return "SER-10: a player who has passed on this lot has bid on it, or has had the chips for passing"
    if not _failed_before(t) and t.paid_for_passing & (t.have_bid | ~t.passed):
        return "SER-10: a player who has had the chips for passing on this lot has passed, and has never bid on it"
    return ""


def _flaw_of_discard(t: SerengetiState) -> str:
    if t.turn != t.bidder or cards_of(t, t.turn) < 2 or t.chips[t.turn] >= t.price or not t.sitting_out >> t.turn & 1:
        return "SER-16: a player who discards has won, cannot pay, sits out, and has two cards or more to choose from"
    if (t.passed | 1 << t.turn) != (1 << t.players) - 1:
        return "SER-08: a player who discards has won the auction, so that all others have passed"
    return ""


def _flaw_of_bids(t: SerengetiState) -> str:
    if t.bidder == NOBODY:
        return "SER-07: while there is no price, nobody has bid" if t.have_bid and not t.sitting_out else ""
    if t.passed >> t.bidder & 1 or not t.have_bid >> t.bidder & 1:
        return "SER-07: the standing bidder has bid on this lot and has not passed"
    if is_forbidden(t, t.bidder, t.price):
        return f"SER-13: a bid of {t.price} cannot stand, its bidder owns a card with {a_digit(t.price % 10)}"
    if t.price > highest_bid(t, t.bidder):
        return f"SER-15: a bid of {t.price} cannot stand, its bidder has {t.chips[t.bidder]} chips"
    return _flaw_of_earlier_bids(t)


def _flaw_of_earlier_bids(t: SerengetiState) -> str:
    """SER-07: check that the standing bid and the passes agree with rising bids made in turn."""
    if any(not t.have_bid >> seat & 1 for seat in _bid_before(t)):
        return "SER-07: every player asked before the standing bidder has bid or passed"
    still_in = ~t.passed & (1 << t.players) - 1
    if not _failed_before(t) and t.passed & t.have_bid and still_in & ~t.have_bid:
        return "SER-07: a player who passes after a bid was asked again, and by then all who are still in have bid"
    least = _least_price(t)
    if t.price < least:
        return f"SER-07: a bid of {t.price} cannot stand: with the bids that came before it, it is at least {least}"
    return ""


def _least_price(t: SerengetiState) -> int:
    """SER-07, SER-13: the lowest possible price if every seat that has bid made the fewest and lowest bids allowed."""
    price = 0
    for seat in _bids_made(t):
        price += 1
        while price < HIGHEST_BID and is_forbidden(t, seat, price):
            price += 1
    return price


def _bids_made(t: SerengetiState) -> list[int]:
    """The fewest bids that were made in this auction, in order. Bids of an earlier auction on this lot do not count."""
    before = _bid_before(t)
    if _failed_before(t):
        return before
    made = [seat for seat in clockwise_seats(t, _first_asked(t)) if t.have_bid >> seat & 1]
    return made if made[-1] == t.bidder else made + before


def _flaw_of_turn(t: SerengetiState) -> str:
    if t.discarding:
        return ""
    if t.turn != whose_turn(t) or t.turn == t.bidder:
        return "SER-07: the player asked is the next one clockwise who has not passed, and never the standing bidder"
    return ""
