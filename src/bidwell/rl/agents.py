"""What both PettingZoo environments share: agents with their spaces, and the table to look at."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from gymnasium.utils import seeding

from bidwell.core.errors import Refused, brief_repr
from bidwell.core.table import Table
from bidwell.rl.match import RENDER_MODE, Match, checked_illegal, checked_render_mode
from bidwell.rl.spaces import action_space, observation_space


class Agents:
    """The seats of a match as the agents `seat_0`, `seat_1`, …"""

    def __init__(self, match: Match, illegal: str, render_mode: str | None) -> None:
        self.match, self.illegal = match, checked_illegal(illegal)
        self.render_mode = checked_render_mode(render_mode)
        self.possible_agents = [f"seat_{seat}" for seat in range(match.players)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space(match) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(match) for agent in self.possible_agents}
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._random, _ = seeding.np_random(None)

    def seat_of(self, agent: Any) -> int:
        """Return the seat of an agent, or raise Refused if there is no such agent."""
        if not isinstance(agent, str) or agent not in self._seats:
            raise Refused(f"there is no agent {brief_repr(agent)}; the agents are {', '.join(self.possible_agents)}")
        return self._seats[agent]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of observations, the same for every seat."""
        self.seat_of(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of actions, the same for every seat."""
        self.seat_of(agent)
        return self.action_spaces[agent]

    def table(self) -> Table:
        """Return a copy of the table: everything on it, in words."""
        return self.match.copy_of_table()

    def render(self) -> str | None:
        """Return what a spectator sees, in the render mode `ansi`."""
        return self.match.text() if self.render_mode == RENDER_MODE else None

    def close(self) -> None:
        """Do nothing: there are no resources to release."""
