"""The laws that hold for every game, each as a check of one table. `test_laws_can_fail.py` shows that each can fail."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from typing import Any

import pytest

from bidwell import Event, IllegalAction, Table, View
from bidwell.core.record import replay
from bidwell.core.state import Field
from bidwell.core.table import Outlook
from bidwell.native.batch_setting import input_size, inputs_of

UNTOUCHED = -12345
"""Marks an entry of a row that was never written."""
Hidden = tuple[str, int, int]
"""A field; for a field with one entry per seat also the viewer and the entry."""


def viewers(table: Table) -> list[int | None]:
    """Every seat, and a spectator."""
    return [*range(table.players), None]


# What is accepted


def accepted_if_and_only_if_listed(table: Table, texts: Iterable[str]) -> None:
    """Of `texts`, `play` accepts from each seat exactly its legal actions and its mistakes."""
    for seat in range(table.players):
        listed = [*table.legal(seat), *table.mistakes(seat)]
        for text in listed:
            accepts(table, seat, text)
        refuses(table, seat, {*texts} - {*listed})


def accepts(table: Table, seat: int, text: str) -> None:
    """The action is accepted and recorded as the one given."""
    twin = table.copy()
    twin.play(seat, text)
    assert len(twin.history) == len(table.history) + 1
    who, action = twin.history[-1]
    assert (who, table.game.notation.text(table, action)) == (seat, text)


def refuses(table: Table, seat: int, texts: Iterable[str]) -> None:
    """Every text is refused and nothing changes; a refusal of a valid notation cites a clause."""
    twin = table.copy()
    for text in texts:
        with pytest.raises(IllegalAction) as refused:
            twin.play(seat, text)
        clause = refused.value.clause
        assert clause or not is_understood(table, text), f"no clause is named in: {refused.value}"
        assert not clause or clause in table.game.clauses
    is_the_same(twin, table)


def is_understood(table: Table, text: str) -> bool:
    """Is it the notation of any action at this table?"""
    try:
        table.game.notation.action(table, text)
    except ValueError:
        return False
    return True


def is_the_same(twin: Table, table: Table) -> None:
    """The two tables have equal contents and equal histories."""
    assert twin == table
    assert snapshot(twin) == snapshot(table)


def snapshot(table: Table) -> str:
    """The contents and the history of a table, as an immutable text."""
    lies = [(field.name, value) for field, value in table.state.each_field()]
    return repr((lies, table.position(), table.asks, table.history, table.log))


def lists_fit_their_bounds(table: Table) -> None:
    """At most `most_choices` actions are listed, each once and as legal or as a mistake, all below `actions`."""
    most = table.game.most_choices
    for seat in table.asks:
        listed = []
        for rule in (table.game.rules.legal, table.game.rules.mistakes):
            out = [UNTOUCHED] * (most + 100)
            count = rule(table.state, seat, out)
            assert count <= most
            assert out[most:] == [UNTOUCHED] * 100
            listed += out[:count]
        assert table.legal_actions(seat)
        assert len({*listed}) == len(listed)
        assert all(0 <= action < table.game.actions for action in listed)


def notation_goes_both_ways(table: Table) -> None:
    """Text to action to text is the identity, and no two actions have the same text."""
    for seat in table.asks:
        actions = [*table.legal_actions(seat), *table.mistaken_actions(seat)]
        texts = [table.game.notation.text(table, action) for action in actions]
        assert [table.game.notation.action(table, text) for text in texts] == actions
        assert len({*texts}) == len(texts)


OTHER_DIGITS = ("０１２３４５６７８９", "٠١٢٣٤٥٦٧٨٩", "०१२३४५६७८९", "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗", "⁰¹²³⁴⁵⁶⁷⁸⁹")
"""The digits zero to nine in other scripts; Python's `int` accepts all of them but the last."""
NUMBER = re.compile(r"(?<=[ +])[0-9]+(?=[ +]|$)")


def zeros_before_a_number_change_nothing(table: Table) -> None:
    """`bid 007` means `bid 7`, even with thousands of zeros."""
    for seat in table.asks:
        for text in [*table.legal(seat), *table.mistakes(seat)]:
            for zeros in ("0", "00", "0" * 5000):
                longer = NUMBER.sub(lambda found, zeros=zeros: zeros + found[0], text)  # type: ignore[misc]
                assert table.understood(seat, longer) == table.understood(seat, text)


