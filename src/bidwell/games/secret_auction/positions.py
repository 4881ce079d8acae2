"""Completes and checks positions of The Secret Auction House that were written by hand."""

from __future__ import annotations

from bidwell.games.secret_auction.components import (
    ALL_MONEY,
    BID,
    CHIPS_EACH,
    DECK,
    ITEMS,
    NO_CHOICE,
    NO_REQUEST,
    PASS,
    REQUESTS,
    SIGHT,
)
from bidwell.games.secret_auction.rules import (
    bid_size,
    can_only_tie,
    counted_hand,
    item_in_sight,
    money_at_hand,
)
from bidwell.games.secret_auction.state import SecretAuctionState
from bidwell.mechanics import count_of, draw_one


def complete(t: SecretAuctionState, given: frozenset[str]) -> None:
    """Derive what is not given: hands from money spent and gone, requests dealt from those kept, the deck."""
    if given & {"piles", "gone"} and "hands" not in given:
        for seat in range(t.players):
            t.hands[seat] = counted_hand(t, seat)
    if "owner" in given:
        if "items" not in given:
            t.items.sort(key=lambda item: {SIGHT: 1, DECK: 2}.get(t.owner[item], 0))
        if "turned" not in given:
            t.turned = ITEMS - t.owner.count(DECK)
    if "kept" in given and "dealt" not in given:
        _deal_kept(t)
    elif t.turned > 0 and "kept" not in given:
        for seat in range(t.players):
            t.kept[seat] = t.dealt[seat][0]
    if "asked" not in given and "choices" not in given:
        t.asked = ((1 << t.players) - 1) & ~t.out if t.turned == 0 or SIGHT in t.owner else 0


def _deal_kept(t: SecretAuctionState) -> None:
    """A kept request was dealt to its owner with one that nobody kept; after the first item everyone has kept one."""
    left = (1 << REQUESTS) - 1
    for seat in range(t.players):
        if t.kept[seat] != NO_REQUEST:
            left &= ~(1 << t.kept[seat])
    for seat in range(t.players):
        for place in range(2):
            if place == 0 and t.kept[seat] != NO_REQUEST:
                t.dealt[seat][place] = t.kept[seat]
            else:
                t.dealt[seat][place] = draw_one(t, left)
                left &= ~(1 << t.dealt[seat][place])
        if t.turned > 0 and t.kept[seat] == NO_REQUEST:
            t.kept[seat] = t.dealt[seat][0]


def flaw(t: SecretAuctionState) -> str:
    """Return the reason why this position is impossible, or an empty string."""
    return (
        _flaw_of_money(t)
        or _flaw_of_items(t)
        or _flaw_of_requests(t)
        or _flaw_of_choices(t)
        or _flaw_of_out(t)
        or _flaw_of_spending(t)
    )


def _flaw_of_money(t: SecretAuctionState) -> str:
    for seat in range(t.players):
        places = (t.hands[seat], t.piles[seat], t.gone[seat])
        if sum(places) != ALL_MONEY or places[0] | places[1] | places[2] != ALL_MONEY:
            return "SEC-01: each has the values 1 to 10 once, in hand, in the pile or gone"
        if not 0 <= t.chips[seat] <= CHIPS_EACH:
            return f"SEC-05: each has at most {CHIPS_EACH} chips"
        due = sum(bid_size(t, item) for item in range(ITEMS) if t.owner[item] == seat)
        if count_of(t.gone[seat]) != due:
            return f"SEC-12: the items won by a player lie on {due} money cards, not {count_of(t.gone[seat])}"
    return ""


def _flaw_of_out(t: SecretAuctionState) -> str:
    largest = max((bid_size(t, item) for item in t.items[: t.turned]), default=0)
    for seat in range(t.players):
        if t.out >> seat & 1 and count_of(t.hands[seat] | t.piles[seat]) >= largest:
            return "SEC-21: a player who is out had too few cards for an item that was turned up"
    return ""


