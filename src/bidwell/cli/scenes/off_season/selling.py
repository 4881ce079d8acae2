"""What a sale, or no sale, would do, in words: the pounds, and what stays."""

from __future__ import annotations

from rich.text import Text

from bidwell.cli.scenes.off_season.goods import NAMES, SceneView, cards
from bidwell.games.off_season.components import CAMELS, FINAL
from bidwell.games.off_season.foresight import SALE_NAMES, Freight
from bidwell.games.off_season.notation import pounds_text


def sell(who: SceneView, number: int, _: Freight) -> list[Text]:
    """The pounds of a sale, and what stays on the camel (CAM-20 to CAM-23)."""
    every = [
        (limit, sale) for limit, camel in zip(CAMELS, who.ahead.caravan.camels, strict=True) for sale in camel.sales
    ]
    limit, this = next(each for each in every if each[1].sale == number)
    told = Text.assemble((pounds_text(this.pounds), "money"))
    if this.coin:
        told.append(" and the coin", "money")
    told.append(f", {who.purse + this.total} in all; ")
    if not this.stays:
        return [told.append(f"camel {limit} is empty then")]
    told.append_text(cards(this.stays, NAMES)).append(" stays" if len(this.stays) == 1 else " stay")
    return [told.append(", with a coin" if this.coin_left else "")]


def sell_nothing(who: SceneView, _: int, __: Freight) -> list[Text]:
    if who.state.stage == FINAL:
        return [Text("Your last word: goods left are worth nothing  CAM-16")]
    return [Text("All goods stay for a later round")]


def spend_token(who: SceneView, _: int, __: Freight) -> list[Text]:
    """What the token is good for: the best sale from any camel (CAM-14)."""
    best = max((sale for camel in who.ahead.caravan.camels for sale in camel.sales), key=lambda sale: sale.total)
    return [Text(f"One more sale now, at best {SALE_NAMES[best.sale]} for {pounds_text(best.total)}  CAM-14")]


def keep_token(who: SceneView, _: int, __: Freight) -> list[Text]:
    return [Text("For a later sell phase; worth nothing at the end  CAM-16")]
