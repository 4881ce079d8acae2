"""What bids and chips mean in The Secret Auction House, from what a seat sees.

Hands are hidden, but every bid was opened before everybody, so everybody can count what is in a hand and how high a
rival can bid. Sealed choices and requests of others stay unknown.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Literal

from bidwell.core.game import ViewLike
from bidwell.games.secret_auction.components import (
    ALL_MONEY,
    BID,
    BID_SIZES,
    CHIPS_UNUSED,
    DECK,
    DISCARDED,
    FEW_TYPES,
    FEWEST_THREES,
    ITEMS,
    MANY_TYPES,
    MONEY,
    MOST_MONEY,
    MOST_ONES,
    MULTIPLE_OF_FOUR,
    NO_CHOICE,
    NO_REQUEST,
    ONE_OF_EACH,
    PAIRS,
    PASS,
    RECOVER,
    REQUEST_GOALS,
    SIGHT,
    STARS,
    TWO_TWOS,
)
from bidwell.games.secret_auction.rules import (
    bid_size,
    can_recover,
    counted_hand,
    has_cards_for,
    is_fulfilled,
    items_with,
    least_of,
    measure,
    money_at_hand,
    most_of,
    pass_item,
    points_for_request,
    rarities_won,
    recover,
    spend,
    stars_of,
    stars_won,
    sum_of,
    types_won,
)
from bidwell.games.secret_auction.state import SecretAuctionState
from bidwell.mechanics import count_of

ITEM_TYPES = tuple(item // STARS for item in range(ITEMS))
"""SEC-02: the type of every item, as an index of TYPES."""
ITEM_STARS = tuple(stars_of(item) for item in range(ITEMS))
"""SEC-02."""


def _item_sizes(option: int) -> tuple[int, ...]:
    t = SecretAuctionState()
    t.bid_sizes = option
    return tuple(bid_size(t, item) for item in range(ITEMS))


ITEM_SIZES = {name: _item_sizes(option) for option, name in enumerate(BID_SIZES)}
"""SEC-03: the number of money cards in a bid for every item, by option `bid_sizes`."""
BID_RANGES = tuple((least_of(ALL_MONEY, size), most_of(ALL_MONEY, size)) for size in range(4))
"""SEC-11: the lowest and the highest bid with all ten money cards, by the number of cards."""

CANNOT, TIES_WITH_CHIP, TIES, BEATS_WITH_CHIP, BEATS = range(5)
"""The most that a seat can do against a bid: bid as much or more, without a chip or with the pile taken back."""

COMPARING = frozenset({MOST_MONEY, FEWEST_THREES, MOST_ONES})
"""The requests that compare players."""

Change = Literal["met", "no longer met", "lost"]


@dataclass(frozen=True, slots=True)
class Bidder:
    """A seat, as far as the viewer can count."""

    hand: list[int]
    """The money cards in hand: those neither in the pile nor gone."""
    stars: int
    """Stars won so far (SEC-35)."""
    most: int
    """The highest bid for the item in sight; 0 if none is in sight or the seat is out."""
    most_with_chip: int
    """The same if the seat takes its pile back for a chip, if it can (SEC-31)."""
    bid: int | None = None
    """The sum of the sealed bid; None if it is hidden or there is none."""
    spending: int = 0
    """The chips that go when the choices are opened, as far as the viewer knows."""
    fulfilled: bool | None = None
    """Whether the request is fulfilled as things stand; None if it is hidden or not chosen."""
    request_points: int | None = None
    """The points for the request as things stand (SEC-35); None if it is hidden or not chosen."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of the viewer's request (SEC-40 to SEC-49)."""

    fulfilled: bool
    lost: bool
    """Whether it cannot be fulfilled any more: types, two-star items and spent chips only become more."""
    count: int
    """What the request counts: money cards, types, items, stars, chips, or rarities."""
    goal: int
    """The number wanted; the most allowed for SEC-41, the next multiple for SEC-45; 0 if players are compared."""
    done: int
    """The number of steps taken."""
    steps: int
    """The number of steps to the goal; 0 if players are compared."""
    counts: list[int]
    """The count of every seat, if players are compared."""
    rival: int | None
    """The best of the others, if players are compared."""
    by_stars: list[int]
    """For SEC-49, the number of items with one, two and three stars."""


