"""Positions of Serengeti that were written, not dealt: completed and checked."""

from __future__ import annotations

from bidwell.core.state import NOBODY
from bidwell.games.serengeti.components import CARD_NAMES, CARDS, CHIPS, DECK, DIGIT, HIGHEST_BID, LOT, ROUNDS
from bidwell.games.serengeti.notation import a_digit
from bidwell.games.serengeti.rules import cards_of, highest_bid, is_forbidden, opener
from bidwell.games.serengeti.state import SerengetiState, cards_drawn
from bidwell.mechanics import clockwise


def complete(t: SerengetiState, given: frozenset[str]) -> None:
    """The bank is what the players do not have; the deck is what is not on the table; whose turn it is follows."""
    if "bank" not in given:
        t.bank = CHIPS - sum(t.chips[: t.players])
    if "owner" in given:
        if "round_number" not in given:
            drawn = CARDS - t.owner.count(DECK)
            t.round_number = next((n for n in range(1, ROUNDS + 1) if cards_drawn(n) == drawn), t.round_number)
        if "deck" not in given:
            t.deck.sort(key=lambda card: _age(t.owner[card]))
    if "have_bid" not in given:
        t.have_bid |= t.sitting_out | (1 << t.bidder if t.bidder != NOBODY else 0)
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
    """Collected and discarded cards were drawn first, then the lot; the deck is still to come."""
    return {LOT: 1, DECK: 2}.get(place, 0)


def whose_turn(t: SerengetiState) -> int:
    """SER-07: the first still in, after the last bidder, or from the opener on."""
    first = opener(t)
    if first == NOBODY:
        return NOBODY
    return clockwise(t.players, t.bidder if t.bidder != NOBODY else first - 1, t.passed)


def flaw(t: SerengetiState) -> str:
    """Why this position cannot be, or an empty string."""
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
        return f"SER-06: {on_table} cards on the table, the lot too, do not fit round {t.round_number} ({drawn})"
    for place, card in enumerate(t.deck):
        if (t.owner[card] == DECK) == (place < drawn):
            return f"SER-06: the first {drawn} cards of the deck are drawn, but {CARD_NAMES[card]} says otherwise"
    lot = [] if is_over(t) else t.deck[cards_drawn(t.round_number - 1) : drawn]
    if sorted(lot) != [card for card in range(CARDS) if t.owner[card] == LOT]:
        return f"SER-06: the lot of round {t.round_number} is the last {len(lot)} cards drawn"
    return ""


def is_over(t: SerengetiState) -> bool:
    """SER-24."""
    return t.round_number == ROUNDS and t.turn == NOBODY


def _flaw_of_auction(t: SerengetiState) -> str:
    if not 0 <= t.starter < t.players or (t.turn == NOBODY and not is_over(t)):
        return "SER-04: there is always a starting player, and somebody's turn until the last lot is sold"
    if not 0 <= t.price <= HIGHEST_BID or (t.price > 0) != (t.bidder != NOBODY):
        return f"SER-07: a price from 1 to {HIGHEST_BID} has a bidder, and without a bidder the price is 0"
    if is_over(t):
        return "SER-24: when the last lot is sold nothing is bid or discarded" if t.price or t.discarding else ""
    if t.sitting_out & ~t.passed & ~(1 << t.turn if t.discarding else 0):
        return "SER-16: who sits the round out is out of the auction too"
    if t.passed & ~(t.have_bid | t.paid_for_passing):
        return "SER-10: who has passed on this lot has bid on it, or has had the chips for passing"
    return _flaw_of_discard(t) if t.discarding else _flaw_of_bidding(t)


def _flaw_of_discard(t: SerengetiState) -> str:
    fits = t.turn == t.bidder and cards_of(t, t.turn) > 1 and t.chips[t.turn] < t.price and t.sitting_out >> t.turn & 1
    return (
        "" if fits else "SER-16: who discards has won, cannot pay, sits out, and has two cards or more to choose from"
    )


def _flaw_of_bidding(t: SerengetiState) -> str:
    if t.bidder != NOBODY:
        if t.passed >> t.bidder & 1 or not t.have_bid >> t.bidder & 1:
            return "SER-07: the one whose bid stands has bid on this lot and has not passed"
        if is_forbidden(t, t.bidder, t.price):
            return f"SER-13: a bid of {t.price} cannot stand, its bidder owns a card with {a_digit(t.price % 10)}"
        if t.price > highest_bid(t, t.bidder):
            return f"SER-15: a bid of {t.price} cannot stand, its bidder has {t.chips[t.bidder]} chips"
    if t.turn != whose_turn(t) or t.turn == t.bidder:
        return "SER-07: asked is the next one clockwise who has not passed, and not the one whose bid stands"
    return ""
