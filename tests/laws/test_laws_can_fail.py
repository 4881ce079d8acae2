"""The laws can fail: a small game keeps all of them, and each way of breaking it fails the law meant to detect it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

import pytest

import bidwell
from bidwell import Game, Refused, Table, View
from bidwell.core.table import Outlook
from tests.laws import laws, toys
from tests.laws.play import random_game
from tests.laws.test_laws import test_different_seeds_imagine_different_worlds as different_seeds_differ
from tests.laws.test_laws import test_imagining_redraws_everything_hidden as everything_redrawn

Law = Callable[[Table], None]
TEXTS = [f"show {number}" for number in range(1, 10)]


def sealed(table: Table) -> None:
    if len(table.asks) > 1:
        laws.sealed_is_sealed(table, dict.fromkeys(table.asks, "show 2"), dict.fromkeys(table.asks, "show 3"))


def hearing(table: Table) -> None:
    for seed in range(5):
        for viewer in laws.viewers(table):
            laws.tells_no_more_than_it_shows(table, viewer, seed, random.Random(seed))


def copying(table: Table) -> None:
    if not table.over:
        laws.copy_is_independent(table, "show 3")


def _nothing(_: int) -> None: ...


LAWS: dict[str, Law] = {
    "accepted": lambda table: laws.accepted_if_and_only_if_listed(table, TEXTS),
    "bounds": laws.lists_fit_their_bounds,
    "notation": laws.notation_goes_both_ways,
    "zeros": laws.zeros_before_a_number_change_nothing,
    "digits": laws.other_digits_are_refused,
    "no leak": lambda table: laws.imagined_worlds_look_the_same(table, range(5)),
    "forgets": lambda table: laws.imagine_forgets(table, 1, 2),
    "can be": lambda table: laws.imagined_worlds_can_be(table, 1),
    "hears": hearing,
    "unnoticed": lambda table: _nothing(laws.unnoticed_actions_change_nothing(table, random.Random(1))),
    "foresight": lambda table: _nothing(laws.foresight_depends_on_what_is_seen(table, 1)),
    "sent": lambda table: laws.nothing_sent_depends_on_what_is_hidden(table, random.Random(1)),
    "hidden": laws.hidden_values_are_none,
    "sealed": sealed,
    "position": laws.position_goes_both_ways,
    "record": laws.record_goes_both_ways,
    "copy": copying,
    "policy": lambda table: laws.policy_needs_no_more_than_its_view(table, 1, 2),
    "features": lambda table: laws.features_need_no_more_than_the_view(table, 1),
    "inputs": lambda table: laws.inputs_follow_from_what_was_seen(table, 1),
    "telling": lambda table: laws.features_tell_what_is_legal(table, random.Random(1)),
    "ties": laws.tie_breaks_follow_the_standings,
}

BROKEN: list[tuple[str, str, Any]] = [
    ("accepted", "notation", toys.GivesNoClause),
    ("accepted", "notation", toys.MishearsTexts),
    ("bounds", "rules", toys.ListsTooMuch),
    ("bounds", "rules", toys.ListsTwice),
    ("bounds", "rules", toys.NumbersTooHigh),
    ("notation", "notation", toys.SaysAllAlike),
    ("zeros", "notation", toys.MindsZeros),
    ("digits", "notation", toys.TakesOtherDigits),
    ("no leak", "rules", toys.ImaginesTooMuch),
    ("forgets", "rules", toys.ImaginesFromTheTruth),
    ("can be", "positions", toys.ImaginesTheImpossible),
    ("hears", "rules", toys.TellsSecrets),
    ("unnoticed", "rules", toys.ChangesUnheard),
    ("foresight", "foresight", toys.peeping_foresight),
    ("sent", "foresight", toys.peeping_foresight),
    ("sent", "rules", toys.ListsByASecret),
    ("sealed", "rules", toys.SpendsAtOnce),
    ("sealed", "rules", toys.TellsAtOnce),
    ("sealed", "rules", toys.FirstComeFirstServed),
    ("position", "state", toys.ForgottenPennies),
    ("record", "rules", toys.ChangesByItself),
    ("copy", "state", toys.SharedPennies),
    ("policy", "heuristic", toys.peeping),
    ("policy", "heuristic", toys.unlawful),
    ("features", "features", toys.PeepingFeatures),
    ("features", "features", toys.ShortFeatures),
    ("features", "features", toys.LongFeatures),
    ("inputs", "features", toys.PeepingFeatures),
    ("inputs", "features", toys.ForgetfulInputs),
    ("telling", "rules", toys.ListsByPurse),
    ("ties", "tie_breaks", toys.untrue_tie_breaks),
]


def broken_by(law: Law, game: Game) -> bool:
    """Does the law fail anywhere in a whole game?"""
    try:
        for table in toys.play_through(game):
            law(table)
    except (AssertionError, pytest.fail.Exception, Refused):
        return True
    return False


@pytest.mark.parametrize("law", LAWS)
def test_a_sound_game_keeps_every_law(law: str) -> None:
    """Pennies keeps the law."""
    assert not broken_by(LAWS[law], toys.toy())


@pytest.mark.parametrize(
    ("law", "part", "broken"), BROKEN, ids=[f"{law}-{broken.__name__}" for law, _, broken in BROKEN]
)
def test_a_broken_game_breaks_the_law(law: str, part: str, broken: Any) -> None:
    """One part is broken, and the law fails."""
    whole = broken if part in ("state", "heuristic", "foresight") else broken()
    assert broken_by(LAWS[law], toys.toy(**{part: whole}))


def test_every_law_is_seen_to_fail() -> None:
    """Every law has a broken game; the law on hidden values is broken below."""
    assert {law for law, _, _ in BROKEN} | {"hidden"} == {*LAWS}


def test_a_view_that_shows_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A state that shows everything to every seat is detected."""
    monkeypatch.setattr(toys.Pennies, "seen_by", lambda self, viewer: self.copy())
    with pytest.raises(AssertionError):
        laws.hidden_values_are_none(toys.toy().deal(seed=1, players=3))


