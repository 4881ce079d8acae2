"""Completes and checks positions of Bids that were written by hand."""

from __future__ import annotations

from bidwell.core.state import NOBODY
from bidwell.games.bids.components import (
    ALLY,
    ALLY_FROM,
    BLACK,
    BLACKS,
    BLANKS,
    CARD_NAMES,
    CARDS,
    COLOURS_USED,
    DOUBLE,
    HAND,
    HIGHEST,
    LOWEST,
    MINUS,
    MIXED_IN,
    NO_CARD,
    NUMBERS_USED,
    SHUFFLE,
    SURPRISE,
    TAKEN_OUT,
    THIEF,
    TURNS,
)
from bidwell.games.bids.rules import (
    best_bid,
    is_black,
    is_surprise,
    is_won,
    last_bidder,
    loot,
    pool_of_colours,
    uses_ally,
    was_played,
)
from bidwell.games.bids.state import BidsState
from bidwell.mechanics import shuffle

MOST_POINTS = 5000
"""An upper bound: twelve rounds cannot bring this many points."""
LYING = ("hands", "pile", "removed", "gone", "taker", "played", "up")
"""The fields that hold the places of cards."""


def complete(t: BidsState, given: frozenset[str]) -> None:
    """Keep what is given. Other cards go into hands, out of the round and under the pile; the rest are gone."""
    if "leader" in given and "turn" not in given:
        t.turn = t.leader
    if given.isdisjoint({*LYING, "turn_number"}) or not 1 <= t.turn_number <= TURNS:
        return
    _clear(t, given)
    rest = [card for card in range(CARDS) if in_use(t, card) and card not in where(t)]
    shuffle(t, rest, 0, len(rest))
    colours, blacks = ([card for card in rest if is_black(card) == black] for black in (False, True))
    _turn_up(t, blacks)
    _lay_colours(t, colours, blacks)
    pile = blacks + [card for card in t.pile if card != NO_CARD]
    t.pile = pile + [NO_CARD] * (len(t.pile) - len(pile))
    t.pile_size = len(pile)


def _clear(t: BidsState, given: frozenset[str]) -> None:
    """Clear the places not given. Coloured cards played are gone, and a Lowest that is gone is in force."""
    for name in (name for name in LYING if name not in given):
        before = getattr(t, name)
        empty = 0 if name == "gone" else NO_CARD
        if name == "played":
            t.played[: t.players] = [NO_CARD] * t.players
        else:
            setattr(t, name, [empty] * len(before) if isinstance(before, list) else empty)
    for card in t.played[: t.players]:
        if card != NO_CARD and not is_black(card):
            t.gone[card] = 1
    if "lowest_wins" not in given:
        t.lowest_wins = int(_lowest_in_force(t))


def _lowest_in_force(t: BidsState) -> bool:
    """BID-39, BID-58: true once the Lowest is gone; one played in this turn takes effect only after the theft."""
    return bool(t.gone[LOWEST]) and not was_played(t, LOWEST)


def _turn_up(t: BidsState, blacks: list[int]) -> None:
    """Put a black number in the middle if there is none and a seat is asked."""
    numbers = [card for card in blacks if card < DOUBLE]
    if t.up == NO_CARD and t.turn != NOBODY and numbers:
        t.up = numbers[0]
        blacks.remove(t.up)


def _lay_colours(t: BidsState, colours: list[int], blacks: list[int]) -> None:
    """Fill the hands, with black cards where colours run out; the Ally goes first, as it is never out of the round."""
    slots = [slot for seat in range(t.players) for slot in _empty_slots(t, seat)]
    shuffle(t, slots, 0, len(slots))
    places = [place for place in range(removed_due(t)) if t.removed[place] == NO_CARD]
    colours.sort(key=lambda card: card == ALLY)
    short = len(slots) + len(places) - len(colours)
    drawn = colours[::-1] + [blacks.pop() for _ in range(min(max(short, 0), len(blacks)))]
    hands, rest = _dealt(drawn, len(slots))
    for slot, card in zip(slots, hands, strict=False):
        t.hands[slot] = card
    for card in rest:
        if card != ALLY and places:
            t.removed[places.pop(0)] = card
        else:
            t.gone[card] = 1


def _dealt(cards: list[int], count: int) -> tuple[list[int], list[int]]:
    """Split off `count` cards for the hands. Black cards and the Ally go first: they can go nowhere else."""
    hands = [card for card in cards if is_black(card) or card == ALLY][:count]
    others = [card for card in cards if card not in hands]
    return hands + others[: count - len(hands)], others[count - len(hands) :]


def _empty_slots(t: BidsState, seat: int) -> list[int]:
    return [slot for slot in range(seat * HAND, seat * HAND + cards_due(t, seat)) if t.hands[slot] == NO_CARD]


