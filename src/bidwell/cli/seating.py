"""The arguments that describe a table: seats, names, options and seed."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from bidwell.bots.registry import SPECS, is_bot
from bidwell.core.digits import is_number, value_of
from bidwell.core.errors import BadDeal, brief_repr
from bidwell.core.game import DEFAULT_NAMES, Game
from bidwell.core.rng import BITS
from bidwell.simulation import PLACES

YOU = "you"


def whole(least: int, most: int = BITS) -> Any:
    """Return an argument type: a whole number from `least` to `most`."""

    def taken(text: str) -> int:
        value = value_of(text, most) if is_number(text) else least - 1
        if not least <= value <= most:
            limit = f"from {least} to {most}" if most < BITS or value > most else f"of at least {least}"
            raise argparse.ArgumentTypeError(f"{brief_repr(text)} should be a whole number {limit}")
        return value

    return taken


def add_table(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that every new table takes."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, \
like fines=off; may be given several times (`bidwell games` lists them)",
    )
    parser.add_argument(
        "--seed",
        type=whole(0),
        metavar="N",
        help="seed of the deal: the same seed gives the same \
deal (default: a random one)",
    )


def add_workers(parser: argparse.ArgumentParser, gpu: str = "") -> None:
    """Add the arguments that say where many games are played; `gpu` names the GPU if it is such a place."""
    places = f"{gpu} (a GPU), {PLACES} (a Ray cluster)" if gpu else f"{PLACES} (a Ray cluster)"
    parser.add_argument("--cores", type=whole(1, 1024), metavar="N", help="on how many cores (default: all)")
    parser.add_argument(
        "--on",
        metavar="PLACE",
        help=f"play elsewhere, with the same results: {places}; default: on this machine",
    )


def parse_seats(text: str, game: Game, known: Sequence[str] = ()) -> list[str]:
    """Parse the seats from `you,regular,cmd:./mybot`. Refuses bots that are not in `known`, if that is given."""
    found = [bot_meant(word.strip()) for word in text.split(",")]
    for word in found:
        if (known and word not in known) or (word != YOU and not is_bot(word)):
            every = ", ".join(known) if known else PLAYERS
            more = "; `bidwell arena` plays the others" if is_bot(word) else ""
            if not known and any(each.startswith("cmd:") for each in found):
                more = "; commas separate seats, so the command of a program cannot contain one"
            raise BadDeal(f"--seats: {word!r} cannot sit here; a seat is one of {every}{more}")
    game.seated(len(found), None)
    return found


def parse_bots(text: str, game: Game) -> list[str]:
    """Parse the seats of a table without people."""
    found = parse_seats(text, game)
    if YOU in found:
        raise BadDeal(f"--seats: {YOU!r} cannot sit here; a seat is one of {SPECS}")
    return found


def bot_meant(word: str) -> str:
    """Return a bot's name in lower case; a program, and an unknown name, as typed."""
    small = word.lower()
    if small.startswith("cmd:"):
        return "cmd:" + word[4:]
    return small if small == YOU or is_bot(small) else word


def usual_seats(game: Game, first: str, rest: str, players: int | None = None) -> list[str]:
    """Return `first`, and `rest` for every other seat."""
    count = players if players is not None and players in game.players else min(4, game.players[-1])
    return [first] + [rest] * (count - 1)


def parse_names(given: str | None, game: Game, players: int) -> tuple[str, ...]:
    """Return the names given, completed with default names."""
    chosen = [name.strip() for name in given.split(",")] if given else []
    if len(chosen) > players:
        raise BadDeal(f"--names: {len(chosen)} names for {players} seats; leave {len(chosen) - players} out")
    spare = [name for name in DEFAULT_NAMES if name not in chosen]
    return game.seated(players, chosen + spare[: players - len(chosen)])


def parse_options(given: Sequence[str], game: Game) -> dict[str, Any]:
    """Parse the options of a table from `NAME=VALUE` texts."""
    known = {option.name: option for option in game.options}
    chosen = {}
    for text in given:
        name, equals, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if name not in known or not equals:
            every = f"should be NAME=VALUE, with one of the options {', '.join(known)}"
            raise BadDeal(f"--option {text}: {every if known else f'{game.title} has no options'}")
        chosen[name] = known[name].parse(value.strip())
    return chosen


PLAYERS = f"{YOU}, {SPECS}"
