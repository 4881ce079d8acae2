"""PettingZoo's agent environment cycle: one seat acts after the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gymnasium.utils import seeding
from pettingzoo import AECEnv

from bidwell.rl.agents import Agents
from bidwell.rl.match import RENDER_MODE, Match, Observation
from bidwell.rl.spaces import any_of, seed_from


def aec(
    name: str,
    players: int | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    reward: str | Mapping[str, float] = "win",
    recall: bool = False,
    illegal: str = "raise",
    render_mode: str | None = None,
) -> BidwellAEC:
    """Return a game as a PettingZoo AEC environment. `docs/rl.md` describes the arguments of all environments.

    Of several seats that choose in secret the lowest acts first; the others see only that it has chosen.
    """
    return BidwellAEC(Match(name, players, options, reward=reward, recall=recall), illegal, render_mode)


class BidwellAEC(Agents, AECEnv[str, Observation, int]):
    """A game whose agents `seat_0`, `seat_1`, … act one after the other."""

    def __init__(self, match: Match, illegal: str, render_mode: str | None) -> None:
        super().__init__(match, illegal, render_mode)
        name = f"{match.game.name}_v0"
        self.metadata = {"name": name, "render_modes": [RENDER_MODE], "is_parallelizable": False}
        self.agent_selection = self.possible_agents[0]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game. The same seed gives the same sequence of games."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.match.deal(seed_from(self._random))
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.match.seat]

    def observe(self, agent: str) -> Observation:
        """Return features and mask of an agent. The mask is all 0 for one that does not act now."""
        seat = self.seat_of(agent)
        self._need_agents()
        return self.match.observe(seat, live=agent == self.agent_selection and not self._over)

    def step(self, action: int | None) -> None:
        """Play the action of the selected agent."""
        self._need_agents()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        seat, match = self._seats[agent], self.match
        legal, played = match.legal(seat), match.number(action)
        illegal = played not in legal
        if illegal and self.illegal == "raise":
            raise match.refuse(seat, played)
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {"illegal": True} if illegal else {}
        if illegal and self.illegal == "lose":
            self._finish(match.rewards_if_lost_by(seat))
            return
        match.play(seat, any_of(self._random, legal) if illegal else played)
        if match.asked:
            self.agent_selection = self.possible_agents[match.seat]
        else:
            self._finish(match.rewards())

    def _need_agents(self) -> None:
        """Raise Refused before the first deal, and when all agents have left a finished game."""
        if not self.agents:
            self.match.need_decision(over=True)

    @property
    def _over(self) -> bool:
        return any(self.terminations.values())

    def _finish(self, rewards: list[float]) -> None:
        """End the game for every agent."""
        self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]
