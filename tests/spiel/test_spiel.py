"""The games in OpenSpiel pass its own tests, and play as the interpreter does, decision by decision."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
import unittest
from collections.abc import Iterator
from typing import Any

import pytest

import bidwell
from bidwell import BadDeal, Game, IllegalAction, Refused
from bidwell.core.game import SEAT_LETTERS
from tests.extras import needed_module
from tests.laws.play import every_game, every_seating

needed_module("pyspiel", "OpenSpiel is not installed: its games are not checked")

import numpy as np
import pyspiel
from open_spiel.python.observation import make_observation

import bidwell.spiel
from bidwell.native.batch_setting import recall_of, recall_size
from bidwell.spiel.games import has_sealed_choices

SHORT = {"bids": {"rounds": 1}}
TURNS = [f"bidwell_{game.name}" for game in bidwell.games()]
EVERYBODY = pyspiel.PrivateInfoType.ALL_PLAYERS
SEALED = [name for name in bidwell.spiel.names() if "simultaneous" in name]


def load(name: str, game: Game, players: int, **parameters: Any) -> Any:
    return pyspiel.load_game(name, {"players": players, **SHORT.get(game.name, {}), **parameters})


def game_of(name: str) -> Game:
    """The game of a name that is registered with pyspiel."""
    return bidwell.game(name.removeprefix("bidwell_").removesuffix("_sampled").removesuffix("_simultaneous"))


def states(loaded: Any, rng: random.Random) -> Iterator[Any]:
    """Every state of a random game, before the deal and at the end too."""
    state = loaded.new_initial_state()
    yield state.clone()
    while not state.is_terminal():
        if state.is_simultaneous_node():
            players = range(loaded.num_players())
            state.apply_actions([rng.choice(state.legal_actions(player)) for player in players])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        yield state.clone()


def dealt(loaded: Any, deal: int = 5) -> Any:
    state = loaded.new_initial_state()
    state.apply_action(deal)
    return state


@every_seating
def test_random_games_pass_the_test_of_openspiel(game: Game, players: int) -> None:
    """Turn-based; every state is written and read again on the way."""
    pyspiel.random_sim_test(load(f"bidwell_{game.name}", game, players), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", [name for name in bidwell.spiel.names() if name not in TURNS])
def test_variants_pass_the_test_of_openspiel(name: str) -> None:
    """Simultaneous choices and sampled deals; a sampled deal cannot be read again."""
    for players in game_of(name).players:
        loaded = load(name, game_of(name), players)
        pyspiel.random_sim_test(loaded, num_sims=1, serialize="sampled" not in name, verbose=False)


@pytest.mark.parametrize("name", bidwell.spiel.names())
def test_every_game_passes_the_api_test_of_openspiel(name: str) -> None:
    """`EnforceAPIOnPartialTreeBase`, for every number of players, at states of a random game from deal to end."""
    from open_spiel.integration_tests.api_test import EnforceAPIOnPartialTreeBase

    for players in game_of(name).players:
        loaded = load(name, game_of(name), players)
        found = [*states(loaded, random.Random(players))]
        sampled = [found[0], *random.Random(1).sample(found[1:-1], 5), found[-1]]
        values = {"game": loaded, "game_name": name, "game_type": loaded.get_type(), "some_states": sampled}
        values["setUpClass"] = classmethod(lambda cls: None)
        suite = unittest.defaultTestLoader.loadTestsFromTestCase(type("Case", (EnforceAPIOnPartialTreeBase,), values))
        result = unittest.TestResult()
        suite.run(result)
        assert result.testsRun >= 5
        assert [text for _, text in (*result.errors, *result.failures)] == []


@pytest.mark.parametrize("name", bidwell.spiel.names())
def test_a_state_is_written_and_read_again(name: str) -> None:
    """With its information states; before the deal and after some decisions."""
    loaded = pyspiel.load_game(name, {"players": 3})
    state = loaded.new_initial_state()
    for _ in range(5):
        again = loaded.deserialize_state(state.serialize())
        assert (str(again), again.history()) == (str(state), state.history())
        assert state.is_chance_node() or again.information_state_string(1) == state.information_state_string(1)
        if state.is_simultaneous_node():
            state.apply_actions([state.legal_actions(player)[-1] for player in range(3)])
        else:
            state.apply_action(state.legal_actions()[-1])


@every_game
def test_every_decision_is_that_of_the_interpreter(game: Game) -> None:
    """Seat, legal actions, tensor, and at the end the places."""
    players, rng = game.players[0], random.Random(game.name)
    state = dealt(load(f"bidwell_{game.name}", game, players, reward="place"))
    table = game.deal(players, 5, SHORT.get(game.name), SEAT_LETTERS[:players])
    out = [0] * recall_size(game)
    while not table.over:
        seat = table.asks[0]
        assert state.current_player() == seat
        assert state.legal_actions() == sorted(table.legal_actions(seat))
        recall_of(game)(table.state, seat, out)
        assert state.information_state_tensor(seat) == out
        action = rng.choice(state.legal_actions())
        assert state.action_to_string(seat, action) == game.notation.text(table, action)
        table.act(seat, action)
        state.apply_action(action)
    assert state.is_terminal()
    assert state.returns() == [sum((a < b) - (a > b) for b in table.places) for a in table.places]


@pytest.mark.parametrize("name", [name for name in SEALED if "sampled" not in name])
def test_choices_made_at_once_are_those_made_in_turn(name: str) -> None:
    """A simultaneous game and the turn-based one reach the same table."""
    game, rng = game_of(name), random.Random(1)
    together, in_turn = dealt(load(name, game, 3)), dealt(load(f"bidwell_{game.name}", game, 3))
    while not together.is_terminal():
        chosen = [rng.choice(together.legal_actions(player)) for player in range(3)]
        for player, action in enumerate(chosen):
            if action != game.actions:
                assert in_turn.current_player() == player
                in_turn.apply_action(action)
        together.apply_actions(chosen)
        assert str(together) == str(in_turn)
    assert together.returns() == in_turn.returns()


def test_games_with_sealed_choices_are_simultaneous_too() -> None:
    """The others are not."""
    assert [game.name for game in bidwell.games() if has_sealed_choices(game)] == ["secret_auction", "off_season"]
    assert len(bidwell.spiel.names()) == 12


@pytest.mark.parametrize("reward", ["win", "place", "points"])
@every_game
def test_returns_are_whole_numbers(game: Game, reward: str) -> None:
    """And sum to nothing, unless they are points."""
    players, rng = game.players[-1], random.Random(reward)
    state = dealt(load(f"bidwell_{game.name}", game, players, reward=reward))
    assert state.returns() == [0.0] * players
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    assert all(value == int(value) for value in state.returns())
    assert reward == "points" or sum(state.returns()) == 0


@every_game
def test_a_resampled_state_looks_the_same_to_its_player(game: Game) -> None:
    """Its information state, view, tensor and legal actions are equal; what is hidden differs."""
    rng, state = random.Random(2), dealt(load(f"bidwell_{game.name}", game, game.players[0]))
    worlds: set[str] = set()
    for _ in range(12):
        player = state.current_player()
        world = state.resample_from_infostate(player, rng.random)
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.information_state_tensor(player) == state.information_state_tensor(player)
        assert world.observation_string(player) == state.observation_string(player)
        assert world.legal_actions() == state.legal_actions()
        worlds |= {str(world)} - {str(state)}
        state.apply_action(rng.choice(state.legal_actions()))
    assert len(worlds) > 1


@every_game
def test_an_information_state_has_what_the_seat_heard_and_did(game: Game) -> None:
    """Of a sealed choice the others hear that it was made, but not what it is."""
    first = dealt(load(f"bidwell_{game.name}", game, game.players[0]))
    player, second = first.current_player(), first.clone()
    before = first.information_state_string(player)
    first.apply_action(first.legal_actions()[0])
    second.apply_action(second.legal_actions()[-1])
    others = [other for other in range(game.players[0]) if other != player]
    assert first.information_state_string(player).startswith(before + "\n> ")
    assert first.information_state_string(player) != second.information_state_string(player)
    same = [first.information_state_string(other) == second.information_state_string(other) for other in others]
    assert same == [has_sealed_choices(game)] * len(others)


def looks(state: Any, player: int) -> tuple[Any, ...]:
    """What a player sees and may do."""
    return state.observation_string(player), state.legal_actions(player), state.information_state_tensor(player)


@pytest.mark.parametrize("name", [name for name in bidwell.spiel.names() if "sampled" not in name])
def test_equal_information_states_look_the_same(name: str) -> None:
    """An information state is enough to know the view, the legal actions and the tensor, also after silent actions."""
    rng, found, again = random.Random(5), dict[Any, Any](), 0
    loaded = load(name, game_of(name), 3, deals=2)
    for _ in range(12):
        state = dealt(loaded, rng.randrange(2))
        while not state.is_terminal():
            for player in range(3):
                key, seen = (player, state.information_state_string(player)), looks(state, player)
                again += key in found
                assert found.setdefault(key, seen) == seen
            chosen = [rng.choice(state.legal_actions(player)[:2] or [0]) for player in range(3)]
            if state.is_simultaneous_node():
                state.apply_actions(chosen)
            else:
                state.apply_action(chosen[state.current_player()])
    assert again > 30


@every_game
def test_ismcts_plays(game: Game) -> None:
    """OpenSpiel's own search chooses legal actions in the middle of a game."""
    from open_spiel.python.algorithms import ismcts, mcts

    rng, np_rng = random.Random(3), np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=None, evaluator=mcts.RandomRolloutEvaluator(1, np_rng), uct_c=60.0, max_simulations=6, random_state=np_rng
    )
    state = dealt(load(f"bidwell_{game.name}", game, game.players[0]))
    searched = 0
    while searched < 2:
        if len(state.legal_actions()) > 1:
            action, searched = int(bot.step(state)), searched + 1
            assert action in state.legal_actions()
        else:
            action = rng.choice(state.legal_actions())
        state.apply_action(action)


