"""Ratings of bots from the places in all their games, with openskill's Plackett-Luce model."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from bidwell.tournament.match import Result

GET_OPENSKILL = "pip install 'bidwell[arena]'"


@dataclass(frozen=True)
class Rating:
    """The rating of a bot: the strength `mu`, its uncertainty `sigma`, and `ordinal`, a lower bound of the strength."""

    bot: str
    mu: float
    sigma: float
    ordinal: float
    games: int


def available() -> bool:
    """Return whether openskill is installed."""
    return find_spec("openskill") is not None


def rate(bots: Sequence[str], results: Iterable[Result]) -> list[Rating]:
    """Return the ratings after these games, best first. They depend slightly on the order of the results.

    If a bot has several seats, each is rated as a separate player and the updates are averaged. Bots do not improve
    by playing, so no uncertainty is added between games.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    fresh = model.rating()
    found = {name: Rating(name, fresh.mu, fresh.sigma, fresh.ordinal(), 0) for name in bots}
    for result in results:
        for rotation, places in enumerate(result.places):
            seats = result.piece.seats(rotation)
            before = [[model.rating(mu=found[name].mu, sigma=found[name].sigma)] for name in seats]
            after = model.rate(before, ranks=[float(place) for place in places])
            for name in (result.piece.candidate, result.piece.opponent):
                own = [team[0] for team, seat in zip(after, seats, strict=True) if seat == name]
                mu, sigma = (
                    sum(part) / len(own) for part in zip(*((each.mu, each.sigma) for each in own), strict=True)
                )
                found[name] = Rating(name, mu, sigma, mu - 3 * sigma, found[name].games + 1)
    return sorted(found.values(), key=lambda rating: -rating.ordinal)
