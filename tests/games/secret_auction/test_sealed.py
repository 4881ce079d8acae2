"""Several act at once: the order of arrival does not matter, and until the last has chosen nothing is given away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

import pytest

from bidwell import Event, Table
from tests.games.secret_auction.helpers import ANNE, BURT, CARLA, DORA, GAME, a_table, chips, money, names

Choices = dict[int, str]
"""What each seat does: "bid 3+4", "pass", "recover, bid 3+4" or "recover, pass"."""
Step = tuple[int, str]

PILES = {"Anne": [8, 9], "Burt": [1, 10], "Carla": [5], "Dora": [2, 3, 4]}
THREE: list[Choices] = [
    {ANNE: "bid 6+7", BURT: "bid 5+9", CARLA: "bid 2+3"},
    {ANNE: "bid 6+7", BURT: "pass", CARLA: "bid 3+10"},
    {ANNE: "pass", BURT: "pass", CARLA: "pass"},
    {ANNE: "recover, bid 6+9", BURT: "bid 7+8", CARLA: "bid 3+4"},
    {ANNE: "recover, bid 8+9", BURT: "recover, pass", CARLA: "recover, bid 5+10"},
    {ANNE: "recover, pass", BURT: "recover, pass", CARLA: "recover, pass"},
]
FOUR: list[Choices] = [
    {**THREE[0], DORA: "bid 9+10"},
    {**THREE[1], DORA: "bid 5+8"},
    {**THREE[3], DORA: "recover, pass"},
    {ANNE: "recover, bid 8+9", BURT: "pass", CARLA: "bid 8+9", DORA: "recover, bid 2+3"},
    {ANNE: "pass", BURT: "pass", CARLA: "pass", DORA: "pass"},
]


def about_to_choose(players: int) -> Table:
    """Everybody has a pile; Burt has two chips, all others three."""
    names = [*PILES][:players]
    piles = {name: PILES[name] for name in names}
    return a_table("Ruby 1", players=players, piles=piles, chips=[3, 2, 3, 3][:players])


def arrivals(steps: dict[int, list[str]]) -> Iterator[list[Step]]:
    """Every order in which the steps can arrive, each seat's in their own order."""
    if not any(steps.values()):
        yield []
    for seat, texts in steps.items():
        if texts:
            for rest in arrivals({**steps, seat: texts[1:]}):
                yield [(seat, texts[0]), *rest]


def ways(choices: Choices) -> list[list[Step]]:
    """All permutations of the seats, and where a pile is taken back those too in which others come in between."""
    return [*arrivals({seat: choice.split(", ") for seat, choice in choices.items()})]


def whole(choices: Choices) -> list[list[Step]]:
    """All permutations of the seats, each saying all it has to say at once."""
    orders = permutations(choices)
    return [[(seat, text) for seat in order for text in choices[seat].split(", ")] for order in orders]


def played(table: Table, steps: Sequence[Step]) -> tuple[Table, list[Event]]:
    """A copy of the table after these steps, and what the last one told."""
    twin, told = table.copy(), list[Event]()
    for seat, text in steps:
        told = twin.play(seat, text)
    return twin, told


def seen(table: Table, viewer: int | None) -> dict[str, Any]:
    """A view but for who has chosen."""
    return {key: value for key, value in table.view(viewer).items() if key not in ("asks", "asked")}


# The order of arrival


@pytest.mark.parametrize("choices", THREE, ids=lambda choices: "; ".join(choices.values()))
def test_any_order_of_three_gives_the_same_table(choices: Choices) -> None:
    """SEC-10: all choose at once, so nothing depends on who is quicker, also with SEC-31 in between."""
    orders = ways(choices)
    assert len(orders) >= 6
    ends = [played(about_to_choose(3), steps)[0] for steps in orders]
    assert all(end == ends[0] and end.position() == ends[0].position() for end in ends)


