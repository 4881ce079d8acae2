"""The other markets, and the cards that lie face up there."""

from __future__ import annotations

from bidwell.core.rule import rule
from bidwell.games.off_season.components import FACES, MARKETS, OTHERS
from bidwell.games.off_season.rules.actions import list_each
from bidwell.games.off_season.rules.cards import faces_up
from bidwell.games.off_season.state import OffSeasonState


@rule
def other_market(own: int, number: int) -> int:
    """CAM-42, CAM-44, CAM-45, CAM-49, CAM-50: the other markets are numbered from 0, without a gap."""
    return number + 1 if number >= own else number


@rule
def faces_elsewhere(t: OffSeasonState) -> int:
    """CAM-12: the faces lying face up in the markets nobody has chosen."""
    faces = 0
    for market in range(len(MARKETS)):
        if t.open_markets >> market & 1:
            faces |= faces_up(t, market)
    return faces


@rule
def list_cards_elsewhere(t: OffSeasonState, action: int, faces: int, out: list[int], count: int) -> int:
    """CAM-12: `action` with every other market nobody has chosen and every one of `faces` that lies face up there."""
    for number in range(OTHERS):
        market = other_market(t.chosen // 2, number)
        if t.open_markets >> market & 1:
            count = list_each(action + number * FACES, faces_up(t, market) & faces, out, count)
    return count