@pytest.mark.parametrize("again", [copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state))])
@pytest.mark.parametrize("name", bidwell.spiel.names())
def test_a_state_can_be_pickled(name: str, again: Any) -> None:
    """Of sampled games too."""
    state = pyspiel.load_game(name, {"players": 3}).new_initial_state()
    assert str(again(state)) == "deal"
    state.apply_action(0)
    copied = again(state)
    assert (str(copied), copied.history()) == (str(state), state.history())
    assert copied.information_state_string(1) == state.information_state_string(1)


def test_sampled_deals_can_be_repeated() -> None:
    """With `rng_seed`, in their order; without it every game has others."""

    def deals(text: str) -> list[str]:
        loaded = pyspiel.load_game(text)
        return [str(dealt(loaded, 0)) for _ in range(3)]

    seeded, other, any_deals = (f"bidwell_serengeti_sampled(rng_seed={seed})" for seed in (7, 8, -1))
    assert deals(seeded) == deals(seeded)
    assert len({*deals(seeded), *deals(other), *deals(any_deals), *deals(any_deals)}) == 12
    with pytest.raises(Exception, match="rng_seed is a whole number from 0 on, or -1 for deals that differ, not -2"):
        pyspiel.load_game("bidwell_serengeti_sampled(rng_seed=-2)")


