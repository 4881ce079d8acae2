"""How far from equilibrium are our players in endgames that can be solved exactly?

    python -m studies.endgames                          prints the tables
    python -m studies.endgames --draw docs/studies      and draws the pictures
    python -m studies.endgames --write endgames         and writes the .efg files
    python -m studies.endgames --only "one item" --bots heuristic,network

CFR+ of OpenSpiel (pip install open_spiel) solves each endgame. All numbers are shares of a win.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any

from bidwell import game
from bidwell.bots.registry import bot, checked_spec
from bidwell.cli.seating import whole
from bidwell.core.errors import Refused
from bidwell.endgames.efg import efg_text
from bidwell.endgames.tree import Endgame, InformationSet, parts_of_a_win
from studies.bars import Bar, bars

NAMES = ("Anne", "Burt", "Carla")
BOTS = "random,heuristic,search:200,network,network:sample"
TARGET, CHECK_EVERY = 1e-4, 100
"""The NashConv at which solving ends, and the iterations between two looks at it."""
Strategy = dict[str, list[tuple[int, float]]]
"""For each information set of OpenSpiel's, its actions with their probabilities."""


def secret_auction(left: Sequence[str]) -> Endgame:
    """The Secret Auction House with these items left, no chips, and two possible requests for each player."""
    found = game("secret_auction")
    sold = [item for item in sorted(found.deal(seed=0).position()["items"]) if item not in left]
    hands = {"Anne": [4, 7, 9], "Burt": [3, 6, 9], "Carla": [2, 6, 8]}
    dealt = {"Anne": ["SEC-46", "SEC-41"], "Burt": ["SEC-44", "SEC-43"], "Carla": ["SEC-45", "SEC-49"]}
    position = found.position(
        {
            "names": [*NAMES],
            "options": {"bid_sizes": "stars"},
            "turned": len(sold) + 1,
            "items": [*sold, *left],
            "owner": {"sight": [left[0]], "discarded": sold},
            "dealt": dealt,
            "kept": {name: dealt[name][0] for name in NAMES},
            "hands": hands,
            "piles": {name: [card for card in range(1, 11) if card not in hands[name]] for name in NAMES},
            "chips": dict.fromkeys(NAMES, 0),
            "asked": [*NAMES],
        }
    )
    worlds = [{"kept": {name: dealt[name][world >> seat & 1] for seat, name in enumerate(NAMES)}} for world in range(8)]
    return Endgame(position, worlds)


def serengeti(worlds: Sequence[Sequence[int]]) -> Endgame:
    """Serengeti's last lot, without bids above one's chips, for these possible chips of the players."""
    found = game("serengeti")
    owned = {
        "Anne": ["Nuba 0", "Nuba 3", "Massai 1", "Bantu 2"],
        "Burt": ["Massai 2", "Massai 4", "Nandi 5", "Tonga 4"],
        "Carla": ["Bantu 0", "Bantu 1", "Nandi 6", "Samburu 3"],
        "lot": ["Nuba 9", "Massai 7", "Bantu 4"],
    }
    taken = {card for cards in owned.values() for card in cards}
    out = [card for card in found.deal(seed=0).position()["deck"] if card not in taken]
    position = found.position(
        {
            "names": [*NAMES],
            "options": {"overbid": False},
            "chips": [*worlds[0]],
            "owner": {**owned, "out": out},
            "starter": "Anne",
        }
    )
    return Endgame(position, [{"chips": dict(zip(NAMES, chips, strict=True))} for chips in worlds])


ENDGAMES: dict[str, Callable[[], Endgame]] = {
    "one item": lambda: secret_auction(["Opal 1"]),
    "two items": lambda: secret_auction(["Opal 1", "Ruby 1"]),
    "last lot, counted": lambda: serengeti([(4, 5, 6)]),
    "last lot, not counted": lambda: serengeti([*permutations((4, 5, 6))]),
}
"""Two endgames of The Secret Auction House, and Serengeti's last lot with chips all or none have counted."""


@dataclass(frozen=True)
class Solved:
    """An endgame with the average strategy that CFR+ found."""

    endgame: Endgame
    text: str
    spiel: Any
    equilibrium: Any
    iterations: int
    nash_conv: float
    uniform: float
    """NashConv of players who choose every action equally often."""

    @property
    def unit(self) -> int:
        """The payoff of a whole win."""
        return parts_of_a_win(len(self.endgame.names))

    def values(self, policies: Sequence[Any]) -> list[float]:
        """Return the expected share of the win of every seat, less an even share."""
        returns = _pyspiel().expected_returns(self.spiel.new_initial_state(), [*policies], -1, False)
        return [value / self.unit for value in returns]

    def distance(self, policy: Any) -> float:
        """Return the NashConv of players who all play by this policy."""
        return float(_pyspiel().nash_conv(self.spiel, policy, False)) / self.unit


def _pyspiel() -> Any:
    try:
        import pyspiel
    except ModuleNotFoundError:
        raise Refused("OpenSpiel is not installed; pip install open_spiel") from None
    return pyspiel


def solve(endgame: Endgame, most: int) -> Solved:
    """Run CFR+ until NashConv is below TARGET, or `most` iterations."""
    pyspiel = _pyspiel()
    text = efg_text(endgame)
    spiel, unit, done = pyspiel.load_efg_game(text), parts_of_a_win(len(endgame.names)), 0
    solver = pyspiel.CFRPlusSolver(spiel)
    uniform = float(pyspiel.nash_conv(spiel, solver.average_policy(), True)) / unit
    found = uniform
    while found >= TARGET and done < most:
        for _ in range(min(CHECK_EVERY, most - done)):
            solver.evaluate_and_update_policy()
            done += 1
        found = float(pyspiel.nash_conv(spiel, solver.average_policy(), True)) / unit
    average = solver.average_policy()  # it reads the solver's tables, so that it is copied while they are there
    table = {key_of_set(each): [*average.action_probabilities(key_of_set(each)).items()] for each in endgame.sets}
    return Solved(endgame, text, spiel, pyspiel.TabularPolicy(table), done, found, uniform)


