"""The options of a game: what a table may agree on before the deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bidwell.core.errors import BadDeal
from bidwell.core.flat import FlatTable


@dataclass(frozen=True)
class Option:
    """An option that is on or off. Other kinds say what they take, and how it lies on the table."""

    name: str
    clause: str
    default: Any
    help: str

    def take(self, value: Any) -> Any:
        """The value as it is kept, or `BadDeal` with what would be right."""
        if not isinstance(value, bool):
            raise BadDeal(f"{self.clause}: option {self.name} is true or false, not {value!r}")
        return value

    def parse(self, text: str) -> Any:
        """The value from what a person typed."""
        known = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}
        if text.lower() not in known:
            raise BadDeal(f"{self.clause}: option {self.name} is on or off, not {text!r}")
        return known[text.lower()]

    def lay(self, t: FlatTable, value: Any) -> None:
        """Put the value on the table, in the field of the option's name."""
        setattr(t, self.name, int(value))


def taken(options: Sequence[Option], given: Mapping[str, Any] | None) -> dict[str, Any]:
    """All options with their values: the defaults, and in their place what was given."""
    known = {option.name: option for option in options}
    for name in given or {}:
        if name not in known:
            raise BadDeal(f"there is no option {name!r}; the options are {', '.join(known) or 'none'}")
    return {name: option.take((given or {}).get(name, option.default)) for name, option in known.items()}