@pytest.mark.parametrize(
    "other", [{"public_info": False}, {"private_info": pyspiel.PrivateInfoType.NONE}, {"private_info": EVERYBODY}]
)
def test_there_are_no_observers_of_anything_but_one_player(other: dict[str, Any]) -> None:
    """They would show a player's hand as public information."""
    loaded = pyspiel.load_game("bidwell_serengeti")
    assert make_observation(loaded, pyspiel.IIGObservationType(perfect_recall=False, **other)) is None
    assert make_observation(loaded, pyspiel.IIGObservationType(perfect_recall=False)).tensor.shape == (252,)
    with pytest.raises(BadDeal, match="an observer takes no parameters"):
        loaded.make_py_observer(params={"size": 3})


def test_a_copy_is_independent() -> None:
    """Playing on it does not change the state it was copied from."""
    state = dealt(load("bidwell_serengeti", bidwell.game("serengeti"), 3))
    before, copy = str(state), state.clone()
    assert str(copy) == before
    copy.apply_action(copy.legal_actions()[0])
    assert str(state) == before != str(copy)


def test_an_illegal_action_is_refused() -> None:
    """In one sentence, and nothing changes."""
    state = dealt(load("bidwell_serengeti", bidwell.game("serengeti"), 3))
    before = str(state)
    with pytest.raises(IllegalAction, match="action 4000 is not legal for player"):
        state.apply_action(4000)
    with pytest.raises(IllegalAction, match="an action is from 0 to 95, not 4000"):
        state.action_to_string(0, 4000)
    assert str(state) == before


