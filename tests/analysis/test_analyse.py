"""The analysis finds costly decisions, uses only what the players knew, and states its uncertainty."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest

import bidwell
from bidwell import Game, Refused, Table, native
from bidwell.analysis import analyse as module
from bidwell.analysis.analyse import analyse, count_repeats_once
from bidwell.analysis.chart import spread
from bidwell.analysis.judgement import GRAVE, Alternative, ChosenAction, Judgement, judge, mean_and_error
from bidwell.analysis.page import analysis_page
from bidwell.analysis.report import Analysis, TurningPoint
from bidwell.analysis.timeline import Place, Timeline
from bidwell.analysis.turning_points import Span, outcome, turning_points
from bidwell.bots.registry import bot
from bidwell.bots.search.tree_search import Budget
from bidwell.core.events import Event
from tests.laws.play import every_game, random_game

THROWN_AWAY = Path(__file__).with_name("thrown_away.txt").read_text(encoding="utf-8")
"""A game of bots at Serengeti with one mistake: at step 86 Burt, in the lead, bids 65 chips without having them."""
THE_MISTAKE = 86
FEW = Budget(12)


@pytest.fixture(scope="module")
def burts_end() -> Analysis:
    """Burt's decisions from a while before the mistake to the end, among players like those of the record."""
    return analyse(THROWN_AWAY, Budget(40), ["Burt"], cores=1, steps=range(72, 200), judge="heuristic")


def last_rounds(decisions: int = 12, names: tuple[str, ...] = ("Anne", "Burt", "Carla")) -> Table:
    """The end of a game of bots, as a position with so few decisions to come."""
    first = bidwell.replay(THROWN_AWAY)
    table = Timeline(first).tables[len(first.history) - decisions]
    table = table.game.position({**table.position(), "names": [*table.names]})
    return named(played_out(table), names)


def named(table: Table, names: tuple[str, ...]) -> Table:
    """The same game among people of other names."""
    text = table.record()
    for old, new in zip(table.names, names, strict=True):
        text = text.replace(old, new)
    return bidwell.replay(text)


def played_out(table: Table) -> Table:
    bots = [bot("heuristic", table.game, seat) for seat in range(table.players)]
    while not table.over:
        seat = table.asks[0]
        table.play(seat, bots[seat].choose(table.view(seat)))
    return table


# What was thrown away is found


def test_a_bid_thrown_away_is_the_first_turning_point(burts_end: Analysis) -> None:
    """Of all decisions and events that concern Burt, only this one."""
    first = burts_end.turns_of(1)[0]
    assert (first.step, first.kind, first.place) == (THE_MISTAKE, "cost", "Round 12")
    assert first == burts_end.worst(1)


def test_the_mistake_is_called_one(burts_end: Analysis) -> None:
    """What was done, what would have been better, and what it was worth."""
    mistake = next(decision for decision in burts_end.decisions if decision.step == THE_MISTAKE)
    assert (mistake.played, mistake.grade, mistake.clear) == ("bid 65", "mistake", True)
    assert mistake.cost > 0.5 > 0.2 > mistake.cost_error
    assert mistake.gainer in (0, 2)
    worst = burts_end.worst(1)
    assert worst
    assert worst.text == (
        f"Round 12: Burt bid 65; {mistake.best.action} was worth {mistake.points} points of win chance more "
        f"({round(100 * mistake.wins)} % to {round(100 * mistake.best.wins)} %)"
    )


def test_what_was_played_is_always_among_the_alternatives(burts_end: Analysis) -> None:
    """At most five alternatives, the best first, all judged in the same number of worlds."""
    for decision in burts_end.decisions:
        assert [each.action for each in decision.alternatives if each.played] == [decision.played]
        assert 2 <= len(decision.alternatives) <= 6
        assert decision.best.wins == max(each.wins for each in decision.alternatives)
        assert decision.worlds == 40


def test_only_the_decisions_asked_for_are_judged(burts_end: Analysis) -> None:
    """Burt's decisions with more than one option, from the given step on."""
    assert {decision.seat for decision in burts_end.decisions} == {1} == {*burts_end.seats}
    assert min(decision.step for decision in burts_end.decisions) >= 72
    assert burts_end.requested == len(burts_end.decisions)


