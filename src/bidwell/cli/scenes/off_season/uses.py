"""What using an ability would do (CAM-40 to CAM-51), from the view alone."""

from __future__ import annotations

from rich.text import Text

from bidwell.cli.scenes.off_season.counting import chance_of_more
from bidwell.cli.scenes.off_season.fates import empty_limits, fates
from bidwell.cli.scenes.off_season.freight import Freight, of_market
from bidwell.cli.scenes.off_season.goods import (
    PLURALS,
    Seen,
    called,
    card,
    chosen_market,
    face_down,
)
from bidwell.cli.scenes.off_season.stalls import percent, verdict
from bidwell.games.off_season.components import (
    CARDS,
    FACES,
    MARKETS,
    OTHERS,
    PREDICTED,
    TYPE_OF,
)
from bidwell.games.off_season.rules import (
    cards_of_type,
    discard_goods,
    move_here,
    other_market,
    remove,
    swap,
    swap_hidden,
)
from bidwell.games.off_season.state import OffSeasonState


def then_goods(state: OffSeasonState, seat: int, told: Text, more: tuple[int, ...] = (), less: int = 0) -> list[Text]:
    """`told`, then what the market's goods would do with `more` faces and `less` fewer unseen cards."""
    freight = of_market(state, seat, chosen_market(state), more)
    freight = Freight(state, seat, freight.faces, freight.unseen - less)
    return [Text.assemble(told, ": ", verdict(freight)), *fates(freight)]


def beside_goods(state: OffSeasonState, seat: int, told: Text) -> list[Text]:
    """`told`, then what the market's goods would do; for abilities that do not change these goods."""
    return [told, *then_goods(state, seat, Text("  Then the goods of the market"))]


def no_ability(who: Seen, seat: int, _: int) -> list[Text]:
    return then_goods(who.state, seat, Text("Only the goods"))


def gain_sale(who: Seen, seat: int, _: int) -> list[Text]:
    return beside_goods(who.state, seat, Text("The token for one more sale, in this round or later"))


def gain_peek(who: Seen, seat: int, _: int) -> list[Text]:
    return beside_goods(who.state, seat, Text("The token for a look into one market, from the next round on"))


def draw(who: Seen, seat: int, _: int) -> list[Text]:
    """What drawing from the Tower would do (CAM-43)."""
    count = min(len(empty_limits(who.state, seat)), CARDS - who.state.drawn)
    told = Text(f"{count} more, unseen, from the Tower")
    return then_goods(who.state, seat, told, less=-count)


def draft(who: Seen, seat: int, _: int) -> list[Text]:
    """What starting a draft would do (CAM-46)."""
    count = min(who.state.players, CARDS - who.state.drawn)
    return beside_goods(who.state, seat, Text(f"{count} drawn: you pick first, the others must load one each"))


def name_type(who: Seen, seat: int, kind: int) -> list[Text]:
    """CAM-40: the chance that a drawn card is of the named type."""
    count = min(PREDICTED, CARDS - who.state.drawn)
    chance = percent(chance_of_more(who.state, kind, count, 0))
    return beside_goods(who.state, seat, called(kind).append(f": {chance} that one of {count} drawn is, to keep"))


def fetch(who: Seen, seat: int, place: int) -> list[Text]:
    """What moving a card to this market would do (CAM-44, CAM-45)."""
    then, market = who.state.copy(), other_market(chosen_market(who.state), place // FACES)
    move_here(then, seat, place)
    return then_goods(then, seat, card(place % FACES).append(f" comes here from {MARKETS[market]}"))


def discard(who: Seen, seat: int, place: int) -> list[Text]:
    """What removing a card from a market would do (CAM-48)."""
    then, (market, face) = who.state.copy(), divmod(place, FACES)
    remove(then, seat, market, face)
    return then_goods(then, seat, card(face).append(f" of {MARKETS[market]} is gone"))


def swap_open(who: Seen, seat: int, places: int) -> list[Text]:
    """What swapping two face-up cards would do (CAM-42)."""
    then, mine = who.state.copy(), places // (OTHERS * FACES)
    swap(then, seat, places)
    told = Text.assemble(card(places % FACES), " comes for ", card(mine), f" from {_other(who, places)}")
    return then_goods(then, seat, told)


def swap_sack(who: Seen, seat: int, places: int) -> list[Text]:
    """What swapping a face-down card would do (CAM-49). The card given away is named if the viewer has seen it."""
    then, place = who.state.copy(), places // (OTHERS * FACES)
    given = who.state.faces[face_down(who.state, chosen_market(who.state))[place]]
    swap_hidden(then, seat, places)
    goes = Text(f"face-down card {place + 1}") if given is None else card(given)
    told = Text.assemble(card(places % FACES), " comes for ", goes, f", turned up in {_other(who, places)}")
    return then_goods(then, seat, told)


def _other(who: Seen, places: int) -> str:
    """The other market of a swap (CAM-42, CAM-49)."""
    return MARKETS[other_market(chosen_market(who.state), places // FACES % OTHERS)]


def move_sack(who: Seen, seat: int, other: int) -> list[Text]:
    """CAM-50: nobody can have peeked into F1, as the Peek token comes with side 2, so the card is always unseen."""
    market = MARKETS[other_market(chosen_market(who.state), other)]
    return then_goods(who.state, seat, Text(f"A random face-down card goes to {market}"), less=1)


def drop(who: Seen, seat: int, face: int) -> list[Text]:
    """What discarding one of the player's own goods would do (CAM-47)."""
    then, kind = who.state.copy(), TYPE_OF[face]
    discard_goods(then, seat, face)
    told = card(face).append(f" is gone, {cards_of_type(then, seat, kind) or 'no'} {PLURALS[kind]} left")
    return then_goods(then, seat, told)
