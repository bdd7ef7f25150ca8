"""A benchmark from charts and questions alone: automatic labels, two annotators, agreement, choice, export."""

from __future__ import annotations

from dataclasses import replace

from diagramloop.data.sources import Chart, Corpus, FlowExplainBench, Question
from diagramloop.engines.attribute import AttributionTask
from diagramloop.engines.attribute.dataset import annotated, export
from diagramloop.engines.attribute.labelling import AutomaticLabels
from diagramloop.engines.attribute.multi_step import candidates, select
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.scores.annotation import AnnotationStore, Rubric


def test_from_questions_to_a_data_set(scripted_endpoint, tmp_path):
    source = Corpus(shipped_corpus())
    charts = {chart.id: chart for chart in source.charts() if isinstance(chart, Chart)}
    questions = [question for question in source.questions() if isinstance(question, Question)][:12]
    sized = replace(questions[0], id="sized", question="How many nodes are there in the chart?")
    questions.append(sized)

    scripted_endpoint.script = ['{"nodes": ["A", "B"], "reason": "it begins there"}']
    labels = AutomaticLabels({"model": "scripted", "base_url": scripted_endpoint.base_url})
    automatic = {
        q.id: labels.label(AttributionTask(q.id, charts[q.chart].graph, q.question, q.answers[0]), q.type).nodes
        for q in questions
    }

    store = AnnotationStore(tmp_path / "log.jsonl", {q.id: tuple(charts[q.chart].graph.node_by_id) for q in questions})
    for question in questions:
        store.save("ann", question.id, question.attribution, Rubric(2, 2, 2))
        picked = question.attribution[:1] if question is questions[1] else question.attribution
        store.save("bob", question.id, picked, Rubric(2, 1, 2))
    (agreement,) = store.agreement()
    assert agreement.questions == len(questions)
    assert 0.8 < (agreement.kappa or 0) < 1

    found = candidates(questions, charts.values(), store, automatic)
    assert [candidate.id for candidate in found] == [question.id for question in questions[:-1]]
    chosen = {candidate.id for candidate in select(found, 8)}
    assert len(chosen) == 8
    assert questions[1].id not in chosen

    export(tmp_path / "made", charts.values(), annotated([q for q in questions if q.id in chosen], store))
    back = list(FlowExplainBench(tmp_path / "made").questions())
    assert {q.id: q.attribution for q in back if isinstance(q, Question)} == {
        q.id: q.attribution for q in questions if q.id in chosen
    }
