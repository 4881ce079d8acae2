"""The counting a good trader does: what sales would bring, what is unseen, how long the game can last."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from bidwell.cli.scenes.off_season.goods import (
    goods_of,
)
from bidwell.games.off_season.components import (
    CAMELS,
    CARDS,
    COPIES,
    FIRST_FACE,
    POTTERY,
    STAYS_ON_TOP,
    TURN_BELOW,
    TYPES,
)
from bidwell.games.off_season.rules import (
    camel_with,
    cards_to_fill,
    hand_over,
    possible_sales,
    worth_of_sale,
)
from bidwell.games.off_season.state import OffSeasonState

EVERY_TYPE = range(len(TYPES))
EVERY_CAMEL = range(len(CAMELS))

# What sales would bring


@dataclass(frozen=True)
class Sale:
    """A sale from a camel, what it brings, and which faces stay on the camel."""

    sale: int
    camel: int
    pounds: int
    coin: int
    stays: tuple[int, ...]

    @property
    def kind(self) -> int:
        return min(self.sale, POTTERY)

    @property
    def total(self) -> int:
        return self.pounds + self.coin


def sale_of(state: OffSeasonState, seat: int, sale: int) -> Sale:
    """Return the sale with this number (CAM-20 to CAM-23)."""
    kind, then = min(sale, POTTERY), state.copy()
    camel = camel_with(state, seat, kind)
    hand_over(then, seat, sale)
    stays = tuple(goods_of(then, seat, kind))
    return Sale(sale, camel, worth_of_sale(state, seat, sale), state.coins[seat][camel], stays)


def sales_from(state: OffSeasonState, seat: int, camel: int) -> list[Sale]:
    """Every sale from a camel, the best first, even if selling is not possible now."""
    then = state.copy()
    then.sold_from = (1 << len(CAMELS)) - 1 & ~(1 << camel)
    possible = possible_sales(then, seat)
    found = [sale_of(state, seat, sale) for sale in range(POTTERY + possible.bit_length()) if possible >> sale & 1]
    return sorted(found, key=lambda sale: -sale.pounds)


def sold_already(state: OffSeasonState, seat: int, camel: int) -> bool:
    """CAM-16: return whether this seat has sold from this camel during its current turn of the final sale."""
    return state.turn == seat and bool(state.sold_from >> camel & 1)


def worth(state: OffSeasonState, seat: int) -> int:
    """What the goods would bring if sold now, once from each camel; without camels sold from in the final sale."""
    best = (sales_from(state, seat, camel)[:1] for camel in EVERY_CAMEL if not sold_already(state, seat, camel))
    return sum(sale.total for sales in best for sale in sales)


# What may come out of the Tower, or lies face down


def unseen(state: OffSeasonState) -> list[int]:
    """The number of cards of each type that the viewer has not seen."""
    left = [*COPIES]
    for face in state.faces:
        if face is not None:
            left[face] -= 1
    return [sum(left[FIRST_FACE[kind] : FIRST_FACE[kind + 1]]) for kind in EVERY_TYPE]


def chance_of_more(state: OffSeasonState, kind: int, drawn: int, than: int) -> float:
    """The chance that more than `than` of `drawn` unseen cards are of this type."""
    every = unseen(state)
    these, others = every[kind], sum(every) - every[kind]
    drawn = min(drawn, these + others)
    fitting = range(than + 1, drawn + 1)
    return sum(comb(these, count) * comb(others, drawn - count) for count in fitting) / comb(these + others, drawn)


def rounds_to_come(state: OffSeasonState) -> int:
    """CAM-04, CAM-16: the most rounds that can follow this one."""
    left, rounds = CARDS - state.drawn, 0
    while left >= state.players + STAYS_ON_TOP:
        left -= cards_to_fill(state, 1 if left < TURN_BELOW else 0)
        rounds += 1
    return rounds