@pytest.mark.parametrize("choices", FOUR, ids=lambda choices: "; ".join(choices.values()))
def test_any_order_of_four_gives_the_same_table(choices: Choices) -> None:
    """SEC-10: all 24 permutations, and more with SEC-31 in between."""
    orders = ways(choices)
    assert len(orders) >= 24
    ends = [played(about_to_choose(4), steps)[0] for steps in orders]
    assert all(end == ends[0] and end.position() == ends[0].position() for end in ends)


@pytest.mark.parametrize("choices", [*THREE, *FOUR], ids=lambda choices: "; ".join(choices.values()))
def test_any_order_tells_the_same_when_all_is_opened(choices: Choices) -> None:
    """SEC-10: after the last has chosen all is told in the order of the seats."""
    opened = []
    for steps in whole(choices):
        last = played(about_to_choose(len(choices)), steps)[1]
        assert last[0].values["seat"] == steps[-1][0]
        opened.append([str(event) for event in last[1:]])
    assert all(told == opened[0] for told in opened)


@pytest.mark.parametrize("players", [3, 4])
def test_any_order_of_keeping_requests_gives_the_same_table(players: int) -> None:
    """SEC-04: requests are chosen at once, too."""
    table = GAME.deal(players, seed=3)
    choices = {seat: table.legal(seat)[seat % 2] for seat in table.asks}
    ends = [played(table, steps)[0] for steps in whole(choices)]
    assert all(end == ends[0] for end in ends)


# What the others see


@pytest.mark.parametrize("choices", [*THREE, *FOUR[:4]], ids=lambda choices: "; ".join(choices.values()))
def test_until_the_last_has_chosen_nobody_else_sees_more_than_who_has(choices: Choices) -> None:
    """SEC-10, SEC-30, SEC-31: bids, passes and recoveries alike."""
    before = about_to_choose(len(choices))
    for steps in whole(choices):
        table = before.copy()
        for step in steps[:-1]:
            looks = {viewer: seen(table, viewer) for viewer in (*choices, None)}
            table.play(*step)
            for viewer, look in looks.items():
                assert viewer == step[0] or seen(table, viewer) == look


@pytest.mark.parametrize("choices", THREE[:4], ids=lambda choices: "; ".join(choices.values()))
def test_who_has_chosen_is_seen(choices: Choices) -> None:
    """SEC-10: and one who has only taken their pile back has not."""
    table = about_to_choose(3)
    waiting = [*table.names]
    for seat, choice in [*choices.items()][:-1]:
        for text in choice.split(", "):
            assert table.view(None)["asks"] == waiting
            table.play(seat, text)
        waiting.remove(table.names[seat])
        assert table.view(CARLA)["asks"] == table.view(None)["asked"] == waiting


def test_what_one_keeps_is_seen_by_nobody_else() -> None:
    """SEC-04, SEC-06: until the end, and with the last one nothing comes to light either."""
    table = GAME.deal(3, seed=3)
    for seat in (BURT, ANNE):
        looks = {viewer: seen(table, viewer) for viewer in (ANNE, BURT, CARLA, None) if viewer != seat}
        table.play(seat, table.legal(seat)[0])
        assert all(seen(table, viewer) == look for viewer, look in looks.items())
    table.play(CARLA, table.legal(CARLA)[1])
    assert table.view(None)["kept"] == {"Anne": None, "Burt": None, "Carla": None}


def test_one_sees_ones_own_choice() -> None:
    """SEC-10: what one has sealed."""
    table = about_to_choose(3)
    table.play("Anne", "recover")
    table.play("Anne", "bid 8+9")
    view = table.view("Anne")
    assert (view["recovering"]["Anne"], view["choices"]["Anne"]) == (True, "8+9")


# When chips and cards move


@pytest.mark.parametrize("choice", ["pass", "recover, bid 6+7", "recover, pass"])
def test_a_chip_is_spent_when_the_choices_are_opened(choice: str) -> None:
    """SEC-30, SEC-31: and not before, so that it does not give the choice away."""
    table = about_to_choose(3)
    spent = choice.count("pass") + choice.count("recover")
    for text in choice.split(", "):
        table.play("Anne", text)
    table.play("Burt", "bid 5+6")
    assert chips(table) == [3, 2, 3]
    table.play("Carla", "bid 6+7")
    assert chips(table) == [3 - spent, 2, 3]


