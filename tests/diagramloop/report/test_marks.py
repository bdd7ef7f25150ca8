"""Every element is drawn once, with the verdict that the alignment gave it."""

from __future__ import annotations

from collections import Counter

from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.report import Reading
from diagramloop.report._marks import gold_marks, predicted_marks
from diagramloop.scores import METRICS, Comparison
from diagramloop.scores.alignment import align


def verdicts(marks: tuple) -> Counter[tuple[str, str]]:
    return Counter((mark.title.split()[0], mark.status) for mark in marks)


def test_gold_shows_what_was_found_missed_and_turned_round(reading: Reading) -> None:
    assert verdicts(gold_marks(reading.predicted.graph, reading.gold.graph, reading.alignment)) == {
        ("node", "matched"): 2,
        ("node", "missing"): 1,
        ("edge", "reversed"): 1,
        ("edge", "missing"): 1,
    }


def test_prediction_shows_what_was_found_invented_and_turned_round(reading: Reading) -> None:
    assert verdicts(predicted_marks(reading.predicted.graph, reading.gold.graph, reading.alignment)) == {
        ("node", "matched"): 2,
        ("node", "invented"): 1,
        ("edge", "reversed"): 1,
    }


def test_points_are_whole_pixels_of_the_outline(reading: Reading) -> None:
    first = next(
        m
        for m in gold_marks(reading.predicted.graph, reading.gold.graph, reading.alignment)
        if m.title.startswith("node")
    )
    assert first.points == "0,10 30,10 30,40 0,40"


def test_an_arrow_points_from_source_to_target_whatever_way_names_run() -> None:
    def named(text: str, at: float) -> Node:
        return Node(id=text, text=text, box=(at, 0, at + 10, 10))

    source, target = "\u0645\u0635\u062f\u0631", "\u05d9\u05e2\u05d3\u202e"
    edge = Edge(source=source, target=target, path=((10, 5), (20, 5)))
    graph = FlowGraph(nodes=(named(source, 0), named(target, 20)), edges=(edge,), size=(30, 10))
    (title,) = [mark.title for mark in gold_marks(graph, graph, align(graph, graph)) if mark.tag == "polyline"]
    assert title == f"edge “\u2068{source}\u2069” → “\u2068{target[:-1]}\u2069”"


def read_and_meant() -> tuple[FlowGraph, FlowGraph]:
    """A reading with one wrong text, one wrong label, and white space that says nothing."""
    gold = FlowGraph(
        nodes=tuple(Node(id=id, text=text, box=(x, 0, x + 10, 10)) for id, text, x in NODES),
        edges=(Edge(source="a", target="b", label="yes"), Edge(source="b", target="c", label="no")),
        size=(100, 10),
    )
    nodes = (gold.nodes[0].model_copy(update={"text": "Stort"}), gold.nodes[1].model_copy(update={"text": "Is  it?"}))
    edges = (gold.edges[0].model_copy(update={"label": ""}), gold.edges[1])
    return gold.replace(nodes=(*nodes, gold.nodes[2]), edges=edges), gold


NODES = (("a", "Start", 0), ("b", "Is it?", 40), ("c", "", 80))


def test_misread_texts_and_labels_are_faults_on_both_sides_under_one_title() -> None:
    pred, gold = read_and_meant()
    both = gold_marks(pred, gold, align(pred, gold)), predicted_marks(pred, gold, align(pred, gold))
    wrong = [{mark.title for mark in marks if mark.status == "misread"} for marks in both]
    assert (
        wrong[0]
        == wrong[1]
        == {
            "node “Start” reads “Stort”",
            "edge “Start” → “Is it?” [yes] is labelled nothing",
        }
    )
    assert [mark.status for mark in both[0]].count("matched") == 3


def test_what_may_be_worded_otherwise_is_misread_only_where_it_says_something_else() -> None:
    pred, gold = read_and_meant()
    told = gold_marks(pred, gold, align(pred, gold), lambda said, meant: said[:2] == meant[:2])
    assert [mark.title for mark in told if mark.status == "misread"] == [
        "edge “Start” → “Is it?” [yes] is labelled nothing"
    ]


def test_what_is_misread_is_what_the_scores_of_texts_and_labels_miss() -> None:
    pred, gold = read_and_meant()
    found = Comparison(pred, gold)
    wrong = [mark for mark in gold_marks(pred, gold, found.alignment) if mark.status == "misread"]
    text, label = (METRICS[name].count(found) for name in ("node_text", "edge_label"))
    assert text.gold - text.found == sum(mark.tag == "polygon" for mark in wrong)
    assert label.gold - label.found == sum(mark.tag == "polyline" for mark in wrong)


def test_a_line_that_is_not_seen_has_no_verdict_and_paths_lose_turns_that_no_eye_sees() -> None:
    _, gold = read_and_meant()
    path = tuple((x, 5 + 0.01 * (x % 2)) for x in range(10, 41))
    edges = (gold.edges[0].model_copy(update={"path": path}), Edge(source="a", target="c", line="invisible"))
    wavy = gold.replace(edges=edges)
    (line,) = [mark for mark in gold_marks(wavy, wavy, align(wavy, wavy)) if mark.tag == "polyline"]
    assert line.points == "10,5 40,5"