def other_digits_are_refused(table: Table) -> None:
    """Numbers are written with 0 to 9; other digits are refused and change nothing."""
    for seat in table.asks:
        texts = ["bid 0", "0", *table.legal(seat), *table.mistakes(seat)]
        for digits in OTHER_DIGITS:
            written = str.maketrans("0123456789", digits)
            refuses(table, seat, {text.translate(written) for text in texts} - {*texts})


# What a seat may know


def imagined_worlds_look_the_same(table: Table, seeds: Sequence[int]) -> None:
    """No leak: no seat can tell an imagined table from the true one."""
    for viewer in viewers(table):
        view = table.view(viewer)
        for seed in seeds:
            imagined = table.imagine(viewer, seed).view(viewer)
            assert imagined == view
            assert imagined.state == view.state
            assert imagined.actions == view.actions


def imagine_forgets(table: Table, seed: int, other: int) -> None:
    """An imagined world depends on the view alone: another world with the same view gives the same result."""
    before = snapshot(table)
    for viewer in viewers(table):
        world = table.imagine(viewer, seed)
        assert table.imagine(viewer, other).imagine(viewer, seed) == world
        assert table.view(viewer).imagine(seed) == world
    assert snapshot(table) == before


def hidden_and_redrawn(table: Table, seeds: Sequence[int]) -> tuple[set[Hidden], set[Hidden]]:
    """What some viewer cannot see on this table, and which part of it varies between imagined worlds."""
    hidden, redrawn = set(), set()
    for viewer in viewers(table):
        seat = -1 if viewer is None else viewer
        worlds = [table.imagine(viewer, seed).state for seed in seeds]
        for field in table.game.state.fields.values():
            for index in range(field.shape[0] if field.shape else 1):
                if field.sees(table.state, seat, index) or (field.by_seat and index >= table.players):
                    continue
                part = (field.name, seat, index) if field.by_seat else (field.name, -1, 0)
                hidden.add(part)
                found = [getattr(world, field.name) for world in worlds]
                if len({repr(each[index] if field.shape else each) for each in found}) > 1:
                    redrawn.add(part)
    return hidden, redrawn


def imagined_worlds_can_be(table: Table, seed: int) -> None:
    """An imagined table is a valid position of the game."""
    for viewer in viewers(table):
        world = table.imagine(viewer, seed)
        assert table.game.position(world.position()) == world


def tells_no_more_than_it_shows(table: Table, viewer: int | None, seed: int, rng: random.Random) -> None:
    """While two worlds look the same to a seat, the events it receives in them are the same.

    Both tables go on with the same actions until something hidden is revealed; from then on they may differ.
    """
    _hears_the_same(table.copy(), table.imagine(viewer, seed), viewer, rng)


def unnoticed_actions_change_nothing(table: Table, rng: random.Random) -> int:
    """To a viewer who does not notice an action, worlds in which it happened and did not happen are the same.

    Now, and while both worlds go on alike. Returns how many such worlds were compared.
    """
    compared = 0
    for seat in table.asks:
        legal = table.legal(seat)
        for text in [*legal[:4], *rng.sample(legal[4:], min(2, len(legal[4:])))]:
            there = table.copy()
            there.play(seat, text)
            for viewer in viewers(table):
                if not there.steps[-1].noticed_by(viewer):
                    compared += 1
                    assert there.view(viewer) == table.view(viewer)
                    assert there.view(viewer).state == table.view(viewer).state
                    assert there.told(viewer) == table.told(viewer)
                    _hears_the_same(table.copy(), there.copy(), viewer, rng)
    return compared


def _hears_the_same(here: Table, there: Table, viewer: int | None, rng: random.Random) -> None:
    """Play the same actions in two worlds and compare what the viewer hears and notices, until their views differ."""
    for _ in range(MOST_STEPS):
        if not here.asks:
            return
        seat = rng.choice(here.asks)
        both = _both(here.legal(seat), there.legal(seat))
        if not both:
            return
        text = rng.choice(both)
        told, told_there = here.play(seat, text), there.play(seat, text)
        if here.view(viewer) != there.view(viewer):
            return
        assert _heard(told, viewer) == _heard(told_there, viewer)
        assert here.steps[-1].noticed_by(viewer) == there.steps[-1].noticed_by(viewer)


