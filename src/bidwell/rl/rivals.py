"""The other seats of a single-seat environment: policies, bots, or functions of an observation."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bidwell.bots.registry import POLICIES, Bot, bot, checked_spec, policy
from bidwell.core.errors import BadDeal, brief_repr
from bidwell.core.rng import next_rng
from bidwell.rl.match import Match, Observation

Rival = str | Callable[[Observation], int]
"""A bot by its spec, as `bidwell.bot` accepts it, or a function from an observation to an action."""


def checked_rivals(rivals: Rival | Sequence[Rival], count: int) -> list[Rival]:
    """Return one rival for each of `count` seats; one given alone sits in all of them. Raise BadDeal if it cannot."""
    if not isinstance(rivals, str | Sequence) and not callable(rivals):
        raise BadDeal(f"rivals are a bot, a function of an observation, or a list of them, not {brief_repr(rivals)}")
    given = [rivals] * count if isinstance(rivals, str) or callable(rivals) else [*rivals]
    if len(given) != count:
        raise BadDeal(f"there are {count} rivals, not {len(given)}")
    for rival in given:
        if isinstance(rival, str):
            checked_spec(rival)
        elif not callable(rival):
            raise BadDeal(f"a rival is the name of a bot or a function of an observation, not {brief_repr(rival)}")
    return given


def need_history(rivals: Sequence[Rival]) -> bool:
    """Return whether one of them plays from a view, so that the game needs a table with its events."""
    return any(isinstance(rival, str) and rival not in POLICIES for rival in rivals)


class Rivals:
    """The rivals of one game, each with its seat."""

    def __init__(self, match: Match, by_seat: dict[int, Rival], seed: int) -> None:
        self._match, self._by_seat, self._rng = match, by_seat, seed
        self._bots: dict[int, Bot] = {}
        for seat, rival in by_seat.items():
            if isinstance(rival, str) and rival not in POLICIES:
                self._rng = next_rng(self._rng)
                self._bots[seat] = bot(rival, match.game, self._rng)

    def play(self, seat: int) -> None:
        """Play for a rival that is asked."""
        self._match.play(seat, self._choice(seat))

    def _choice(self, seat: int) -> int:
        match, rival = self._match, self._by_seat[seat]
        if seat in self._bots:
            assert match.table is not None
            return match.table.checked(seat, self._bots[seat].choose(match.table.view_when_asked(seat)))
        legal = match.legal(seat)
        if not isinstance(rival, str):
            action = match.number(rival(match.observe(seat)))
            if action not in legal:
                raise match.refuse(seat, action)
            return action
        self._rng = next_rng(self._rng)
        return policy(rival, match.game)(match.state, seat, legal, len(legal), self._rng)

    def close(self) -> None:
        """Release the bots. If the game is over, programs are sent the result first."""
        if self._bots and self._match.table is not None:
            from bidwell.bots.external.program import close_bots  # slow to import, rarely needed

            close_bots(self._match.table, self._bots)