@dataclass(frozen=True, slots=True)
class Winning:
    """What winning the item in sight does. It is the same for every bid, as all have the same number of cards."""

    stars: int
    """The stars won, with the item."""
    fulfilled: bool
    """Whether the request is then fulfilled."""
    request: Change | None
    """What changes for the request."""
    cards_left: int
    """The money cards then left in hand and pile together."""
    too_few_for: int | None
    """The largest bid for an item to come for which they are too few, so that the seat drops out (SEC-21)."""


@dataclass(frozen=True, slots=True)
class Spending:
    """What a choice that costs a chip does."""

    chips_left: int
    hand: list[int]
    """The hand then."""
    request: Change | None
    """What changes for the request."""


@dataclass(frozen=True, slots=True)
class Offers:
    """Notable bids, as indices of the legal actions."""

    least: int
    beats_one: int | None
    """The lowest bid that at least one rival cannot reach, even with a chip."""
    beats_all: int | None
    """The lowest bid that no rival can reach: it is sure to win."""
    most: int


@dataclass(frozen=True, slots=True)
class SecretAuctionForesight:
    """All that a viewer can work out about the item in sight. A spectator has the bidders only."""

    bidders: list[Bidder]
    usable: list[int] = field(default_factory=list)
    """The viewer's money cards for a bid, with a pile taken back for this item (SEC-31)."""
    request: Progress | None = None
    """The viewer's request; None before it is chosen."""
    answers: dict[int, list[int]] = field(default_factory=dict)
    """What every seat can do against each sum that the viewer can bid or has bid: CANNOT to BEATS. The viewer and
    seats that are out cannot do anything."""
    sums: list[int] = field(default_factory=list)
    """The sum of every legal action, in their order; 0 for one that is no bid (SEC-11)."""
    offers: Offers | None = None
    winning: Winning | None = None
    passing: Spending | None = None
    """SEC-30; None if it is not legal."""
    recovering: Spending | None = None
    """SEC-31; None if it is not legal."""


def foresight(seen: ViewLike) -> SecretAuctionForesight:
    t: SecretAuctionState = seen.state
    sealed = Sealed(tuple(t.kept), tuple(t.recovering), tuple(t.choices))
    return _foresight(_public_state(t), sealed, seen.seat, tuple(seen.actions))


# Everything is cached by what a viewer sees: while an item is in sight, only who has chosen changes for the others.


@dataclass(frozen=True, slots=True)
class PublicState:
    """What everybody sees."""

    players: int
    bid_sizes: int
    owner: tuple[int, ...]
    piles: tuple[int, ...]
    gone: tuple[int, ...]
    chips: tuple[int, ...]
    out: int

    def state(self) -> SecretAuctionState:
        """Return a state with this, the hands that follow from it, and no request or choice."""
        t = SecretAuctionState()
        t.players, t.bid_sizes, t.out, t.owner = self.players, self.bid_sizes, self.out, [*self.owner]
        t.piles, t.gone, t.chips = [*self.piles], [*self.gone], [*self.chips]
        for seat in range(t.players):
            t.hands[seat] = counted_hand(t, seat)
            t.kept[seat], t.choices[seat] = NO_REQUEST, NO_CHOICE
        return t

    def size(self) -> int:
        """Return the number of cards in a bid for the item in sight, 0 if there is none."""
        return ITEM_SIZES[BID_SIZES[self.bid_sizes]][self.owner.index(SIGHT)] if SIGHT in self.owner else 0


@dataclass(frozen=True, slots=True)
class Sealed:
    """The requests and the sealed choices of all seats; None where they are hidden from the viewer."""

    kept: tuple[int | None, ...]
    recovering: tuple[int | None, ...]
    choices: tuple[int | None, ...]

    def put_into(self, t: SecretAuctionState) -> None:
        """Write what is known into a state."""
        for seat in range(t.players):
            request, choice = self.kept[seat], self.choices[seat]
            t.kept[seat] = NO_REQUEST if request is None else request
            t.choices[seat] = NO_CHOICE if choice is None else choice
            t.recovering[seat] = self.recovering[seat] or 0


def _public_state(t: SecretAuctionState) -> PublicState:
    return PublicState(t.players, t.bid_sizes, tuple(t.owner), tuple(t.piles), tuple(t.gone), tuple(t.chips), t.out)


