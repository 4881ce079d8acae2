"""Positions of Serengeti that were written, not dealt: completed and checked."""

from __future__ import annotations

from bidwell.core.flat import NOBODY
from bidwell.games.serengeti.components import CARD_NAMES, CARDS, CHIPS, DECK, DIGIT, HIGHEST_BID, LOT, ROUNDS
from bidwell.games.serengeti.rules import cards_of, lot_size, opener
from bidwell.games.serengeti.table import Table


def complete(t: Table, given: frozenset[str]) -> None:
    """The bank is what the players do not have; the deck is what is not on the table; the opener is asked."""
    if "bank" not in given:
        t.bank = CHIPS - sum(t.chips[: t.players])
    if "owner" in given and "deck" not in given:
        t.deck.sort(key=lambda card: _age(t.owner[card]))
    if "owner" in given and "drawn" not in given:
        t.drawn = CARDS - t.owner.count(DECK)
    if "owner" in given and "round_number" not in given:
        t.round_number = next((n for n in range(1, ROUNDS + 1) if cards_drawn(n) == t.drawn), 0)
    if "turn" not in given:
        t.turn = opener(t) if 0 <= t.starter < t.players else NOBODY
    for seat in range(t.players):
        t.held[seat] = [0] * 10
    for card, place in enumerate(t.owner):
        if place < t.players:
            t.held[place][DIGIT[card]] += 1


def _age(place: int) -> int:
    """Collected and discarded cards were drawn first, then the lot; the deck is still to come."""
    return {LOT: 1, DECK: 2}.get(place, 0)


def cards_drawn(round_number: int) -> int:
    """How many cards have been drawn once the lot of this round is on the table."""
    return sum(lot_size(earlier) for earlier in range(1, round_number + 1))


def flaw(t: Table) -> str:
    """Why this position cannot be, or an empty string."""
    return _flaw_of_chips(t) or _flaw_of_cards(t) or _flaw_of_auction(t)


def _flaw_of_chips(t: Table) -> str:
    chips = [*t.chips[: t.players], t.bank]
    if min(chips) < 0:
        return "SER-03: nobody has fewer than 0 chips, and neither has the bank"
    if sum(chips) != CHIPS:
        return f"SER-03: there are always {CHIPS} chips in all, not {sum(chips)}"
    return ""


def _flaw_of_cards(t: Table) -> str:
    if sorted(t.deck) != list(range(CARDS)):
        twice = next(CARD_NAMES[card] for card in t.deck if t.deck.count(card) > 1)
        return f"SER-02: every card is in the deck once, but {twice} is there twice"
    if not 1 <= t.round_number <= ROUNDS or t.drawn != cards_drawn(t.round_number):
        return f"SER-06: {t.drawn} cards drawn do not fit round {t.round_number}: lots are of 1, 2, 3, 1, 2, 3 … cards"
    for place, card in enumerate(t.deck):
        if (t.owner[card] == DECK) == (place < t.drawn):
            return f"SER-06: the first {t.drawn} cards of the deck are drawn, but {CARD_NAMES[card]} says otherwise"
    over = t.round_number == ROUNDS and t.turn == NOBODY
    lot = [] if over else t.deck[t.drawn - lot_size(t.round_number) : t.drawn]
    if sorted(lot) != [card for card in range(CARDS) if t.owner[card] == LOT]:
        return f"SER-06: the lot of round {t.round_number} is the last {lot_size(t.round_number)} cards drawn"
    return ""


def _flaw_of_auction(t: Table) -> str:
    over = t.round_number == ROUNDS and t.turn == NOBODY
    if not 0 <= t.starter < t.players or (t.turn == NOBODY and not over):
        return "SER-04: there is always a starting player, and somebody's turn until the last lot is sold"
    if not 0 <= t.price <= HIGHEST_BID or (t.price > 0) != (t.bidder != NOBODY):
        return f"SER-07: a price from 1 to {HIGHEST_BID} has a bidder, and without a bidder the price is 0"
    if over:
        return ""
    if t.sitting_out & ~t.passed & ~(1 << t.turn if t.discarding else 0):
        return "SER-16: who sits the round out is out of the auction too"
    if t.discarding:
        fits = t.turn == t.bidder and cards_of(t, t.turn) > 1 and t.chips[t.turn] < t.price
        return "" if fits else "SER-16: who discards has won, cannot pay, and has two cards or more to choose from"
    if t.passed >> t.turn & 1 or t.turn == t.bidder:
        return "SER-07: who is asked has not passed, and is not the one whose bid stands"
    if t.bidder != NOBODY and (t.passed >> t.bidder & 1 or not t.have_bid >> t.bidder & 1):
        return "SER-07: the one whose bid stands has bid on this lot and has not passed"
    return ""
