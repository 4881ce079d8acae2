"""Positions of every game: a bad position is refused with one sentence, and nothing else happens."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bidwell import BadPosition, Game, Refused
from bidwell.core.codecs import Codec, Flag, Seat, Seats
from bidwell.core.errors import brief_repr
from bidwell.core.rng import BITS
from bidwell.core.state import Field
from tests.laws.play import GAMES, every_game, tables

Flaw = tuple[dict[str, Any], str]
"""A bad position, and the start of the sentence that refuses it."""


def flaws_of_headers(game: Game) -> Iterator[Flaw]:
    """Bad headers: game, rules, names and options."""
    few, many = game.players[0], game.players[-1]
    seating = f"{game.title} is for {few} to {many} players, not "
    options = ", ".join(option.name for option in game.options)
    yield {"game": "chess"}, f"this is a position of 'chess', not of '{game.name}'"
    yield {"game": 3}, f"this is a position of 3, not of '{game.name}'"
    for rules in (99, "1", True, None):
        yield {"rules": rules}, f"rules {rules!r} are not known; {game.title} is at rules {game.rules_version}"
    yield {"players": few - 1}, f"{seating}{few - 1}"
    yield {"players": many + 1}, f"{seating}{many + 1}"
    yield {"players": "4"}, seating
    yield {"players": [4]}, seating
    yield {"players": 3, "names": ["Xan", "Yve", "Zoe", "Uma"]}, "3 players need 3 names, not 4"
    for names in (5, [1, 2, 3], [["Anne"], ["Burt"], ["Carla"]]):
        yield {"names": names}, ""
    for written in (5, ["speed"], *({option.name: None} for option in game.options)):
        yield {"options": written}, ""
    yield {"options": {"speed": 1}}, f"there is no option 'speed'; the options are {options}"
    for seed in (-1, 1 << 63, "7", True, 1.5):
        yield {"seed": seed}, f"a seed is a whole number from 0 to {BITS}, not {seed!r}"


def flaws_of_fields(game: Game) -> Iterator[Flaw]:
    """Fields that do not exist, and invalid values of fields that do."""
    written = game.deal(seed=1).position()
    unknown = {"colour", *game.state.fields} - {*written} - {"players"}
    for name in sorted(unknown):
        yield {name: 3}, f"{game.title} has no field '{name}'; its fields are chance_key, chance_step, "
    yield {"chance_step": -1}, "chance_key and chance_step are not negative"
    for name in sorted(written.keys() & game.state.fields.keys()):
        field = game.state.fields[name]
        if field.by_seat:
            few = [*written[name].values()][:2]
            yield {name: 3}, f"{name}: 3 should say for each player what is there"
            yield {name: few}, f"{name}: {brief_repr(few)} should say for each player what is there"
            yield {name: {"Zoe": written[name]["Anne"]}}, f"{name}: 'Zoe' is no player; the players are Anne, Burt, "
        for wrong, sentence in wrong_values(field):
            of_all = dict.fromkeys(written["names"], wrong) if field.by_seat else wrong
            yield {name: of_all}, f"{name}: {sentence}"


def wrong_values(field: Field) -> Iterator[tuple[Any, str]]:
    """Invalid values, by the type of one entry of the field."""
    single = len(field.shape) == field.by_seat
    if single and type(field.of) is Codec:
        for wrong in ("many", 1.5, True, None, [1]):
            yield wrong, f"{wrong!r} should be a whole number"
        yield 1 << field.bits - 1, f"{1 << field.bits - 1} is too large"
    elif single and isinstance(field.of, Flag):
        for wrong in (1, "yes", None):
            yield wrong, f"{wrong!r} should be true or false"
    elif isinstance(field.of, Seat):
        yield "Zoe", "'Zoe' is no player; the players are Anne, Burt, "
    elif isinstance(field.of, Seats) and single:
        yield "Anne", "'Anne' should be a list of players' names"
        yield ["Zoe"], "'Zoe' is no player; the players are Anne, Burt, "
        yield ["nobody"], "'nobody' has no place in a list of players; leave the list empty instead"
    else:
        for wrong in (None, 1.5, "many"):
            yield wrong, ""


FLAWS = [(game, *flaw) for game in GAMES for flaw in (*flaws_of_headers(game), *flaws_of_fields(game))]


@pytest.mark.parametrize(
    ("game", "written", "sentence"), FLAWS, ids=[f"{game.name}-{json.dumps(flaw)[:60]}" for game, flaw, _ in FLAWS]
)
def test_what_is_badly_written_is_refused(game: Game, written: dict[str, Any], sentence: str) -> None:
    """One sentence says what is wrong and what would be right."""
    with pytest.raises(Refused) as refused:
        game.position(written)
    assert str(refused.value).startswith(sentence)
    assert "\n" not in str(refused.value)


@every_game
@pytest.mark.parametrize("digits", [30, 5000])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_number_of_any_length_is_refused_in_a_short_sentence(game: Game, digits: int, sign: int) -> None:
    """This holds even for a number that Python itself refuses to print."""
    with pytest.raises(BadPosition, match=r"^chance_step: .{1,60} is too large$"):
        game.position({"chance_step": sign * 10**digits})


@every_game
@pytest.mark.parametrize("written", [None, [], "position", 3])
def test_a_position_is_an_object(game: Game, written: Any) -> None:
    """Any other JSON value is refused."""
    with pytest.raises(BadPosition, match="a position is a JSON object of fields, not "):
        game.position(written)


def words_of(written: Any) -> set[str]:
    """All texts in a position, to build other positions from."""
    if isinstance(written, dict):
        return {*written}.union(*map(words_of, written.values()))
    if isinstance(written, list):
        return set().union(*map(words_of, written))
    return {written} if isinstance(written, str) else set()


def values(words: list[str]) -> st.SearchStrategy[Any]:
    """Any JSON value, often made of these words."""
    texts = st.text() | st.sampled_from(words)
    return st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | texts,
        lambda part: st.lists(part, max_size=4) | st.dictionaries(texts, part, max_size=4),
        max_leaves=8,
    )


@every_game
@settings(max_examples=200)
@given(data=st.data())
def test_whatever_is_written_the_answer_is_a_table_or_a_sentence(game: Game, data: st.DataObject) -> None:
    """A position with any value in place of one field is accepted or refused, and nothing else happens."""
    written = data.draw(tables(game)).position()
    field = data.draw(st.sampled_from([*written, "players", "seed"]))
    try:
        table = game.position({**written, field: data.draw(values(sorted(words_of(written))))})
    except Refused:
        return
    assert game.position(table.position()) == table
