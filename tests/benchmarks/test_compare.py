"""Two checkouts are compared by the best lap of each, in turns."""

from __future__ import annotations

from pathlib import Path

from benchmarks.compare import in_turns, search_figures, server_figures, side_by_side

PRINTED = """Best of 7 laps of 3,000 iterations, run in turns, and the median; one core, processor time

OpenSpiel euchre, random playout: 22 decisions a game

                                              iterations/s     median   times euchre
OpenSpiel euchre, random playout                    81,185     79,062
Serengeti, random playout                          263,794    219,767     3.2
"""


def test_the_rows_of_the_search_benchmark_are_read() -> None:
    """The first figure of each row is the best lap; headings are no rows."""
    found = search_figures(PRINTED)
    assert found == {"OpenSpiel euchre, random playout": 81185, "Serengeti, random playout": 263794}


SERVED = """serengeti, tables of 4, every seat a WebSocket

1000 tables, one action a second each
     1,000 actions/s, 4,000 views/s; 20,001 actions
     1,394 actions a processor second of the server (72% of a core)
  delay: median 1.1 ms, p90 2.2, p99 10.1, worst 35.6

100 tables, as fast as they can
     2,799 actions/s, 11,195 views/s; 72,811 actions
     2,814 actions a processor second of the server (99% of a core)
"""


def test_the_parts_of_the_server_benchmark_are_read() -> None:
    """The figure by processor time of each part, under its heading."""
    expected = {"1000 tables, one action a second each": 1394, "100 tables, as fast as they can": 2814}
    assert server_figures(SERVED) == expected


def test_checkouts_take_turns_and_the_best_of_each_counts() -> None:
    """Before, now, before, now."""
    asked: list[str] = []
    laps = iter([10.0, 7.0, 9.0, 8.0])

    def figures(checkout: Path) -> dict[str, float]:
        asked.append(checkout.name)
        return {"a": next(laps)}

    assert in_turns(Path("before"), Path("now"), figures, 2) == ({"a": 10}, {"a": 8})
    assert asked == ["before", "now"] * 2


def test_lines_that_both_have_are_side_by_side() -> None:
    """With the ratio of now to before; a line that only one checkout prints is left out."""
    table = side_by_side("old", {"a": 200.0, "gone": 1.0}, "new", {"a": 300.0, "added": 1.0})
    assert [line.split() for line in table.splitlines()] == [["old", "new", "ratio"], ["a", "200", "300", "1.50"]]
