"""A data set written as FlowExplainBench is reads back the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from diagramloop.data.sources import Chart, Corpus, FlowExplainBench, Question
from diagramloop.engines.attribute.dataset import annotated, export
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.scores.annotation import AnnotationStore, Rubric


@pytest.fixture(scope="module")
def corpus():
    source = Corpus(shipped_corpus())
    charts = [chart for chart in source.charts() if isinstance(chart, Chart)]
    return charts, [question for question in source.questions() if isinstance(question, Question)]


def shared(question: Question) -> Question:
    """Return the parts that the format carries."""
    return replace(question, answers=tuple(dict.fromkeys(question.answers[:3])))


def test_round_trip_of_the_corpus(corpus, tmp_path):
    charts, questions = corpus
    export(tmp_path, charts, questions)
    back = FlowExplainBench(tmp_path)
    assert list(back.questions()) == [shared(question) for question in questions]
    assert {(c.id, c.domain, c.mermaid, c.graph) for c in back.charts()} == {
        (c.id, c.domain, c.mermaid, c.graph) for c in charts
    }
    assert {defect.kind for defect in back.defects()} <= {"no_boxes", "missing_box"}


@pytest.mark.long
@pytest.mark.real_data
def test_round_trip_with_drawings(real_data, tmp_path):
    root = real_data / "flowexplainbench"
    source = FlowExplainBench(root)
    charts = [chart for chart in source.charts() if isinstance(chart, Chart) and chart.picture][:12]
    asked = [q for q in source.questions() if isinstance(q, Question) and q.chart in {chart.id for chart in charts}]
    svgs = {chart.id: (root / f"images/{chart.id}/flowchart.svg").read_text("utf-8") for chart in charts}
    export(tmp_path, charts, asked, svgs)
    back = FlowExplainBench(tmp_path)
    assert list(back.questions()) == asked
    assert [replace(chart, origin="") for chart in back.charts()] == [replace(chart, origin="") for chart in charts]
    assert not list(back.defects())


def test_annotated_questions(corpus, tmp_path):
    charts, questions = corpus
    chart = charts[0]
    first, second, third = [question for question in questions if question.chart == chart.id][:3]
    nodes = tuple(chart.graph.node_by_id)
    store = AnnotationStore(tmp_path / "log.jsonl", {q.id: nodes for q in questions})
    store.save("ann", first.id, nodes[:2], Rubric(1, 1, 1))
    store.save("bob", first.id, nodes[2:0:-1], Rubric(2, 1, 1))
    store.save("bob", second.id, [])
    (found,) = annotated([first, second, third], store)
    assert (found.id, found.attribution) == (first.id, (nodes[2], nodes[1]))
    export(tmp_path / "out", charts, [found])
    assert list(FlowExplainBench(tmp_path / "out").questions()) == [shared(found)]


def test_a_question_on_no_chart(corpus, tmp_path):
    charts, questions = corpus
    with pytest.raises(DiagramloopError) as caught:
        export(tmp_path, charts, [replace(questions[0], chart="nowhere")])
    assert caught.value.reason is RejectionReason.MISSING
    assert not list(tmp_path.iterdir())
