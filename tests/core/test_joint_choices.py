"""Choices made at once: what a seat is shown, and since when it is asked."""

from __future__ import annotations

import random

import bidwell
from bidwell import Game
from tests.laws.play import every_game


@every_game
def test_a_view_tells_as_much_as_the_table_would(game: Game) -> None:
    """What a seat is shown differs from its view now only in who has acted; and its actions are legal."""
    rng = random.Random(4)
    table = game.deal(seed=4)
    while not table.over:
        seat = rng.choice(table.asks)
        shown, now = table.view_when_asked(seat), table.view(seat)
        assert (shown["legal"], shown.seat, shown.actions) == (now["legal"], seat, now.actions)
        assert {key for key in now if shown[key] != now[key]} <= {"asks", "asked"}
        table.play(seat, rng.choice(shown["legal"]))


def test_those_who_choose_at_once_are_shown_the_table_before_anybody_chose() -> None:
    """CAM-11: in the worlds the last bettor imagines nobody has bet yet; in those of the table now all others have."""
    table = bidwell.game("off_season").deal(3, seed=1)
    for seat in (0, 1):
        table.play(seat, "bet 1")
    assert table.view_when_asked(2).imagine(1).asks == (0, 1, 2)
    assert table.view(2).imagine(1).asks == (2,)
    table.play(2, "bet 0")
    assert table.view_when_asked(table.asks[0]) == table.view(table.asks[0])


def test_a_player_who_takes_their_pile_back_is_not_noticed() -> None:
    """SEC-31: what the others are shown does not depend on it, not even who is asked."""
    rng, noticed = random.Random(3), []
    for seed in range(12):
        table = bidwell.game("secret_auction").deal(4, seed=seed)
        while not table.over:
            seat = table.asks[0]
            if "recover" in table.legal(seat) and len(table.asks) > 2:
                before = dict(table.view_when_asked(table.asks[-1]))
                table.play(seat, "recover")
                noticed.append(dict(table.view_when_asked(table.asks[-1])) != before)
            table.play(seat, rng.choice([each for each in table.view_when_asked(seat)["legal"] if each != "recover"]))
    assert noticed
    assert not any(noticed)


def test_a_seat_is_asked_since_the_first_of_those_asked_with_it() -> None:
    """CAM-11: while others bet, nobody is asked anything new; after the last bet somebody is."""
    table = bidwell.game("off_season").deal(3, seed=1)
    for seat in (1, 0):
        table.play(seat, "bet 1")
        assert table.asked_since(2) == 0
    table.play(2, "bet 0")
    assert table.asked_since(table.asks[0]) == 3
    assert table.asked_since(2, at=2) == 0


def test_a_seat_asked_again_unheard_is_at_the_same_decision() -> None:
    """SEC-31: a player who took the pile back is still choosing for the same item."""
    rng = random.Random(5)
    table = bidwell.game("secret_auction").deal(3, seed=5)
    while "recover" not in table.legal(table.asks[0]):
        table.play(table.asks[0], rng.choice([text for text in table.legal(table.asks[0]) if text != "recover"]))
    seat, since = table.asks[0], table.asked_since(table.asks[0])
    table.play(seat, "recover")
    assert table.asked_since(seat) == since
