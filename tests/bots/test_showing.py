"""What bots are shown of choices made at once."""

from __future__ import annotations

import random

import bidwell
from bidwell import Game
from bidwell.bots.showing import Showing
from tests.laws.play import every_game


@every_game
def test_a_view_tells_as_much_as_the_table_would(game: Game) -> None:
    """What a seat is shown differs from its view now in nothing but who has acted; and its actions are legal."""
    luck = random.Random(4)
    table = game.deal(seed=4)
    showing = Showing(table)
    while not table.over:
        seat = luck.choice(table.asks)
        shown, now = showing.view(seat), table.view(seat)
        assert (shown["legal"], shown.seat, shown.actions) == (now["legal"], seat, now.actions)
        assert {key for key in now if shown[key] != now[key]} <= {"asks", "asked"}
        table.play(seat, luck.choice(shown["legal"]))


def test_those_who_choose_at_once_are_shown_the_table_before_anybody_chose() -> None:
    """CAM-11: in the worlds the last bettor imagines nobody has bet yet; in those of the table now all others have."""
    table = bidwell.game("off_season").deal(3, seed=1)
    showing = Showing(table)
    for seat in (0, 1):
        showing.look()
        table.play(seat, "bet 1")
    assert showing.view(2).imagine(1).asks == (0, 1, 2)
    assert table.view(2).imagine(1).asks == (2,)
    table.play(2, "bet 0")
    assert showing.view(table.asks[0]) == table.view(table.asks[0])


def test_who_takes_his_pile_back_is_not_noticed() -> None:
    """SEC-31: what the others are shown does not depend on it, not even who is asked."""
    luck, noticed = random.Random(3), []
    for seed in range(12):
        table = bidwell.game("secret_auction").deal(4, seed=seed)
        showing = Showing(table)
        while not table.over:
            showing.look()
            seat = table.asks[0]
            if "recover" in table.legal(seat) and len(table.asks) > 2:
                before = dict(showing.view(table.asks[-1]))
                table.play(seat, "recover")
                noticed.append(dict(showing.view(table.asks[-1])) != before)
            table.play(seat, luck.choice([each for each in showing.view(seat)["legal"] if each != "recover"]))
    assert noticed
    assert not any(noticed)
