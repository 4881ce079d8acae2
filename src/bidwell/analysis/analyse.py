"""Analyse a finished game: what every decision cost, and where the game was won and lost.

A win chance is the share of imagined worlds that a seat wins if everybody continues as the game's network plays, or as
its heuristic does where the network cannot be used. It is always computed from what the seat could see at that moment,
never from what was hidden from it.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from threading import Event

from bidwell import native
from bidwell.analysis.judgement import GRADES, JUDGES, ChosenAction, Judgement, best_judge, chance, judge
from bidwell.analysis.report import Analysis, Chapter, Decision, PlayerSummary
from bidwell.analysis.timeline import Timeline
from bidwell.analysis.turning_points import Span, outcome, turning_points
from bidwell.bots.network import has_network
from bidwell.bots.search.tree_search import Budget
from bidwell.core.errors import BadDeal, Refused, brief_repr, check_count
from bidwell.core.game import Game, checked_seed
from bidwell.core.rng import key_of
from bidwell.core.table import Table, View
from bidwell.simulation import workers

NETWORK_ITERATIONS, NATIVE_ITERATIONS, INTERPRETED_ITERATIONS = 150, 500, 40
"""Worlds for every alternative: by the network, and by the heuristic in machine code and in the interpreter."""
Progress = Callable[[int, int], None]
"""Called with the number of finished judgements and the total."""


def analyse(
    table_or_record: Table | str,
    budget: Budget | None = None,
    seats: Sequence[int | str] | None = None,
    seed: int = 1,
    progress: Progress | None = None,
    cores: int | None = None,
    steps: range | None = None,
    judge: str | None = None,
) -> Analysis:
    """Judge every decision with more than one option, of these seats (or all) and steps (or all).

    `judge` is `network` or `heuristic`; the default is the best that this installation can use. With a budget of
    iterations the same seed and judge give the same result on any number of cores, compiled or not. After Ctrl-C,
    report what is finished.
    """
    timeline = Timeline(table_or_record)
    by = _checked_judge(timeline.end.game, judge)
    budget = budget or _usual_budget(by)
    check_count("cores", 1 if cores is None else cores)
    chosen = sorted({timeline.end.seat(seat) for seat in (range(timeline.end.players) if seats is None else seats)})
    steps = range(1, len(timeline.history) + 1) if steps is None else steps
    tasks = _tasks(timeline, chosen, steps, _Judging(by, budget, checked_seed(seed)))
    if not any(task.played for task in tasks):
        raise Refused("there is nothing to judge: none of the seats asked for had a choice in this game")
    done, interrupted = _judged(tasks, cores or os.cpu_count() or 1, progress)
    made = _Made(timeline, chosen, tasks, done, len(timeline.history) in steps)
    return made.analysis(interrupted, tasks[0].judging)


def _checked_judge(game: Game, judge: str | None) -> str:
    """Return who judges. Refuse an unknown judge, and the network of a game without one."""
    if judge is not None and judge not in JUDGES:
        raise BadDeal(f"a judge is {' or '.join(JUDGES)}, not {brief_repr(judge)}")
    if judge == "network" and not has_network(game):
        raise Refused(f"{game.title} has no network; let the heuristic judge")
    return judge or best_judge(game)


def _usual_budget(by: str) -> Budget:
    if by == "network":
        return Budget(NETWORK_ITERATIONS)
    return Budget(NATIVE_ITERATIONS if native.available() else INTERPRETED_ITERATIONS)


@dataclass(frozen=True)
class _Judging:
    """How decisions are judged."""

    by: str
    budget: Budget
    seed: int


@dataclass(frozen=True)
class _Task:
    """One thing to judge: an action that a seat played or, without one, its win chance at that moment.

    A worker gets only the view and the action played, nothing else of the table.
    """

    at: int
    since: int
    begin: int
    game: Game
    view: View
    played: ChosenAction | None
    judging: _Judging
    rng: int

    @property
    def seat(self) -> int:
        assert self.view.seat is not None
        return self.view.seat

    def found(self, cancel: Event | None = None) -> Found:
        budget, by = self.judging.budget, self.judging.by
        if self.played is None:
            return chance(self.game, self.view, budget, self.rng, cancel, by)
        return judge(self.game, self.view, self.played, budget, self.rng, cancel, by)


Found = Judgement | tuple[float, float]


def _tasks(timeline: Timeline, seats: Sequence[int], steps: range, judging: _Judging) -> list[_Task]:
    """Return a task for every decision, and at the start of a chapter one for each seat without a decision there."""
    decisions = [at for at in range(len(timeline.history)) if at + 1 in steps and timeline.history[at][0] in seats]
    tasks = [task for at in decisions if (task := _decision_task(timeline, at, judging))]
    judged = {(task.since, task.seat) for task in tasks}
    for at in timeline.chapters():
        if at + 1 in steps:
            looks = [seat for seat in seats if (at, seat) not in judged]
            tasks += [_chapter_task(timeline, at, seat, judging) for seat in looks]
    return sorted(tasks, key=lambda task: (task.at, task.played is not None))


def _decision_task(timeline: Timeline, at: int, judging: _Judging) -> _Task | None:
    """Return the task for a decision, or None if there was no choice.

    The seed depends on moment and seat, so the order in which sealed choices are recorded does not matter.
    """
    moment = timeline.moment(at)
    view, played = moment.table.view(moment.seat), ChosenAction(moment.text, moment.action)
    if not {*view.actions} - {moment.action}:
        return None
    # Odd numbers are for decisions, even ones for chapters; 8 is more than the number of seats.
    rng = key_of(key_of(judging.seed, 2 * moment.since + 1), 8 * moment.own + moment.seat)
    begin = at if moment.own else moment.since
    return _Task(at, moment.since, begin, timeline.end.game, view, played, judging, rng)


def _chapter_task(timeline: Timeline, at: int, seat: int, judging: _Judging) -> _Task:
    rng = key_of(key_of(judging.seed, 2 * at), seat)
    return _Task(at, at, at, timeline.end.game, timeline.tables[at].view(seat), None, judging, rng)


def _judged(tasks: list[_Task], cores: int, progress: Progress | None) -> tuple[dict[int, Found], bool]:
    """Return the results by task number, and whether it was interrupted."""
    done: dict[int, Found] = {}
    results = _results(tasks, cores)
    try:
        for number, found in results:
            done[number] = found
            if progress:
                progress(len(done), len(tasks))
    except KeyboardInterrupt:
        return done, True
    finally:
        results.close()
    return done, False


def _results(tasks: list[_Task], cores: int) -> Generator[tuple[int, Found], None, None]:
    """Yield results as they finish: from threads for machine code, which releases the GIL, otherwise from processes."""
    first = next(number for number, task in enumerate(tasks) if task.played)
    yield first, tasks[first].found()  # compiles the loops before the threads start
    rest = [number for number in range(len(tasks)) if number != first]
    if cores == 1:
        yield from ((number, tasks[number].found()) for number in rest)
        return
    executor: Executor = ThreadPoolExecutor(cores)
    if not native.available():
        executor = ProcessPoolExecutor(cores, initializer=workers.set_up_worker)
    cancel = Event()
    try:
        stop = (cancel,) if native.available() else ()
        futures = {executor.submit(tasks[number].found, *stop): number for number in rest}
        for future in as_completed(futures):
            yield futures[future], future.result()
    finally:
        cancel.set()
        executor.shutdown(cancel_futures=True)


@dataclass(frozen=True)
class _Made:
    """The results, assembled into an analysis."""

    timeline: Timeline
    seats: list[int]
    tasks: list[_Task]
    done: dict[int, Found]
    to_the_end: bool
    """True if the judged steps include the last decision."""

    def analysis(self, interrupted: bool, judging: _Judging) -> Analysis:
        end, decisions, spans = self.timeline.end, count_repeats_once(self._decisions()), [*self._spans()]
        outcomes = [outcome(end, seat) for seat in self.seats if end.over]
        return Analysis(
            game=end.game.name,
            title=end.game.title,
            over=end.over,
            seats=[seat for seat in self.seats if end.over or any(span.seat == seat for span in spans)],
            steps=len(self.timeline.history),
            players=[_player(end, seat, decisions) for seat in range(end.players)],
            decisions=decisions,
            points=[point for span in spans for point in span.points()] + outcomes,
            chapters=[self._chapter(at) for at in self.timeline.chapters()],
            turns=turning_points(
                self.timeline, decisions, spans, outcomes if self.to_the_end and not interrupted else []
            ),
            requested=sum(task.played is not None for task in self.tasks),
            interrupted=interrupted,
            engine="native" if native.available() else "interpreted",
            judge=judging.by,
            worlds=judging.budget.iterations,
            seed=judging.seed,
        )

    def _found(self) -> Iterator[tuple[_Task, Found]]:
        """Yield tasks and results in the order of the game."""
        for number in sorted(self.done):
            yield self.tasks[number], self.done[number]

    def _chapter(self, at: int) -> Chapter:
        place = self.timeline.chapter(at)
        return Chapter(at, place.name, place.heading, place.chapter, place.number)

    def _decisions(self) -> list[Decision]:
        found = ((task, each) for task, each in self._found() if isinstance(each, Judgement))
        return [_decision(self.timeline, task, judgement) for task, judgement in found]

    def _spans(self) -> Iterator[Span]:
        for task, found in self._found():
            place = self.timeline.places[task.at].name
            if isinstance(found, Judgement):
                played = found.played
                chances = found.stands, played.wins, played.error
                yield Span(task.seat, task.since, task.begin, task.at + 1, place, *chances)
            else:
                yield Span(task.seat, task.at, task.at, task.at, place, found[0], *found)


def _decision(timeline: Timeline, task: _Task, found: Judgement) -> Decision:
    place, played = timeline.places[task.at], found.played
    gains = [own - best for own, best in zip(found.shares, found.shares_after_best, strict=True)]
    return Decision(
        step=task.at + 1,
        seat=task.seat,
        place=place.name,
        heading="" if place.part else place.heading,
        played=played.action,
        grade=found.grade,
        before=found.stands,
        wins=played.wins,
        error=played.error,
        cost=played.behind,
        cost_error=played.behind_error,
        clear=found.clear,
        counts=found.clear,
        gainer=gains.index(max(gains)) if found.clear else None,
        alternatives=tuple(replace(each, said=_said(timeline.end, each.action)) for each in found.alternatives),
        worlds=found.worlds,
    )


def _said(table: Table, action: str) -> str:
    """Return an action in words; every table of the game can put it into words."""
    return table.game.phrase(table, table.game.notation.action(table, action))


def count_repeats_once(decisions: Sequence[Decision]) -> list[Decision]:
    """Return the decisions. If several missed the same action in the same place, only the costliest one counts.

    A player who could bid 8 now and again later has missed one chance, not two.
    """
    worst: dict[tuple[int, str, str], Decision] = {}
    for decision in decisions:
        missed = (decision.seat, decision.place, decision.best.action)
        if decision.clear and (missed not in worst or decision.cost > worst[missed].cost):
            worst[missed] = decision
    return [replace(decision, counts=decision in worst.values()) for decision in decisions]


def _player(table: Table, seat: int, decisions: Sequence[Decision]) -> PlayerSummary:
    own = [decision for decision in decisions if decision.seat == seat]
    grades = Counter(decision.grade for decision in own if decision.counts or not decision.clear)
    return PlayerSummary(
        name=table.names[seat],
        place=table.places[seat] if table.over else None,
        score=table.scores[seat],
        decisions=len(own),
        grades={grade: grades[grade] for grade in GRADES},
        average=sum(decision.cost for decision in own if decision.counts) / max(len(own), 1),
    )