def test_an_outlook_from_hidden_values_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A `would` that runs on the true state is detected: the last choice of a round opens all of them."""
    tables = [table for table in toys.play_through(toys.toy()) if len(table.asks) == 1]
    monkeypatch.setattr(toys.Pennies, "known_to", lambda self, viewer: self.copy())
    with pytest.raises(AssertionError):
        _each(tables, LAWS["sent"])


def test_showing_several_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Writing the whole position for every viewer is detected."""
    laws.shown_is_the_view(toys.toy().deal(seed=1, players=3))
    monkeypatch.setattr("bidwell.core.table.write_views", lambda table, viewers: [table.position() for _ in viewers])
    with pytest.raises(AssertionError):
        laws.shown_is_the_view(toys.toy().deal(seed=1, players=3))


def test_imagining_too_little_is_noticed() -> None:
    """One card of three is never redrawn: no view leaks it, but a card that never varies is detected."""
    everything_redrawn(toys.toy(), 3)
    with pytest.raises(AssertionError):
        everything_redrawn(toys.toy(rules=toys.ImaginesTooLittle()), 3)


def test_imagining_nothing_is_noticed() -> None:
    """Redrawing nothing leaks nothing in a view, but worlds that never differ are detected."""
    with pytest.raises(AssertionError):
        different_seeds_differ(toys.toy(rules=toys.ImaginesNothing()), 3)


def test_sealed_choices_are_compared_in_every_order() -> None:
    """With three seats asked, all six orders are compared."""
    table = toys.toy().deal(3, seed=1)
    played: list[Any] = []
    original = Table.play

    def watched(self: Table, seat: int | str, text: str) -> Any:
        played.append(seat)
        return original(self, seat, text)

    rng = random.Random(1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Table, "play", watched)
        laws.sealed_is_sealed(
            table, {seat: rng.choice(TEXTS[:3]) for seat in range(3)}, dict.fromkeys(range(3), "show 1")
        )
    assert len(played) == 6 * (3 + 2 * 2)


def _each(tables: Iterable[Table], law: Law) -> None:
    for table in tables:
        law(table)


def plays_on_in_one_imagined_world(view: View, action: str) -> Outlook:
    """A wrong `would`: it plays the action in one imagined world and reports what happens there."""
    assert view.seat is not None
    world = view.imagine(0)
    return Outlook([event for event in world.play(view.seat, action) if event.heard_by(view.seat)])


def test_an_invented_outlook_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """For the last seat to choose, an invented outlook is untrue and depends on what is hidden."""
    game = bidwell.game("secret_auction")
    rng = random.Random(1)
    tables = [table.copy() for table in random_game(game.deal(3, seed=1), rng) if len(table.asks) == 1]
    monkeypatch.setattr(View, "would", plays_on_in_one_imagined_world)
    with pytest.raises(AssertionError):
        _each(tables, lambda table: laws.would_tells_the_truth(table, table.legal(table.asks[0])[0]))
    with pytest.raises(AssertionError):
        sum(laws.would_depends_on_what_is_seen(table, rng) for table in tables)


def test_an_outlook_stops_where_sealed_bids_are_opened() -> None:
    """The last seat to choose sees the event of its own choice and that the rest depends on others."""
    table = bidwell.game("secret_auction").deal(3, seed=1)
    for seat in (*table.asks, *table.asks[:2]):
        table.play(seat, table.legal(seat)[0])
    outlook = table.view(table.asks[0]).would("bid 1+2+3")
    assert [event.text for event in outlook.events] == ["Carla has chosen"]
    assert outlook.of_seat
    assert outlook.rest == "What follows depends on what other players hide"