@lru_cache(maxsize=512)
def _foresight(
    house: PublicState, sealed: Sealed, viewer: int | None, actions: tuple[int, ...]
) -> SecretAuctionForesight:
    t, size = house.state(), house.size()
    sealed.put_into(t)
    bidders = [_known(t, seat, size, bidder) for seat, bidder in enumerate(_bidders(house))]
    if viewer is None:
        return SecretAuctionForesight(bidders)
    sums = [_sum_of(action - BID) if action >= BID else 0 for action in actions] if size else []
    own = bidders[viewer].bid
    found = SecretAuctionForesight(
        bidders,
        _values(money_at_hand(t, viewer)),
        None if t.kept[viewer] == NO_REQUEST else _request(t, viewer),
        _answers(t, viewer, bidders, [own] if own else sums),
        sums,
    )
    return _with_choices(found, t, viewer, actions) if sums else found


_sum_of = cache(sum_of)


@cache
def _values(money: int) -> list[int]:
    """Return the values of a set of money cards."""
    return [value for value in range(1, MONEY + 1) if money >> (value - 1) & 1]


# Every seat


@lru_cache(maxsize=256)
def _bidders(house: PublicState) -> list[Bidder]:
    """Return what everybody can count of every seat."""
    t, size = house.state(), house.size()
    return [Bidder(_values(t.hands[seat]), stars_won(t, seat), *_most(t, seat, size)) for seat in range(house.players)]


def _most(t: SecretAuctionState, seat: int, size: int) -> tuple[int, int]:
    """Return the highest bid, and the highest with the pile taken back if that is possible."""
    if t.out >> seat & 1:
        return 0, 0
    most = most_of(money_at_hand(t, seat), size)
    return most, max(most, most_of(t.hands[seat] | t.piles[seat], size)) if can_recover(t, seat) else most


def _known(t: SecretAuctionState, seat: int, size: int, bidder: Bidder) -> Bidder:
    """Return the bidder with what the viewer knows of their request and their sealed choice."""
    request, choice, recovering = t.kept[seat], t.choices[seat], t.recovering[seat]
    if request == NO_REQUEST and choice == NO_CHOICE and not recovering:
        return bidder
    most, most_with_chip = _most(t, seat, size)
    return replace(
        bidder,
        most=most,
        most_with_chip=most_with_chip,
        bid=_sum_of(choice - BID) if choice >= BID else None,
        spending=recovering + (choice == PASS),
        fulfilled=None if request == NO_REQUEST else is_fulfilled(t, seat, request),
        request_points=None if request == NO_REQUEST else points_for_request(t, seat),
    )


# The viewer's request


def _request(t: SecretAuctionState, seat: int) -> Progress:
    request = t.kept[seat]
    count, steps, fulfilled = _count(t, seat, request), REQUEST_GOALS[request], is_fulfilled(t, seat, request)
    goal = count // steps * steps + (0 if fulfilled else steps) if request == MULTIPLE_OF_FOUR else steps
    compares = request in COMPARING
    return Progress(
        fulfilled,
        _is_lost(t, seat, request),
        count,
        goal,
        min(steps, steps - goal + count),
        steps,
        [_count(t, other, request) for other in range(t.players)] if compares else [],
        _best_rival(t, seat, request) if compares else None,
        [items_with(t, seat, stars) for stars in range(1, STARS + 1)] if request == ONE_OF_EACH else [],
    )


def _count(t: SecretAuctionState, seat: int, request: int) -> int:
    """Return the number that a request is about."""
    if request in COMPARING:
        return abs(measure(t, seat, request))
    if request in (FEW_TYPES, MANY_TYPES):
        return types_won(t, seat, 1)
    if request == MULTIPLE_OF_FOUR:
        return stars_won(t, seat)
    if request == CHIPS_UNUSED:
        return t.chips[seat]
    if request == TWO_TWOS:
        return items_with(t, seat, 2)
    return types_won(t, seat, 2) if request == PAIRS else rarities_won(t, seat)


def _best_rival(t: SecretAuctionState, seat: int, request: int) -> int:
    others = [other for other in range(t.players) if other != seat]
    return max(others, key=lambda other: measure(t, other, request))


def _is_lost(t: SecretAuctionState, seat: int, request: int) -> bool:
    """Is the request beyond its goal for good? Items are never lost, and chips never come back (SEC-32)."""
    count, goal = _count(t, seat, request), REQUEST_GOALS[request]
    return count > goal if request in (FEW_TYPES, TWO_TWOS) else request == CHIPS_UNUSED and count < goal


