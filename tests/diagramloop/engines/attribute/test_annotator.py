"""A person as an attributor: what they finished is their answer, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from diagramloop.engines.attribute import AttributionTask, attributor
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import FlowGraph, Node
from diagramloop.scores.annotation import AnnotationError, AnnotationStore, Rubric

CHART = FlowGraph(nodes=tuple(Node(id=id, text=id) for id in "abc"))
WHOLE = Rubric(2, 2, 2)


def task(id: str, graph: FlowGraph = CHART) -> AttributionTask:
    return AttributionTask(id, graph, "What follows?", "b")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    store = AnnotationStore(tmp_path / "annotations.jsonl", dict.fromkeys(("q1", "q2", "q3", "q4"), "abc"))
    store.save("bea", "q1", ["a"], WHOLE)
    store.save("bea", "q1", ["b", "c"], WHOLE)  # the last one counts
    store.save("bea", "q2", ["a"])  # not finished
    store.save("bea", "q3", [], WHOLE, none=True)
    store.save("cem", "q2", ["c"], WHOLE)
    return tmp_path / "annotations.jsonl"


def test_the_last_finished_annotation_is_the_answer(log: Path) -> None:
    bea = attributor("annotator", log=str(log), annotator="bea")
    assert bea.attribute(task("q1")).nodes == ("b", "c")
    assert bea.attribute(task("q3")).nodes == ()


@pytest.mark.parametrize(("id", "graph"), [("q2", CHART), ("q4", CHART), ("q1", CHART.replace(nodes=CHART.nodes[:2]))])
def test_what_they_did_not_finish_or_not_on_this_graph_is_not_asked(log: Path, id: str, graph: FlowGraph) -> None:
    with pytest.raises(DiagramloopError) as error:
        attributor("annotator", log=str(log), annotator="bea").attribute(task(id, graph))
    assert error.value.reason is RejectionReason.NOT_ASKED


def test_a_log_that_is_not_there_or_says_nothing_of_them_is_told_before_anything_is_asked(log: Path) -> None:
    for path, who in ((log.with_name("none"), "bea"), (log, "dan")):
        with pytest.raises(DiagramloopError) as error:
            attributor("annotator", log=str(path), annotator=who)
        assert error.value.reason is RejectionReason.MISSING
    log.write_text("no annotation\n")
    with pytest.raises(AnnotationError):
        attributor("annotator", log=str(log), annotator="bea")
