"""How well a network plays among heuristic players, or among copies of another network: its wins."""

from __future__ import annotations

import torch

from bidwell.core.game import Game
from bidwell.train.league import Tables, alone, among_past
from bidwell.train.model import Network
from bidwell.train.rollout import best_of, probabilities, replace_past

SEED = 20
LOOK_EVERY = 16
"""Steps between two looks whether all games have ended."""


class Examination:
    """One game at every table, the network in one seat, each in turn; heuristic players or `rivals` in the others."""

    def __init__(self, game: Game, count: int, device: str, rivals: Network | None = None) -> None:
        self.game, self._rivals = game, rivals
        groups = among_past(game, count) if rivals else alone(game, count)
        self._tables = Tables(game, groups, {"win": 1.0}, device, SEED)

    @torch.no_grad()
    def shares(self, network: Network) -> dict[int, float]:
        """Return for every number of players the wins of the network's best actions; 1 is an equal share.

        Only the first game of every table counts: otherwise short games would count more.
        """
        tables = self._tables
        tables.restart(SEED)
        count, device = tables.count, tables.device
        features = torch.zeros(count, tables.inputs, dtype=torch.int16, device=device)
        mask = torch.zeros(count, tables.actions, dtype=torch.bool, device=device)
        seats = torch.zeros(count, dtype=torch.int64, device=device)
        done = torch.zeros(count, dtype=torch.bool, device=device)
        rewards = torch.zeros(count, tables.most_players, device=device)
        ended, won = torch.zeros_like(done), torch.zeros(count, device=device)
        own = torch.arange(tables.most_players, device=device)[None]
        others = tables.heuristic_seats | tables.past_seats
        own = (others[:, None] >> own & 1 == 0) & (own < tables.players[:, None])
        for step in range(self.game.most_decisions):
            tables.copy_observations(features, mask, seats)
            chosen = best_of(probabilities(network, features, mask)[0])
            if self._rivals:
                replace_past(tables, features, mask, seats, self._rivals, chosen, best_of)
            tables.step(chosen, done, rewards)
            won += torch.where(done & ~ended, (rewards * own).sum(1), 0)
            ended |= done
            if step % LOOK_EVERY == 0 and bool(ended.all()):
                break
        shares = {each: won[tables.players == each].mean().item() * each for each in self.game.players}
        return {players: round(share, 3) for players, share in shares.items()}