def cards_due(t: BidsState, seat: int) -> int:
    """BID-07, BID-14: the number of cards this seat has in hand now."""
    return 0 if t.turn == NOBODY else HAND + 1 - t.turn_number - (t.played[seat] != NO_CARD)


def removed_due(t: BidsState) -> int:
    """BID-04: the number of cards out of the round."""
    return TAKEN_OUT[t.players] + (t.players < ALLY_FROM and t.ally)


def in_use(t: BidsState, card: int) -> bool:
    """BID-01 to BID-03: is this card used in this game?"""
    if card < DOUBLE:
        in_colour = card < COLOURS_USED[t.players] * HIGHEST or card >= BLACK
        return in_colour and card % HIGHEST < NUMBERS_USED[t.players]
    if card == ALLY:
        return uses_ally(t)
    if card >= BLANKS:
        return card - BLANKS < t.blanks
    return card <= MINUS or bool(t.specials >> (card - THIEF) & 1)


def where(t: BidsState) -> list[int]:
    """Every card that has a place, once per place."""
    found = [card for card in (*t.hands, *t.pile, *t.removed) if card != NO_CARD]
    found += [card for card in range(CARDS) if t.gone[card]]
    found += [BLACK + black for black in range(BLACKS) if t.taker[black] != NOBODY]
    return found + [card for card in (*t.played[: t.players], t.up) if is_black(card) and not _moved_on(t, card)]


def _moved_on(t: BidsState, card: int) -> bool:
    """While a thief chooses, the black cards of the turn are already taken, discarded or under the pile."""
    return bool(t.stealing and (t.gone[card] or t.taker[card - BLACK] != NOBODY or card in t.pile))


def flaw(t: BidsState) -> str:
    """Return the reason why this position is impossible, or an empty string."""
    if not 1 <= t.round_number <= t.rounds or not 1 <= t.turn_number <= TURNS or not 0 <= t.leader < t.players:
        return f"BID-14: a round has a leader and turns 1 to {TURNS}, and there are {t.rounds} rounds"
    return (
        _flaw_of_cards(t)
        or _flaw_of_pile(t)
        or _flaw_of_turn(t)
        or _flaw_of_round(t)
        or _flaw_of_specials(t)
        or _flaw_of_taken(t)
        or _flaw_of_first_turn(t)
    )


def _flaw_of_cards(t: BidsState) -> str:
    found = where(t)
    for card in range(CARDS):
        if found.count(card) > 1:
            return f"BID-01: every card is there once, but {CARD_NAMES[card]} is in two places"
        if in_use(t, card) and card not in found:
            return f"BID-01: {CARD_NAMES[card]} is missing"
        if card in found and not in_use(t, card):
            return f"BID-01: {CARD_NAMES[card]} is not used at this table"
    removed = [card for card in t.removed if card != NO_CARD]
    if len(removed) != removed_due(t) or any(is_black(card) or card == ALLY for card in removed):
        return f"BID-04: only coloured cards are out of the round, never the Ally; here {removed_due(t)}"
    return ""


def _flaw_of_pile(t: BidsState) -> str:
    filled = [card for card in t.pile if card != NO_CARD]
    if t.pile_size != len(filled) or not all(is_black(card) for card in filled):
        return f"BID-05: the pile is of point cards, and pile_size counts them: {len(filled)}"
    if t.turn != NOBODY and t.pile_size < TURNS - t.turn_number + _drawn_besides(t):
        return f"BID-51: a pile of {t.pile_size} could run out before the tenth turn"
    known = {BLACK + black for black in range(BLACKS) if t.burned[black]}
    if not 0 <= t.under <= t.pile_size or not set(filled[: t.under]) <= known <= set(filled):
        return "BID-10: the cards that went under the pile are in it, the last ones at its bottom"
    return ""


def _drawn_besides(t: BidsState) -> int:
    """BID-38 to BID-40: the number of cards that may still be drawn in addition to one per turn.

    A Shuffle, a Lowest or a Surprise that is not gone counts wherever it is. One in a hand counts because the other
    players cannot rule out that it is in the pile, and it goes there if it is burned.
    """
    return sum(in_use(t, card) and not t.gone[card] for card in (SHUFFLE, LOWEST, SURPRISE))


def _flaw_of_turn(t: BidsState) -> str:
    over = t.turn == NOBODY
    if over != (t.round_number == t.rounds and t.turn_number == TURNS and t.up == NO_CARD):
        return "BID-17: the game is over when the last turn of the last round is, and then nobody is asked"
    for seat in range(t.players):
        count = sum(card != NO_CARD for card in t.hands[seat * HAND : (seat + 1) * HAND])
        if count != cards_due(t, seat):
            return f"BID-07: in turn {t.turn_number} a hand has {cards_due(t, seat)} cards, not {count}"
    return "" if over else _flaw_of_order(t)