def test_money_moves_when_the_choices_are_opened() -> None:
    """SEC-12, SEC-13, SEC-31: neither hands nor piles change before."""
    table = about_to_choose(3)
    before = [money(table, place) for place in ("hands", "piles", "gone")]
    table.play("Anne", "recover")
    table.play("Anne", "bid 8+9")
    table.play("Burt", "bid 5+6")
    assert [money(table, place) for place in ("hands", "piles", "gone")] == before
    table.play("Carla", "bid 6+7")
    assert [money(table, "gone"), money(table, "piles")] == [[[8, 9], [], []], [[], [1, 5, 6, 10], [5, 6, 7]]]


def test_nothing_moves_but_the_choice_itself() -> None:
    """SEC-10: on the whole table only `choices`, `recovering` and `asked` are touched."""
    table = about_to_choose(3)
    before = table.position()
    table.play("Burt", "recover")
    table.play("Burt", "pass")
    after = table.position()
    assert {key for key in after if after[key] != before[key]} == {"choices", "recovering", "asked"}


def test_after_the_opening_nothing_is_sealed() -> None:
    """SEC-10, SEC-31: the next item begins with no choices, and nobody taking their pile back."""
    table, _ = played(about_to_choose(3), whole(THREE[4])[0])
    position = table.position()
    assert {*position["choices"].values()} == {"none"}
    assert {*position["recovering"].values()} == {False}


# What is heard


@pytest.mark.parametrize("choice", ["bid 6+7", "pass"])
def test_a_choice_is_heard_as_a_choice(choice: str) -> None:
    """SEC-10, SEC-30: everybody hears that a seat has chosen, and not what."""
    (told,) = about_to_choose(3).play("Anne", choice)
    assert (told.name, str(told), told.values) == ("has chosen", "Anne has chosen (SEC-10)", {"seat": ANNE})
    assert all(told.heard_by(viewer) for viewer in (ANNE, BURT, None))


def test_taking_the_pile_back_is_heard_by_nobody_else() -> None:
    """SEC-31: a recover is heard by nobody but the one who takes back; their bid then like any other."""
    table = about_to_choose(3)
    recover, bid = table.play("Anne", "recover"), table.play("Anne", "bid 8+9")
    assert [
        (event.name, [viewer for viewer in (ANNE, BURT, CARLA, None) if event.heard_by(viewer)]) for event in recover
    ] == [("takes back", [ANNE])]
    assert names(bid) == ["has chosen"]


@pytest.mark.parametrize("choices", THREE, ids=lambda choices: "; ".join(choices.values()))
def test_what_the_others_hear_does_not_depend_on_the_choice(choices: Choices) -> None:
    """SEC-10: whatever Anne and Burt choose, Carla and a spectator hear the same two sentences before it is opened."""
    table = about_to_choose(3)
    for seat in (ANNE, BURT):
        for text in choices[seat].split(", "):
            table.play(seat, text)
    for viewer in (CARLA, None):
        assert [str(event) for event in table.told(viewer)] == ["Anne has chosen (SEC-10)", "Burt has chosen (SEC-10)"]


@pytest.mark.parametrize("request_kept", [0, 1])
def test_what_the_others_hear_does_not_depend_on_the_request(request_kept: int) -> None:
    """SEC-04: only that Anne has kept one."""
    table = GAME.deal(3, seed=3)
    table.play("Anne", table.legal("Anne")[request_kept])
    assert [str(event) for event in table.told(None)] == ["Anne has kept a request (SEC-04)"]
    assert [str(event) for event in table.told("Burt")][1:] == ["Anne has kept a request (SEC-04)"]


def test_when_all_is_opened_everybody_hears_everything() -> None:
    """SEC-10, SEC-30, SEC-31: recoveries, passes and bids."""
    _, told = played(about_to_choose(3), whole(THREE[4])[0])
    assert all(event.heard_by(None) for event in told)
    assert names(told)[1:7] == ["recovered", "bid", "recovered", "passed", "recovered", "bid"]