MOST_STEPS = 12


def _both(texts: Iterable[str], others: Iterable[str]) -> list[str]:
    known = {*others}
    return [text for text in texts if text in known]


def _heard(told: Iterable[Event], viewer: int | None) -> list[Event]:
    return [event for event in told if event.heard_by(viewer)]


def would_depends_on_what_is_seen(table: Table, rng: random.Random) -> int:
    """The outlook of an action is the same whatever is hidden, even where public play would reveal it.

    Returns how many other worlds were compared.
    """
    compared = 0
    seat = rng.choice(table.asks)
    view = table.view(seat)
    texts = rng.sample(view["legal"], min(4, len(view["legal"])))
    for world in with_secrets_exchanged(table, seat):
        other = world.view(seat)
        if other == view and other.state == view.state:
            compared += 1
            assert [other.would(text) for text in texts] == [view.would(text) for text in texts]
    return compared


def with_secrets_exchanged(table: Table, viewer: int) -> list[Table]:
    """Tables on which the others have exchanged what is hidden from `viewer`: each field alone, and all at once."""
    others = [seat for seat in range(table.players) if seat != viewer]
    fields = [field for field in table.game.state.fields.values() if field.by_seat]
    hidden = [field for field in fields if not any(field.sees(table.state, viewer, other) for other in others)]
    return [_exchanged(table, others, chosen) for chosen in (*([field] for field in hidden), hidden)]


def _exchanged(table: Table, others: Sequence[int], fields: Sequence[Field]) -> Table:
    state = table.state.copy()
    for field in fields:
        row, old = getattr(state, field.name), getattr(table.state, field.name)
        for seat, neighbour in zip(others, [*others[1:], others[0]], strict=True):
            row[seat] = old[neighbour]
    return Table(table.game, table.names, table.options, state)


def foresight_depends_on_what_is_seen(table: Table, seed: int) -> int:
    """Foresight is the same in every world that looks the same to a viewer, even where public play would tell them
    apart; and it is the same from a view and from the table.

    Returns how many other worlds were compared.
    """
    compared = 0
    for viewer in viewers(table):
        view, found = table.view(viewer), table.foresight(viewer)
        assert view.foresight == found
        exchanged = [] if viewer is None else with_secrets_exchanged(table, viewer)
        for world in (table.imagine(viewer, seed), *exchanged):
            other = world.view(viewer)
            if other == view and other.state == view.state:
                compared += 1
                assert world.foresight(viewer) == found
    return compared


def nothing_sent_depends_on_what_is_hidden(table: Table, rng: random.Random) -> None:
    """View, foresight and outlooks stay the same whatever stands in place of everything hidden, possible or not."""
    for viewer in viewers(table):
        twin = with_other_secrets(table, viewer, rng)
        assert twin.shown([viewer]) == table.shown([viewer])
        assert twin.state.seen_by(_number(viewer)) == table.state.seen_by(_number(viewer))
        assert twin.foresight(viewer) == table.foresight(viewer)
        if viewer in table.asks:
            actions = table.legal_actions(viewer)
            actions = rng.sample(actions, min(4, len(actions)))
            assert _outlooks(twin, viewer, actions) == _outlooks(table, viewer, actions)


def with_other_secrets(table: Table, viewer: int | None, rng: random.Random) -> Table:
    """A table with random numbers in place of everything hidden from `viewer`, also of what `imagine` keeps.

    The numbers are above 0: that there is no card, or no choice yet, may be visible where the card is not.
    """
    state = table.state.copy()
    for field, value in table.state.each_field():
        size = field.shape[0] if field.shape else 1
        shown = [field.sees(table.state, _number(viewer), index) for index in range(size)]
        if not field.shape and not shown[0]:
            setattr(state, field.name, rng.randint(1, 100))
        elif field.shape:
            parts = zip(value, shown, strict=True)
            setattr(state, field.name, [part if show else _other_secret(part, rng) for part, show in parts])
    return Table(table.game, table.names, table.options, state)


