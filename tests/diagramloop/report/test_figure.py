"""Figures as rows of bars."""

from __future__ import annotations

from pathlib import Path

from diagramloop.report import count_figure, stratum_figures, value_figure, write_site

BOARD = {"task": "parsing", "data": "d", "axis": "difficulty", "n": 3}
STRATA = [
    {**BOARD, "system": "a", "stratum": "easy", "metric": "edge_f1", "value": 0.9},
    {**BOARD, "system": "a", "stratum": "hard", "metric": "edge_f1", "value": None},
    {**BOARD, "system": "a", "stratum": "hard", "metric": "node_f1", "value": 0.1},
    {**BOARD, "system": "b", "stratum": "easy", "metric": "edge_f1", "value": 0.5},
]
HEADLINES = {("parsing", "d"): "edge_f1"}


def test_the_headline_by_stratum_and_system() -> None:
    (figure,) = stratum_figures(STRATA, HEADLINES)
    assert figure.header == ("difficulty", "a", "b")
    assert [(label, [bar.text for bar in bars]) for label, bars in figure.rows] == [
        ("easy", ["0.900 (n 3)", "0.500 (n 3)"]),
        ("hard", ["–", "–"]),
    ]


def test_bins_of_sizes_are_curves() -> None:
    (plot,) = stratum_figures([{**row, "axis": "nodes"} for row in STRATA], HEADLINES)
    assert plot.kind == "plot"
    assert [(curve.name, curve.points) for curve in plot.curves] == [("a", ((0.0, 0.9),)), ("b", ((0.0, 0.5),))]
    assert plot.table == [("easy", ["0.900 (n 3)", "0.500 (n 3)"])]


def test_difficulties_come_from_easy_to_hard() -> None:
    middle = {**STRATA[0], "stratum": "medium"}
    (figure,) = stratum_figures([*STRATA, middle], HEADLINES)
    assert [label for label, _ in figure.rows] == ["easy", "medium", "hard"]
    counts = count_figure("c", "domain", {("cv", "hard"): 1, ("cv", "medium"): 2, ("ai", "easy"): 1})
    assert counts.header == ("domain", "easy", "medium", "hard")
    assert [label for label, _ in counts.rows] == ["cv", "ai"]


def test_an_axis_with_one_stratum_shows_nothing() -> None:
    assert stratum_figures(STRATA[:1], HEADLINES) == []


def test_counts_fill_the_longest_bar() -> None:
    figure = count_figure("c", "tool", {("bfs", "fact"): 4, ("dfs", "flow"): 1})
    assert figure.header == ("tool", "fact", "flow")
    assert [[figure.share(bar) for bar in bars] for _, bars in figure.rows] == [[100, 0], [0, 25]]


def test_no_counts_are_no_rows() -> None:
    assert count_figure("c", "tool", {}).rows == ()


def test_figures_stand_on_the_page(tmp_path: Path) -> None:
    figure = value_figure("How <errors> spread", ("bin", "F1"), [("0 to 1", (0.25,))])
    page = write_site(tmp_path, [], [], {}, figures=[figure]).read_text()
    assert "How &lt;errors&gt; spread" in page
    assert '<rect width="25.0"' in page
