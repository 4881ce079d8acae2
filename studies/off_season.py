"""Is the frame of Off Season a good game? Equal traders play it; this prints what they did, and draws it.

python -m studies.off_season                    prints the tables
python -m studies.off_season --draw docs/studies    and draws the pictures
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from bidwell.games.off_season import GAME
from bidwell.games.off_season.components import AUCTIONS, SIDE_NAMES, TYPES
from studies import off_season_games
from studies.bars import Bar, bars
from studies.off_season_games import Rows, Watched, watch, worth_of_first_choice


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m studies.off_season", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=100_000, help="for each number of players; default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    parser.add_argument("--draw", type=Path, metavar="FOLDER", help="where to put the pictures")
    given = parser.parse_args()
    if given.games < 1:
        parser.error("--games: at least one")
    found = {players: watch(players, given.games, given.seed) for players in GAME.players}
    split = given.games // 10 + 1
    worths = {players: worth_of_first_choice(players, split, given.seed) for players in GAME.players}
    print(f"{given.games:,} games of each number of players, all heuristic, seed {given.seed}")
    print(f"what the first choice is worth: the auctions of {split:,} games\n")
    for players in GAME.players:
        report(players, found[players], worths[players])
    if given.draw:
        given.draw.mkdir(parents=True, exist_ok=True)
        draw(given.draw, found, worths)


def report(players: int, seen: Watched, worth: Rows) -> None:
    """Print all figures for one number of players."""
    shares, error = seat_shares(seen)
    print(f"{players} players")
    print("  win share by seat   " + "  ".join(f"{share:.1%}" for share in shares) + f"   ± {1.96 * error:.1%}")
    lengths, games = np.unique(seen.rounds, return_counts=True)
    told = (f"{length}: {count / len(seen.rounds):.2%}" for length, count in zip(lengths, games, strict=True))
    print("  rounds              " + "  ".join(told))
    print("  pounds from         " + "  ".join(f"{kind} {share:.1%}" for kind, share in goods_shares(seen)))
    print("  sales a game        " + "  ".join(f"{kind} {each:.1f}" for kind, each in sales(seen)))
    print("  first choice worth  " + "  ".join(f"{each:.1f}" for each in worth) + "   pounds, round by round")
    print("  and paid for it     " + "  ".join(f"{kind}: {paid:.1f}" for kind, paid in bets(seen)))
    print(f"  auctions void       {void(seen):.1%}, as nobody bet alone, twice; these are not in the prices above")
    print("  market: chosen, of the rounds in play; ability used, of the times chosen")
    for side, chosen, used in market_shares(seen):
        print(f"    {side}  {chosen:4.0%}  {used:4.0%}")
    print(f"  peeks a game        {a_game(seen, off_season_games.PEEKS):.2f}")
    print(f"  swaps of seen cards {a_game(seen, off_season_games.PEEKED_SWAPS):.2f} a game, at E2")
    print(f"  only empty markets  {a_game(seen, off_season_games.EMPTY):.2f} choices a game\n")


def seat_shares(seen: Watched) -> tuple[Rows, float]:
    """The share of wins of every seat (a shared win counts in parts), and the standard error of a share."""
    best = seen.standings == seen.standings.max(1, keepdims=True)
    wins = best / best.sum(1, keepdims=True)
    return wins.mean(0), float(wins.std(0).max() / len(wins) ** 0.5)


def a_game(seen: Watched, column: int) -> float:
    """A count per game, averaged over all games."""
    return float(seen.total(column)[0] / len(seen.rounds))


def goods_shares(seen: Watched) -> list[tuple[str, float]]:
    pounds = seen.total(off_season_games.POUNDS, len(TYPES))
    return [(kind, float(part)) for kind, part in zip(TYPES, pounds / pounds.sum(), strict=True)]


def sales(seen: Watched) -> list[tuple[str, float]]:
    made = seen.total(off_season_games.SALES, len(TYPES)) / len(seen.rounds)
    return [(kind, float(each)) for kind, each in zip(TYPES, made, strict=True)]


def bets(seen: Watched) -> list[tuple[str, float]]:
    """The average price of the First Player token, by kind of auction."""
    paid = seen.total(off_season_games.PAID, len(AUCTIONS)) / seen.total(off_season_games.AUCTION, len(AUCTIONS))
    return [(kind, float(each)) for kind, each in zip(AUCTIONS, paid, strict=True)]


def void(seen: Watched) -> float:
    """The share of auctions without a winner."""
    return float(seen.total(off_season_games.VOID)[0] / seen.rounds.sum())


def market_shares(seen: Watched) -> list[tuple[str, float, float]]:
    """How often each market side in play was chosen, and how often its ability was then used."""
    count = len(SIDE_NAMES)
    columns = (off_season_games.IN_PLAY, off_season_games.CHOSEN, off_season_games.USED)
    table = zip(SIDE_NAMES, *(seen.total(column, count) for column in columns), strict=True)
    return [(side, chosen / there, used / chosen) for side, there, chosen, used in table if there and chosen]


def draw(folder: Path, found: dict[int, Watched], worths: dict[int, Rows]) -> None:
    """Draw the pictures of the study."""
    seats = []
    for players, seen in found.items():
        shares, error = seat_shares(seen)
        seats += [
            Bar(f"{players} players, seat {seat + 1}", share - 1 / players, 1.96 * error)
            for seat, share in enumerate(shares)
        ]
    goods = [
        Bar(f"{players} players, {kind}", part) for players, seen in found.items() for kind, part in goods_shares(seen)
    ]
    worth = [
        Bar(f"{players} players, round {number + 1}", each)
        for players, rounds in worths.items()
        for number, each in enumerate(rounds)
    ]
    markets = [
        (f"{players} players, {side}", share, uses)
        for players, seen in found.items()
        for side, share, uses in market_shares(seen)
    ]
    chosen = [Bar(label, each) for label, each, _ in markets]
    used = [Bar(label, each) for label, _, each in markets]
    pictures = {
        "seats": bars("Wins more or less than an even share, by seat", seats, "{:+.2%}", marks=(-0.02, 0.02)),
        "goods": bars("Where the pounds come from", goods, "{:.1%}", marks=(0.25,)),
        "first": bars("What the first choice is worth, in pounds", worth, "{:.1f}"),
        "chosen": bars("Markets chosen, of the rounds in play", chosen, "{:.0%}", marks=(1.0,)),
        "used": bars("Abilities used, of the times chosen", used, "{:.0%}", marks=(1.0,)),
    }
    for name, picture in pictures.items():
        (folder / f"off_season_{name}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
