"""The state of Off Season."""

from __future__ import annotations

from typing import Any

from bidwell.core.codecs import FLAG, SEAT, SEATS, Codec, Coded, Names
from bidwell.core.errors import BadPosition, brief_repr
from bidwell.core.state import FirstEntries, OwnEntry, State, everyone, its_owner, number, row, seats
from bidwell.games.off_season.components import (
    AUCTIONS,
    CAMELS,
    CARDS,
    EVERYBODY,
    FACE_NAMES,
    FACES,
    MARKETS,
    MOST_ASIDE,
    MOST_DOWN,
    MOST_PLAYERS,
    MOST_UP,
    SIDE_NAMES,
    STAGES,
    TYPES,
)


def who_knows_it(t: Any, viewer: int, index: int) -> bool:
    """CAM-51: a card is visible to those who have seen its face."""
    return bool(t.known[index] >> (viewer if viewer >= 0 else MOST_PLAYERS) & 1)


@FirstEntries
def once_on_top(t: Any) -> int:
    """CAM-03: backs are visible down to the Tower's top card."""
    return int(t.drawn) + 1


@OwnEntry
def until_the_end(t: Any) -> bool:
    """CAM-01: pounds are hidden until the game is over."""
    return not t.asked


class FaceCounts(Coded):
    """Codec of a row of counts per face: the list of the cards."""

    def write(self, value: Any, names: Names) -> list[str]:
        return [word for word, count in zip(self.words, value, strict=True) for _ in range(count)]

    def read(self, written: Any, shape: tuple[int, ...], names: Names) -> list[int]:
        if not isinstance(written, list) or "none" in written:
            raise BadPosition(f"{brief_repr(written)} should be a list of cards")
        faces = [self.number(card, names) for card in written]
        return [faces.count(face) for face in range(shape[0])]


class SeenBy(Codec):
    """Codec of the seats that have seen a card: "everybody", or a list of names."""

    def word(self, value: int, names: Names) -> Any:
        return "everybody" if value == EVERYBODY else SEATS.word(value, names)

    def number(self, word: Any, names: Names) -> int:
        return EVERYBODY if word == "everybody" else SEATS.number(word, names)


class MarketLetters(Codec):
    """Codec of a bit mask of markets: the list of their letters."""

    def word(self, value: int, names: Names) -> list[str]:
        return [market for place, market in enumerate(MARKETS) if value >> place & 1]

    def number(self, word: Any, names: Names) -> int:
        fits = isinstance(word, list) and all(isinstance(market, str) and market in [*MARKETS] for market in word)
        if not fits or len(set(word)) < len(word):
            raise BadPosition(f"{brief_repr(word)} should be a list of different markets out of {', '.join(MARKETS)}")
        return sum(1 << MARKETS.index(market) for market in word)


class MarketCards(Codec):
    """Codec of a row with `size` places per market: the card numbers in every market, by its letter."""

    def __init__(self, size: int) -> None:
        self.size = size

    def write(self, value: Any, names: Names) -> dict[str, list[int]]:
        parts = (value[place * self.size : (place + 1) * self.size] for place in range(len(MARKETS)))
        return {market: [card for card in part if card >= 0] for market, part in zip(MARKETS, parts, strict=True)}

    def read(self, written: Any, shape: tuple[int, ...], names: Names) -> list[int]:
        if not isinstance(written, dict) or not set(written) <= set(MARKETS):
            raise BadPosition(
                f"{brief_repr(written)} should say for each of {', '.join(MARKETS)} which cards are there"
            )
        return [card for market in MARKETS for card in filled(written.get(market, []), self.size)]


class CardRow(Codec):
    """Codec of a row filled with card numbers from its first place."""

    def write(self, value: Any, names: Names) -> list[int]:
        return [card for card in value if card >= 0]

    def read(self, written: Any, shape: tuple[int, ...], names: Names) -> list[int]:
        return filled(written, shape[0])


