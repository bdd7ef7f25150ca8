"""Every element is drawn once, with the verdict that the alignment gave it."""

from __future__ import annotations

from collections import Counter

from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.report import Reading
from diagramloop.report._marks import gold_marks, predicted_marks
from diagramloop.score.alignment import align


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


def test_an_arrow_points_from_source_to_target_whatever_way_names_run() -> None:
    def named(text: str, at: float) -> Node:
        return Node(id=text, text=text, box=(at, 0, at + 10, 10))

    source, target = "\u0645\u0635\u062f\u0631", "\u05d9\u05e2\u05d3\u202e"
    edge = Edge(source=source, target=target, path=((10, 5), (20, 5)))
    graph = FlowGraph(nodes=(named(source, 0), named(target, 20)), edges=(edge,), size=(30, 10))
    (title,) = [mark.title for mark in gold_marks(graph, align(graph, graph)) if mark.tag == "polyline"]
    assert title == f"edge “\u2068{source}\u2069” → “\u2068{target[:-1]}\u2069”"
