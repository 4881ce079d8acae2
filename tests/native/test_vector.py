"""Thousands of tables in one compiled loop: each is what the interpreter makes of it, decision by decision."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import pytest

pytest.importorskip("numba", reason="the native extra is not installed")

import numpy as np

import bidwell
from bidwell import BadDeal, Game, IllegalAction, Refused
from bidwell.core.game import SEAT_LETTERS
from bidwell.core.rng import key_of
from bidwell.core.state import State
from bidwell.native.batch_setting import REWARDS, input_size, inputs_of
from bidwell.native.vector import VectorBatch
from tests.laws.play import every_game, every_seating, random_options

TABLES, SEED = 5, 11
SERENGETI = bidwell.game("serengeti")
SHORT: dict[str, dict[str, Any]] = {"bids": {"rounds": 1}}
"""Options that make games short, so that every table is dealt anew more than once."""


class Mirror:
    """One table of a batch in the interpreter, with the same deals."""

    def __init__(self, batch: VectorBatch, index: int) -> None:
        self.game, self.batch, self.next = batch.game, batch, index
        self.deal()

    def deal(self) -> None:
        self.state: State = self.game.lay(self.batch.names, self.batch.options)
        self.state.chance_key = key_of(self.batch.seed, self.next)
        self.next += self.batch.count
        self.game.rules.deal(self.state)

    @property
    def seat(self) -> int:
        asked = self.game.rules.asks(self.state)
        return (asked & -asked).bit_length() - 1

    def legal(self) -> list[int]:
        out = [0] * self.game.most_choices
        return out[: self.game.rules.legal(self.state, self.seat, out)]

    def features(self) -> list[int]:
        out = [0] * input_size(self.game)
        inputs_of(self.game)(self.state, self.seat, out)
        return out

    def play(self, action: int) -> tuple[list[int], list[int]] | None:
        """Play on; the standings and the points of a game that ends, and another is dealt."""
        self.game.rules.play(self.state, self.seat, action)
        if self.game.rules.asks(self.state):
            return None
        standings, points = ([0] * self.state.players for _ in range(2))
        self.game.rules.standings(self.state, standings)
        self.game.rules.scores(self.state, points)
        self.deal()
        return standings, points


def shows(batch: VectorBatch, index: int, mirror: Mirror) -> None:
    """The arrays say of a table what the interpreter does."""
    legal = mirror.legal()
    assert batch.seats[index] == mirror.seat
    assert batch.features[index].tolist() == mirror.features()
    assert batch.legal[index, : batch.choices[index]].tolist() == legal
    assert np.flatnonzero(batch.mask[index]).tolist() == sorted(legal)
    assert batch.table(index).state == mirror.state


def paid(reward: str, standings: list[int], points: list[int]) -> list[float]:
    """The points; the win, shared by those who stand first; or the share of rivals behind, a tie counting half."""
    if reward == "points":
        return [*map(float, points)]
    if reward == "win":
        return [(own == max(standings)) / standings.count(max(standings)) for own in standings]
    behind = [sum((own > other) + (own == other) / 2 for other in standings) - 0.5 for own in standings]
    return [each / (len(standings) - 1) for each in behind]


@pytest.mark.parametrize("reward", REWARDS)
@every_seating
def test_every_table_is_what_the_interpreter_makes_of_it(game: Game, players: int, reward: str) -> None:
    """Seat, features, legal actions, mask, done and rewards, at every decision until every table was dealt anew."""
    rng = random.Random(f"{game.name} {reward}")
    setting: dict[str, Any] = {"players": players, "options": SHORT.get(game.name), "seed": SEED, "cores": 2}
    batch = VectorBatch(game, TABLES, reward=reward, **setting)
    mirrors, games = [Mirror(batch, index) for index in range(TABLES)], [0] * TABLES
    while min(games) < (2 if players == game.players[0] else 1):
        chosen = np.array([rng.choice(mirror.legal()) for mirror in mirrors])
        batch.step(chosen)
        for index, mirror in enumerate(mirrors):
            result = mirror.play(int(chosen[index]))
            games[index] += result is not None
            assert batch.done[index] == (result is not None)
            expected = paid(reward, *result) if result else [0.0] * players
            assert batch.rewards[index].tolist() == pytest.approx(expected)
            shows(batch, index, mirror)


@every_game
def test_the_number_of_cores_changes_nothing(game: Game) -> None:
    """The same seed and the same actions give the same arrays, on one core and on three."""
    one, three = (VectorBatch(game, 7, seed=SEED, cores=cores) for cores in (1, 3))
    for _ in range(60):
        chosen = one.choose("random")
        assert three.choose("random").tolist() == chosen.tolist()
        one.step(chosen)
        three.step(chosen)
    assert (one.tables == three.tables).all()
    assert (one.features == three.features).all()
    assert (one.mask == three.mask).all()


def test_first_games_are_those_of_a_simulation() -> None:
    """Table i begins with game i of the seed, as `bidwell simulate` numbers them."""
    batch = VectorBatch(SERENGETI, 3, players=3, seed=SEED, cores=1)
    for index in range(3):
        state = SERENGETI.lay(SEAT_LETTERS[:3], batch.options)
        state.chance_key = key_of(SEED, index)
        SERENGETI.rules.deal(state)
        assert batch.table(index).state == state


def ended(reward: str | dict[str, float]) -> tuple[list[float], list[int], list[int]]:
    """The rewards of the first game that ends at a table, its standings and its points."""
    batch = VectorBatch(SERENGETI, 1, players=3, seed=SEED, reward=reward, cores=1)
    mirror = Mirror(batch, 0)
    while True:
        chosen = batch.choose("random")
        result = mirror.play(int(chosen[0]))
        batch.step(chosen)
        if result:
            return batch.rewards[0].tolist(), *result


def test_a_reward_can_be_for_points() -> None:
    """Every seat gets what it scored."""
    rewards, _, points = ended("points")
    assert rewards == points


def test_a_reward_can_be_for_the_place() -> None:
    """The first of three gets 1, the second a half, the last nothing."""
    rewards, standings, _ = ended("place")
    assert len({*standings}) == 3, "the seed gives a game without ties"
    assert [rewards[seat] for seat in sorted(range(3), key=standings.__getitem__)] == [0.0, 0.5, 1.0]


def test_a_reward_can_have_several_parts() -> None:
    """Each counts as much as it is said to."""
    both, win, place = ended({"win": 0.75, "place": 0.25})[0], ended("win")[0], ended("place")[0]
    assert both == pytest.approx([0.75 * one + 0.25 * other for one, other in zip(win, place, strict=True)])


def test_an_unknown_reward_is_refused() -> None:
    """One sentence says what there is."""
    for wrong in ("chips", {}, {"win": "much"}, {"rng": 1.0}):
        with pytest.raises(BadDeal, match="a reward is win, place or points"):
            VectorBatch(SERENGETI, 1, seed=SEED, reward=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("count", [0, -1, 2.5, True])
def test_a_batch_has_a_table(count: Any) -> None:
    """A number of tables that is none is refused."""
    with pytest.raises(BadDeal, match="a batch has at least one table"):
        VectorBatch(SERENGETI, count, seed=SEED)


@pytest.mark.parametrize("wrong", [-1, 66, 96, 10**12])
def test_an_illegal_action_is_not_played(wrong: int) -> None:
    """Its table waits, without reward; the others move; and the error names the table."""
    batch = VectorBatch(SERENGETI, 3, seed=SEED, cores=1)
    before, features = batch.table(1), batch.features[1].copy()
    chosen = batch.choose("random")
    chosen[1] = wrong
    seats = batch.seats.copy()
    with pytest.raises(IllegalAction, match=f"table 1 waits: action {wrong} is not legal"):
        batch.step(chosen)
    assert batch.table(1).state == before.state
    assert (batch.features[1] == features).all()
    assert batch.seats[1] == seats[1]
    assert batch.seats[0] != seats[0]
    batch.step(batch.choose("random"))


def test_the_number_of_actions_is_checked() -> None:
    """A step takes one action a table."""
    batch = VectorBatch(SERENGETI, 3, seed=SEED)
    with pytest.raises(ValueError, match="step takes one action a table: 3 whole numbers"):
        batch.step(np.zeros(2, np.int64))


@every_game
def test_a_batch_chooses_like_the_heuristic(game: Game) -> None:
    """What the game's heuristic picks from the same legal actions with the same rng."""
    batch = VectorBatch(game, 3, seed=SEED, cores=1)
    for _ in range(25):
        chosen = batch.choose("heuristic")
        for index in range(3):
            seat, state, rng = int(batch.seats[index]), batch.table(index).state, int(batch._rngs[index])
            legal = batch.legal[index, : batch.choices[index]].tolist()
            assert chosen[index] == game.heuristic(state, seat, legal, len(legal), rng)
        batch.step(chosen)


