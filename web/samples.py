"""Positions for the tests of the scenes: web/generate.py writes what the server would send of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from msgspec import to_builtins

from bidwell.games import game


@dataclass(frozen=True)
class Sample:
    """A position, the seat that looks at it (None for a spectator), and what that seat has played since."""

    position: dict[str, Any]
    viewer: str | None = "Anne"
    played: tuple[str, ...] = ()


NAMES = ["Anne", "Burt", "Carla", "Dora"]

# Serengeti, round 4: Anne is asked, Dora's 7 stands, Burt has passed.
OWNER = {
    "Anne": ["Nuba 3", "Nuba 6"],
    "Burt": ["Tonga 4", "Bantu 4"],
    "Carla": ["Massai 4", "Massai 7"],
    "lot": ["Nuba 8"],
}
BIDDING = {
    "names": NAMES,
    "round_number": 4,
    "starter": "Dora",
    "turn": "Anne",
    "price": 7,
    "bidder": "Dora",
    "passed": ["Burt"],
    "have_bid": ["Dora"],
    "paid_for_passing": ["Burt"],
    "chips": {"Anne": 11, "Burt": 12, "Carla": 10, "Dora": 10},
    "owner": OWNER,
}
ONLY_BURT = {**OWNER, "Burt": ["Massai 7", "Nandi 7"], "Carla": ["Massai 4", "Bantu 4"]}
SERENGETI = {
    "bidding": Sample(BIDDING),
    "waiting": Sample({**BIDDING, "turn": "Carla", "have_bid": ["Dora", "Anne"], "price": 8, "bidder": "Anne"}),
    "passed": Sample({**BIDDING, "turn": "Carla", "have_bid": ["Dora", "Anne"], "price": 8, "bidder": "Anne"}, "Burt"),
    "watched": Sample(BIDDING, None),
    "only Burt": Sample({**BIDDING, "owner": ONLY_BURT}),
    "last to pass": Sample({**BIDDING, "passed": ["Burt", "Carla"], "paid_for_passing": ["Burt", "Carla"]}),
    "has bid": Sample({**BIDDING, "have_bid": ["Anne", "Dora"]}),
    "empty bank": Sample({**BIDDING, "chips": {"Anne": 20, "Burt": 15, "Carla": 15, "Dora": 15}}),
    "nobody bid": Sample(
        {
            **BIDDING,
            "starter": "Burt",
            "price": 0,
            "bidder": "nobody",
            "passed": ["Burt", "Carla", "Dora"],
            "have_bid": [],
            "paid_for_passing": ["Burt", "Carla", "Dora"],
        }
    ),
    "discarding": Sample(
        {
            **BIDDING,
            "price": 20,
            "bidder": "Anne",
            "discarding": True,
            "sitting_out": ["Anne"],
            "passed": ["Burt", "Carla", "Dora"],
            "have_bid": ["Anne", "Dora"],
            "paid_for_passing": ["Burt", "Carla"],
        }
    ),
}

# Bids, round 2, turn 3: Anne is asked and plays last; Carla's 9 leads, and Anne was a lucky loser once.
NOBODY_PLAYED = dict.fromkeys(NAMES, "none")
TURN = {
    "names": NAMES,
    "seed": 7,
    "round_number": 2,
    "turn_number": 3,
    "leader": "Burt",
    "turn": "Anne",
    "up": "black 5",
    "played": {"Anne": "none", "Burt": "red 4", "Carla": "blue 9", "Dora": "black 8"},
    "hands": {"Anne": ["red 9", "red 10", "green 2", "2x"]},
    "taker": {"Burt": ["black 3"], "Carla": ["black 7"]},
    "removed": ["yellow 1"],
    "totals": {"Anne": 8, "Burt": 20, "Carla": 30, "Dora": 40},
    "lucky": {"Anne": 1},
}
COLOUR_BIDS = {"colour_bids": True}


def _turn(*played: str, **changes: Any) -> Sample:
    """The turn with these cards of Burt, Carla and Dora."""
    cards = {**NOBODY_PLAYED, **dict(zip(NAMES[1:], played, strict=False))}
    order = ["Burt", "Carla", "Dora", "Anne"]
    return Sample({**TURN, "played": cards, "turn": order[len(played)], **changes}, order[len(played)])


BIDS = {
    "to play": Sample(TURN),
    "watched": Sample(TURN, None),
    "waiting": Sample(TURN, "Dora"),
    "nobody played": _turn(),
    "late": Sample({**TURN, "turn_number": 9, "hands": {"Anne": ["red 10", "2x"]}, "pile": ["black 1"]}),
    "third": _turn("red 4", "blue 9", hands={"Dora": ["red 10", "2x"]}),
    "lowest": Sample(
        {
            **TURN,
            "up": "2x",
            "hands": {"Anne": ["red 9", "red 3"]},
            "lowest_wins": True,
            "gone": ["red 4", "blue 9", "Lowest"],
            "options": {"specials": ["Lowest"]},
        }
    ),
    "2x": _turn("red 4", "blue 9", "red 8", up="2x", taker={}, hands={"Anne": ["red 10", "black 10"]}),
    "2x and a card": _turn(
        "red 4", "blue 9", "red 8", up="2x", taker={"Anne": ["black 3"]}, hands={"Anne": ["red 10"]}
    ),
    "allied": _turn("Ally", "blue 9", "black 8", options={"ally": True}, hands={"Anne": ["green 2"]}),
    "surprise": Sample({**TURN, "up": "Surprise", "options": {"specials": ["Surprise"]}}),
    "thief": Sample({**TURN, "up": "Thief", "options": {"specials": ["Thief"]}}),
    "colours": _turn("red 4", "blue 5", "green 9", options=COLOUR_BIDS, hands={"Anne": ["blue 7", "black 2"]}),
    "no bid yet": _turn("2x", hands={"Carla": ["red 9", "Ally"]}, options={"ally": True}),
    "pool": _turn(
        "red 4",
        "2x",
        up="Surprise",
        options={**COLOUR_BIDS, "specials": ["Surprise"]},
        hands={"Dora": ["blue 3"], "Anne": ["red 9"]},
    ),
    "stealing": Sample(
        {
            **TURN,
            "turn": "Anne",
            "stealing": True,
            "up": "Thief",
            "prize": "Thief",
            "options": {"specials": ["Thief"]},
            "played": {"Anne": "red 10", "Burt": "red 4", "Carla": "blue 9", "Dora": "green 8"},
            "gone": ["red 10", "red 4", "blue 9", "green 8", "Thief"],
            "taker": {"Burt": ["black 3", "-5"]},
            "hands": {},
        }
    ),
}


# The Secret Auction House: Emerald 2, for two cards, is in sight.
SALE = {
    "names": NAMES[:3],
    "seed": 7,
    "owner": {"Burt": ["Ruby 3"], "sight": ["Emerald 2"], "discarded": ["Opal 1", "Ruby 2", "Topaz 1"]},
    "piles": {"Anne": [1, 2, 10], "Burt": [9, 10]},
    "gone": {"Burt": [1]},
    "chips": {"Anne": 3, "Burt": 1, "Carla": 0},
    "kept": {"Anne": "SEC-46"},
}
SECRET_AUCTION = {
    "sale": Sample(SALE),
    "watched": Sample(SALE, None),
    "pile back": Sample({**SALE, "recovering": {"Anne": True}}),
    "sealed": Sample({**SALE, "asked": ["Burt", "Carla"], "choices": {"Anne": "8+9"}}),
    "passed": Sample({**SALE, "asked": ["Burt", "Carla"], "choices": {"Anne": "pass"}}),
    "sure": Sample(
        {
            **SALE,
            "owner": {
                "Burt": ["Ruby 3"],
                "Carla": ["Ruby 2", "Sapphire 1", "Topaz 3"],
                "sight": ["Emerald 2"],
                "discarded": ["Opal 1", "Amethyst 2", "Topaz 1"],
            },
            "gone": {"Burt": [1], "Carla": [1, 2, 3, 4, 5, 6, 7, 8]},
            "out": ["Carla"],
            "chips": {"Anne": 3, "Burt": 0, "Carla": 0},
        }
    ),
    "few notes": Sample(
        {
            **SALE,
            "owner": {"Anne": ["Ruby 2", "Sapphire 1", "Emerald 1"], "sight": ["Emerald 2"]},
            "piles": {},
            "gone": {"Anne": [1, 2, 3, 4, 5, 6, 7]},
            "chips": {},
        }
    ),
    "twins": Sample(
        {
            **SALE,
            "owner": {"Anne": ["Ruby 2", "Opal 2"], "sight": ["Emerald 2"], "discarded": ["Topaz 1"]},
            "piles": {},
            "gone": {"Anne": [1, 2, 3, 4, 5]},
            "chips": {},
            "kept": {"Anne": "SEC-47"},
        }
    ),
    **{
        f"SEC-{number}": Sample(
            {
                **SALE,
                "owner": {
                    "Anne": ["Ruby 3", "Opal 2"],
                    "Carla": ["Opal 1", "Topaz 3"],
                    "sight": ["Emerald 2"],
                    "discarded": ["Amethyst 2", "Topaz 1"],
                },
                "gone": {"Anne": [3, 4, 5], "Carla": [1, 2, 3]},
                "kept": {"Anne": f"SEC-{number}"},
            }
        )
        for number in range(40, 50)
    },
}


# Off Season: three players, in rounds with the markets that the position names; the seed decides what lies there.
THREE = {"names": NAMES[:3], "seed": 3}
GOODS = {
    "Anne": ["date 3", "date 1", "carpet red", "carpet red", "carpet blue", "fruit 1", "fruit 1", "fruit 3"],
    "Burt": ["date 1"],
    "Carla": [],
}
CAMELS = {"Anne": ["date", "carpet", "fruit", "none"], "Burt": ["date", *["none"] * 3], "Carla": ["none"] * 4}
LOADED = {**THREE, "goods": GOODS, "camels": CAMELS, "pounds": {"Anne": 5, "Burt": 8, "Carla": 8}}
BETTING = {**LOADED, "stage": "betting", "round_number": 2, "first_player": "Anne"}
CHOOSING = {**LOADED, "round_number": 2, "first_player": "Burt", "turn": "Carla", "in_play": [*"ABCD"]}
AT_E2 = {**LOADED, "round_number": 9, "turn": "Anne", "chosen": "E2", "peek_tokens": ["Anne"], "in_play": [*"ADEF"]}
SELLING = {**LOADED, "stage": "selling", "side": 1, "round_number": 9, "turn": "Anne", "in_play": [*"ABCD"]}
OFF_SEASON = {
    "most dates": Sample({**BETTING, "auction": "most dates"}),
    "first player": Sample({**BETTING, "auction": "first player"}),
    "fewest goods": Sample({**THREE, "stage": "betting", "auction": "fewest goods"}),
    "lowest bet": Sample({**BETTING, "auction": "lowest bet"}),
    "lucky 0": Sample({**BETTING, "auction": "lucky 0"}),
    "cannot bet 2": Sample({**BETTING, "auction": "cannot bet 2"}),
    "sealed": Sample({**BETTING, "auction": "highest bet"}, played=("bet 3",)),
    "choosing": Sample({**CHOOSING, "first_player": "Anne", "turn": "Anne"}),
    "waiting": Sample(CHOOSING),
    "taken": Sample(CHOOSING, "Burt"),
    "watched": Sample(CHOOSING, None),
    "naming": Sample({**LOADED, "round_number": 2, "turn": "Anne", "chosen": "A1"}),
    "at E2": Sample(AT_E2),
    "peeked": Sample(AT_E2, played=("peek E",)),
    "throwing": Sample({**LOADED, "round_number": 9, "turn": "Anne", "chosen": "D2"}),
    "loading": Sample(
        {**THREE, "round_number": 2, "stage": "loading", "turn": "Anne", "chosen": "C1", "waiting": ["date 1"] * 4}
    ),
    "selling": Sample({**SELLING, "coins": {"Anne": [0, 0, 1, 0], "Burt": [0] * 4, "Carla": [0] * 4}}),
    "token": Sample({**SELLING, "sale_tokens": ["Anne"]}, played=("sell carpet",)),
    "final sale": Sample({**LOADED, "stage": "final sale", "turn": "Anne"}, played=("sell carpet",)),
}


SAMPLES = {"serengeti": SERENGETI, "bids": BIDS, "secret_auction": SECRET_AUCTION, "off_season": OFF_SEASON}


def written(name: str) -> dict[str, Any]:
    """What the server would send of every sample of a game: view and foresight."""
    return {label: _shown(name, sample) for label, sample in SAMPLES[name].items()}


def _shown(name: str, sample: Sample) -> dict[str, Any]:
    table = game(name).position(sample.position)
    for action in sample.played:
        table.play(str(sample.viewer), action)
    return {
        "view": table.shown([_seat(table.names, sample)])[0],
        "foresight": to_builtins(table.foresight(sample.viewer)),
    }


def _seat(names: tuple[str, ...], sample: Sample) -> int | None:
    return None if sample.viewer is None else names.index(sample.viewer)