def _flaw_of_order(t: BidsState) -> str:
    if not is_black(t.up) or t.up in (SHUFFLE, LOWEST):
        return "BID-07: a point card is turned up for every turn; a Shuffle or a Lowest does not stay"
    played = [t.played[(t.leader + step) % t.players] != NO_CARD for step in range(t.players)]
    if t.stealing:
        fits = all(played) and is_won(t, THIEF) and _has_won(t) and loot(t, t.turn, [0] * BLACKS) > 1
        return "" if fits else "BID-36: a thief is asked when all have played and there is something to choose"
    asked = (t.turn - t.leader) % t.players
    if played != [step < asked for step in range(t.players)]:
        return "BID-07: they play clockwise from the leader, and the player who is asked has not played"
    return ""


def _has_won(t: BidsState) -> bool:
    """BID-09, BID-39: is the seat asked the winner of the turn?

    BID-61, BID-62: a Lowest found by a Surprise of this turn came after the bidding.
    """
    highest = t.copy()
    highest.lowest_wins = 0
    return _winner(t) == t.turn or (is_surprise(t) and _winner(highest) == t.turn)


def _winner(t: BidsState) -> int:
    """BID-09, BID-20: the seat with the best bid among the cards played."""
    pool = pool_of_colours(t)
    return last_bidder(t, pool, best_bid(t, pool))


def _flaw_of_round(t: BidsState) -> str:
    if any(t.gone[card] for card in range(BLACK, ALLY) if not THIEF <= card <= SURPRISE):
        return "BID-12: coloured cards and the specials discarded are gone, no point cards"
    if is_black(t.prize) != bool(t.stealing) or (t.prize != NO_CARD and not is_black(t.prize)):
        return "BID-40: there is a prize, a point card, while the thief of the turn chooses, and only then"
    if any(abs(points) > MOST_POINTS for points in (*t.totals[: t.players], *t.last_scores[: t.players])):
        return f"BID-15: nobody can have more than {MOST_POINTS} points, or fewer than -{MOST_POINTS}"
    rounds_over = t.round_number - (t.turn != NOBODY)
    if any(not 0 <= t.lucky[seat] <= rounds_over for seat in range(t.players)):
        return f"BID-19: nobody is a lucky loser more often than rounds are over, and here {rounds_over} are"
    return ""


def _flaw_of_specials(t: BidsState) -> str:
    if t.lowest_wins != _lowest_in_force(t):
        return "BID-39: the lowest bid wins once the Lowest is gone, and not before"
    if t.allies and (t.allies.bit_count() != 2 or t.allies >> t.players or not t.gone[ALLY]):
        return "BID-32: two players are allied, or none, and only once the Ally has been played"
    doubled = [black for black in range(BLACKS) if t.doubled[black]]
    if doubled and (t.taker[DOUBLE - BLACK] == NOBODY or any(t.taker[black] == NOBODY for black in doubled)):
        return "BID-35: only cards that lie before a player count double, and only once the 2x is taken"
    return ""


def _flaw_of_taken(t: BidsState) -> str:
    """Each turn won brings one card of the pile; the other cards taken were dealt into hands."""
    taken = sum(seat != NOBODY for seat in t.taker)
    turns = t.turn_number - (t.turn != NOBODY and not t.stealing)
    most = turns + MIXED_IN[t.players]
    if taken and not turns:
        return "BID-09: nobody has taken a black card before the first turn of a round is over"
    if taken > most:
        return f"BID-09: after {turns} of {TURNS} turns at most {most} black cards have been taken, not {taken}"
    return ""


def _flaw_of_first_turn(t: BidsState) -> str:
    """BID-38, BID-39: during the first turn only a Shuffle or a Lowest can have been turned up and discarded."""
    if t.turn_number > 1:
        return ""
    if t.stealing:
        return "BID-36: in the first turn of a round nobody has taken a card that could be stolen"
    if t.under or any(t.burned):
        return "BID-10: in the first turn of a round no card has been burned yet"
    if t.gone[THIEF] or t.gone[SURPRISE]:
        return "BID-37: in the first turn of a round only a Shuffle or a Lowest can have been discarded"
    if t.allies:
        return "BID-32: in the first turn of a round nobody is allied yet"
    blacks = sum(is_black(card) for card in (*t.hands, *t.played[: t.players]))
    if blacks != MIXED_IN[t.players]:
        return f"BID-05: all bid cards and {MIXED_IN[t.players]} of the point cards are dealt into hands, not {blacks}"
    return ""
