"""Records: a game as readable text from which every step can be replayed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from bidwell.core.digits import is_number, value_of
from bidwell.core.errors import BadRecord, OtherRules, Refused, brief_repr
from bidwell.core.position import write_position
from bidwell.core.rng import BITS

if TYPE_CHECKING:
    from bidwell.core.events import Event
    from bidwell.core.game import Game
    from bidwell.core.table import Table

FORMAT = "bidwell record 1"
Find = Callable[[str], "Game"]


def write_record(table: Table) -> str:
    """Return the record of `table`. Heading events are written as comments."""
    lines = [FORMAT, f"game: {table.game.name}", f"rules: {table.game.rules_version}"]
    if table.start is None:
        lines.append(f"names: {', '.join(table.names)}")
        lines.append(f"options: {json.dumps(table.options)}")
        lines.append(f"seed: {table.seed}")
    else:
        lines.append(f"position: {json.dumps(write_position(table, table.start))}")
    lines += ["", *_headings(table.opening)]
    for step in table.steps:
        lines.append(f"{table.names[step.seat]}: {step.text}")
        lines += _headings(step.events)
    return "\n".join(lines) + "\n"


def _headings(told: list[Event]) -> list[str]:
    return [f"# {event.text}" for event in told if event.heading]


def replay(text: str, find: Find) -> Table:
    """Return the table at the end of a record. `find` returns a game by its name."""
    *_, (table, _) = steps(text, find)
    return table


def steps(text: str, find: Find) -> Iterator[tuple[Table, list[Event]]]:
    """Yield the table after the deal and after every step, with the new events. It is the same object each time."""
    lines, end = _lines(text)
    table = _opened(_header(lines[1:end]), find)
    yield table, [*table.log]
    for number, line in enumerate(lines[end:], end + 1):
        if line and not line.startswith("#"):
            yield table, _step(table, number, line)


def recorded_seed(text: str) -> int | None:
    """Return the seed in the header of a record, or None for a record that begins with a position."""
    lines, end = _lines(text)
    header = _header(lines[1:end])
    return _seed(header["seed"]) if "seed" in header else None


def recorded_key(text: str) -> int | None:
    """Return the chance key of the position that a record begins with, or None for a record that begins with a deal."""
    lines, end = _lines(text)
    header = _header(lines[1:end])
    key = _json("position", header["position"]).get("chance_key") if "position" in header else None
    return key if isinstance(key, int) else None


def write_earlier(rules: int, names: Sequence[str], actions: Sequence[tuple[int, str]]) -> str:
    """Return the comment lines of a game that went through a change of rules: what came before its first position."""
    # as players typed them: a line break would end the comment
    typed = [(names[seat], " ".join(action.split())) for seat, action in actions]
    lines = [f"# dealt under rules: {rules}", *(f"# earlier: {name}: {action}" for name, action in typed)]
    return "\n".join(lines) + "\n"


def earlier(text: str) -> tuple[str, int] | None:
    """Return the rules a game was dealt under and its number of earlier actions, or None if the rules never changed."""
    dealt = re.search(r"^# dealt under rules: ([0-9]+)$", text, re.M)
    return (dealt[1], len(re.findall(r"^# earlier: ", text, re.M))) if dealt else None


def _lines(text: str) -> tuple[list[str], int]:
    """Return the lines of a record, and how many of them are its header."""
    lines = [line.strip() for line in text.splitlines()] if isinstance(text, str) else []
    if not lines or lines[0] != FORMAT:
        raise BadRecord(f"a record begins with the line {brief_repr(FORMAT)}")
    return lines, lines.index("") if "" in lines else len(lines)


def _header(lines: list[str]) -> dict[str, str]:
    header = {}
    for number, line in enumerate(lines, 2):
        if not line.startswith("#"):
            key, colon, value = line.partition(":")
            if not colon or key in header:
                raise BadRecord(
                    f"line {number}: {brief_repr(line)} should be a header line like 'seed: 7', each key once"
                )
            header[key] = value.strip()
    return header


def _opened(header: dict[str, str], find: Find) -> Table:
    dealt, set_up = {"game", "rules", "names", "options", "seed"}, {"game", "rules", "position"}
    # Compared as sets: a key that is missing is as wrong as one that nothing would read.
    if header.keys() not in (dealt, set_up):
        raise BadRecord("the header of a record has game, rules, names, options and seed, or game, rules and position")
    game = find(header["game"])
    if (rules := header["rules"]) != str(game.rules_version):
        raise OtherRules(
            f"the record was written under rules {brief_repr(rules)}; {game.title} is now at rules {game.rules_version}"
        )
    if "position" in header:
        return game.position(_json("position", header["position"]))
    names = [name.strip() for name in header["names"].split(",")]
    options = _json("options", header["options"])
    return game.deal(seed=_seed(header["seed"]), options=options, names=names)


def _seed(text: str) -> int:
    seed = value_of(text, BITS) if is_number(text) else BITS + 1
    if seed > BITS:
        raise BadRecord(f"seed: {brief_repr(text)} should be a whole number from 0 to {BITS}")
    return seed


def _json(key: str, text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise BadRecord(f"{key}: what follows should be a JSON object")
    return value


def _step(table: Table, number: int, line: str) -> list[Event]:
    name, colon, text = line.partition(":")
    if not colon or name not in table.names:
        example = brief_repr(f"{table.names[0]}: …")
        raise BadRecord(f"line {number}: {brief_repr(line)} should be a player, a colon and an action: {example}")
    try:
        return table.play(name, text.strip())
    except Refused as problem:
        raise BadRecord(f"line {number}: {brief_repr(line)} cannot be: {problem}") from None