def _change(now: SecretAuctionState, then: SecretAuctionState, seat: int) -> Change | None:
    """Return what becomes of the seat's request between two states."""
    request = now.kept[seat]
    if _is_lost(then, seat, request):
        return None if _is_lost(now, seat, request) else "lost"
    before, after = is_fulfilled(now, seat, request), is_fulfilled(then, seat, request)
    return None if before == after else "met" if after else "no longer met"


# The viewer's choices


def _with_choices(
    found: SecretAuctionForesight, t: SecretAuctionState, seat: int, actions: tuple[int, ...]
) -> SecretAuctionForesight:
    return replace(
        found,
        offers=_offers(t, seat, found, actions),
        winning=_winning(t, seat, actions[-1] - BID),
        passing=_passing(t, seat) if PASS in actions else None,
        recovering=_recovering(t, seat) if RECOVER in actions else None,
    )


def _rivals(t: SecretAuctionState, seat: int) -> list[int]:
    return [other for other in range(t.players) if other != seat and not t.out >> other & 1]


def _answers(t: SecretAuctionState, seat: int, bidders: list[Bidder], sums: list[int]) -> dict[int, list[int]]:
    rivals = _rivals(t, seat)
    return {
        total: [_answer(bidder, total) if other in rivals else CANNOT for other, bidder in enumerate(bidders)]
        for total in sorted({*sums} - {0})
    }


def _answer(rival: Bidder, total: int) -> int:
    """SEC-11, SEC-14: return the most that a rival can do against a bid."""
    if rival.most > total:
        return BEATS
    if rival.most_with_chip > total:
        return BEATS_WITH_CHIP
    if rival.most == total:
        return TIES
    return TIES_WITH_CHIP if rival.most_with_chip == total else CANNOT


def _offers(t: SecretAuctionState, seat: int, found: SecretAuctionForesight, actions: tuple[int, ...]) -> Offers:
    """Return the notable bids. Of equal sums, the one with the lower highest card is offered."""
    bids = [index for index, total in enumerate(found.sums) if total]
    bids.sort(key=lambda index: (found.sums[index], (actions[index] - BID).bit_length()))
    most = [found.bidders[other].most_with_chip for other in _rivals(t, seat)]
    beats_one = next((bid for bid in bids if found.sums[bid] > min(most)), None)
    beats_all = next((bid for bid in bids if found.sums[bid] > max(most)), None)
    return Offers(bids[0], beats_one, beats_all, bids[-1])


def _winning(t: SecretAuctionState, seat: int, money: int) -> Winning:
    then = _after(t, seat, money, seat)
    sizes = ITEM_SIZES[BID_SIZES[t.bid_sizes]]
    largest = max((sizes[item] for item in range(ITEMS) if t.owner[item] == DECK), default=0)
    return Winning(
        stars_won(then, seat),
        is_fulfilled(then, seat, then.kept[seat]),
        _change(t, then, seat),
        count_of(then.hands[seat] | then.piles[seat]),
        None if has_cards_for(then, seat, largest) else largest,
    )


def _passing(t: SecretAuctionState, seat: int) -> Spending:
    """SEC-30."""
    then = _after(t, seat, 0, DISCARDED)
    pass_item(then, seat)
    return _spending(t, then, seat)


def _recovering(t: SecretAuctionState, seat: int) -> Spending:
    """SEC-31."""
    then = t.copy()
    recover(then, seat)
    return _spending(t, then, seat)


def _spending(t: SecretAuctionState, then: SecretAuctionState, seat: int) -> Spending:
    return Spending(then.chips[seat], _values(then.hands[seat]), _change(t, then, seat))


def _after(t: SecretAuctionState, seat: int, money: int, winner: int) -> SecretAuctionState:
    """SEC-12, SEC-13, SEC-31: return the state after the choices are opened, if this seat alone has bid."""
    then = t.copy()
    if then.recovering[seat]:
        recover(then, seat)
    spend(then, seat, money, winner)
    then.owner[then.owner.index(SIGHT)] = winner
    return then


def after_losing(seen: ViewLike, action: int) -> tuple[list[int], list[int]]:
    """Return the viewer's hand and pile if this bid does not win (SEC-13)."""
    assert seen.seat is not None
    t = _public_state(seen.state).state()
    t.recovering[seen.seat] = seen.state.recovering[seen.seat]
    then = _after(t, seen.seat, action - BID, DISCARDED)
    return _values(then.hands[seen.seat]), _values(then.piles[seen.seat])
