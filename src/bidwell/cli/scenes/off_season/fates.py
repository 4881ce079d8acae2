"""What incoming goods would do to the camels, in sentences."""

from __future__ import annotations

from rich.text import Text

from bidwell.cli.scenes.off_season.counting import worth
from bidwell.cli.scenes.off_season.freight import Freight, Prospect
from bidwell.cli.scenes.off_season.goods import PLURALS, called, cards
from bidwell.cli.scenes.off_season.stalls import percent
from bidwell.cli.scenes.words import listed
from bidwell.games.off_season.components import CAMELS
from bidwell.games.off_season.notation import pounds_text
from bidwell.games.off_season.rules import empty_camels
from bidwell.games.off_season.state import OffSeasonState


def fates(freight: Freight) -> list[Text]:
    """A line for every type that comes or could be overloaded, and the value of all goods afterwards."""
    lines = [_fate(freight, each) for each in freight.prospects]
    if not lines and freight.unseen:
        lines.append(Text("  No camel of yours can be overloaded by what is unseen."))
    if freight.gain:
        now = worth(freight.state, freight.seat)
        then = pounds_text(now + freight.gain)
        lines.append(Text(f"  With what is seen, your goods would sell for {then} instead of {now}."))
    return lines


def _fate(freight: Freight, prospect: Prospect) -> Text:
    """What happens to one type: `● fruit on camel 3: 2 → 4, too many: all 4 are lost`."""
    line = Text("  ").append_text(called(prospect.kind))
    if not prospect.before:
        return _new(freight, prospect, line)
    limit = CAMELS[prospect.camel]
    line.append(f" on camel {limit}: {prospect.before}")
    if prospect.lost:
        line.append(f" → {prospect.after}, too many: ").append(f"all {prospect.after} are lost", "trouble")
        return line.append("  CAM-13", "clause")
    line.append(f" → {prospect.after} of {limit}" if prospect.coming else f" of {limit} already")
    return line.append_text(_risk(prospect))


def _new(freight: Freight, prospect: Prospect, line: Text) -> Text:
    """The line for a type that is on no camel yet."""
    line.append(f", new: {prospect.coming}")
    if prospect.lost:
        return line.append(" at once, and no empty camel for so many: ").append("lost", "trouble")
    limits = empty_limits(freight.state, freight.seat) or [CAMELS[prospect.camel]]
    line.append(f" on an empty camel ({_either(limits)})")
    if prospect.at_risk:
        line.append(f"; on camel {CAMELS[prospect.camel]}")
    return line.append_text(_risk(prospect))


def _either(limits: list[int]) -> str:
    """Numbers as alternatives: `3, 4 or 6`."""
    return " or ".join(filter(None, [", ".join(map(str, limits[:-1])), str(limits[-1])]))


def _risk(prospect: Prospect) -> Text:
    """The chance of a loss: `; lost if 2 of the 3 unseen are fruit, too (18%)`."""
    if not prospect.at_risk:
        return Text()
    few = f"{prospect.room + 1} or more" if prospect.room + 1 < prospect.unseen else f"{prospect.room + 1}"
    line, chance = Text("; ").append("lost", "feeds"), percent(prospect.chance)
    return line.append(f" if {few} of {prospect.unseen} unseen are {PLURALS[prospect.kind]} ({chance})")


def empty_limits(state: OffSeasonState, seat: int) -> list[int]:
    """The number of cards each empty camel can carry."""
    return [limit for camel, limit in enumerate(CAMELS) if empty_camels(state, seat) >> camel & 1]


def named(freight: Freight) -> Text:
    """The goods in words: `◆ date 3, ▦ carpet red and 2 unseen`."""
    hidden = [f"{freight.unseen} unseen"] if freight.unseen else []
    if not freight.faces:
        return Text(listed(hidden) or "nothing")
    return cards(freight.faces).append(f" and {hidden[0]}" if hidden else "")
