"""How well a network plays among heuristic players: its wins, in multiples of an equal share."""

from __future__ import annotations

import torch

from bidwell.core.game import Game
from bidwell.train.league import Tables, alone
from bidwell.train.model import Network
from bidwell.train.rollout import probabilities

SEED = 20
LOOK_EVERY = 16
"""Steps between two looks whether all games have ended."""


class Examination:
    """One game at every table, the network in one seat among heuristic players, each seat in turn."""

    def __init__(self, game: Game, count: int, device: str) -> None:
        self.game = game
        self._tables = Tables(game, alone(game, count), {"win": 1.0}, device, SEED)

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
        own = (tables.heuristic_seats[:, None] >> own & 1 == 0) & (own < tables.players[:, None])
        for step in range(self.game.most_decisions):
            tables.look(features, mask, seats)
            tables.step(probabilities(network, features, mask)[0].argmax(1), done, rewards)
            won += torch.where(done & ~ended, (rewards * own).sum(1), 0)
            ended |= done
            if step % LOOK_EVERY == 0 and bool(ended.all()):
                break
        shares = {each: won[tables.players == each].mean().item() * each for each in self.game.players}
        return {players: round(share, 3) for players, share in shares.items()}