def filled(written: Any, size: int) -> list[int]:
    """The card numbers of a list, padded with -1 to `size`."""
    fits = isinstance(written, list) and len(written) <= size
    if not fits or not all(type(card) is int and 0 <= card < CARDS for card in written):
        raise BadPosition(f"{brief_repr(written)} should be a list of at most {size} cards, numbered 0 to {CARDS - 1}")
    return [*written, *[-1] * (size - len(written))]


class OffSeasonState(State):
    """The whole state of a game of Off Season. A card's number is its place in the Tower, counted from the top."""

    faces: list[int] = row(CARDS, who_knows_it, of=Coded(FACE_NAMES))
    """The face of each card."""
    known: list[int] = row(CARDS, everyone, of=SeenBy())
    """The seats that have seen the face of each card: a bit mask, or EVERYBODY."""
    backs: list[int] = row(CARDS, once_on_top, of=Coded(AUCTIONS))
    drawn: int = number(everyone, bits=16)
    """The number of cards that have left the Tower, and so the number of the card on its top."""

    markets: int = number(everyone)
    """CAM-04: how the markets in play are chosen: an option."""
    in_play: int = number(everyone, of=MarketLetters())
    """CAM-04: bit mask of the markets in play."""
    round_number: int = number(everyone)
    side: int = number(everyone)
    """CAM-04: the side of the markets that is up, 0 or 1."""
    up: list[int] = row(len(MARKETS) * MOST_UP, everyone, of=MarketCards(MOST_UP))
    down: list[int] = row(len(MARKETS) * MOST_DOWN, everyone, of=MarketCards(MOST_DOWN))
    """The cards lying face up and face down in every market."""
    open_markets: int = number(everyone, of=MarketLetters())
    """A bit mask of the markets not chosen this round."""

    auction: int = number(everyone, of=Coded(AUCTIONS))
    """CAM-11: the kind of this round's auction."""
    failed: int = number(everyone, of=FLAG)
    """Has this round's auction failed once?"""
    first_player: int = number(everyone, of=SEAT)
    pounds: list[int] = seats(MOST_PLAYERS, until_the_end, bits=16)
    bets: list[int] = seats(MOST_PLAYERS, its_owner, bits=16)
    """Sealed: the bet of each seat, -1 if it has not bet."""
    opened: list[int] = seats(MOST_PLAYERS, everyone, bits=16)
    """The bets of the last auction opened, -1 before the first."""

    goods: list[list[int]] = seats(MOST_PLAYERS, everyone, each=FACES, of=FaceCounts(FACE_NAMES))
    """The number of cards of each face on a player's camels."""
    camels: list[list[int]] = seats(MOST_PLAYERS, everyone, each=len(CAMELS), of=Coded(TYPES))
    """The type each camel carries, -1 for none."""
    coins: list[list[int]] = seats(MOST_PLAYERS, everyone, each=len(CAMELS))
    """CAM-23: the pound on each camel."""
    sale_tokens: int = number(everyone, of=SEATS)
    peek_tokens: int = number(everyone, of=SEATS)

    stage: int = number(everyone, of=Coded(STAGES))
    asked: int = number(everyone, of=SEATS)
    """The seats that have yet to decide; none when the game is over."""
    turn: int = number(everyone, of=SEAT)
    """The seat on turn in the market phase, the sell phase or the final sale."""
    chosen: int = number(everyone, of=Coded(SIDE_NAMES))
    """The market side chosen by the seat on turn, until its goods are loaded."""
    aside: list[int] = row(MOST_ASIDE, everyone, of=CardRow())
    """Cards set aside to be loaded with the market's goods, or drawn to keep one of them (CAM-40)."""
    draft: list[int] = row(MOST_PLAYERS, everyone, of=CardRow())
    """CAM-46: the cards to draft; `draft_hidden` says whether the first lies face down."""
    draft_hidden: int = number(everyone, of=FLAG)
    waiting: list[int] = row(FACES, everyone, of=FaceCounts(FACE_NAMES))
    """Goods turned up and not yet loaded by the seat `acting`."""
    acting: int = number(everyone, of=SEAT)
    """The seat that drafts or loads now: the seat on turn, or in a draft another one."""
    sold_from: int = number(everyone)
    """CAM-16: a bit mask of the camels the seat on turn has sold from in the final sale."""
