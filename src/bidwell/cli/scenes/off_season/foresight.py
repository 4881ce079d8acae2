"""What an action would do, as far as the viewer can know. The first line is the summary."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from rich.text import Text

from bidwell.cli.scenes.off_season import betting, selling, uses
from bidwell.cli.scenes.off_season.fates import fates, named
from bidwell.cli.scenes.off_season.freight import Freight, of_market
from bidwell.cli.scenes.off_season.goods import (
    Seen,
    called,
    card,
    face_down,
    faces_seen,
    seen,
    waiting,
)
from bidwell.cli.scenes.off_season.stalls import ABILITIES, verdict
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
    TYPE_OF,
    UNLOAD,
)


def consequence(view: View, action: int) -> list[Text]:
    """What this choice would do, from the view alone."""
    who = seen(view)
    if action not in view.actions:
        return [Text("You cannot do that now.")]
    first, tell = max((each for each in FORESIGHT if each[0] <= action), key=lambda each: each[0])
    return tell(who, cast(int, view.seat), action - first)


def market(who: Seen, seat: int, place: int) -> list[Text]:
    """What a market's goods would do to every camel, and its ability (CAM-12, CAM-13)."""
    side, freight = 2 * place + who.state.side, of_market(who.state, seat, place)
    told = Text.assemble((f"{SIDE_NAMES[side]}", "price"), ": ", named(freight), ": ", verdict(freight))
    ability = Text(f"  Its ability: {ABILITIES[side][1]}").append(f"  CAM-{40 + side}", "clause")
    return [told, *fates(freight), ability]


def peek(who: Seen, seat: int, place: int) -> list[Text]:
    """What spending the Peek token would show (CAM-51)."""
    state = who.state
    those = face_down(state, place)
    sacks = len(those) - len(faces_seen(state, those))
    told = f"For your Peek token you alone see the {sacks} unseen in {SIDE_NAMES[2 * place + state.side]}"
    return [Text(f"{told}; then decide  CAM-51")]


def keep(who: Seen, seat: int, face: int) -> list[Text]:
    """What keeping this card would do (CAM-40)."""
    return uses.then_goods(who.state, seat, card(face).append(" is kept"), (face,))


def pick(who: Seen, seat: int, face: int) -> list[Text]:
    """CAM-46: the player whose turn it is loads the card with the market's goods, the others load it at once."""
    if seat == who.state.turn:
        return uses.then_goods(who.state, seat, card(face).append(" is set aside"), (face,))
    return _at_once(card(face), Freight(who.state, seat, [face], 0))


def pick_hidden(who: Seen, seat: int, _: int) -> list[Text]:
    unseen = Text("The face-down card")
    if seat == who.state.turn:
        return uses.then_goods(who.state, seat, unseen.append(" is set aside"), less=-1)
    return _at_once(unseen, Freight(who.state, seat, [], 1))


def _at_once(those: Text, freight: Freight) -> list[Text]:
    return [Text.assemble(those, " is loaded at once: ", verdict(freight)), *fates(freight)]


def load(who: Seen, seat: int, place: int) -> list[Text]:
    """What loading a type on this camel would do (CAM-13)."""
    kind, camel = divmod(place, len(CAMELS))
    limit = CAMELS[camel]
    count = sum(TYPE_OF[face] == kind for face in waiting(who.state))
    if count > limit:
        lost = Text.assemble(called(kind), f": {count} on a camel for {limit}: ", ("all are lost", "trouble"))
        return [lost.append("  CAM-13", "clause")]
    more = f"room for {limit - count} more" if count < limit else "full: one more, and all are lost"
    return [Text.assemble(called(kind), f": {count} of {limit}, {more}")]


Tell = Callable[[Seen, int, int], list[Text]]

FORESIGHT: tuple[tuple[int, Tell], ...] = (
    (BET, betting.bet),
    (MARKET, market),
    (PEEK, peek),
    (NO_ABILITY, uses.no_ability),
    (GAIN_SALE, uses.gain_sale),
    (DRAW, uses.draw),
    (DRAFT, uses.draft),
    (GAIN_PEEK, uses.gain_peek),
    (NAME, uses.name_type),
    (MOVE, uses.fetch),
    (REMOVE, uses.discard),
    (SWAP_HIDDEN, uses.swap_sack),
    (SWAP, uses.swap_open),
    (UNLOAD, uses.drop),
    (HIDE, uses.move_sack),
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
