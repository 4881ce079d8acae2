"""Positions of Bids that were written, not dealt: completed and checked."""

from __future__ import annotations

from bidwell.core.flat import NOBODY
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
    MINUS,
    NO_CARD,
    NUMBERS_USED,
    TAKEN_OUT,
    THIEF,
    TURNS,
)
from bidwell.games.bids.rules import is_black, loot, uses_ally
from bidwell.games.bids.table import Table
from bidwell.mechanics import shuffle

LYING = ("hands", "pile", "removed", "gone", "taker", "played", "up")
"""The fields that say where cards are."""


def complete(t: Table, given: frozenset[str]) -> None:
    """What is given stands. The other cards go into hands, out of the round and under the pile; the rest is gone."""
    if "leader" in given and "turn" not in given:
        t.turn = t.leader
    if given.isdisjoint({*LYING, "turn_number"}):
        return
    for name in LYING:
        if name not in given:
            _clear(t, name)
    rest = [card for card in range(CARDS) if in_use(t, card) and card not in where(t)]
    shuffle(t, rest, 0, len(rest))
    _lay_rest(t, [card for card in rest if not is_black(card)], [card for card in rest if is_black(card)], given)


def _clear(t: Table, name: str) -> None:
    before = getattr(t, name)
    empty = 0 if name == "gone" else NO_CARD
    setattr(t, name, [empty] * len(before) if isinstance(before, list) else empty)


def _lay_rest(t: Table, colours: list[int], blacks: list[int], given: frozenset[str]) -> None:
    if t.up == NO_CARD and t.turn != NOBODY:
        t.up = next(card for card in [*blacks] if card < DOUBLE)
        blacks.remove(t.up)
    colours.sort(key=lambda card: card == ALLY)
    for seat in range(t.players):
        for slot in range(seat * HAND, seat * HAND + cards_due(t, seat)):
            if t.hands[slot] == NO_CARD and colours:
                t.hands[slot] = colours.pop()
    for place in range(removed_due(t)):
        if t.removed[place] == NO_CARD and colours:
            t.removed[place] = colours.pop()
    for card in colours:
        t.gone[card] = 1
    pile = blacks + [card for card in t.pile if card != NO_CARD]
    t.pile = pile + [NO_CARD] * (len(t.pile) - len(pile))
    t.pile_size = len(pile)


def cards_due(t: Table, seat: int) -> int:
    """BID-07, BID-14: how many cards this seat has in hand now."""
    return 0 if t.turn == NOBODY else HAND + 1 - t.turn_number - (t.played[seat] != NO_CARD)


def removed_due(t: Table) -> int:
    """BID-04."""
    return TAKEN_OUT[t.players] + (t.players < ALLY_FROM and t.ally)


def flaw(t: Table) -> str:
    """Why this position cannot be, or an empty string."""
    return _flaw_of_cards(t) or _flaw_of_pile(t) or _flaw_of_turn(t) or _flaw_of_round(t)


def in_use(t: Table, card: int) -> bool:
    """BID-01 to BID-03: is this card part of the game at this table?"""
    if card < DOUBLE:
        in_colour = card < COLOURS_USED[t.players] * HIGHEST or card >= BLACK
        return in_colour and card % HIGHEST < NUMBERS_USED[t.players]
    if card == ALLY:
        return uses_ally(t)
    if card >= BLANKS:
        return card - BLANKS < t.blanks
    return card <= MINUS or bool(t.specials >> (card - THIEF) & 1)


def where(t: Table) -> list[int]:
    """Every card that is somewhere, once for each place where it is."""
    found = [card for card in (*t.hands, *t.pile, *t.removed) if card != NO_CARD]
    found += [card for card in range(CARDS) if t.gone[card]]
    found += [BLACK + black for black in range(BLACKS) if t.taker[black] != NOBODY]
    found += [t.played[seat] for seat in range(t.players) if _still_there(t, t.played[seat])]
    return found + ([t.up] if _still_there(t, t.up) else [])


def _still_there(t: Table, card: int) -> bool:
    """Cards of this turn are counted where they lie, unless they have been taken, discarded or put under already."""
    if not is_black(card) or t.gone[card] or t.taker[card - BLACK] != NOBODY:
        return False
    return not (t.stealing and card in t.pile)


def _flaw_of_cards(t: Table) -> str:
    found = where(t)
    for card in range(CARDS):
        if found.count(card) > 1:
            return f"BID-01: every card is there once, but {CARD_NAMES[card]} is in two places"
        if in_use(t, card) and card not in found:
            return f"BID-01: {CARD_NAMES[card]} is missing"
        if card in found and not in_use(t, card):
            return f"BID-01: {CARD_NAMES[card]} is not used at this table"
    return ""


def _flaw_of_pile(t: Table) -> str:
    filled = [card for card in t.pile if card != NO_CARD]
    if t.pile_size != len(filled) or not all(is_black(card) for card in filled):
        return f"BID-05: the pile is of point cards, and pile_size counts them: {len(filled)}"
    known = {BLACK + black for black in range(BLACKS) if t.burned[black]}
    if not 0 <= t.under <= t.pile_size or not set(filled[: t.under]) <= known <= set(filled):
        return "BID-10: the cards that went under the pile are in it, the last ones at its bottom"
    if any(is_black(card) or card == ALLY for card in t.removed):
        return "BID-04: only coloured cards are out of the round, never the Ally"
    return ""


def _flaw_of_turn(t: Table) -> str:
    over = t.turn == NOBODY
    if not 1 <= t.round_number <= t.rounds or not 1 <= t.turn_number <= TURNS or not 0 <= t.leader < t.players:
        return f"BID-14: a round has a leader and turns 1 to {TURNS}, and there are {t.rounds} rounds"
    if over != (t.round_number == t.rounds and t.turn_number == TURNS and t.up == NO_CARD):
        return "BID-17: the game is over when the last turn of the last round is, and then nobody is asked"
    for seat in range(t.players):
        count = sum(card != NO_CARD for card in t.hands[seat * HAND : (seat + 1) * HAND])
        if count != cards_due(t, seat):
            return f"BID-07: in turn {t.turn_number} a hand has {cards_due(t, seat)} cards, not {count}"
    return "" if over else _flaw_of_order(t)


def _flaw_of_order(t: Table) -> str:
    if not is_black(t.up):
        return "BID-07: a point card is turned up for every turn"
    played = [t.played[(t.leader + step) % t.players] != NO_CARD for step in range(t.players)]
    if t.stealing:
        fits = all(played) and loot(t, t.turn, [0] * 64) > 1
        return "" if fits else "BID-36: a thief is asked when all have played and there is something to choose"
    asked = (t.turn - t.leader) % t.players
    if played != [step < asked for step in range(t.players)]:
        return "BID-07: they play clockwise from the leader, and who is asked has not played"
    return ""


def _flaw_of_round(t: Table) -> str:
    allied = bin(t.allies).count("1")
    if allied not in (0, 2) or t.allies >> t.players:
        return "BID-32: two players are allied, or none"
    if any(t.doubled[black] and t.taker[black] == NOBODY for black in range(BLACKS)):
        return "BID-35: only cards that lie before a player count double"
    if any(not 0 <= t.lucky[seat] <= t.round_number for seat in range(t.players)):
        return "BID-19: nobody is a lucky loser more often than there are rounds"
    return ""
