"""What an action would do, as far as the viewer can know, in words. The first line is the summary."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from bidwell.cli.scenes.off_season import abilities, betting, selling
from bidwell.cli.scenes.off_season.goods import (
    SceneView,
    called,
    card,
    face_down,
    faces_seen,
    seen,
)
from bidwell.cli.scenes.off_season.incoming_goods import fates, named
from bidwell.cli.scenes.off_season.stalls import verdict
from bidwell.core.table import View
from bidwell.games.off_season.components import (
    BET,
    CAMELS,
    DRAFT,
    DRAW,
    GAIN_PEEK,
    GAIN_SALE,
    HIDE,
    KEEP,
    KEEP_TOKEN,
    LOAD,
    MARKET,
    MOVE,
    NAME,
    NO_ABILITY,
    PEEK,
    PICK,
    PICK_HIDDEN,
    REMOVE,
    SELL,
    SELL_NOTHING,
    SIDE_NAMES,
    SPEND_TOKEN,
    SWAP,
    SWAP_HIDDEN,
    UNLOAD,
)
from bidwell.games.off_season.foresight import Freight
from bidwell.games.off_season.texts import ABILITIES


def consequence(view: View, action: int) -> list[Text]:
    """What this choice would do, from the view alone."""
    who = seen(view)
    if action not in view.actions:
        return [Text("You cannot do that now.")]
    first, tell = max((each for each in FORESIGHT if each[0] <= action), key=lambda each: each[0])
    return tell(who, action - first, who.freight(action))


def market(who: SceneView, place: int, freight: Freight) -> list[Text]:
    """What a market's goods would do to every camel, and its ability (CAM-12, CAM-13)."""
    side = 2 * place + who.state.side
    told = Text.assemble((f"{SIDE_NAMES[side]}", "price"), ": ", named(freight), ": ", verdict(freight))
    ability = Text(f"  Its ability: {ABILITIES[side]}").append(f"  CAM-{40 + side}", "clause")
    return [told, *fates(freight), ability]


def peek(who: SceneView, place: int, _: Freight) -> list[Text]:
    """What spending the Peek token would show (CAM-51)."""
    state = who.state
    those = face_down(state, place)
    sacks = len(those) - len(faces_seen(state, those))
    told = f"For your Peek token you alone see the {sacks} unseen in {SIDE_NAMES[2 * place + state.side]}"
    return [Text(f"{told}; then decide  CAM-51")]


def keep(who: SceneView, face: int, freight: Freight) -> list[Text]:
    """What keeping this card would do (CAM-40)."""
    return abilities.then_goods(card(face).append(" is kept"), freight)


def pick(who: SceneView, face: int, freight: Freight) -> list[Text]:
    return _pick(who, card(face), freight)


def pick_hidden(who: SceneView, _: int, freight: Freight) -> list[Text]:
    return _pick(who, Text("The face-down card"), freight)


def _pick(who: SceneView, this: Text, freight: Freight) -> list[Text]:
    """CAM-46: the player whose turn it is loads the card with the market's goods, the others load it at once."""
    when = "set aside" if who.seat == who.state.turn else "loaded at once"
    return abilities.then_goods(this.append(f" is {when}"), freight)


def load(who: SceneView, place: int, freight: Freight) -> list[Text]:
    """What loading a type on this camel would do (CAM-13)."""
    kind, camel = divmod(place, len(CAMELS))
    (fate,), limit = freight.fates, CAMELS[camel]
    if fate.lost:
        lost = Text.assemble(called(kind), f": {fate.coming} on a camel for {limit}: ", ("all are lost", "trouble"))
        return [lost.append("  CAM-13", "clause")]
    more = f"room for {fate.room} more" if fate.room else "full: one more, and all are lost"
    return [Text.assemble(called(kind), f": {fate.coming} of {limit}, {more}")]


Tell = Callable[[SceneView, int, Freight], list[Text]]

FORESIGHT: tuple[tuple[int, Tell], ...] = (
    (BET, betting.bet),
    (MARKET, market),
    (PEEK, peek),
    (NO_ABILITY, abilities.no_ability),
    (GAIN_SALE, abilities.gain_sale),
    (DRAW, abilities.draw),
    (DRAFT, abilities.draft),
    (GAIN_PEEK, abilities.gain_peek),
    (NAME, abilities.name_type),
    (MOVE, abilities.fetch),
    (REMOVE, abilities.discard),
    (SWAP_HIDDEN, abilities.swap_sack),
    (SWAP, abilities.swap_open),
    (UNLOAD, abilities.drop),
    (HIDE, abilities.move_sack),
    (KEEP, keep),
    (PICK, pick),
    (PICK_HIDDEN, pick_hidden),
    (LOAD, load),
    (SELL, selling.sell),
    (SELL_NOTHING, selling.sell_nothing),
    (SPEND_TOKEN, selling.spend_token),
    (KEEP_TOKEN, selling.keep_token),
)
"""The first action number of each kind of action, and the function that describes it."""