@pytest.mark.parametrize("wrong", [(0, 5000, 0), (0, 0, 1036), (0, 0), (0, 0, 0, 0)])
def test_illegal_choices_made_at_once_are_refused(wrong: tuple[int, ...]) -> None:
    """All of them: no seat has chosen if one choice is illegal, or if one is missing or too many."""
    state = dealt(load("bidwell_secret_auction_simultaneous", bidwell.game("secret_auction"), 3))
    before = str(state)
    first = [state.legal_actions(player)[0] for player in range(3)]
    with pytest.raises(IllegalAction):
        state.apply_actions([each or first[seat % 3] for seat, each in enumerate(wrong)])
    assert str(state) == before


def test_one_action_and_actions_of_all_are_not_confused() -> None:
    """A simultaneous game takes those of all, a turn-based one takes one; none is taken after the end."""
    game = bidwell.game("secret_auction")
    together, in_turn = dealt(load(SEALED[0], game, 3)), dealt(load("bidwell_secret_auction", game, 3))
    before = str(together), str(in_turn)
    with pytest.raises(IllegalAction, match="in a simultaneous game apply_actions plays an action of each player"):
        together.apply_action(together.legal_actions(0)[0])
    with pytest.raises(IllegalAction, match="in a turn-based game apply_action plays one action at a time"):
        in_turn.apply_actions([in_turn.legal_actions()[0]] * 3)
    assert (str(together), str(in_turn)) == before
    while not in_turn.is_terminal():
        in_turn.apply_action(in_turn.legal_actions()[0])
    with pytest.raises(Refused, match="the game is over"):
        in_turn.apply_action(0)


def test_there_are_as_many_deals_as_the_parameter_says() -> None:
    """And before one of them there is no table."""
    state = load("bidwell_serengeti", bidwell.game("serengeti"), 3, deals=4).new_initial_state()
    with pytest.raises(Refused, match="no game was dealt yet"):
        state.table()
    with pytest.raises(IllegalAction, match="a deal is from 0 to 3, not 4"):
        state.apply_action(4)
    assert len(state.legal_actions()) == 4


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"players": 9}, "Serengeti is for 3 to 5 players, not 9"),
        ({"reward": "fame"}, "a reward is win or place or points, not 'fame'"),
        ({"deals": 0}, "there is at least one deal, not 0"),
    ],
)
def test_bad_parameters_are_refused(parameters: dict[str, Any], sentence: str) -> None:
    """In one sentence."""
    with pytest.raises(Exception, match=sentence):
        pyspiel.load_game("bidwell_serengeti", parameters)


def test_options_are_parameters() -> None:
    """Of their own type: true or false, a number, or text."""
    loaded = pyspiel.load_game("bidwell_bids(players=3,rounds=1)")
    assert loaded.get_parameters()["rounds"] == 1
    assert dealt(loaded).table().options["rounds"] == 1


def test_a_game_with_options_is_written_and_read_again() -> None:
    """As text, by pickle, and with a state in it; several words of one option are joined by a plus."""
    given = {"players": 4, "specials": "Thief,Shuffle", "blanks": "Joker:7,Toll:-3"}
    loaded = pyspiel.load_game("bidwell_bids", given)
    state = dealt(loaded)
    assert "specials=Thief+Shuffle" in str(loaded)
    for again in (pyspiel.load_game(str(loaded)), pickle.loads(pickle.dumps(loaded)), copy.deepcopy(loaded)):
        assert str(again) == str(loaded)
        assert again.options == loaded.options
    _, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(loaded, state))
    assert str(read) == str(state)
    assert read.table().options["specials"] == ["Thief", "Shuffle"]


def test_the_interpreter_ends_well_after_registration() -> None:
    """A registered function instead of a class would crash it."""
    done = subprocess.run([sys.executable, "-c", "import bidwell.spiel"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
