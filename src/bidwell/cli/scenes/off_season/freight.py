"""Incoming goods: what they would do, and how likely unseen cards overload a camel."""

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
    """What incoming goods would do to one type."""

    kind: int
    camel: int
    """The camel that carries the type, or else the best empty one; NONE if none can carry it."""
    before: int
    coming: int
    lost: bool
    unseen: int
    """The number of incoming cards that the viewer has not seen."""
    chance: float
    """The chance that unseen cards exceed the limit."""

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
    """Goods about to be loaded by a seat: the faces the viewer sees, and the number of unseen cards."""

    state: OffSeasonState
    seat: int
    faces: list[int]
    unseen: int

    @cached_property
    def then(self) -> OffSeasonState:
        """The table with all visible goods loaded; new types go on the best camels."""
        return loaded(self.state, self.seat, self.faces)

    @cached_property
    def gain(self) -> int:
        """The change in the value of the seat's goods."""
        return worth(self.then, self.seat) - worth(self.state, self.seat)

    @cached_property
    def prospects(self) -> list[Prospect]:
        """The prospects of every type that comes or could be overloaded."""
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
    """CAM-13: load types that have a camel first; then the largest new type on the largest empty camel."""
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
    """The goods of a market, with `more` faces and those set aside for it, but not those to keep one of (CAM-40)."""
    those = face_up(state, market) + face_down(state, market)
    if market == chosen_market(state) and state.stage != KEEPING:
        those += lying(state.aside)
    faces = faces_seen(state, those)
    return Freight(state, seat, [*faces, *more], len(those) - len(faces))
