"""What the house's own bidder makes of its request."""

from __future__ import annotations

from typing import Any

from bidwell import Table
from bidwell.bots.registry import bot
from tests.games.secret_auction.helpers import GAME, REQUESTS, a_table

PATIENT, SPECIALIST = "SEC-46", "SEC-41"


def said(table: Table, name: str) -> str:
    """What the heuristic would do in this seat."""
    return bot("heuristic", GAME, 1).choose(table.view(name))


def test_a_player_who_can_only_lose_by_an_item_does_not_want_it() -> None:
    """SEC-30, SEC-41: a fourth type ends the Specialist's request, and one star does not make up for it.

    Of a type that they have, one star is worth more than the lowest card.
    """
    others = [request for request in REQUESTS if request not in (SPECIALIST, "SEC-40")]
    setting: dict[str, Any] = {
        "won": {"Anne": ["Ruby 2", "Opal 2", "Topaz 2"]},
        "hands": {"Anne": [1, 2, 9, 10]},
        "kept": {"Anne": SPECIALIST, "Burt": others[0], "Carla": others[1]},
        "dealt": {"Anne": [SPECIALIST, "SEC-40"], "Burt": others[:3:2], "Carla": others[1:4:2]},
    }
    assert said(a_table("Emerald 1", **setting), "Anne") == "bid 1"
    assert said(a_table("Emerald 1", **{**setting, "hands": {"Anne": [7, 8, 9, 10]}}), "Anne") == "pass"
    assert said(a_table("Opal 1", **setting), "Anne") == "bid 2"


def test_the_patient_never_spends_a_chip() -> None:
    """SEC-46: not for any item; a player with another request does."""
    chips: dict[bool, list[int]] = {True: [], False: []}
    for seed in range(30):
        table = GAME.deal(players=3, seed=seed)
        bots = [bot("heuristic", GAME, seat) for seat in range(3)]
        while table.asks:
            seat = table.asks[0]
            table.play(seat, bots[seat].choose(table.view(seat)))
        end = table.position()
        for name in table.names:
            chips[end["kept"][name] == PATIENT].append(end["chips"][name])
    assert {*chips[True]} == {3}
    assert 0 in chips[False]