def strategy(endgame: Endgame, spec: str, draws: int) -> Strategy:
    """Return how a bot plays in every information set: the shares of its choices over `draws` seeds."""
    numbers: dict[str, int] = {}  # OpenSpiel numbers actions by label, in the order of the file
    for each in endgame.sets:
        for label in each.labels:
            numbers.setdefault(label, len(numbers))
    found = {}
    for each in endgame.sets:
        chosen = _choices(endgame, each, spec, draws)
        found[key_of_set(each)] = [(numbers[label], chosen[label] / draws) for label in each.labels]
    return found


def key_of_set(here: InformationSet) -> str:
    """Return OpenSpiel's name of an information set."""
    return f"{here.seat}-{here.seat}-{here.number}-"


def _choices(endgame: Endgame, here: InformationSet, spec: str, draws: int) -> Counter[str]:
    if spec == "random":
        return Counter({label: draws / len(here.labels) for label in here.labels})
    view = endgame.table_at(here).view_when_asked(here.seat)
    return Counter(bot(spec, endgame.game, seed).choose(view) for seed in range(draws))


@dataclass(frozen=True)
class Distance:
    """How far a bot is from equilibrium in one endgame."""

    bot: str
    nash_conv: float
    """What all seats together could gain if all play by this bot and one at a time changes to its best reply."""
    loss: float
    """How much less it wins than the solution in the same seat among players of the solution; the mean of all seats."""
    worst: float
    """The same, in the seat where it loses most."""


def measured(solved: Solved, spec: str, draws: int) -> Distance:
    """Measure one bot."""
    policy = _pyspiel().TabularPolicy(strategy(solved.endgame, spec, draws))
    others = [solved.equilibrium] * len(NAMES)
    best = solved.values(others)
    losses = []
    for seat in range(len(NAMES)):
        mixed = [*others]
        mixed[seat] = policy
        losses.append(best[seat] - solved.values(mixed)[seat])
    return Distance(spec, solved.distance(policy), sum(losses) / len(losses), max(losses))


def report(name: str, solved: Solved, found: Sequence[Distance]) -> None:
    """Print one endgame."""
    nodes = solved.text.count("\n") - 1
    print(f"{name}: {len(solved.endgame.worlds)} worlds, {len(solved.endgame.sets)} information sets, {nodes:,} nodes")
    values = "  ".join(f"{value + 1 / len(NAMES):.3f}" for value in solved.values([solved.equilibrium] * len(NAMES)))
    print(f"  CFR+ {solved.iterations:,} iterations, NashConv {solved.nash_conv:.1e}; wins by seat {values}")
    print(f"  {'player':16} {'NashConv':>9} {'loses':>9} {'at worst':>9}")
    for each in found:
        print(f"  {each.bot:16} {each.nash_conv:9.4f} {each.loss:z9.4f} {each.worst:z9.4f}")
    print(flush=True)


def draw(folder: Path, found: dict[str, list[Distance]]) -> None:
    """Draw the pictures of the study."""
    folder.mkdir(parents=True, exist_ok=True)
    every = [(f"{_short(name)}, {each.bot}", each) for name, each_of in found.items() for each in each_of]
    distances = [Bar(label, each.nash_conv) for label, each in every]
    losses = [Bar(label, each.loss) for label, each in every]
    pictures = {
        "nash_conv": bars("NashConv of players who are all alike, in wins", distances, "{:.3f}"),
        "loss": bars("Wins lost among players of the solution, mean of the seats", losses, "{:.3f}"),
    }
    for name, picture in pictures.items():
        (folder / f"endgames_{name}.svg").write_text(picture, encoding="utf-8")


def _short(name: str) -> str:
    return name.replace("last lot, ", "")


def file_of(name: str) -> str:
    """Return the name of the file of an endgame; docs/studies has all of them."""
    return name.replace(", ", "_").replace(" ", "_") + ".efg"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m studies.endgames", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", choices=ENDGAMES, help="default: all")
    parser.add_argument("--bots", default=BOTS, help="default: %(default)s")
    parser.add_argument(
        "--draws", type=whole(1), default=20, help="choices of a bot at each decision; default: %(default)s"
    )
    parser.add_argument("--iterations", type=whole(1), default=20_000, help="at most; default: %(default)s")
    parser.add_argument("--draw", type=Path, metavar="FOLDER", help="where to put the pictures")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="where to put the .efg files")
    given = parser.parse_args()
    try:
        run(given)
    except Refused as problem:
        parser.error(str(problem))


def run(given: argparse.Namespace) -> None:
    """Solve and measure what was asked for."""
    specs = [checked_spec(spec) for spec in given.bots.split(",")]
    found = {}
    for name in [given.only] if given.only else ENDGAMES:
        solved = solve(ENDGAMES[name](), given.iterations)
        found[name] = [measured(solved, spec, given.draws) for spec in specs]
        report(name, solved, found[name])
        if given.write:
            given.write.mkdir(parents=True, exist_ok=True)
            (given.write / file_of(name)).write_text(solved.text, encoding="utf-8")
    if given.draw:
        draw(given.draw, found)


if __name__ == "__main__":
    main()
