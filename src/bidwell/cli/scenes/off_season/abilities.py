"""What using an ability would do (CAM-40 to CAM-51), in words."""

from __future__ import annotations

from rich.text import Text

from bidwell.cli.scenes.off_season.goods import SceneView, called, card, chosen_market, face_down, goods_of
from bidwell.cli.scenes.off_season.incoming_goods import fates
from bidwell.cli.scenes.off_season.stalls import percent, verdict
from bidwell.games.off_season.components import FACES, MARKETS, OTHERS, PLURALS, TYPE_OF
from bidwell.games.off_season.foresight import Freight
from bidwell.games.off_season.rules import other_market


def then_goods(told: Text, freight: Freight) -> list[Text]:
    """`told`, then what the goods that are loaded would do."""
    return [Text.assemble(told, ": ", verdict(freight)), *fates(freight)]


def beside_goods(told: Text, freight: Freight) -> list[Text]:
    """`told`, then what the market's goods would do; for abilities that do not change these goods."""
    return [told, *then_goods(Text("  Then the goods of the market"), freight)]


def no_ability(who: SceneView, _: int, freight: Freight) -> list[Text]:
    return then_goods(Text("Only the goods"), freight)


def gain_sale(who: SceneView, _: int, freight: Freight) -> list[Text]:
    return beside_goods(Text("The token for one more sale, in this round or later"), freight)


def gain_peek(who: SceneView, _: int, freight: Freight) -> list[Text]:
    return beside_goods(Text("The token for a look into one market, from the next round on"), freight)


def draw(who: SceneView, _: int, freight: Freight) -> list[Text]:
    """What drawing from the Tower would do (CAM-43)."""
    return then_goods(Text(f"{who.ahead.draws} more, unseen, from the Tower"), freight)


def draft(who: SceneView, _: int, freight: Freight) -> list[Text]:
    """What starting a draft would do (CAM-46)."""
    return beside_goods(Text(f"{who.ahead.draws} drawn: you pick first, the others must load one each"), freight)


def name_type(who: SceneView, kind: int, freight: Freight) -> list[Text]:
    """CAM-40: the chance that a drawn card is of the named type."""
    chance = percent(who.ahead.chances[kind])
    told = called(kind).append(f": {chance} that one of {who.ahead.draws} drawn is, to keep")
    return beside_goods(told, freight)


def fetch(who: SceneView, place: int, freight: Freight) -> list[Text]:
    """What moving a card to this market would do (CAM-44, CAM-45)."""
    return then_goods(card(place % FACES).append(f" comes here from {_other(who, place)}"), freight)


def discard(who: SceneView, place: int, freight: Freight) -> list[Text]:
    """What removing a card from a market would do (CAM-48)."""
    market, face = divmod(place, FACES)
    return then_goods(card(face).append(f" of {MARKETS[market]} is gone"), freight)


def swap_open(who: SceneView, places: int, freight: Freight) -> list[Text]:
    """What swapping two face-up cards would do (CAM-42)."""
    mine = card(places // (OTHERS * FACES))
    told = Text.assemble(card(places % FACES), " comes for ", mine, f" from {_other(who, places)}")
    return then_goods(told, freight)


def swap_sack(who: SceneView, places: int, freight: Freight) -> list[Text]:
    """What swapping a face-down card would do (CAM-49). The card given away is named if the viewer has seen it."""
    place = places // (OTHERS * FACES)
    given = who.state.faces[face_down(who.state, chosen_market(who.state))[place]]
    goes = Text(f"face-down card {place + 1}") if given is None else card(given)
    told = Text.assemble(card(places % FACES), " comes for ", goes, f", turned up in {_other(who, places)}")
    return then_goods(told, freight)


def _other(who: SceneView, places: int) -> str:
    """The other market from which a card comes (CAM-42, CAM-44, CAM-45, CAM-49)."""
    return MARKETS[other_market(chosen_market(who.state), places // FACES % OTHERS)]


def move_sack(who: SceneView, other: int, freight: Freight) -> list[Text]:
    """What moving a face-down card to another market would do (CAM-50)."""
    market = MARKETS[other_market(chosen_market(who.state), other)]
    return then_goods(Text(f"A random face-down card goes to {market}"), freight)


def drop(who: SceneView, face: int, freight: Freight) -> list[Text]:
    """What discarding one of the player's own goods would do (CAM-47)."""
    kind = TYPE_OF[face]
    left = len(goods_of(who.state, who.ahead.caravan.seat, kind)) - 1
    return then_goods(card(face).append(f" is gone, {left or 'no'} {PLURALS[kind]} left"), freight)
