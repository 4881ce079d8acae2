"""The laws of every game, at random positions: every number of players, random options, random play."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import bidwell
from bidwell import Game, Table
from bidwell.core.state import State, nobody, number, row, seats
from tests.laws import laws
from tests.laws.play import (
    SEEDS,
    ever_listed,
    every_game,
    every_seating,
    finished,
    longest_options,
    random_choice,
    random_deal,
    random_game,
    tables,
)

# What is accepted


@every_game
@given(data=st.data())
def test_the_checked_door_accepts_exactly_what_is_listed(game: Game, data: st.DataObject) -> None:
    """Legal actions and mistakes are accepted; everything else is refused with a clause and changes nothing."""
    laws.accepted_if_and_only_if_listed(data.draw(tables(game)), ever_listed(game))


@every_game
@given(data=st.data())
def test_lists_of_actions_fit_their_bounds(game: Game, data: st.DataObject) -> None:
    """At most `most_choices` actions are listed, each once, all below `actions`."""
    laws.lists_fit_their_bounds(data.draw(tables(game)))


@every_game
@given(data=st.data())
def test_notation_goes_both_ways(game: Game, data: st.DataObject) -> None:
    """Text to action to text is the identity for every listed action."""
    laws.notation_goes_both_ways(data.draw(tables(game)))


@every_game
@given(data=st.data())
def test_zeros_before_a_number_change_nothing(game: Game, data: st.DataObject) -> None:
    """A number may have leading zeros, in every game."""
    laws.zeros_before_a_number_change_nothing(data.draw(tables(game)))


@every_game
@given(data=st.data())
def test_other_digits_are_refused(game: Game, data: st.DataObject) -> None:
    """A number is written in the digits 0 to 9, in every game."""
    laws.other_digits_are_refused(data.draw(tables(game)))


@every_seating
def test_every_random_game_ends_within_its_bound(game: Game, players: int) -> None:
    """No game without mistakes is longer than `most_decisions`."""
    rng = random.Random(players)
    deals = [random_deal(game, players, rng) for _ in range(20)]
    deals.append(game.deal(players, 1, longest_options(game, players)))
    for table in deals:
        assert len(finished(table, rng, mistakes=False).history) <= game.most_decisions


@every_seating
def test_a_game_of_small_steps_ends_within_its_bound(game: Game, players: int) -> None:
    """A game in which everyone plays the second legal action wherever there is one ends within `most_decisions`."""
    for seed in range(3):
        table = game.deal(players, seed, longest_options(game, players))
        while not table.over:
            table.play(table.asks[0], table.legal(table.asks[0])[:2][-1])
        assert len(table.history) <= game.most_decisions


# What a seat may know


@every_game
@given(data=st.data())
def test_no_leak(game: Game, data: st.DataObject) -> None:
    """No seat can tell an imagined table from the true one, by its views or by its state."""
    laws.imagined_worlds_look_the_same(data.draw(tables(game)), data.draw(st.lists(SEEDS, min_size=2)))


@every_game
@given(data=st.data())
def test_imagine_forgets_what_the_seat_cannot_know(game: Game, data: st.DataObject) -> None:
    """The same seed gives the same world from the true table and from any world with the same view."""
    laws.imagine_forgets(data.draw(tables(game)), data.draw(SEEDS), data.draw(SEEDS))


@every_game
@given(data=st.data())
def test_what_is_imagined_can_be(game: Game, data: st.DataObject) -> None:
    """An imagined table is a valid position of the game."""
    laws.imagined_worlds_can_be(data.draw(tables(game)), data.draw(SEEDS))


@every_seating
def test_different_seeds_imagine_different_worlds(game: Game, players: int) -> None:
    """After the deal every viewer has something to imagine, and different seeds give different worlds."""
    table = game.deal(players, seed=1)
    for viewer in laws.viewers(table):
        worlds = {_without_chance(table.imagine(viewer, seed)) for seed in range(10)}
        assert len(worlds) > 1


def _without_chance(table: Table) -> str:
    return repr({key: value for key, value in table.position().items() if not key.startswith("chance_")})


REMEMBERED = {
    "serengeti chips": "SER-05: every payment was public, so that a good memory knows them",
    "secret_auction hands": "SEC-06: a set is known, and all that was bid was opened",
    "off_season pounds": "CAM-11: all that was paid, lost and earned was open, so that a good memory knows them",
    "bids removed, 6 players": "BID-04: with six players no card is out of the round",
}
"""What a view hides and imagining may keep, and why."""


@every_seating
def test_imagining_redraws_everything_hidden(game: Game, players: int) -> None:
    """Everything hidden from a viewer varies between imagined worlds somewhere in a game, or there is a reason."""
    rng = random.Random(players)
    hidden, redrawn = set(), set()
    for _ in range(5):
        for table in islice(random_game(random_deal(game, players, rng), rng), 150):
            if rng.random() < 0.3:
                found = laws.hidden_and_redrawn(table, range(4))
                hidden |= found[0]
                redrawn |= found[1]
    for field, viewer, index in hidden - redrawn:
        reasons = {f"{game.name} {field}", f"{game.name} {field}, {players} players"} & REMEMBERED.keys()
        assert reasons or field == "chance_step", f"{field} of {index} never changes for viewer {viewer}"


@every_seating
def test_would_depends_on_what_is_seen(game: Game, players: int) -> None:
    """The outlook of an action does not depend on anything hidden, even if it could be remembered."""
    rng = random.Random(players)
    compared = 0
    for _ in range(3):
        for table in islice(random_game(random_deal(game, players, rng), rng), 150):
            if not table.over and rng.random() < 0.1:
                compared += laws.would_depends_on_what_is_seen(table, rng)
    assert compared


@every_game
@given(data=st.data())
def test_foresight_depends_on_what_is_seen(game: Game, data: st.DataObject) -> None:
    """Foresight changes with nothing that is hidden from its viewer, not even with what a good memory would know."""
    assert laws.foresight_depends_on_what_is_seen(data.draw(tables(game)), data.draw(SEEDS))


@every_game
@given(data=st.data())
def test_nothing_sent_depends_on_what_is_hidden(game: Game, data: st.DataObject) -> None:
    """With any numbers in place of what a viewer cannot see, hands, chips and pounds too, it is sent the same."""
    laws.nothing_sent_depends_on_what_is_hidden(data.draw(tables(game)), random.Random(data.draw(SEEDS)))


@every_game
@given(data=st.data())
def test_would_tells_the_truth(game: Game, data: st.DataObject) -> None:
    """Every event that an outlook calls certain happens, and there is at least one."""
    table = data.draw(tables(game))
    if not table.over:
        laws.would_tells_the_truth(table, data.draw(st.sampled_from(table.legal(table.asks[0]))))


@every_game
@given(data=st.data())
def test_a_seat_hears_no_more_than_it_sees(game: Game, data: st.DataObject) -> None:
    """While two worlds look the same to a seat, it receives the same events in both."""
    table = data.draw(tables(game))
    rng = random.Random(data.draw(SEEDS))
    for viewer in laws.viewers(table):
        laws.tells_no_more_than_it_shows(table, viewer, data.draw(SEEDS), rng)


@every_game
@given(data=st.data())
def test_an_unnoticed_action_changes_nothing(game: Game, data: st.DataObject) -> None:
    """No viewer can tell whether an action happened that it does not notice, now or later."""
    laws.unnoticed_actions_change_nothing(data.draw(tables(game)), random.Random(data.draw(SEEDS)))


def test_there_are_unnoticed_actions() -> None:
    """The law above compares worlds: `recover` of The Secret Auction House (SEC-31) is noticed by nobody else."""
    rng = random.Random(1)
    compared = 0
    for seed in range(5):
        for table in random_game(bidwell.game("secret_auction").deal(3, seed), rng):
            compared += laws.unnoticed_actions_change_nothing(table, rng)
    assert compared > 10


@every_game
def test_every_field_has_a_declared_visibility(game: Game) -> None:
    """Every annotation of a state is a declared field, and a state has no other attribute."""
    annotated = {name for base in game.state.__mro__ for name in getattr(base, "__annotations__", {})} - {"journal"}
    assert annotated == {*game.state.fields}
    assert all(callable(field.sees) for field in game.state.fields.values())
    assert not hasattr(game.state(), "__dict__")


def test_by_default_nobody_sees_a_field() -> None:
    """A field without a declared visibility is hidden; the source of chance is always hidden."""
    forgotten = [number(), row(3), seats(3), seats(3, each=2)]
    assert [field.sees for field in forgotten] == [nobody] * 4
    assert {State.fields[name].sees for name in ("chance_key", "chance_step")} == {nobody}


@every_game
def test_no_game_shows_where_chance_comes_from(game: Game) -> None:
    """The key and the step of chance are hidden in every view, in its dictionary and in its state table."""
    table = game.deal(seed=5)
    for viewer in laws.viewers(table):
        view = table.view(viewer)
        assert (view["chance_key"], view["chance_step"]) == (None, None)
        assert [getattr(view.state, name) for name in ("chance_key", "chance_step")] == [None, None]


@every_game
@given(data=st.data())
def test_a_view_has_none_for_what_is_hidden(game: Game, data: st.DataObject) -> None:
    """A view shows exactly what the declaration shows."""
    laws.hidden_values_are_none(data.draw(tables(game)))


@every_game
@given(data=st.data())
def test_what_is_shown_to_several_is_what_each_may_know(game: Game, data: st.DataObject) -> None:
    """Each seat's part equals its own view."""
    laws.shown_is_the_view(data.draw(tables(game)))