def test_a_batch_chooses_only_where_it_is_asked_to() -> None:
    """For seats of the bit mask; other places keep what they hold."""
    batch = VectorBatch(SERENGETI, 4, players=4, seed=SEED, cores=1)
    out = np.full(4, -7)
    where = np.array([1 << seat for seat in batch.seats.tolist()])
    where[2] ^= 0b1111
    batch.choose("random", out, where)
    assert out[2] == -7
    assert (out[[0, 1, 3]] >= 0).all()


def test_rows_to_choose_into_are_checked() -> None:
    """One whole number of 64 bits a table: compiled code would write past the end of a shorter row."""
    batch = VectorBatch(SERENGETI, 3, seed=SEED, cores=1)
    for out in (np.zeros(2, np.int64), np.zeros(3, np.int16), [0, 0, 0]):
        with pytest.raises(Refused, match="choose writes into an array of 3 whole numbers of 64 bits"):
            batch.choose("random", out)  # type: ignore[arg-type]
    with pytest.raises(Refused, match="choose takes seats: 3 whole numbers"):
        batch.choose("random", None, np.ones(2, np.int64))


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda batch: batch.step(np.full(3, 0.5)), "step takes one action a table: 3 whole numbers, not array"),
        (lambda batch: batch.step("pass"), "step takes one action a table: 3 whole numbers, not 'pass'"),
        (lambda batch: batch.step([[1], [2, 3], 4]), "step takes one action a table: 3 whole numbers, not"),
        (lambda batch: batch.table(3), "the tables have the numbers 0 to 2, not 3"),
        (lambda batch: VectorBatch(SERENGETI, 3, cores=0), "a batch uses at least one core, not 0"),
        (
            lambda batch: VectorBatch(SERENGETI, 2, heuristic_seats=np.ones(2)),
            "heuristic_seats has one bit mask a table",
        ),
    ],
)
def test_what_is_no_row_of_numbers_is_refused(call: Any, sentence: str) -> None:
    """With a sentence, and before anything is written."""
    with pytest.raises(Refused, match=sentence):
        call(VectorBatch(SERENGETI, 3, seed=SEED, cores=1))


