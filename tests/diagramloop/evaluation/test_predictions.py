"""Predictions from files: one for each item."""

from __future__ import annotations

from pathlib import Path

import pytest

from diagramloop.engines.extract import Extraction
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.predictions import Predictions, read_predictions
from diagramloop.evaluation.tasks import task_named
from diagramloop.graph import formats as graph_formats


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
