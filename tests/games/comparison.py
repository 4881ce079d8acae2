"""Compare engine and oracle: play one game with both and check at every decision that they agree."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from bidwell import Table
from tests.games.script import Ask, End, Order, Script

Snapshot = Callable[[Table], dict[str, Any]]
"""Returns the engine's state in the oracle's words."""


class Disagreement(AssertionError):
    """Engine and oracle disagree; the text says where."""


def play_both(
    table: Table,
    oracle: Script[End],
    snapshot: Snapshot,
    choose: Callable[[Ask, int], str],
    rng: random.Random,
    replay: Callable[[Order], Any] | None = None,
) -> int:
    """Play one game with engine and oracle; return the number of decisions, or raise `Disagreement`.

    `choose` picks the action of a seat. `replay` returns what the engine drew at random, for the oracle to draw it too.
    """
    decisions = 0
    answer: Any = None
    while True:
        try:
            yielded = oracle.send(answer)
        except StopIteration as stop:
            check_end(table, stop.value, snapshot)
            return decisions
        if isinstance(yielded, Order):
            assert replay is not None, f"nothing is drawn at random in this game, but the oracle draws {yielded.what}"
            answer = replay(yielded)
            continue
        check_ask(table, yielded, snapshot, f"decision {decisions}")
        answer = {seat: choose(yielded, seat) for seat in yielded.legal}
        for seat in rng.sample(sorted(answer), len(answer)):
            table.play(seat, answer[seat])
        decisions += len(answer)


def choices_of(record: Table) -> Callable[[Ask, int], str]:
    """Choose for each seat what it chose in a game that was played before."""
    choices: list[deque[str]] = [deque() for _ in record.names]
    for seat, action in record.history:
        choices[seat].append(record.game.notation.text(record, action))
    return lambda ask, seat: choices[seat].popleft()


def check_ask(table: Table, ask: Ask, snapshot: Snapshot, when: str) -> None:
    """Engine and oracle ask the same seats and allow them the same actions in the same state."""
    check(f"{when}: seats asked", sorted(table.asks), sorted(ask.legal))
    check_state(snapshot(table), ask.table, when)
    for seat, legal in ask.legal.items():
        check_actions(f"{when}: legal actions of seat {seat}", table.legal(seat), legal)
        check_actions(f"{when}: mistakes of seat {seat}", table.mistakes(seat), ask.mistakes.get(seat, frozenset()))


def check_end(table: Table, end: End, snapshot: Snapshot) -> None:
    """Engine and oracle end the game at the same time, with the same state, scores and places."""
    check("the end: game over", table.over, True)
    check("the end: scores", list(table.scores), list(end.scores))
    check("the end: places", list(table.places), list(end.places))
    check_state(snapshot(table), end.table, "the end")


def check_state(engine: Mapping[str, Any], oracle: Mapping[str, Any], when: str) -> None:
    """Every part of the state is the same."""
    check(f"{when}: parts of the state", sorted(engine), sorted(oracle))
    for name in oracle:
        check(f"{when}: {name}", engine[name], oracle[name])


def check_actions(what: str, engine: list[str], oracle: frozenset[str]) -> None:
    """Both list the same actions. The text of a disagreement names only those that one of them lacks."""
    check(f"{what} that one of them lacks", sorted({*engine} - oracle), sorted(oracle - {*engine}))


def check(what: str, engine: Any, oracle: Any) -> None:
    """The two values are equal."""
    if engine != oracle:
        raise Disagreement(f"{what}: engine {engine}, oracle {oracle}")