def test_a_punished_mistake_is_judged_too() -> None:
    """A mistake that the rules accept and punish is compared with the legal actions."""
    table = bidwell.game("serengeti").deal(3, seed=16)
    timeline = Timeline(THROWN_AWAY)
    table = next(each for each in reversed(timeline.tables) if not each.over and each.mistakes(each.asks[0])).copy()
    seat, step = table.asks[0], len(table.history) + 1
    forbidden = table.mistakes(seat)[0]
    table.play(seat, forbidden)
    (decision,) = analyse(table, FEW, cores=1, steps=range(step, step + 1)).decisions
    assert decision.played == forbidden


@pytest.mark.slow
def test_among_strong_players_the_lead_was_thrown_away_before() -> None:
    """A round earlier Burt spent chips: networks take them, so that nothing is left to throw away afterwards."""
    steps = range(84, 87)
    spent, mistake = analyse(THROWN_AWAY, Budget(60), ["Burt"], cores=1, steps=steps, judge="network").decisions
    assert (spent.played, spent.grade, spent.best.action) == ("bid 10", "mistake", "pass")
    assert mistake.best.wins < 0.2


def test_the_best_judge_of_an_installation_judges(monkeypatch: pytest.MonkeyPatch) -> None:
    """The network where it can be used quickly, otherwise the heuristic; an unknown judge is refused."""
    table = last_rounds(2)
    assert analyse(table, FEW, cores=1).judge == ("network" if native.available() else "heuristic")
    monkeypatch.setattr(native, "available", lambda: False)
    assert analyse(table, FEW, cores=1).judge == "heuristic"
    with pytest.raises(Refused, match="a judge is network or heuristic, not 'you'"):
        analyse(table, FEW, cores=1, judge="you")


# Nobody's secrets are used


def tables_to_judge(game: Game) -> list[Table]:
    rng = random.Random(6)
    asked = (table.copy() for table in random_game(game.deal(seed=6), rng) if table.asks)
    return [*islice((table for table in asked if len(table.legal_actions(table.asks[-1])) > 1), 4, 80, 37)]


@every_game
def test_what_is_hidden_does_not_change_the_judgement(game: Game) -> None:
    """It is the same at every table that the seat cannot tell from this one."""
    for table in tables_to_judge(game):
        seat = table.asks[-1]
        played = ChosenAction(table.legal(seat)[0], table.legal_actions(seat)[0])
        here = judge(game, table.view(seat), played, Budget(5), 5)
        for world in (table.imagine(seat, 1), table.imagine(seat, 2)):
            assert judge(game, world.view(seat), played, Budget(5), 5) == here


def sealed(order: list[int]) -> Table:
    """Three players at The Secret Auction House choose for two items; the record lists their choices in this order."""
    table = bidwell.game("secret_auction").deal(3, seed=5)
    for _ in range(3):
        chosen = {seat: [*islice(_choices(table.copy(), seat), 2)] for seat in range(3)}
        for seat in order:
            for action in chosen[seat]:
                table.play(seat, action)
    return table


def _choices(table: Table, seat: int) -> Any:
    """The choices of a seat for one item: recover the pile if it can, then a bid."""
    while seat in table.asks:
        legal = table.legal(seat)
        action = "recover" if "recover" in legal else legal[-1]
        yield action
        before = len(table.log)
        table.play(seat, action)
        if any(event.heard_by(None) for event in table.log[before:]):
            return


def test_sealed_choices_may_be_written_in_any_order() -> None:
    """What others had already sealed does not change a judgement."""
    one, other = (analyse(sealed(order), FEW, cores=1) for order in ([0, 1, 2], [2, 0, 1]))
    assert any(decision.played == "recover" for decision in one.decisions)
    judged = [
        sorted((each.seat, each.place, each.played, each.alternatives) for each in made.decisions)
        for made in (one, other)
    ]
    assert judged[0] == judged[1]


def test_the_moment_of_a_sealed_choice_is_when_it_was_asked_for() -> None:
    """The seat that chose last is judged from a table on which nobody has chosen."""
    timeline = Timeline(sealed([0, 1, 2]))
    last = next(at for at in range(len(timeline.history)) if timeline.tables[at].asks == (2,))
    moment = timeline.moment(last)
    assert (moment.seat, moment.since) == (2, 0)
    assert moment.table.asks == (0, 1, 2)
    assert len(moment.table.view(2).actions) == len(timeline.tables[last].view(2).actions)


# Luck is not taken for a mistake


def test_few_worlds_are_never_certain() -> None:
    """A mean of equal values still has an error."""
    assert mean_and_error([1.0]) == (1.0, 1.0)
    assert mean_and_error([1.0] * 10) == (1.0, 0.1)
    assert mean_and_error([]) == (0.0, 1.0)
    assert mean_and_error([0.0, 1.0] * 200) == pytest.approx((0.5, 0.025), rel=0.01)


