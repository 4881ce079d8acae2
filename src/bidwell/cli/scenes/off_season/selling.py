"""What a sale, or no sale, would do: the pounds, and what stays."""

from __future__ import annotations

from rich.text import Text

from bidwell.cli.scenes.off_season.counting import EVERY_CAMEL, sale_of, sales_from
from bidwell.cli.scenes.off_season.goods import NAMES, Seen, cards
from bidwell.games.off_season.components import CAMELS, FINAL, FRUIT
from bidwell.games.off_season.notation import pounds_text, sale_text


def sell(who: Seen, seat: int, sale: int) -> list[Text]:
    """The pounds of a sale, and what stays on the camel (CAM-20 to CAM-23)."""
    this, have = sale_of(who.state, seat, sale), who.state.pounds[seat]
    told = Text.assemble((pounds_text(this.pounds), "money"))
    if this.coin:
        told.append(" and the coin", "money")
    told.append(f", {have + this.total} in all; ")
    if not this.stays:
        return [told.append(f"camel {CAMELS[this.camel]} is empty then")]
    told.append_text(cards([*this.stays], NAMES)).append(" stays" if len(this.stays) == 1 else " stay")
    return [told.append(", with a coin" if this.kind == FRUIT else "")]


def sell_nothing(who: Seen, seat: int, _: int) -> list[Text]:
    if who.state.stage == FINAL:
        return [Text("Your last word: goods left are worth nothing  CAM-16")]
    return [Text("All goods stay for a later round")]


def spend_token(who: Seen, seat: int, _: int) -> list[Text]:
    """What the token is good for: the best sale from any camel (CAM-14)."""
    sales = [sale for camel in EVERY_CAMEL for sale in sales_from(who.state, seat, camel)]
    best = max(sales, key=lambda sale: sale.total)
    return [Text(f"One more sale now, at best {sale_text(best.sale)} for {pounds_text(best.total)}  CAM-14")]


def keep_token(who: Seen, seat: int, _: int) -> list[Text]:
    return [Text("For a later sell phase; worth nothing at the end  CAM-16")]
