"""A data set written as FlowExplainBench is reads back the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from flowbench.attribute.annotation import AnnotationStore, Rubric
from flowbench.attribute.dataset import Drawing, annotated, export
from flowbench.errors import FlowbenchError, RejectionReason
from flowbench.render import Style, draw
from flowbench.sources import Chart, Corpus, FlowExplainBench, Question


@pytest.fixture(scope="module")
def corpus(request):
    source = Corpus(request.config.rootpath / "corpus")
    charts = [chart for chart in source.charts() if isinstance(chart, Chart)]
    return charts, [question for question in source.questions() if isinstance(question, Question)]


def shared(question: Question) -> Question:
    """What the format carries."""
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


def test_round_trip_with_a_drawing(corpus, tmp_path):
    charts, questions = corpus
    chart = min(charts, key=lambda chart: len(chart.mermaid))
    figure = draw(chart.mermaid, [Style.DEFAULT], engine="mermaidx")[Style.DEFAULT]
    asked = [question for question in questions if question.chart == chart.id]
    drawn = replace(chart, graph=figure.graph, picture=figure.png)
    export(tmp_path, [drawn], asked, {chart.id: Drawing(figure.png, figure.svg)})
    (back,) = FlowExplainBench(tmp_path).charts()
    assert isinstance(back, Chart)
    assert back.picture == figure.png
    for node in back.graph.nodes:
        assert node.box == pytest.approx(figure.graph.node_by_id[node.id].box, abs=1.0)
    assert not list(FlowExplainBench(tmp_path).defects())


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
    with pytest.raises(FlowbenchError) as caught:
        export(tmp_path, charts, [replace(questions[0], chart="nowhere")])
    assert caught.value.reason is RejectionReason.MISSING
    assert not list(tmp_path.iterdir())
