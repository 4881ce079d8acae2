"""Statistics of an arena, with the deal as the unit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product

from bidwell.statistics import Estimate, estimate, estimate_together
from bidwell.tournament.match import Result

Shares = Mapping[tuple[str, str, int], Mapping[int, float]]
"""The candidate's share of the wins by deal, for each candidate, opponent and number of players."""


@dataclass(frozen=True)
class Pairing:
    """One candidate among copies of one opponent. Each deal counts once, as the mean over all its seats."""

    candidate: str
    opponent: str
    players: int
    deals: int
    games: int
    even: float
    """The share that it would win if both were equal."""
    share: Estimate
    """The share that it wins. A shared victory counts as equal parts."""
    edge: Estimate
    """The share minus the even share."""
    times: Estimate
    """The share divided by the even share: 2.0 is twice as many wins as an equal bot."""


@dataclass(frozen=True)
class Overall:
    """One candidate among copies of one opponent, over all numbers of players."""

    candidate: str
    opponent: str
    deals: int
    games: int
    times: Estimate
    """The share divided by the even share."""


@dataclass(frozen=True)
class Lead:
    """How much more `ahead` wins among copies of `behind` than the reverse, on the same deals."""

    ahead: str
    behind: str
    players: int
    deals: int
    lead: Estimate


@dataclass(frozen=True)
class Forfeited:
    """How many games a bot forfeited, out of how many, with reason, deal and seat of the first one."""

    bot: str
    forfeits: int
    games: int
    why: str
    deal: int
    """The seed of the deal."""
    seats: list[str]
    """The bots at that table."""
    seat: int
    last_words: list[str]
    """The last lines of its standard error, if it is a program."""


def shortened(bots: Sequence[str], longest: int) -> dict[str, str]:
    """Return a short, unique label for every bot. A long name keeps mostly its end, which identifies a program best."""
    labels: dict[str, str] = {}
    for number, name in enumerate(bots, 1):
        label = name if len(name) <= longest else f"{name[:4]}…{name[5 - longest :]}"
        labels[name] = label if label not in labels.values() else f"{label[: longest - 3]}…{number}"
    return labels


def shares(results: Iterable[Result]) -> Shares:
    """Return one number for each deal of each pairing, the unit of all estimates."""
    found: defaultdict[tuple[str, str, int], dict[int, float]] = defaultdict(dict)
    for result in results:
        piece = result.piece
        found[piece.candidate, piece.opponent, piece.players][piece.deal] = result.share
    return found


def pairings(bots: Sequence[str], players: Sequence[int], found: Shares) -> Iterator[Pairing]:
    """Yield every bot among every other, if a deal is finished."""
    for count, (candidate, opponent) in product(players, permutations(bots, 2)):
        if deals := found.get((candidate, opponent, count)):
            games, even = len(deals) * count, 1 / count
            edge = estimate([share - even for share in deals.values()], -even, 1 - even)
            share, times = edge.moved(by=even), edge.moved(by=even, times=count)
            yield Pairing(candidate, opponent, count, len(deals), games, even, share, edge, times)


def overall(bots: Sequence[str], players: Sequence[int], found: Shares) -> Iterator[Overall]:
    """Yield every bot among every other, if there are several numbers of players."""
    for candidate, opponent in permutations(bots, 2):
        held = {count: deals for count in players if (deals := found.get((candidate, opponent, count)))}
        if len(held) > 1:
            times = [[count * share for share in deals.values()] for count, deals in held.items()]
            games, count = sum(count * len(deals) for count, deals in held.items()), sum(map(len, times))
            yield Overall(candidate, opponent, count, games, estimate_together(times, 0.0, games / count))


def leads(bots: Sequence[str], players: Sequence[int], found: Shares) -> Iterator[Lead]:
    """Yield every two bots, the better one ahead. The order is the same for all numbers of players."""
    for one, other in combinations(bots, 2):
        # Over all numbers of players, so that no two rows of the report contradict each other about who is ahead.
        total = sum(more for count in players for more in _more(one, other, count, found))
        ahead, behind = (one, other) if total >= 0 else (other, one)
        for count in players:
            if more := _more(ahead, behind, count, found):
                yield Lead(ahead, behind, count, len(more), estimate(more, -1.0, 1.0))


def _more(one: str, other: str, players: int, found: Shares) -> list[float]:
    """Return, for each deal that both have finished, how much more `one` wins than `other`."""
    own, others = found.get((one, other, players), {}), found.get((other, one, players), {})
    # The difference on one deal: the luck of its cards is in both shares and cancels out.
    return [share - others[deal] for deal, share in own.items() if deal in others]


def forfeits(bots: Sequence[str], results: Sequence[Result]) -> Iterator[Forfeited]:
    """Yield the bots that forfeited games. A game forfeited by several copies of a bot counts once."""
    for name in bots:
        own = [result for result in results if name in (result.piece.candidate, result.piece.opponent)]
        lost = [
            (result.piece, each)
            for result in own
            for each in result.forfeits
            if result.piece.seats(each.rotation)[each.seat] == name
        ]
        if lost:
            piece, first = lost[0]
            games = {(piece, each.rotation) for piece, each in lost}
            where = piece.deal, piece.seats(first.rotation), first.seat, [*first.last_words]
            yield Forfeited(name, len(games), sum(len(result.places) for result in own), first.why, *where)