# Choices made at once


@every_seating
def test_sealed_is_sealed(game: Game, players: int) -> None:
    """It holds wherever several seats act at once; in a game where none do, nothing is compared."""
    rng = random.Random(players)
    seen = (table for table in random_game(random_deal(game, players, rng), rng) if len(table.asks) > 1)
    for table in islice(seen, 0, 40, 4):
        laws.sealed_is_sealed(table, _one_each(table, rng), _one_each(table, rng), rng)


def _one_each(table: Table, rng: random.Random) -> dict[int, str]:
    return {seat: random_choice(table, seat, rng) for seat in table.asks}


# What is written down


@every_game
@given(data=st.data())
def test_position_goes_both_ways(game: Game, data: st.DataObject) -> None:
    """A position written as JSON gives an equal table."""
    laws.position_goes_both_ways(data.draw(tables(game)))


@every_game
@given(data=st.data())
def test_a_game_goes_on_from_its_position_as_if_nothing_was(game: Game, data: st.DataObject) -> None:
    """Chance is part of the position, so the same actions lead to the same end and the record says so."""
    table = data.draw(tables(game))
    again = game.position(table.position())
    rng = data.draw(SEEDS)
    ends = [finished(each, random.Random(rng)) for each in (table, again)]
    assert ends[0] == ends[1]
    laws.record_goes_both_ways(again)


