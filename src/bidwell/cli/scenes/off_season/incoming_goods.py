"""What incoming goods would do to the camels, in sentences."""

from __future__ import annotations

from rich.text import Text

from bidwell.cli.scenes.off_season.goods import called, cards
from bidwell.cli.scenes.off_season.stalls import percent
from bidwell.core.prose import listed
from bidwell.games.off_season.components import CAMELS, PLURALS
from bidwell.games.off_season.foresight import Fate, Freight
from bidwell.games.off_season.notation import pounds_text


def fates(freight: Freight) -> list[Text]:
    """A line for every type that comes or could be overloaded, and the value of all goods afterwards."""
    lines = [_fate(freight, each) for each in freight.fates]
    if not lines and freight.unseen:
        lines.append(Text("  No camel of yours can be overloaded by what is unseen."))
    if freight.gain:
        then, now = pounds_text(freight.worth), freight.worth - freight.gain
        lines.append(Text(f"  With what is seen, your goods would sell for {then} instead of {now}."))
    return lines


def _fate(freight: Freight, fate: Fate) -> Text:
    """What happens to one type: `● fruit on camel 3: 2 → 4, too many: all 4 are lost`."""
    line = Text("  ").append_text(called(fate.kind))
    if not fate.before:
        return _new(freight, fate, line)
    limit, after = _limit(fate), fate.before + fate.coming
    line.append(f" on camel {limit}: {fate.before}")
    if fate.lost:
        line.append(f" → {after}, too many: ").append(f"all {after} are lost", "trouble")
        return line.append("  CAM-13", "clause")
    line.append(f" → {after} of {limit}" if fate.coming else f" of {limit} already")
    return line.append_text(_risk(freight, fate))


def _limit(fate: Fate) -> int:
    assert fate.camel is not None
    return CAMELS[fate.camel]


def _new(freight: Freight, fate: Fate, line: Text) -> Text:
    """The line for a type that is on no camel yet."""
    line.append(f", new: {fate.coming}")
    if fate.lost:
        return line.append(" at once, and no empty camel carries that many: ").append("lost", "trouble")
    limits = [CAMELS[camel] for camel in freight.empty] or [_limit(fate)]
    line.append(f" on an empty camel ({_either(limits)})")
    if fate.chance:
        line.append(f"; on camel {_limit(fate)}")
    return line.append_text(_risk(freight, fate))


def _either(limits: list[int]) -> str:
    """Numbers as alternatives: `3, 4 or 6`."""
    return " or ".join(filter(None, [", ".join(map(str, limits[:-1])), str(limits[-1])]))


def _risk(freight: Freight, fate: Fate) -> Text:
    """The chance of a loss: `; lost if 2 of the 3 unseen are fruit, too (18%)`."""
    if not fate.chance:
        return Text()
    few = f"{fate.room + 1} or more" if fate.room + 1 < freight.unseen else f"{fate.room + 1}"
    line, chance = Text("; ").append("lost", "feeds"), percent(fate.chance)
    return line.append(f" if {few} of {freight.unseen} unseen are {PLURALS[fate.kind]} ({chance})")


def named(freight: Freight) -> Text:
    """The goods in words: `◆ date 3, ▦ carpet red and 2 unseen`."""
    hidden = [f"{freight.unseen} unseen"] if freight.unseen else []
    if not freight.faces:
        return Text(listed(hidden) or "nothing")
    return cards(freight.faces).append(f" and {hidden[0]}" if hidden else "")
