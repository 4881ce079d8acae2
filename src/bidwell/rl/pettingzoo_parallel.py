"""PettingZoo's parallel environment: all seats act at once, and a seat that is not asked waits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gymnasium.utils import seeding
from pettingzoo import ParallelEnv

from bidwell.core.errors import Refused, brief_repr
from bidwell.rl.agents import Agents
from bidwell.rl.match import RENDER_MODE, Match, Observation
from bidwell.rl.spaces import any_of, seed_from

Results = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


def parallel(
    name: str,
    players: int | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    reward: str | Mapping[str, float] = "win",
    recall: bool = False,
    illegal: str = "replace",
    render_mode: str | None = None,
) -> BidwellParallel:
    """Return a game as a PettingZoo parallel environment. `docs/rl.md` describes the arguments.

    Seats that choose in secret choose in the same step. The last action is to wait: it is the only legal one of a seat
    that is not asked.
    """
    match = Match(name, players, options, reward=reward, recall=recall, waits=True)
    return BidwellParallel(match, illegal, render_mode)


class BidwellParallel(Agents, ParallelEnv[str, Observation, int]):
    """A game whose agents `seat_0`, `seat_1`, … act at the same time."""

    def __init__(self, match: Match, illegal: str, render_mode: str | None) -> None:
        super().__init__(match, illegal, render_mode)
        self.metadata = {"name": f"{match.game.name}_parallel_v0", "render_modes": [RENDER_MODE]}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal a new game. The same seed gives the same sequence of games."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.match.deal(seed_from(self._random))
        self.agents = [*self.possible_agents]
        return self._observations(True), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, int]) -> Results:
        """Play the actions of all seats that are asked. A seat that is asked again at once acts in the next step."""
        self.match.need_decision(over=not self.agents)
        agents = self.agents
        chosen = self._chosen(actions)
        wrong = [seat for seat in range(len(agents)) if chosen[seat] not in self._legal(seat)]
        if wrong and self.illegal == "raise":
            raise self.match.refuse(wrong[0], chosen[wrong[0]])
        lost = bool(wrong) and self.illegal == "lose"
        if not lost:
            self._play(chosen, wrong)
        over = lost or not self.match.asked
        rewards = [0.0] * len(agents)
        if over:
            rewards = self.match.rewards_if_lost_by(wrong[0]) if lost else self.match.rewards()
            self.agents = []
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        for seat in wrong:
            infos[agents[seat]]["illegal"] = True
        ends, cuts = dict.fromkeys(agents, over), dict.fromkeys(agents, False)
        return self._observations(not over), dict(zip(agents, rewards, strict=True)), ends, cuts, infos

    def _chosen(self, actions: Mapping[str, Any]) -> list[int]:
        """Return the action of every seat, or raise Refused if there is not one for each agent."""
        if not isinstance(actions, Mapping) or {*actions} != {*self.agents}:
            raise Refused(f"step takes an action of each of {', '.join(self.agents)}, not {brief_repr(actions)}")
        return [self.match.number(actions[agent]) for agent in self.agents]

    def _play(self, chosen: list[int], wrong: list[int]) -> None:
        """Play these actions of the seats asked, the lowest seat first, with legal ones in place of the wrong ones."""
        asked = self.match.asked
        for seat, action in enumerate(chosen):
            if asked >> seat & 1:
                self.match.play(seat, any_of(self._random, self._legal(seat)) if seat in wrong else action)

    def _legal(self, seat: int) -> list[int]:
        return self.match.legal(seat) if self.match.asked >> seat & 1 else [self.match.wait]

    def _observations(self, live: bool) -> dict[str, Observation]:
        return {agent: self.match.observe(seat, live=live) for seat, agent in enumerate(self.possible_agents)}
