"""Goods on their way to the camels: what they would do, and how likely what is unseen overloads a camel."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from bidwell.cli.scenes.off_season.counting import EVERY_CAMEL, EVERY_TYPE, chance_of_more, worth
from bidwell.cli.scenes.off_season.goods import chosen_market, face_down, face_up, faces_seen, lying
from bidwell.games.off_season.components import CAMELS, KEEPING, NONE, TYPE_OF
from bidwell.games.off_season.rules import camel_with, cards_of_type, empty_camels, unload_all
from bidwell.games.off_season.state import OffSeasonState


@dataclass(frozen=True)
class Prospect:
    """What goods on their way would do to one type."""

    kind: int
    camel: int
    """Where it would go: the camel that carries it, or else the best empty one; NONE if none can carry it."""
    before: int
    coming: int
    lost: bool
    unseen: int
    """How many cards on their way the viewer has not seen."""
    chance: float
    """How likely those push it over the limit."""

    @property
    def after(self) -> int:
        return self.before + self.coming

    @property
    def room(self) -> int:
        return CAMELS[self.camel] - self.after

    @property
    def at_risk(self) -> bool:
        return not self.lost and self.chance > 0


@dataclass(frozen=True)
class Freight:
    """Goods on their way to a seat's camels: the faces seen, and how many cards are not."""

    state: OffSeasonState
    seat: int
    faces: list[int]
    unseen: int

    @cached_property
    def then(self) -> OffSeasonState:
        """The table with all that is seen loaded, new types as well as can be."""
        return loaded(self.state, self.seat, self.faces)

    @cached_property
    def gain(self) -> int:
        """What the goods would bring more than now, or less."""
        return worth(self.then, self.seat) - worth(self.state, self.seat)

    @cached_property
    def prospects(self) -> list[Prospect]:
        """For every type that comes, or that could be overloaded."""
        every = [self._prospect(kind) for kind in EVERY_TYPE]
        return [each for each in every if each.coming or each.at_risk]

    def _prospect(self, kind: int) -> Prospect:
        before = cards_of_type(self.state, self.seat, kind)
        coming = [TYPE_OF[face] for face in self.faces].count(kind)
        camel = camel_with(self.state if before else self.then, self.seat, kind)
        lost = coming > 0 and cards_of_type(self.then, self.seat, kind) == 0
        room = CAMELS[camel] - before - coming
        risky = before + coming > 0 and not lost
        chance = chance_of_more(self.state, kind, self.unseen, room) if risky and self.unseen > room else 0.0
        return Prospect(kind, camel, before, coming, lost, self.unseen, chance)


def loaded(state: OffSeasonState, seat: int, faces: list[int]) -> OffSeasonState:
    """CAM-13: what has a camel first; of new types the largest on the largest empty camel."""
    then = state.copy()
    for face in faces:
        then.goods[seat][face] += 1
    for camel in EVERY_CAMEL:
        kind = then.camels[seat][camel]
        if kind != NONE and cards_of_type(then, seat, kind) > CAMELS[camel]:
            unload_all(then, seat, camel)
    fresh = [kind for kind in EVERY_TYPE if camel_with(then, seat, kind) == NONE and cards_of_type(then, seat, kind)]
    for kind in sorted(fresh, key=lambda kind: -cards_of_type(then, seat, kind)):
        camel = empty_camels(then, seat).bit_length() - 1
        then.camels[seat][camel] = kind
        if cards_of_type(then, seat, kind) > CAMELS[camel]:
            unload_all(then, seat, camel)
    return then


def of_market(state: OffSeasonState, seat: int, market: int, more: tuple[int, ...] = ()) -> Freight:
    """The goods of a market, with those set aside for it (not those to keep one of, CAM-40), and `more` faces."""
    those = face_up(state, market) + face_down(state, market)
    if market == chosen_market(state) and state.stage != KEEPING:
        those += lying(state.aside)
    faces = faces_seen(state, those)
    return Freight(state, seat, [*faces, *more], len(those) - len(faces))
