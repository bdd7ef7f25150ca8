"""Curves: where they lie on the drawing, and the numbers below it."""

from __future__ import annotations

from pathlib import Path

from diagramloop.report import Curve, Plot, write_site

PLOT = Plot("c", "x", "y", (Curve("<one>", ((0.0, 0.0), (2.0, 1.0))), Curve("two", ((1.0, 0.5),), ("half",))))


def test_points_are_placed_between_the_ends_of_the_axes() -> None:
    assert PLOT.place(PLOT.curves[0]) == [("0.0", "300.0"), ("640.0", "0.0")]
    assert PLOT.line(PLOT.curves[1]) == "320.0,150.0"
    assert [text for _, text in PLOT.x_ticks] == ["0", "0.5", "1", "1.5", "2"]


def test_the_table_says_what_is_at_each_x() -> None:
    assert PLOT.table == [("0", ["0.000", "–"]), ("1", ["–", "half"]), ("2", ["1.000", "–"])]


def test_names_stand_for_places() -> None:
    named = Plot("c", "x", "y", PLOT.curves, ticks=((0.0, "few"), (1.0, "some"), (2.0, "many")))
    assert [label for label, _ in named.table] == ["few", "some", "many"]
    assert named.x_ticks == [("0.0", "few"), ("320.0", "some"), ("640.0", "many")]


def test_without_points_there_are_axes() -> None:
    bare = Plot("c", "x", "y", (), highest=None)
    assert bare.y_ticks[-1] == ("0.0", "1")
    assert bare.table == []


def test_a_long_curve_has_no_dots_and_a_short_table() -> None:
    long = Plot("c", "x", "y", (Curve("l", tuple((float(at), 0.5) for at in range(80))),))
    assert not long.dotted
    assert len(long.table) == 10


def test_names_from_outside_are_text(tmp_path: Path) -> None:
    page = write_site(tmp_path, [], [], {}, figures=[PLOT]).read_text()
    assert "&lt;one&gt;" in page
    assert "<one>" not in page
    assert "style=" not in page
