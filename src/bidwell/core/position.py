"""Positions: the complete state as readable, JSON-compatible values, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from bidwell.core.errors import BadPosition, brief_repr
from bidwell.core.state import SPECTATOR, Field, State

if TYPE_CHECKING:
    from bidwell.core.game import Game
    from bidwell.core.table import Table


def write_position(table: Table, state: State) -> dict[str, Any]:
    """Return `state`, a state of this table, as a complete position."""
    written = header(table)
    for field in _fields(table.game):
        written[field.name] = write_field(field, getattr(state, field.name), table.names)
    return written


def write_field(field: Field, value: Any, names: tuple[str, ...]) -> Any:
    """Return a value of a field in readable form."""
    if not field.by_seat:
        return field.of.write(value, names)
    return {name: field.of.write(part, names) for name, part in zip(names, value, strict=False)}


def write_views(table: Table, viewers: Sequence[int]) -> list[dict[str, Any]]:
    """Return the position as each viewer sees it. A field that looks the same to all is written once and shared."""
    shared = header(table) | _written(table, shared_fields(table.game), SPECTATOR)
    return [shared | _written(table, own_fields(table.game), viewer) for viewer in viewers]


def _written(table: Table, fields: Sequence[Field], viewer: int) -> dict[str, Any]:
    return {field.name: write_field(field, field.seen(table.state, viewer), table.names) for field in fields}


def header(table: Table) -> dict[str, Any]:
    """Return what stands in a position besides the fields of the state."""
    game = table.game
    options = dict(table.options)
    return {"game": game.name, "rules": game.rules_version, "names": [*table.names], "options": options}


@cache
def _fields(game: Game) -> tuple[Field, ...]:
    return tuple(field for field in game.state.fields.values() if _belongs(field, game))


@cache
def shared_fields(game: Game) -> tuple[Field, ...]:
    """Return the fields of a position that look the same to every viewer."""
    return tuple(field for field in _fields(game) if field.alike)


@cache
def own_fields(game: Game) -> tuple[Field, ...]:
    """Return the fields of a position that may look different to every viewer."""
    return tuple(field for field in _fields(game) if not field.alike)


def read_position(game: Game, written: Mapping[str, Any]) -> Table:
    """Return a table set up from a complete or partial position. Raise BadPosition if it is invalid."""
    from bidwell.core.table import Table

    if not isinstance(written, Mapping):
        raise BadPosition(f"a position is a JSON object of fields, not {brief_repr(written)}")
    rest = {key: value for key, value in written.items() if key not in _HEADER}
    _check_header(game, written, rest)
    # The default seed is fixed, so that a partial position always gives the same table.
    fresh = game.deal(written.get("players"), written.get("seed", 0), written.get("options"), written.get("names"))
    state = fresh.state
    for name, value in rest.items():
        field = game.state.fields[name]
        setattr(state, name, _read(field, value, fresh.names, getattr(state, name)))
    game.positions.complete(state, frozenset(rest))
    flaw = _flaw_of_chance(state) or game.positions.flaw(state)
    if flaw:
        raise BadPosition(flaw)
    return Table(game, fresh.names, fresh.options, state)


def _flaw_of_chance(state: State) -> str:
    fits = state.chance_key >= 0 and 0 <= state.chance_step < 1 << 62
    return "" if fits else "chance_key and chance_step are not negative, and chance_step counts the draws so far"


_HEADER = ("game", "rules", "names", "options", "players", "seed")


def _check_header(game: Game, written: Mapping[str, Any], rest: Mapping[str, Any]) -> None:
    if written.get("game", game.name) != game.name:
        raise BadPosition(f"this is a position of {brief_repr(written['game'])}, not of {game.name!r}")
    if type(rules := written.get("rules", game.rules_version)) is not int or rules != game.rules_version:
        raise BadPosition(f"rules {brief_repr(rules)} are not known; {game.title} is at rules {game.rules_version}")
    known = [field.name for field in _fields(game)]
    for name in rest:
        if name not in known:
            raise BadPosition(f"{game.title} has no field {brief_repr(name)}; its fields are {', '.join(known)}")


def _belongs(field: Field, game: Game) -> bool:
    """Return whether the position has an entry for the field. Options and players are in the header instead."""
    return not field.derived and field.name != "players" and all(field.name not in each.fields for each in game.options)


def _read(field: Field, written: Any, names: tuple[str, ...], before: Any) -> Any:
    try:
        if field.by_seat:
            value = _read_seats(field, written, names, before)
        else:
            value = field.of.read(written, field.shape, names)
        _check_size(value, field.bits)
    except BadPosition as problem:
        raise BadPosition(f"{field.name}: {problem}") from None
    return value


def _read_seats(field: Field, written: Any, names: tuple[str, ...], before: list[Any]) -> list[Any]:
    if isinstance(written, list) and len(written) == len(names):
        written = dict(zip(names, written, strict=True))
    if not isinstance(written, dict):
        raise BadPosition(f"{brief_repr(written)} should say for each player what is there")
    for name in written:
        if name not in names:
            raise BadPosition(f"{brief_repr(name)} is no player; the players are {', '.join(names)}")
    value = [*before]
    for seat, name in enumerate(names):
        if name in written:
            value[seat] = field.of.read(written[name], field.shape[1:], names)
    return value


def _check_size(value: Any, bits: int) -> None:
    if isinstance(value, list):
        for part in value:
            _check_size(part, bits)
    elif not -(1 << (bits - 1)) <= value < 1 << (bits - 1):
        raise BadPosition(f"{brief_repr(value)} is too large")