def judged(behind: float, error: float, other: float = 0.3) -> Judgement:
    """A decision that is this far behind the best, next to another that is `other` behind."""
    best = Alternative("pass", 0.5, 0.01, 0.0, 0.0, 9, played=behind == 0)
    rest = [Alternative("bid 2", 0.5 - other, 0.01, other, 0.01, 9, played=False)]
    if behind:
        rest.append(Alternative("bid 1", 0.5 - behind, 0.01, behind, error, 9, played=True))
    return Judgement((best, *rest), 100, 0.5, (0.5, 0.5), (0.5, 0.5))


@pytest.mark.parametrize(
    ("judgement", "grade"),
    [
        (judged(0, 0), "best"),
        (judged(0, 0, other=0.001), "fine"),
        (judged(0.09, 0.04), "fine"),
        (judged(0.01, 0.001), "fine"),
        (judged(0.09, 0.02), "slip"),
        (judged(GRAVE, 0.02), "mistake"),
    ],
)
def test_a_cost_counts_if_it_is_clear_and_matters(judgement: Judgement, grade: str) -> None:
    """More than three standard errors, and at least two points."""
    assert judgement.grade == grade
    assert judgement.clear == (grade in ("slip", "mistake"))


def test_the_same_missed_again_counts_once(burts_end: Analysis) -> None:
    """Of several in the same place only the worst counts; one in another place counts too."""
    one = next(decision for decision in burts_end.decisions if decision.clear)
    again, elsewhere = replace(one, cost=one.cost + 0.01), replace(one, place="Round 99")
    assert [each.counts for each in count_repeats_once([one, again, elsewhere])] == [False, True, True]


def test_grades_count_it_once_too(burts_end: Analysis) -> None:
    """As the costs do."""
    one = next(decision for decision in burts_end.decisions if decision.clear)
    table = bidwell.replay(THROWN_AWAY)
    player = module._player(table, 1, count_repeats_once([one, replace(one, cost=one.cost + 0.01)]))
    assert (player.grades[one.grade], sum(player.grades.values()), player.decisions) == (1, 1, 2)


@pytest.mark.parametrize(("worlds", "told"), [(3, "too few worlds to tell"), (4, "no decision was clearly costly")])
def test_too_few_worlds_tell_nothing(worlds: int, told: str) -> None:
    """To win in all or in none of a few worlds can be chance; in four it would be clear."""
    assert judged(1.0, 1 / worlds).clear == (worlds == 4)
    shown = analyse(last_rounds(4), Budget(worlds), cores=1)
    seats = [seat for seat in shown.judged if not shown.worst(seat)]
    assert {shown.no_cost(seat) for seat in seats} == {told}
    assert f"<p>{told[0].upper()}{told[1:]}.</p>" in analysis_page(shown)


# Win chances over time


def test_a_line_ends_with_what_came_of_it(burts_end: Analysis) -> None:
    """Its steps increase, and its win chances are between 0 and 1."""
    line = burts_end.line(1)
    assert (line[-1].kind, line[-1].step) == ("end", burts_end.steps)
    assert line[-1].wins == float(burts_end.players[1].place == 1)
    assert [point.step for point in line] == sorted(point.step for point in line)
    assert all(0 <= point.wins <= 1 for point in line)


def test_lines_go_forward_through_sealed_choices() -> None:
    """Also if a seat has chosen twice."""
    shown = analyse(sealed([2, 0, 1]), FEW, cores=1)
    for seat in range(3):
        steps = [point.step for point in shown.line(seat)]
        assert steps == sorted(steps)


def test_what_a_decision_cost_is_no_swing() -> None:
    """Burt's bid of 65 lowers the odds from 90 % to 10 %: that is Burt's doing, and what others cause begins there."""
    timeline = Timeline(THROWN_AWAY)
    bid = Span(1, THE_MISTAKE - 1, THE_MISTAKE - 1, THE_MISTAKE, "Round 12", 0.9, 0.1, 0.01)
    for chance, swings in ((0.1, []), (0.4, [("swing", 0.1, 0.4)])):
        then = Span(1, THE_MISTAKE + 3, THE_MISTAKE + 3, THE_MISTAKE + 4, "Round 13", chance, chance, 0.01)
        turns = turning_points(timeline, [], [bid, then], [])
        assert [(turn.kind, turn.before, turn.after) for turn in turns] == swings