def _other_secret(value: Any, rng: random.Random) -> Any:
    return [rng.randint(1, 100) for _ in value] if isinstance(value, list) else rng.randint(1, 100)


def _number(viewer: int | None) -> int:
    return -1 if viewer is None else viewer


def _outlooks(table: Table, seat: int, actions: Iterable[int]) -> list[Outlook]:
    """The outlooks as `View.would` computes them; a view cannot be made here, as it would imagine a possible world."""
    known = Table(table.game, table.names, table.options, table.state.known_to(seat))
    return [known._foreseen(seat, action) for action in actions]


def would_tells_the_truth(table: Table, text: str) -> None:
    """The events of an outlook that are certain are those that happen."""
    seat = table.asks[0]
    foretold = table.view(seat).would(text).events
    told = _heard(table.copy().play(seat, text), seat)
    assert told[: len(foretold)] == foretold


def hidden_values_are_none(table: Table) -> None:
    """A view has None for what the declaration hides from its viewer, and a value for everything else."""
    for viewer in viewers(table):
        state = table.view(viewer).state
        seat = -1 if viewer is None else viewer
        for field, value in table.state.each_field():
            seen = getattr(state, field.name)
            if not field.shape:
                assert seen == (value if field.sees(table.state, seat, 0) else None)
            else:
                shown = [field.sees(table.state, seat, index) for index in range(field.shape[0])]
                assert seen == [part if show else None for part, show in zip(value, shown, strict=True)]


def shown_is_the_view(table: Table) -> None:
    """What is written for several viewers at once equals each viewer's own view."""
    everybody = viewers(table)
    together = table.shown(everybody)
    for viewer, found in zip(everybody, together, strict=True):
        assert table.shown([viewer])[0] == found == dict(table.view(viewer))
        seat = -1 if viewer is None else viewer
        for name, field in table.game.state.fields.items():
            if name in found and not field.shape and not field.sees(table.state, seat, 0):
                assert found[name] is None
            if name in found and field.by_seat:
                hidden = {other for place, other in enumerate(table.names) if not field.sees(table.state, seat, place)}
                assert all(found[name][other] is None for other in hidden)


# Choices made at once


MOST_ORDERS = 6


def sealed_is_sealed(
    table: Table, choices: Mapping[int, str], others: Mapping[int, str], rng: random.Random | None = None
) -> None:
    """Until the last of several seats has acted, the other seats learn only who has acted.

    `choices` holds the action of every seat asked, `others` an alternative. Three seats act in all orders; of the
    orders of more seats `rng` picks a few.
    """
    assert {*choices} == {*others} == {*table.asks}
    orders = [*permutations(table.asks)]
    if rng:
        orders = rng.sample(orders, min(len(orders), MOST_ORDERS))
    ends = []
    for order in orders:
        twin = table.copy()
        for seat in order[:-1]:
            _nobody_else_notices(twin, seat, choices[seat], others[seat])
            twin.play(seat, choices[seat])
        twin.play(order[-1], choices[order[-1]])
        ends.append(twin)
    for end in ends[1:]:
        assert end == ends[0], "the order of arrival matters"


def _nobody_else_notices(table: Table, seat: int, choice: str, other: str) -> None:
    here, there = table.copy(), table.copy()
    told, told_there = here.play(seat, choice), there.play(seat, other)
    acted = {"asks", *_who_has_acted(table, here)}
    for viewer in viewers(table):
        if viewer == seat:
            continue
        before, after = table.view(viewer), here.view(viewer)
        assert _without(after, acted) == _without(before, acted)
        assert _without(_state(after), acted) == _without(_state(before), acted)
        assert here.asks != there.asks or _heard(told, viewer) == _heard(told_there, viewer)


def _who_has_acted(before: Table, after: Table) -> list[str]:
    """The fields that hold nothing but the seats still asked."""
    asks = before.game.rules.asks
    fields = [field.name for field in before.game.state.fields.values() if not field.shape]
    return [name for name in fields if all(getattr(t.state, name) == asks(t.state) for t in (before, after))]


def _state(view: View) -> dict[str, Any]:
    return {name: getattr(view.state, name) for name in type(view.state).fields}