def test_an_unknown_policy_is_refused() -> None:
    """One sentence says what there is."""
    with pytest.raises(BadDeal, match="there is no policy 'best'; a batch chooses by random or heuristic"):
        VectorBatch(SERENGETI, 1, seed=SEED).choose("best")


@every_game
def test_heuristic_seats_play_as_if_each_action_was_chosen_and_stepped(game: Game) -> None:
    """The same games come of a batch that plays two seats itself and of one that is told their actions."""
    setting: dict[str, Any] = {"players": 3, "options": SHORT.get(game.name), "seed": SEED, "cores": 1}
    own = np.array([0b011, 0b110, 0b000, 0b101, 0b010])
    batch, told = VectorBatch(game, TABLES, heuristic_seats=own, **setting), VectorBatch(game, TABLES, **setting)
    games = np.zeros(TABLES, np.int64)
    while games.min() < 2:
        ended = played_on(told, own)
        assert (ended == batch.done).all()
        assert (told.features == batch.features).all()
        assert (told.mask == batch.mask).all()
        assert (told.seats == batch.seats).all()
        assert not (own >> batch.seats & 1).any()
        games += batch.done
        chosen = batch.legal[:, 0].astype(np.int64)
        batch.step(chosen)
        told.step(chosen)


def played_on(told: VectorBatch, own: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Step only the tables where one of these seats is to act, until there is none; which of the games have ended."""
    ended = told.done.copy()
    while (waiting := own >> told.seats & 1 == 1).any():
        chosen = told.choose("heuristic", np.full(TABLES, -1), own)
        with suppress(IllegalAction):  # the other tables wait
            told.step(chosen)
        ended |= waiting & told.done
    return ended


def test_a_batch_does_not_play_alone() -> None:
    """A table whose seats are all played by the heuristic would never come back."""
    with pytest.raises(BadDeal, match="not all"):
        VectorBatch(SERENGETI, 2, players=3, heuristic_seats=np.array([0, 7]))


def test_a_batch_can_start_again() -> None:
    """With the deals, and the luck of the heuristic, of a new batch with that seed."""
    used, fresh = (VectorBatch(SERENGETI, 4, seed=seed, heuristic_seats=np.array([0, 1, 2, 3])) for seed in (3, 8))
    for _ in range(30):
        used.step(used.choose("random"))
    used.restart(8)
    for _ in range(30):
        for name in ("tables", "features", "mask", "seats"):
            assert (getattr(used, name) == getattr(fresh, name)).all()
        used.step(used.choose("random"))
        fresh.step(fresh.choose("random"))


@every_game
def test_options_and_players_reach_every_table(game: Game) -> None:
    """Also the tables dealt anew have them."""
    players = game.players[-1]
    options = random_options(game, players, random.Random(3))
    batch = VectorBatch(game, 2, players=players, options=options, seed=SEED, cores=1)
    while not batch.done.any():
        batch.step(batch.choose("random"))
    fresh = int(np.flatnonzero(batch.done)[0])
    table = batch.table(fresh)
    assert table.players == players
    assert table.position()["options"] == game.deal(players, 1, options).position()["options"]