def course_to_the_end(wins: float, error: float = 0.01) -> list[TurningPoint]:
    """Turning points where Anne, who won, was last seen with this win chance; nobody else is judged."""
    timeline = Timeline(THROWN_AWAY)
    last = max(at for at, (seat, _) in enumerate(timeline.history) if seat == 0)
    span = Span(0, last, last, last + 1, "Round 15", wins, wins, error)
    return turning_points(timeline, [], [span], [outcome(timeline.end, 0)])


def test_the_end_is_a_swing_where_it_is_a_large_one() -> None:
    """It says what decided the game; a decision that was nearly certain before turned nothing."""
    (turn,) = course_to_the_end(0.4)
    assert (turn.kind, turn.before, turn.after) == ("swing", 0.4, 1.0)
    assert turn.text.startswith("Round 15: ")
    assert turn.text.endswith(", which ended the game, and Anne rose from 40 % to 100 %")
    assert course_to_the_end(0.97) == []
    assert course_to_the_end(0.4, error=0.3) == []


def test_no_swing_leads_over_what_was_not_judged() -> None:
    """A span from the middle of a game to its end is not a turning point."""
    shown = analyse(THROWN_AWAY, FEW, ["Burt"], cores=1, steps=range(72, 80))
    assert not [turn for turn in shown.turns if "ended the game" in turn.what]


@pytest.mark.parametrize(
    ("told", "place"),
    [
        ([("Round", "", 7)], "Round 7"),
        ([("Round", "", 2), ("", "Turn", 3)], "Round 2, turn 3"),
        ([("Round", "", 2), ("", "Turn", 3), ("Round", "", 3)], "Round 3"),
        ([("Final sale", "", None)], "Final sale"),
        ([("", "Turn", 3)], "Turn 3"),
        ([], "Start"),
    ],
)
def test_places_are_called_after_their_headings(told: list[tuple[str, str, int | None]], place: str) -> None:
    """A place is named by its chapter with number, then by its part."""
    events = [
        Event("", "TOY-01", "Now", {}, chapter=chapter, part=part, number=number) for chapter, part, number in told
    ]
    assert Place().after(events).name == place


@pytest.mark.parametrize(
    ("name", "action", "done"),
    [
        ("serengeti", "pass", "passed"),
        ("serengeti", "bid 9", "bid 9"),
        ("bids", "play red 9", "played red 9"),
        ("secret_auction", "take back the pile", "took back the pile"),
        ("off_season", "choose market C", "chose market C"),
        ("off_season", "let everybody draft a card", "let everybody draft a card"),
        ("off_season", "jump", "chose jump"),
    ],
)
def test_what_was_done_is_said_as_done(name: str, action: str, done: str) -> None:
    """The game's folder has the past tense of its actions; any other action was chosen."""
    assert bidwell.game(name).in_past(action) == done


# Whatever runs it


def test_the_number_of_cores_changes_nothing() -> None:
    """The result does not depend on the order in which judgements arrive."""
    table = last_rounds()
    assert analyse(table, FEW, cores=1) == analyse(table, FEW, cores=2)