@every_game
@given(data=st.data())
def test_record_goes_both_ways(game: Game, data: st.DataObject) -> None:
    """A record replays byte for byte to an equal table with the same history."""
    laws.record_goes_both_ways(data.draw(tables(game)))


@every_game
@given(data=st.data())
def test_a_copy_is_independent(game: Game, data: st.DataObject) -> None:
    """A change of a copy does not affect the table, nor the reverse."""
    table = data.draw(tables(game).filter(lambda table: not table.over))
    laws.copy_is_independent(table, data.draw(st.sampled_from(table.legal(table.asks[0]))))


@every_game
@given(seed=SEEDS)
def test_the_same_seed_deals_the_same_table(game: Game, seed: int) -> None:
    """The same seed gives the same table, and another seed another table."""
    assert game.deal(seed=seed) == game.deal(seed=seed)
    assert game.deal(seed=seed) != game.deal(seed=seed ^ 1)


# What programs see


@every_game
@given(data=st.data())
def test_the_heuristic_needs_no_more_than_its_view(game: Game, data: st.DataObject) -> None:
    """It chooses the same legal action from the view, the full table and an imagined one."""
    laws.policy_needs_no_more_than_its_view(data.draw(tables(game)), data.draw(SEEDS), data.draw(SEEDS))


@every_game
@given(data=st.data())
def test_features_need_no_more_than_the_view(game: Game, data: st.DataObject) -> None:
    """They are the same from the view, the full table and an imagined one, and fill exactly their row."""
    laws.features_need_no_more_than_the_view(data.draw(tables(game)), data.draw(SEEDS))


@every_game
@given(data=st.data())
def test_inputs_of_networks_follow_from_what_was_seen(game: Game, data: st.DataObject) -> None:
    """They are the same from the full table and an imagined one: payments are public, so memory knows their sums."""
    laws.inputs_follow_from_what_was_seen(data.draw(tables(game)), data.draw(SEEDS))


@every_game
@given(data=st.data())
def test_features_tell_what_is_legal(game: Game, data: st.DataObject) -> None:
    """The search stores statistics by features, so equal features must mean equal legal actions."""
    laws.features_tell_what_is_legal(data.draw(tables(game)), random.Random(data.draw(SEEDS)))


# The book and the code


@every_game
def test_what_a_game_cites_is_in_its_rulebook(game: Game) -> None:
    """Options, turn, end and events cite only clauses that exist."""
    told: list[Any] = finished(game.deal(seed=2), random.Random(2)).log
    cited = {
        game.turn_clause,
        game.end_clause,
        game.tie_clause or game.end_clause,
        *(part.clause for part in (*game.options, *told)),
    }
    assert cited <= game.clauses.keys()


@every_game
@given(data=st.data())
def test_tie_breaks_follow_the_standings(game: Game, data: st.DataObject) -> None:
    """What a last screen gives as the reason between equal scores is what the rules compared."""
    laws.tie_breaks_follow_the_standings(data.draw(tables(game)))


@every_seating
def test_places_follow_the_scores(game: Game, players: int) -> None:
    """No player with fewer points is placed before one with more, and at least one is first."""
    for seed in range(8):
        rng = random.Random(seed)
        table = finished(random_deal(game, players, rng), rng)
        ranked = sorted(range(players), key=lambda seat: (table.places[seat], -table.scores[seat]))
        points = [table.scores[seat] for seat in ranked]
        assert points == sorted(points, reverse=True)
        assert min(table.places) == 1
