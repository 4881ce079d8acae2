"""Codecs write the numbers of a field into a position and read them back: as numbers, flags, names or cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bidwell.core.errors import BadPosition, brief_repr

Names = Sequence[str]


class Codec:
    """Plain numbers. Subclasses write a number in another form. None stands for a hidden value."""

    def write(self, value: Any, names: Names) -> Any:
        if value is None:
            return None
        if isinstance(value, list):
            return [self.write(part, names) for part in value]
        return self.word(value, names)

    def read(self, written: Any, shape: tuple[int, ...], names: Names) -> Any:
        if not shape:
            return self.number(written, names)
        if not isinstance(written, list) or len(written) != shape[0]:
            raise BadPosition(f"{brief_repr(written)} should be a list of {shape[0]}")
        return [self.read(part, shape[1:], names) for part in written]

    def word(self, value: int, names: Names) -> Any:
        return value

    def number(self, word: Any, names: Names) -> int:
        if not isinstance(word, int) or isinstance(word, bool):  # True is an int in Python, but not a number here
            raise BadPosition(f"{brief_repr(word)} should be a whole number")
        return word


class Flag(Codec):
    """True or false."""

    def word(self, value: int, names: Names) -> bool:
        return bool(value)

    def number(self, word: Any, names: Names) -> int:
        if not isinstance(word, bool):
            raise BadPosition(f"{brief_repr(word)} should be true or false")
        return int(word)


class Coded(Codec):
    """One of these words, stored as its index; -1 is "none"."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words

    def word(self, value: int, names: Names) -> str:
        return self.words[value] if value >= 0 else "none"

    def number(self, word: Any, names: Names) -> int:
        if word == "none":
            return -1
        if word not in self.words:
            raise BadPosition(f"there is no {brief_repr(word)}; it is written like {self.words[0]!r}, or 'none'")
        return self.words.index(word)


class Seat(Codec):
    """A player's name, or "nobody"."""

    def word(self, value: int, names: Names) -> str:
        return names[value] if value >= 0 else "nobody"

    def number(self, word: Any, names: Names) -> int:
        if word == "nobody":
            return -1
        if word not in names:
            raise BadPosition(f"{brief_repr(word)} is no player; the players are {', '.join(names)}")
        return list(names).index(word)


class Seats(Codec):
    """A bit mask of seats, written as a list of names."""

    def word(self, value: int, names: Names) -> list[str]:
        return [name for seat, name in enumerate(names) if value >> seat & 1]

    def number(self, word: Any, names: Names) -> int:
        if not isinstance(word, list):
            raise BadPosition(f"{brief_repr(word)} should be a list of players' names")
        mask = 0
        for name in word:
            seat = SEAT.number(name, names)
            if seat < 0:
                raise BadPosition("'nobody' has no place in a list of players; leave the list empty instead")
            mask |= 1 << seat
        return mask


class Cards(Coded):
    """A row of cards padded with -1, written as a list of cards, the top of a pile first."""

    def __init__(self, words: tuple[str, ...], *, top_last: bool = False) -> None:
        super().__init__(words)
        self.top_last = top_last

    def write(self, value: Any, names: Names) -> Any:
        cards = [None if card is None else self.word(card, names) for card in value if card != -1]
        return cards[::-1] if self.top_last else cards

    def read(self, written: Any, shape: tuple[int, ...], names: Names) -> list[int]:
        if not isinstance(written, list) or len(written) > shape[0] or "none" in written:
            raise BadPosition(f"{brief_repr(written)} should be a list of at most {shape[0]} cards")
        cards = [self.number(card, names) for card in written]
        return (cards[::-1] if self.top_last else cards) + [-1] * (shape[0] - len(cards))


class Hands(Cards):
    """A row of `size` entries for every seat, each as in `Cards`, written as the cards of each player by name."""

    def __init__(self, words: tuple[str, ...], *, size: int) -> None:
        super().__init__(words)
        self.size = size

    def write(self, value: Any, names: Names) -> dict[str, Any]:
        parts = (value[seat * self.size : (seat + 1) * self.size] for seat in range(len(names)))
        return {name: super(Hands, self).write(part, names) for name, part in zip(names, parts, strict=True)}

    def read(self, written: Any, shape: tuple[int, ...], names: Names) -> list[int]:
        if not isinstance(written, dict) or not set(written) <= set(names):
            raise BadPosition(f"this should say for each of {', '.join(names)} which cards are in hand")
        slots = [card for name in names for card in super(Hands, self).read(written.get(name, []), (self.size,), names)]
        return slots + [-1] * (shape[0] - len(slots))


class Marked(Coded):
    """A row of flags, one for each card, written as a list of the marked cards."""

    def write(self, value: Any, names: Names) -> list[str]:
        return [word for word, mark in zip(self.words, value, strict=True) if mark]

    def read(self, written: Any, shape: tuple[int, ...], names: Names) -> list[int]:
        if not isinstance(written, list) or "none" in written:
            raise BadPosition(f"{brief_repr(written)} should be a list of cards")
        marked = {self.number(card, names) for card in written}
        return [int(number in marked) for number in range(shape[0])]


class Values(Codec):
    """A bit mask of the values 1 to `most`, written as a list."""

    def __init__(self, most: int) -> None:
        self.most = most

    def word(self, value: int, names: Names) -> list[int]:
        return [number for number in range(1, self.most + 1) if value >> (number - 1) & 1]

    def number(self, word: Any, names: Names) -> int:
        fits = isinstance(word, list) and all(type(value) is int and 1 <= value <= self.most for value in word)
        if not fits or len(set(word)) < len(word):
            raise BadPosition(f"{brief_repr(word)} should be a list of different values from 1 to {self.most}")
        return sum(1 << (value - 1) for value in word)


class Places(Codec):
    """A row with the location of every card, written as the cards at each location.

    `places` are the locations that are not seats. Cards that are not mentioned are in `rest`.
    """

    def __init__(self, cards: tuple[str, ...], places: Mapping[str, int], *, rest: int) -> None:
        self.cards = cards
        self.places = places
        self.rest = rest

    def write(self, value: Any, names: Names) -> dict[str, list[str]]:
        where = {**{name: seat for seat, name in enumerate(names)}, **self.places}
        return {
            place: [card for card, at in zip(self.cards, value, strict=True) if at == number]
            for place, number in where.items()
            if number != self.rest
        }

    def read(self, written: Any, shape: tuple[int, ...], names: Names) -> list[int]:
        if not isinstance(written, dict):
            raise BadPosition(f"{brief_repr(written)} should say for each place which cards are there")
        where = {**{name: seat for seat, name in enumerate(names)}, **self.places}
        found: dict[str, str] = {}
        for place, cards in written.items():
            if place not in where:
                raise BadPosition(f"there is no place {brief_repr(place)}; the places are {', '.join(where)}")
            for card in self._cards(cards):
                if card in found:
                    raise BadPosition(f"{card} is there twice: {found[card]} and {place}")
                found[card] = place
        return [where[found[card]] if card in found else self.rest for card in self.cards]

    def _cards(self, cards: Any) -> list[str]:
        if not isinstance(cards, list):
            raise BadPosition(f"{brief_repr(cards)} should be a list of cards")
        for card in cards:
            if card not in self.cards:
                raise BadPosition(f"there is no card {brief_repr(card)}; a card is written like {self.cards[0]!r}")
        return cards


PLAIN = Codec()
FLAG = Flag()
SEAT = Seat()
SEATS = Seats()