@pytest.mark.parametrize("judge", ["network", "heuristic"])
def test_the_interpreter_judges_as_machine_code_does(judge: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On several cores each, by any judge."""
    table = last_rounds(6)
    compiled = analyse(table, FEW, cores=2, judge=judge)
    monkeypatch.setattr(native, "available", lambda: False)
    plain = analyse(table, FEW, cores=2, judge=judge)
    assert plain == replace(compiled, engine="interpreted")


def test_a_record_and_its_table_are_judged_alike() -> None:
    """Also one that does not begin with a deal, and one that is not over."""
    table = last_rounds(6)
    assert analyse(table, FEW, cores=1) == analyse(table.record(), FEW, cores=1)
    half = bidwell.replay("\n".join(THROWN_AWAY.splitlines()[:20]))
    shown = analyse(half, Budget(2), cores=1)
    assert (shown.over, shown.outcome, shown.players[0].place) == (False, "The game is not over.", None)


def test_by_time_it_takes_what_it_is_given() -> None:
    """And some worlds at least."""
    shown = analyse(last_rounds(4), Budget(milliseconds=2), cores=1)
    assert shown.worlds is None
    assert all(decision.worlds >= 20 for decision in shown.decisions)


def test_ctrl_c_leaves_what_was_done() -> None:
    """An interrupted analysis reports what was judged, and that it was interrupted."""

    def stop(done: int, total: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    shown = analyse(last_rounds(), FEW, cores=2, progress=stop)
    assert shown.interrupted
    assert 0 < len(shown.decisions) < shown.requested
    header = analysis_page(shown).partition("<main>")[0]
    assert f"Stopped: {len(shown.decisions)} of {shown.requested} decisions were judged." in header


def test_progress_is_told_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    analyse(last_rounds(6), Budget(1), cores=1, progress=lambda *news: told.append(news))
    assert [done for done, _ in told] == [*range(1, told[0][1] + 1)]


def test_an_analysis_is_json() -> None:
    """No value is lost in JSON."""
    shown = analyse(last_rounds(6), FEW, cores=1)
    told = json.loads(json.dumps(shown.json()))
    assert told["format"] == 1
    assert len(told["decisions"]) == len(shown.decisions) == told["requested"]
    assert told["turns"] == [turn.__dict__ for turn in shown.turns]


def test_what_cannot_be_analysed_is_refused() -> None:
    """With a sentence."""
    fresh = bidwell.game("serengeti").deal(3, seed=1)
    with pytest.raises(Refused, match="none of the seats asked for had a choice"):
        analyse(fresh)
    with pytest.raises(Refused, match="none of the seats asked for had a choice"):
        analyse(THROWN_AWAY, steps=range(5, 5))
    with pytest.raises(Refused, match="no seat 'Zoe'"):
        analyse(THROWN_AWAY, seats=["Zoe"])
    with pytest.raises(Refused, match="cores is a whole number, at least 1, not 0"):
        analyse(THROWN_AWAY, cores=0)
    with pytest.raises(Refused, match="a record begins with"):
        analyse("Dear diary")


def test_winners_are_named(burts_end: Analysis) -> None:
    """One winner, or several who share the win."""
    players = [replace(player, place=1) for player in burts_end.players]
    assert replace(burts_end, players=players).outcome == "Anne, Burt and Carla share the win."
    assert burts_end.outcome.endswith(" won.")


# The page


class Reader(HTMLParser):
    """Collects the elements of a page, and checks that every tag is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
def strange() -> str:
    """The page of a game among people with strange names."""
    return analysis_page(analyse(last_rounds(names=("<blink>A&B", "</script>", "Ça va")), FEW, cores=1))


def test_a_page_asks_for_nothing_from_anywhere(strange: str) -> None:
    """All links lead into it, and nothing is loaded."""
    reader = Reader(strange)
    assert reader.open == []
    ids = {value for _, name, value in reader.attributes if name == "id"}
    links = {value for _, name, value in reader.attributes if name == "href"}
    assert {link.removeprefix("#") for link in links} <= ids
    assert not {name for _, name, _ in reader.attributes} & {"src", "srcset", "action", "onclick"}
    assert not any(word in strange for word in ("http:", "https:", "url(", "@import"))


def test_whatever_a_player_is_called_is_text(strange: str) -> None:
    """In the chart, in the lists and in what the script reads."""
    reader = Reader(strange)
    assert "<blink>A&B" in reader.text
    assert strange.count("</script>") == 2
    assert "blink" not in {tag for tag, *_ in reader.attributes}


def test_a_page_says_in_words_what_it_shows_in_colours(strange: str) -> None:
    """Every decision has its grade as a word, and the chart a table behind it."""
    reader = Reader(strange)
    summaries = re.findall(r'<details [^>]*data-grade="(\w+)"><summary>(.*?)</summary>', strange, re.DOTALL)
    assert len(summaries) == strange.count('<details class="decision')
    assert summaries
    assert all(grade in re.sub("<[^>]*>", " ", summary).split() for grade, summary in summaries)
    assert "mistake: by 10 or more." in reader.text
    assert "The chart as a table" in reader.text


def test_a_page_says_how_many_turns_it_shows(burts_end: Analysis) -> None:
    """Where there are more."""
    many = replace(burts_end, turns=burts_end.turns[:1] * 11)
    assert "The 10 largest of 11 turns." in analysis_page(many)
    assert "largest of" not in analysis_page(replace(many, turns=many.turns[:10]))


def test_names_beside_the_lines_stand_apart() -> None:
    """The labels keep the order of the lines and stay within the picture."""
    places = spread({0: 100.0, 1: 100.0, 2: 99.0, 3: 10.0}, 0, 100)
    heights = [places[seat] for seat in (3, 2, 0, 1)]
    assert all(after - before >= 17 for before, after in pairwise(heights))
    assert (min(heights), max(heights)) == (10, 100)


def test_every_process_is_given_the_view_alone() -> None:
    """A task has no table of its own: its view, what was played, how long and which rng."""
    assert {*module._Task.__dataclass_fields__} == {"at", "since", "begin", "game", "view", "played", "judging", "rng"}
