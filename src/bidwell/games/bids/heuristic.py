"""A heuristic player of Bids. It reads only what its seat may see.

It tries each of its cards on the table and adds up, in hundredths of a point: the value of winning, the chance that the
bid stands against the seats still to play, the value of the card in later turns, and the value of a lucky-loser streak.
"""

from __future__ import annotations

from bidwell.core.rule import rule
from bidwell.games.bids.components import (
    ALLY,
    BLACK,
    BLACKS,
    BLANKS,
    COLOURS,
    COLOURS_USED,
    DOUBLE,
    HAND,
    HIGHEST,
    LUCKY_LOSER,
    NO_BID,
    NO_CARD,
    NUMBERS_USED,
    STEAL,
    SURPRISE,
    THIEF,
    TURNS,
)
from bidwell.games.bids.rules import (
    best_bid,
    bid_of,
    bidders,
    has_black,
    is_black,
    last_bidder,
    middle_is_best,
    points_of,
    points_taken,
    pool_of_colours,
    was_played,
)
from bidwell.games.bids.state import BidsState
from bidwell.mechanics import count_of

POINT = 100
RIVAL = 35
"""Cost of a point taken by a rival."""
KEEP = 28
"""Value of the best card for each turn still to come, in tenths of a point."""
LUCK = 60
"""Probability at the last turn that a streak holds, in per cent; it grows with the turns."""
EAGER = 9
"""Added probability per point at stake, in per cent, that a rival beats a bid."""
ALL_NUMBERS = (1 << HIGHEST) - 1
IN_EVERY_COLOUR = sum(1 << colour * HIGHEST for colour in range(len(COLOURS)))
"""Multiplying a bit mask of numbers in one colour by this gives those numbers in every colour."""
SURPRISE_POINTS, THIEF_POINTS = 5, 6
"""Average value of an unseen card and of a theft."""


@rule
def heuristic(t: BidsState, seat: int, legal: list[int], count: int, rng: int) -> int:
    """Return the card with the highest value."""
    if t.stealing:
        return best_loot(t, legal, count)
    best = legal[0]
    most = -(1 << 40)
    unseen = unseen_numbers(t, seat)
    for index in range(count):
        worth = worth_of_card(t, seat, legal[index], unseen)
        if worth > most:
            most = worth
            best = legal[index]
    return best


@rule
def worth_of_card(t: BidsState, seat: int, card: int, unseen: int) -> int:
    """The value of the outcome, win or burn, weighted by its probability, less the card's value in later turns."""
    t.played[seat] = card  # so that the rules judge the turn; it is taken back below
    stake = points_at_stake(t)
    pool = pool_of_colours(t)
    best = best_bid(t, pool)
    stands = 0 if best == NO_BID else chance_to_stand(t, best, stake, unseen)
    lost = -RIVAL * stake
    worth = lost
    if best == NO_BID or middle_is_best(t, pool, best):
        worth = 0
    elif count_of(bidders(t, pool, best)) > 1:
        worth = (100 - stands) * lost // 100
    elif last_bidder(t, pool, best) == seat:
        worth = (stands * worth_of_winning(t, seat, stake) + (100 - stands) * lost) // 100
    elif card == ALLY:
        worth += POINT * (points_taken(t, last_bidder(t, pool, best)) - points_taken(t, seat)) // 2
    t.played[seat] = NO_CARD
    return worth - worth_later(t, card)


@rule
def points_at_stake(t: BidsState) -> int:
    """The points of the card in the middle and of the black cards played."""
    points = points_of_prize(t, t.up)
    for seat in range(t.players):
        if is_black(t.played[seat]):
            points += points_of_prize(t, t.played[seat])
    return points


@rule
def points_of_prize(t: BidsState, card: int) -> int:
    """A card's points, or the average value of its effect."""
    if card == THIEF:
        return THIEF_POINTS
    if card == SURPRISE:
        return SURPRISE_POINTS
    return points_of(t, card) if card < THIEF or card >= BLANKS else 0


@rule
def worth_of_winning(t: BidsState, seat: int, stake: int) -> int:
    """The points, doubled with a 2x, less the lost chance to be a lucky loser if this is the first black card."""
    worth = POINT * stake
    if t.up == DOUBLE or was_played(t, DOUBLE):
        worth += POINT * (points_taken(t, seat) + stake)
    if not has_black(t, seat):
        worth -= POINT * (t.lucky[seat] + 1) * LUCKY_LOSER[t.players] * hope_of_luck(t) // 100
    return worth


@rule
def hope_of_luck(t: BidsState) -> int:
    """The probability, in per cent, that a player without black cards has none at the end."""
    return LUCK * t.turn_number * t.turn_number // (TURNS * TURNS)


@rule
def chance_to_stand(t: BidsState, best: int, stake: int, unseen: int) -> int:
    """The probability, in per cent, that no seat still to play beats or ties the best bid so far."""
    after = 0
    for other in range(t.players):
        if t.played[other] == NO_CARD:
            after += 1
    better = count_of(unseen & numbers_against(t, best))
    # the chance that one hand has such a card, as if hands were drawn from the unseen cards
    has = min(100, 100 * better * (HAND + 1 - t.turn_number) // max(count_of(unseen), 1))
    stands = 100 - has * min(100, max(EAGER, EAGER * stake)) // 100
    chance = 100
    for _ in range(after):
        chance = chance * stands // 100
    return chance


@rule
def numbers_against(t: BidsState, bid: int) -> int:
    """A bit mask of the coloured cards that beat or tie a bid."""
    if t.lowest_wins:
        return IN_EVERY_COLOUR * ((1 << max(bid, 0)) - 1)
    return IN_EVERY_COLOUR * (ALL_NUMBERS & ~((1 << max(bid - 1, 0)) - 1))


@rule
def unseen_numbers(t: BidsState, seat: int) -> int:
    """A bit mask of the coloured cards that may be in another hand."""
    unseen = 0
    for colour in range(COLOURS_USED[t.players]):
        for card in range(colour * HIGHEST, colour * HIGHEST + NUMBERS_USED[t.players]):
            if not t.gone[card]:
                unseen |= 1 << card
    for slot in range(seat * HAND, seat * HAND + HAND):
        if NO_CARD < t.hands[slot] < BLACK:
            unseen &= ~(1 << t.hands[slot])
    return unseen


@rule
def worth_later(t: BidsState, card: int) -> int:
    """The value of a number in later turns; it rises with the number and with the turns still to come."""
    bid = bid_of(card)
    if bid == NO_BID:
        return 0
    rank = max(bid, 0) * 10 // NUMBERS_USED[t.players]
    if t.lowest_wins:
        rank = 10 - rank
    return KEEP * rank * rank * (TURNS - t.turn_number) // 100


@rule
def best_loot(t: BidsState, legal: list[int], count: int) -> int:
    """Choose the most valuable card; a card that counts double for its owner is preferred."""
    best = legal[0]
    most = -(1 << 40)
    for index in range(count):
        black = (legal[index] - STEAL) % BLACKS
        # it counts once for the thief, and once or twice against its owner
        worth = points_of(t, BLACK + black) * (3 if t.doubled[black] else 2)
        if worth > most:
            most = worth
            best = legal[index]
    return best