def _without(written: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    return {key: value for key, value in written.items() if key not in names}


# What is written down


def position_goes_both_ways(table: Table) -> None:
    """A position, written as JSON and read again, gives the same table and the same position."""
    written = json.dumps(table.position())
    again = table.game.position(json.loads(written))
    assert again == table
    assert again.asks == table.asks
    assert json.dumps(again.position()) == written


def record_goes_both_ways(table: Table) -> None:
    """Replaying a record gives the same table and the same record, byte for byte."""
    record = table.record()
    again = replay(record, lambda name: table.game)
    is_the_same(again, table)
    assert again.record() == record


def copy_is_independent(table: Table, text: str) -> None:
    """A change of a copy does not affect the table, and a change of the table does not affect a copy."""
    seat, before, twin = table.asks[0], snapshot(table), table.copy()
    is_the_same(twin, table)
    told = twin.play(seat, text)
    after = snapshot(twin)
    assert snapshot(table) == before
    assert table.play(seat, text) == told
    assert snapshot(table) == after
    assert snapshot(twin) == after


# What programs see


def policy_needs_no_more_than_its_view(table: Table, seed: int, rng: int) -> None:
    """The heuristic chooses the same legal action from the view, the full table and an imagined one."""
    for seat in table.asks:
        view = table.view(seat)
        flats = (view.state, table.state, table.imagine(seat, seed).state)
        chosen = [table.game.heuristic(state, seat, [*view.actions], len(view.actions), rng) for state in flats]
        assert chosen[0] in view.actions
        assert chosen == [chosen[0]] * 3


def features_need_no_more_than_the_view(table: Table, seed: int) -> None:
    """The features are the same from the view, the full table and an imagined one, and fill exactly their row."""
    size = table.game.features.SIZE
    for seat in range(table.players):
        rows = []
        for state in (table.view(seat).state, table.state, table.imagine(seat, seed).state):
            out: list[Any] = [UNTOUCHED] * (size + 10)
            table.game.features.features(state, seat, out)
            rows.append(out)
        assert UNTOUCHED not in rows[0][:size]
        assert rows[0][size:] == [UNTOUCHED] * 10
        assert rows == [rows[0]] * 3


def inputs_follow_from_what_was_seen(table: Table, seed: int) -> None:
    """A network's inputs are the same from the full table and an imagined one, and begin with the features."""
    size = input_size(table.game)
    for seat in range(table.players) if table.asks else ():
        rows = []
        for state in (table.state, table.imagine(seat, seed).state):
            out: list[Any] = [UNTOUCHED] * (size + 10)
            inputs_of(table.game)(state, seat, out)
            rows.append(out)
        assert UNTOUCHED not in rows[0][:size]
        assert rows[0][size:] == [UNTOUCHED] * 10
        assert rows[0] == rows[1]
        seen: list[Any] = [0] * table.game.features.SIZE
        table.game.features.features(table.state, seat, seen)
        assert rows[0][: len(seen)] == seen


def features_tell_what_is_legal(table: Table, rng: random.Random) -> None:
    """If two tables have equal features for a seat, the same actions are legal for it at both.

    The tables compared are a few decisions ahead, in worlds that look the same to one seat.
    """
    known: dict[tuple[int, tuple[int, ...]], list[int]] = {}
    for seat in table.asks[:1]:
        for _ in range(8):
            world = table.imagine(seat, rng.getrandbits(60))
            for _ in range(6):
                for asked in world.asks:
                    row = [0] * table.game.features.SIZE
                    table.game.features.features(world.state, asked, row)
                    legal = sorted(world.view(asked).actions)
                    assert known.setdefault((asked, tuple(row)), legal) == legal
                if world.over:
                    break
                world.play(world.asks[0], rng.choice(world.legal(world.asks[0])[:2]))


# Ties


def tie_breaks_follow_the_standings(table: Table) -> None:
    """Of two seats with equal scores, the one that `standings` put higher is ahead by the first tie-break that differs.

    Standings and tie-breaks are defined at every position, and early ones have many equal scores.
    """
    values = [tuple(each.value(table.state, seat) for each in table.game.tie_breaks) for seat in range(table.players)]
    for one, other in permutations(range(table.players), 2):
        if table.scores[one] == table.scores[other]:
            assert (values[one] > values[other]) == (table.places[one] < table.places[other])
