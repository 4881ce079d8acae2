"""An analysis as one HTML page. It loads nothing from elsewhere and works without its script."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from itertools import groupby
from pathlib import Path

from bidwell.analysis.chart import Chart, shape
from bidwell.analysis.judgement import Alternative
from bidwell.analysis.report import GRADED, Analysis, Decision, TurningPoint, percent
from bidwell.core.prose import capital
from bidwell.games import game as find_game

MOST_TURNS = 10
SIGNS = {"best": "★", "fine": "○", "slip": "▼", "mistake": "✕"}
"""A symbol shown beside the word for each grade."""


LEGEND = (
    "Each line is one player’s win chance from that player’s own view: at the start of a chapter, before and after "
    "each of their decisions, and the result at the end. Discs mark what a player gave away, rings what others or the "
    "cards changed."
)

COLUMNS = (
    "The per cent are the player’s win chance after the move, the points what it clearly cost. Open a decision to see "
    "its alternatives."
)


def analysis_page(analysis: Analysis) -> str:
    """Return the page."""
    turns = sorted(analysis.turns[:MOST_TURNS], key=lambda turn: turn.step)
    parts = [
        *_header(analysis),
        "<main>",
        *_chart(analysis, turns),
        *_players(analysis),
        *_turns(analysis, turns),
        *_decisions(analysis),
        "</main>",
        f"<footer><p>{escape(analysis.measure)}</p><p>{escape(_origin(analysis))}</p></footer>",
        f'<script type="application/json" id="data">{_data(analysis)}</script>',
        f'<script type="module">{_beside("page.js")}</script>',
    ]
    title = escape(f"{analysis.title}: {analysis.outcome}")
    size = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    head = f'<meta charset="utf-8">{size}<title>{title}</title><style>{_beside("page.css")}</style>'
    body = "\n".join(parts)
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>{body}</body></html>\n'


def _beside(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def _origin(analysis: Analysis) -> str:
    judged = f"{len(analysis.decisions)} of {analysis.requested}" if analysis.interrupted else str(analysis.requested)
    return (
        f"{judged} decisions judged by the {analysis.judge}, {analysis.engine}, seed {analysis.seed}. Made by Bidwell."
    )


def _header(analysis: Analysis) -> Iterator[str]:
    yield f'<header><p class="kicker">{escape(analysis.title)} · analysis</p>'
    yield f"<h1>{escape(analysis.outcome)}</h1>"
    if analysis.stopped:
        yield f"<p><strong>{escape(analysis.stopped)}</strong></p>"
    if analysis.turns:
        yield f'<p class="lede">Where the game turned most. {_safe(analysis.turns[0].text)}.</p>'
    yield "</header>"


def _safe(text: str) -> str:
    """Escape text for the page. A non-breaking space keeps each number with its per cent sign."""
    return escape(text).replace(" %", "\u00a0%")


def _players(analysis: Analysis) -> Iterator[str]:
    yield '<section aria-labelledby="given"><h2 id="given">What each gave away</h2><div class="players">'
    for seat in analysis.judged:
        player, worst = analysis.players[seat], analysis.worst(seat)
        place = f"{_ordinal(player.place)}, score {player.score}" if player.place else f"score {player.score} so far"
        none = analysis.no_cost(seat)
        told = f"The costliest decision. {_safe(worst.text)}." if worst else f"{capital(none)}."
        grades = "".join(
            f'<li class="{grade}"><span class="grade">{_grade(grade)}</span> {player.grades[grade]}</li>'
            for grade in SIGNS
        )
        yield f'<article class="player"><h3>{shape(seat)}{escape(player.name)}</h3>'
        yield f'<p class="quiet">{escape(place)}</p>'
        yield f'<p class="big"><b>{_points(player.average)}</b> points lost a decision</p>'
        yield f'<ul class="grades">{grades}</ul><p>{told}</p></article>'
    yield f'</div><p class="quiet">{escape(GRADED)}</p></section>'


def _grade(grade: str) -> str:
    """Return the symbol and the word of a grade."""
    return f'<i aria-hidden="true">{SIGNS[grade]}</i> {grade}'


def _ordinal(place: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(place, f"{place}th")


def _chart(analysis: Analysis, turns: list[TurningPoint]) -> Iterator[str]:
    yield '<section aria-labelledby="chances"><h2 id="chances">Win chances</h2>'
    yield f'<p class="quiet">{LEGEND}</p>'
    yield '<div class="picture" id="picture">'
    yield Chart(analysis, turns, 1080, 400, 130).svg("wide")
    yield Chart(analysis, turns, 400, 340, 78).svg("narrow")
    yield '<div id="readout" class="readout" role="status" hidden></div></div>'
    yield from _table(analysis)
    yield "</section>"


def _table(analysis: Analysis) -> Iterator[str]:
    """Return the chart as a table, for readers who cannot see it: the start of every chapter, and the end."""
    yield '<details class="data"><summary>The chart as a table</summary><div class="scroll"><table><thead><tr>'
    yield "<th>when</th>"
    yield "".join(f"<th scope='col'>{escape(analysis.name(seat))}</th>" for seat in analysis.seats)
    yield "</tr></thead><tbody>"
    rows = [(chapter.step, chapter.name) for chapter in analysis.chapters]
    for step, name in [*rows, (analysis.steps, "End" if analysis.over else "Last")]:
        cells = "".join(f"<td>{percent(analysis.chance(seat, step))} %</td>" for seat in analysis.seats)
        yield f"<tr><th scope='row'>{escape(name)}</th>{cells}</tr>"
    yield "</tbody></table></div></details>"


def _turns(analysis: Analysis, turns: list[TurningPoint]) -> Iterator[str]:
    if not turns:
        return
    judged = {decision.step for decision in analysis.decisions}
    yield '<section aria-labelledby="turned"><h2 id="turned">Where the game turned</h2>'
    if len(turns) < len(analysis.turns):
        yield f'<p class="quiet">The {len(turns)} largest of {len(analysis.turns)} turns.</p>'
    yield '<ol class="turns">'
    for number, turn in enumerate(turns, 1):
        change = percent(turn.after) - percent(turn.before)
        word = "given away" if turn.kind == "cost" else "gained" if change > 0 else "lost to others or the cards"
        jump = f'<a href="#d{turn.step}">step {turn.step}</a>' if turn.step in judged else f"step {turn.step}"
        yield (
            f'<li id="t{number}" class="turn-{turn.kind}"><span class="disc s{turn.seat}">{number}</span>'
            f'<div><p><b class="{"up" if change > 0 else "down"}">{_signed(change)}</b> {word}</p>'
            f'<p>{_safe(turn.text)}.</p><p class="quiet">{jump}</p></div></li>'
        )
    yield "</ol></section>"


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else f"−{-points}" if points else "0"


def _decisions(analysis: Analysis) -> Iterator[str]:
    yield '<section class="every" aria-labelledby="every"><h2 id="every">Every decision</h2>'
    yield f'<p class="quiet">{COLUMNS}</p>'
    yield '<div class="filters" id="filters" hidden>'
    yield '<button type="button" data-grade="" aria-pressed="true">all</button>'
    yield '<button type="button" data-grade="slip mistake" aria-pressed="false">slips and mistakes</button>'
    if len(analysis.seats) > 1:
        for seat in analysis.seats:
            name = f"{shape(seat)}{escape(analysis.name(seat))}"
            yield f'<button type="button" data-seat="{seat}" aria-pressed="false">{name}</button>'
    yield "</div>"
    for _, group in groupby(analysis.decisions, key=lambda decision: (decision.place, decision.heading)):
        decisions = [*group]
        yield f'<div class="chapter"><h3>{escape(decisions[0].heading or decisions[0].place)}</h3>'
        for decision in decisions:
            yield from _decision(analysis, decision)
        yield "</div>"
    yield "</section>"


def _decision(analysis: Analysis, decision: Decision) -> Iterator[str]:
    grade, seat = decision.grade, decision.seat
    cost = f'<span class="cost">{_signed(-decision.points)}</span>' if decision.clear else '<span class="cost"></span>'
    yield f'<details class="decision {grade}" id="d{decision.step}" data-seat="{seat}" data-grade="{grade}"><summary>'
    played = find_game(analysis.game).in_past(decision.words)
    yield (
        f'<span class="step">{decision.step}</span><span class="who">{shape(seat)}'
        f"<span><b>{escape(analysis.name(seat))}</b> {escape(played)}</span></span>"
        f'<span class="grade">{_grade(grade)}</span>'
        f'{cost}<span class="wins">{percent(decision.wins)} %</span></summary>'
    )
    headings = "".join(f'<th scope="col">{heading}</th>' for heading in ("action", "win chance", "behind the best"))
    yield f'<table class="bars"><thead><tr>{headings}</tr></thead>'
    yield "<tbody>"
    yield from (_bar(alternative) for alternative in decision.alternatives)
    yield f"</tbody></table><p class='quiet'>{escape(_remark(analysis, decision))}</p></details>"


def _bar(alternative: Alternative) -> str:
    wins, error = alternative.wins, alternative.error
    low, high = max(0.0, wins - error), min(1.0, wins + error)
    style = f"--wins:{wins:.4f};--low:{low:.4f};--high:{high:.4f}"
    behind = f"{_points(alternative.behind)} ± {_points(alternative.behind_error)}" if alternative.behind_error else ""
    name, tag = ("played", ' <span class="tag">played</span>') if alternative.played else ("other", "")
    return (
        f'<tr class="{name}"><th scope="row">{escape(alternative.words)}{tag}</th><td>'
        f'<span class="bar" style="{style}"><i></i><u></u></span><span class="wins">{percent(wins)} %</span></td>'
        f'<td class="behind">{behind}</td></tr>'
    )


def _points(share: float) -> str:
    return f"{100 * share:.1f}"


def _remark(analysis: Analysis, decision: Decision) -> str:
    """Return the remark below a decision."""
    worlds = f"{decision.worlds:,} worlds each; ± is one standard error."
    if not decision.clear:
        return f"Nothing was clearly better. {worlds}"
    gained = "" if decision.gainer is None else f"{analysis.name(decision.gainer)} gained most by it. "
    again = "" if decision.counts else "The same was missed again in this place, and counts once. "
    return f"{gained}{again}{worlds}"


def _data(analysis: Analysis) -> str:
    """Return the chart's values as JSON for the script. `<` is escaped so that no text can end the script element."""
    in_past = find_game(analysis.game).in_past
    decisions = {
        decision.step: [decision.place, f"{analysis.name(decision.seat)} {in_past(decision.words)}", decision.grade]
        for decision in analysis.decisions
    }
    chances = [[percent(analysis.chance(seat, step)) for step in range(analysis.steps + 1)] for seat in analysis.seats]
    seats = [[seat, analysis.name(seat)] for seat in analysis.seats]
    data = {"steps": analysis.steps, "seats": seats, "chances": chances, "decisions": decisions}
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
