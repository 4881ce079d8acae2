"""Gymnasium: one seat of a game, against rivals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium

from bidwell.core.errors import BadDeal, brief_repr
from bidwell.core.table import Table
from bidwell.rl.match import LOST, RENDER_MODE, Match, Observation, checked_illegal, checked_render_mode
from bidwell.rl.rivals import Rival, Rivals, checked_rivals, need_history
from bidwell.rl.spaces import action_space, any_of, observation_space, seed_from


class SeatEnv(gymnasium.Env[Observation, int]):
    """One seat of a game; an episode is a game. Rivals play whenever the seat is not asked."""

    metadata = {"render_modes": [RENDER_MODE], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        name: str,
        players: int | None = None,
        *,
        rivals: Rival | Sequence[Rival] = "heuristic",
        at: int | None = None,
        options: Mapping[str, Any] | None = None,
        reward: str | Mapping[str, float] = "win",
        recall: bool = False,
        illegal: str = "replace",
        render_mode: str | None = None,
    ) -> None:
        self.match = Match(name, players, options, reward=reward, recall=recall)
        self._rivals = checked_rivals(rivals, self.match.players - 1)
        if need_history(self._rivals):
            self.match = Match(name, players, options, reward=reward, recall=recall, keep_history=True)
        self._at = checked_seat(at, self.match.players)
        self.illegal, self.render_mode = checked_illegal(illegal), checked_render_mode(render_mode)
        self.observation_space, self.action_space = observation_space(self.match), action_space(self.match)
        self.at = 0
        """The seat of the learner in this game."""
        self._playing: Rivals | None = None
        self._lost = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game. Without `at` the learner's seat is drawn anew; the rivals sit clockwise from it."""
        super().reset(seed=seed)
        self.close()
        self._lost = False
        self.match.deal(seed_from(self.np_random))
        players = self.match.players
        self.at = int(self.np_random.integers(players)) if self._at is None else self._at
        by_seat = {(self.at + 1 + place) % players: rival for place, rival in enumerate(self._rivals)}
        self._playing = Rivals(self.match, by_seat, seed_from(self.np_random))
        self._play_rivals()
        return self.match.observe(self.at), {"seat": self.at}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play the learner's action, then the rivals until the learner is asked again or the game is over."""
        self.match.need_decision(over=self._lost)
        legal, played = self.match.legal(self.at), self.match.number(action)
        illegal = played not in legal
        if illegal and self.illegal == "raise":
            raise self.match.refuse(self.at, played)
        info = {"seat": self.at, "illegal": illegal}
        if illegal and self.illegal == "lose":
            self._lost = True
            self.close()
            return self.match.observe(self.at, live=False), LOST, True, False, info
        self.match.play(self.at, any_of(self.np_random, legal) if illegal else played)
        self._play_rivals()
        if over := not self.match.asked:
            self.close()
        reward = float(self.match.rewards()[self.at]) if over else 0.0
        return self.match.observe(self.at, live=not over), reward, over, False, info

    def _play_rivals(self) -> None:
        assert self._playing is not None
        while (asked := self.match.asked) and not asked >> self.at & 1:
            self._playing.play(self.match.seat)

    def action_masks(self) -> Any:
        """Return which actions are legal, under the name that maskable agents of other libraries look for."""
        self.match.need_deal()
        return self.match.mask(self.at, live=not self._lost).astype(bool)

    def table(self) -> Table:
        """Return a copy of the table: everything on it, in words."""
        return self.match.copy_of_table()

    def render(self) -> str | None:  # type: ignore[override]
        """Return what a spectator sees, in the render mode `ansi`."""
        return self.match.text() if self.render_mode == RENDER_MODE else None

    def close(self) -> None:
        """Release the rivals of the game. That is also done when it ends."""
        if self._playing is not None:
            self._playing.close()


def seat(name: str, players: int | None = None, **settings: Any) -> SeatEnv:
    """Return one seat of a game against rivals as a Gymnasium environment. `docs/rl.md` describes the settings."""
    return SeatEnv(name, players, **settings)


def checked_seat(at: int | None, players: int) -> int | None:
    """Return the seat, or raise BadDeal if there is none with this number."""
    if at is not None and (type(at) is not int or not 0 <= at < players):
        raise BadDeal(f"a seat is from 0 to {players - 1}, not {brief_repr(at)}")
    return at
