"""Every element is drawn once, with the verdict that the alignment gave it."""

from __future__ import annotations

from collections import Counter

from flowbench.report import Reading
from flowbench.report._marks import gold_marks, predicted_marks


def verdicts(marks: tuple) -> Counter[tuple[str, str]]:
    return Counter((mark.title.split()[0], mark.status) for mark in marks)


def test_gold_shows_what_was_found_missed_and_turned_round(reading: Reading) -> None:
    assert verdicts(gold_marks(reading.gold.graph, reading.alignment)) == {
        ("node", "matched"): 2,
        ("node", "missing"): 1,
        ("edge", "reversed"): 1,
        ("edge", "missing"): 1,
    }


def test_prediction_shows_what_was_found_invented_and_turned_round(reading: Reading) -> None:
    assert verdicts(predicted_marks(reading.predicted.graph, reading.alignment)) == {
        ("node", "matched"): 2,
        ("node", "invented"): 1,
        ("edge", "reversed"): 1,
    }


def test_points_are_whole_pixels_of_the_outline(reading: Reading) -> None:
    first = next(m for m in gold_marks(reading.gold.graph, reading.alignment) if m.title.startswith("node"))
    assert first.points == "0,10 30,10 30,40 0,40"
