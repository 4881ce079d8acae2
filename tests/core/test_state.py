"""The state table: declared once, and nothing on it that was not declared."""

from __future__ import annotations

from typing import Any

import pytest

from bidwell import Game, games
from bidwell.core.state import (
    BY_ROW,
    SPECTATOR,
    Field,
    FirstEntries,
    OwnEntry,
    State,
    everyone,
    its_owner,
    nobody,
    number,
    row,
    seats,
)


class Small(State):
    """One field of every kind."""

    open: int = number(everyone)
    secret: int = number()
    cards: list[int] = row(3, lambda t, viewer, index: index < 2)
    chips: list[int] = seats(2, its_owner)
    hands: list[list[int]] = seats(2, its_owner, each=2)


class Cut(State):
    """Rows that are shown or hidden as a whole."""

    open: int = number(everyone)
    deck: list[int] = row(3, FirstEntries(lambda t: t.open))
    bets: list[int] = seats(2, OwnEntry(lambda t: t.open > 1))
    chips: list[int] = seats(2, its_owner)
    hands: list[list[int]] = seats(2, its_owner, each=2)


def filled() -> Small:
    table = Small()
    table.open, table.secret, table.cards, table.chips, table.hands = 1, 2, [3, 4, 5], [6, 7], [[8, 9], [10, 11]]
    return table


def test_everything_is_zero_before_the_deal() -> None:
    """Numbers, rows, and rows of rows that are not the same row."""
    table = Small()
    assert (table.open, table.cards, table.hands) == (0, [0, 0, 0], [[0, 0], [0, 0]])
    assert table.hands[0] is not table.hands[1]


def test_inherited_fields_come_first() -> None:
    """In the order in which they were declared."""
    names = [*State.fields, "open", "secret", "cards", "chips", "hands"]
    assert [*Small.fields] == names


def test_nothing_else_can_lie_on_it() -> None:
    """A field that was not declared, and so has no visibility, cannot be set."""
    with pytest.raises(AttributeError):
        filled().leak = 1  # type: ignore[attr-defined]


def seen(viewer: int) -> dict[str, Any]:
    """What a viewer sees of the fields declared here."""
    return {name: getattr(filled().seen_by(viewer), name) for name in Small.fields if name not in State.fields}


def test_each_viewer_sees_their_own() -> None:
    """None in place of what is hidden."""
    mine = {"chips": [None, 7], "hands": [None, [10, 11]]}
    assert seen(1) == {"open": 1, "secret": None, "cards": [3, 4, None], **mine}


def test_a_spectator_sees_what_everybody_sees() -> None:
    """And is nobody's owner."""
    none = {"chips": [None, None], "hands": [None, None]}
    assert seen(-1) == {"open": 1, "secret": None, "cards": [3, 4, None], **none}


@pytest.mark.parametrize("change", ["chips", "hands", "cards"])
def test_what_is_seen_is_a_copy(change: str) -> None:
    """Changing it changes nothing on the table."""
    table = filled()
    part: Any = getattr(table.seen_by(0), change)
    (part[0] if change == "hands" else part)[0] = 99
    assert table == filled()


def test_a_copy_is_equal_and_apart() -> None:
    """A copy shares no row with the original, and has no journal."""
    table = filled()
    table.journal = []
    twin = table.copy()
    assert twin == table
    assert twin.journal is None
    twin.hands[1][0] = 99
    assert twin != table
    assert table.hands[1][0] == 10


def test_tables_of_different_games_are_different() -> None:
    """Also with equal contents."""
    assert State() != Small()


def test_tables_cannot_be_put_into_sets() -> None:
    """They change."""
    with pytest.raises(TypeError):
        hash(filled())


def declare(name: str) -> None:
    """A table with a field of this name."""
    meta: Any = type(State)
    meta("Declared", (State,), {name: number(everyone)})


@pytest.mark.parametrize("name", ["round", "sort", "max"])
def test_names_of_the_machine_are_refused(name: str) -> None:
    """In machine code, a field of the name of an array's method would be that method."""
    with pytest.raises(TypeError, match=name):
        declare(name)


def test_a_field_is_declared_once() -> None:
    """A game cannot hide what is open to all, or show what is hidden, by declaring it anew."""
    with pytest.raises(TypeError, match="chance_key"):
        declare("chance_key")


def test_by_default_nobody_sees() -> None:
    """A visibility that was forgotten hides."""
    assert Small.fields["secret"].sees is nobody


def by_entry(table: State, field: Field, viewer: int) -> list[Any]:
    """A row as its rule shows it entry by entry."""
    value = getattr(table, field.name)
    return [part if field.sees(table, viewer, index) else None for index, part in enumerate(value)]


@pytest.mark.parametrize("opened", [-1, 0, 1, 2, 9])
def test_rows_are_cut_as_their_entries_are(opened: int) -> None:
    """Whoever looks: what is seen of a whole row is what the same rule says of each entry."""
    table = Cut()
    table.open, table.deck, table.bets, table.chips, table.hands = opened, [1, 2, 3], [4, 5], [6, 7], [[8], [9]]
    for name in ("deck", "bets", "chips", "hands"):
        for viewer in (0, 1, SPECTATOR):
            assert Cut.fields[name].seen(table, viewer) == by_entry(table, Cut.fields[name], viewer)


@pytest.mark.parametrize("game", [*games()], ids=lambda game: game.name)
def test_rows_of_games_are_cut_as_their_entries_are(game: Game) -> None:
    """At every step of a game and at its end, when all is open."""
    table, cut = game.deal(seed=3), [field for field in game.state.fields.values() if isinstance(field.sees, BY_ROW)]
    while not table.over:
        table.act(table.asks[0], table.legal_actions(table.asks[0])[-1])
        for field in cut:
            for viewer in (*range(table.players), SPECTATOR):
                assert field.seen(table.state, viewer) == by_entry(table.state, field, viewer)


def test_what_is_seen_of_a_row_is_a_copy() -> None:
    """Also of the rows in it: what a viewer was shown does not change with the table."""
    table = filled()
    shown = Small.fields["hands"].seen(table, 0)
    table.hands[0][0] = 99
    assert shown == [[8, 9], None]
