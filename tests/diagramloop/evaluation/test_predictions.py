"""Predictions from files: one for each item."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from diagramloop import evaluate
from diagramloop.engines.extract import Extraction
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.data_sets import data_set
from diagramloop.evaluation.predictions import Predictions, read_predictions
from diagramloop.evaluation.tasks import task_named
from diagramloop.graph import formats as graph_formats
from diagramloop.models.answers import AnswerCounts, Reading, accounted
from diagramloop.models.answers.graphs import Graph, GraphAnswer
from diagramloop.models.predictions import graph_predicted


def refused(predictions: Predictions) -> DiagramloopError:
    with pytest.raises(DiagramloopError) as told:
        read_predictions(task_named("extract"), predictions)
    return told.value


def test_two_files_of_one_item_are_told_and_none_is_chosen(tmp_path: Path) -> None:
    for suffix in (".mmd", ".png"):  # what was read, and its drawing over the picture, in one folder
        (tmp_path / f"kettle{suffix}").write_text("flowchart TD\n a --> b\n")
    error = refused(tmp_path)
    assert error.reason is RejectionReason.INVALID
    assert "two predictions for 'kettle'" in str(error)


def test_two_lines_of_one_item_are_told(tmp_path: Path) -> None:
    lines = tmp_path / "mine.jsonl"
    lines.write_text('{"id": "kettle", "nodes": []}\n{"id": "pot", "nodes": []}\n{"id": "kettle", "nodes": ["a"]}\n')
    assert "two predictions for 'kettle'" in str(refused(lines))


def test_triples_are_scored_as_they_were_written(tmp_path: Path) -> None:
    task = task_named("extract")
    text = "Start -> pay\npay -> DataObject(list\npay -> End"
    (tmp_path / "kettle.triples").write_text(text)
    graph = graph_formats.read(text, "triples")
    for content in (tmp_path / "kettle.triples", {"id": "kettle", "text": text}, text):
        assert task.prediction(content) == Extraction(graph, text=text)
    for content in (graph, {"graph": graph.to_dict()}, Extraction(graph)):
        assert task.prediction(content) == Extraction(graph)
    with pytest.raises(DiagramloopError):
        task.prediction({"text": "nothing of the kind"})


def test_records_of_harnesses_and_texts_are_predictions(tmp_path: Path) -> None:
    chart = "flowchart TB\n Start --> boil[Boil water]\n boil --> End\n"
    fenced = f"Here it is:\n```mermaid\n{chart}```"
    task = task_named("extract", {"limit": 2})
    posed = task.pose(data_set("corpus")).items
    inspect = {"output": {"choices": [{"message": {"content": fenced}}]}}
    forms: dict[str, Callable[[str], dict[str, Any]]] = {
        "lm_eval.jsonl": lambda id: {"doc_id": 7, "doc": {"id": id}, "resps": [[fenced]], "target": ""},
        "inspect.jsonl": lambda id: {"id": id, **inspect},
        "script.jsonl": lambda id: {"id": id, "response": fenced},
    }
    for name, record in forms.items():
        (tmp_path / name).write_text("\n".join(json.dumps(record(item.id)) for item in posed))
        system = read_predictions(task, tmp_path / name)
        with accounted() as account:
            graphs = [system.answer(item).graph for item in posed]
        assert graphs == [graph_formats.read(chart, "mermaid")] * 2
        assert account.roles["prediction"] == AnswerCounts(asked=2, read=2, repaired=2, decides=2)


def test_unread_predictions_are_counted_and_take_the_rank() -> None:
    posed = task_named("extract", {"limit": 2}).pose(data_set("corpus")).items
    predictions = {posed[0].id: posed[0].gold, posed[1].id: "I cannot do that."}
    table = evaluate("extract", "corpus", predictions=predictions, limit=2)
    (answers,) = table.rows[0].answers
    assert (answers.role, answers.counts.asked, answers.counts.unread) == ("prediction", 1, 1)
    assert answers.ill_understood
    assert [answer.text for answer in table.unread[posed[1].id]] == ["I cannot do that."]


@pytest.mark.parametrize(
    "text", ["A, B", '```json\n["A", "B"]\n```', "The nodes are A and B.", '{"nodes": ["A", "B"]}']
)
def test_marks_in_a_text_are_those_of_the_chart(text: str) -> None:
    task = task_named("attribute", {"limit": 1})
    posed = task.pose(data_set("corpus")).items[0]
    first, second = list(posed.asked.chart.graph.node_by_id)[:2]
    said = re.sub(r"\bB\b", second, re.sub(r"\bA\b", first, text))
    for content in (said, {"id": posed.id, "completion": said}):
        assert set(task.prediction(content, posed).nodes) == {first, second}


def test_functions_may_answer_in_a_text() -> None:
    chart = "```mermaid\nflowchart TB\n a[Boil] --> b[Pour]\n```"
    for task in ("extract", "parse"):
        table = evaluate(task, "corpus", lambda _: chart, limit=1)
        (answers,) = table.rows[0].answers
        assert (answers.counts.read, answers.counts.unread) == (answers.counts.asked, 0)
        assert any(row.scored for row in table.rows)  # those of places want boxes


def test_wrapped_triples_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    readings: list[str] = []
    read = Graph.read

    def counted(wanted: Graph, document: str) -> Reading[GraphAnswer]:
        readings.append(document)
        return read(wanted, document)

    monkeypatch.setattr(Graph, "read", counted)
    with accounted() as account:
        reading = graph_predicted("The graph:\n```\nStart -> pay\npay -> End\n```", "triples")
    assert len(reading.value.graph.edges) == 2
    assert reading.repairs == ("fence",)
    assert account.roles["prediction"] == AnswerCounts(asked=1, read=1, repaired=1, decides=1)
    assert len(readings) == 1