def _flaw_of_spending(t: SecretAuctionState) -> str:
    """Money and chips are spent only when an auction ends, and no pile can be taken back in the first auction."""
    over = [item for item in t.items[: t.turned] if t.owner[item] != SIGHT]
    fewest = min(t.chips[: t.players])
    if not over and (any(t.piles) or fewest < CHIPS_EACH):
        return "SEC-13: nobody has spent money or chips before the first auction is over"
    if len(over) == 1 and fewest < CHIPS_EACH - 1:
        return "SEC-31: in the first auction there is no pile to take back, and nobody spends more than one chip"
    for seat in range(t.players):
        cards = sum(bid_size(t, item) for item in over if t.owner[item] != seat)
        if count_of(t.piles[seat]) > cards:
            return f"SEC-13: a pile holds what was bid for items won by others or by nobody: here at most {cards} cards"
    return ""


def _flaw_of_items(t: SecretAuctionState) -> str:
    if sorted(t.items) != list(range(ITEMS)):
        return "SEC-02: every item is there once, turned up or not"
    if not 0 <= t.turned <= ITEMS:
        return f"SEC-02: from 0 to {ITEMS} items have been turned up"
    if any((t.owner[item] == DECK) == (place < t.turned) for place, item in enumerate(t.items)):
        return f"SEC-10: the first {t.turned} items have been turned up, and no others"
    over = t.asked == 0
    in_sight = [item for item in range(ITEMS) if t.owner[item] == SIGHT]
    if in_sight != ([] if over or t.turned == 0 else [item_in_sight(t)]):
        return "SEC-10: the item in sight is the last one turned up, while somebody is asked"
    return ""


def _flaw_of_requests(t: SecretAuctionState) -> str:
    dealt = [request for seat in range(t.players) for request in t.dealt[seat]]
    if NO_REQUEST in dealt or len(set(dealt)) < len(dealt):
        return "SEC-04: each is dealt two requests, all different"
    for seat in range(t.players):
        chosen = t.turned > 0 or not t.asked >> seat & 1
        if chosen != (t.kept[seat] != NO_REQUEST) or (chosen and t.kept[seat] not in t.dealt[seat]):
            return "SEC-04: each keeps one of the two requests dealt, before the first item"
    return ""


def _flaw_of_choices(t: SecretAuctionState) -> str:
    if t.asked >> t.players or t.asked & t.out:
        return "SEC-21: a player who is out is not asked any more"
    if t.turned == 0 and not t.asked:
        return "SEC-10: when all have kept a request, the first item is turned up"
    if t.asked and t.turned > 0 and t.players - count_of(t.out) < 2:
        return "SEC-33: with at most one player who can take part the game is over"
    if t.asked and t.turned > 0 and is_at_an_end(t):
        return "SEC-34: when all who take part can only tie the game is over, and nobody is asked"
    if t.turned > 0 and not t.asked and not is_at_an_end(t):
        return "SEC-33: the game is over when no item is left, or at most one can take part, or all can only tie"
    for seat in range(t.players):
        bidding = t.turned > 0 and t.asked != 0 and not t.out >> seat & 1
        due = bidding and not t.asked >> seat & 1
        if due != (t.choices[seat] != NO_CHOICE):
            return "SEC-10: just those who are no longer asked have chosen"
        if bidding and count_of(t.hands[seat]) < bid_size(t, item_in_sight(t)):
            return "SEC-20: a player who takes part has enough cards in hand for the item in sight"
        if t.recovering[seat] and not (bidding and t.chips[seat] and t.piles[seat]):
            return "SEC-31: taking the pile back needs an item in sight, a chip and a pile"
        if due and not _could_choose(t, seat):
            return "SEC-10: a sealed choice is a pass with a chip, or a bid of as many cards in hand as the item names"
    return ""


def is_at_an_end(t: SecretAuctionState) -> bool:
    """SEC-33, SEC-34: does the game end here? The last item in sight is still sold."""
    taking_part = ((1 << t.players) - 1) & ~t.out
    if count_of(taking_part) < 2 or (t.turned == ITEMS and SIGHT not in t.owner):
        return True
    return can_only_tie(t, taking_part, bid_size(t, item_in_sight(t)))


def _could_choose(t: SecretAuctionState, seat: int) -> bool:
    if t.choices[seat] == PASS:
        return t.chips[seat] > t.recovering[seat]
    money = t.choices[seat] - BID
    return money & ~money_at_hand(t, seat) == 0 and count_of(money) == bid_size(t, item_in_sight(t))
