"""The forms in which people and harnesses write predictions are read by ``score``, and what was repaired is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import diagramloop
from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph, Node
from tests.diagramloop.doors.cli.command import run

CHART = 'flowchart TB\n    a["Boil"]\n    b["Pour"]\n    a -->|"hot"| b\n'
FENCED = f"Here is the chart:\n\n```mermaid\n{CHART}```\nI hope it helps."
NODES = [{"id": "a", "label": "Boil"}, {"id": "b", "label": "Pour"}]
LINKS = [{"source": "a", "target": "b", "label": "hot"}]
MESSAGE = {"role": "assistant", "content": FENCED}
PARTS = [{"type": "reasoning", "reasoning": "graph TD; x --> y"}, {"type": "text", "text": FENCED}]
SAMPLE = {"id": "tea", "epoch": 1, "output": {"model": "m", "choices": [{"message": MESSAGE}]}}
IN_PARTS = {"id": "tea", "output": {"choices": [{"message": {"content": PARTS}}]}}
BATCH = {"custom_id": "tea", "response": {"status_code": 200, "body": {"choices": [{"message": MESSAGE}]}}}
LM_EVAL = {"doc_id": 0, "doc": {"id": "tea", "text": "Boil, pour."}, "target": "", "resps": [[FENCED]]}

FORMS = {
    "fenced.txt": FENCED,
    "fenced.md": FENCED,
    "fenced.mmd": FENCED,
    "node_link.json": json.dumps({"directed": True, "nodes": NODES, "links": LINKS}),
    "edges.json": json.dumps([{"source": "Boil", "target": "Pour", "label": "hot"}]),
    "dot.txt": '```dot\ndigraph { Boil; Pour; Boil -> Pour [label="hot"] }\n```',
    "another.mmd": 'digraph { Boil -> Pour [label="hot"] }',
    "triples.txt": "Boil -> (hot) Pour",
    "in_a_fence.triples": "```\nBoil -> (hot) Pour\n```",
    **{f"{name}.jsonl": json.dumps({"id": "tea", name: FENCED}) for name in ("prediction", "output", "response")},
    **{f"{name}.jsonl": json.dumps({"id": "tea", name: FENCED}) for name in ("text", "completion")},
    "lm_eval.jsonl": json.dumps(LM_EVAL),
    "inspect.json": json.dumps({"version": 2, "status": "success", "samples": [SAMPLE]}),
    "inspect_parts.json": json.dumps({"samples": [IN_PARTS]}),
    "batch.jsonl": json.dumps(BATCH),
    "list.json": json.dumps([{"id": "tea", "prediction": {"nodes": NODES, "edges": LINKS}}]),
    "rows.csv": 'id,prediction\ntea,"{}"\n'.format(FENCED.replace('"', '""')),
}


def scored(pred: Path, gold: Path) -> tuple[dict[str, tuple[float, int]], str]:
    asked = ("-m", "node_f1", "-m", "edge_f1", "-f", "json")
    result = run("score", "-p", pred, "-g", gold, "--similarity", "exact", *asked)
    assert result.exit_code == 0, result.stderr
    return {row["metric"]: (row["value"], row["n"]) for row in json.loads(result.stdout)}, result.stderr


@pytest.mark.parametrize("name", FORMS)
def test_a_prediction_in_a_usual_form_is_right(name: str, tmp_path: Path) -> None:
    (tmp_path / "tea.mmd").write_text(CHART)
    (tmp_path / name).write_text(FORMS[name])
    values, _ = scored(tmp_path / name, tmp_path / "tea.mmd")
    assert values == {"node_f1": (1.0, 1), "edge_f1": (1.0, 1)}


def test_records_go_with_references_by_id_and_repairs_are_counted(tmp_path: Path) -> None:
    gold = tmp_path / "gold"
    gold.mkdir()
    for name in ("tea", "pot", "cup"):
        (gold / f"{name}.mmd").write_text(CHART)
    lines = [{"id": "tea", "prediction": FENCED}, {"id": "pot", "prediction": CHART}]
    (tmp_path / "mine.jsonl").write_text("\n".join(map(json.dumps, lines)))
    values, told = scored(tmp_path / "mine.jsonl", gold)
    value, pairs = values["edge_f1"]
    assert value == pytest.approx(0.8)  # 2 of 3 edges, none of them wrong
    assert pairs == 3
    assert "repaired: fence 1 of 2" in told


def test_an_unread_prediction_is_counted_and_is_nothing(tmp_path: Path) -> None:
    gold, pred = tmp_path / "gold", tmp_path / "pred"
    for folder in (gold, pred):
        folder.mkdir()
        (folder / "tea.mmd").write_text(CHART)
    (gold / "pot.mmd").write_text(CHART)
    (pred / "pot.txt").write_text("I am sorry, I cannot see a chart.")
    values, told = scored(pred, gold)
    assert values["edge_f1"] == (pytest.approx(2 / 3), 2)
    assert told.count("\n") == 1
    assert f"unread, and counted as nothing: 1 of 2: {pred / 'pot.txt'} (" in told


def test_what_no_prediction_has_boxes_for_has_no_value_for_one_that_is_unread(tmp_path: Path) -> None:
    corners = {"a": (0, 0, 8, 8), "b": (10, 0, 18, 8)}
    placed = FlowGraph(nodes=tuple(Node(id=id, text=id, box=box) for id, box in corners.items()))
    golds = dict.fromkeys(("tea", "pot"), placed)
    predictions = {"tea": "flowchart TB\n a\n b\n", "pot": "I am sorry,\nI cannot see a chart."}
    scores = diagramloop.score(predictions, golds, metrics=("node_f1", "text/node_f1"))
    assert (scores["node_f1"], scores["text/node_f1"]) == (None, pytest.approx(2 / 3))
    (tmp_path / "gold").mkdir()
    for name, gold in golds.items():
        (tmp_path / "gold" / f"{name}.json").write_text(json.dumps(gold.to_dict()))
    lines = [json.dumps({"id": name, "text": text}) for name, text in predictions.items()]
    (tmp_path / "mine.jsonl").write_text("\n".join(lines))
    asked = ("-m", "node_f1", "-m", "text/node_f1", "-f", "json")
    rows = json.loads(run("score", "-p", tmp_path / "mine.jsonl", "-g", tmp_path / "gold", *asked).stdout)
    assert {row["metric"]: row["value"] for row in rows} == {"node_f1": None, "text/node_f1": pytest.approx(2 / 3)}


def test_two_records_of_one_item_are_told(tmp_path: Path) -> None:
    (tmp_path / "tea.mmd").write_text(CHART)
    line = json.dumps({"id": "tea", "prediction": CHART})
    (tmp_path / "mine.jsonl").write_text(f"{line}\n{line}\n")
    result = run("score", "-p", tmp_path / "mine.jsonl", "-g", tmp_path / "tea.mmd")
    assert result.exit_code == 2
    assert "two predictions are named" in result.stderr


def test_score_in_python_reads_a_fence_and_tells_so() -> None:
    scores = diagramloop.score({"tea": FENCED, "pot": CHART}, {"tea": CHART, "pot": CHART}, similarity="exact")
    assert (scores["node_f1"], scores["edge_f1"]) == (1.0, 1.0)
    assert str(scores).endswith("repaired: fence 1 of 2")


def test_what_python_cannot_read_is_nothing_and_told_and_what_is_not_there_is_an_error(tmp_path: Path) -> None:
    scores = diagramloop.score({"tea": "I cannot\nsee a chart.", "pot": CHART}, {"tea": CHART, "pot": CHART})
    assert scores["edge_f1"] == pytest.approx(2 / 3)
    assert list(scores.unread) == ["tea"]
    assert "unread, and counted as nothing: 1 of 2: tea (" in str(scores).splitlines()[-1]
    with pytest.raises(DiagramloopError, match=r"nowhere\.mmd"):
        diagramloop.score(tmp_path / "nowhere.mmd", CHART)


@pytest.mark.parametrize("name", ["null.jsonl", "short.csv"])
def test_a_record_without_an_answer_is_unread_and_not_the_file(name: str, tmp_path: Path) -> None:
    (tmp_path / "tea.mmd").write_text(CHART)
    (tmp_path / "null.jsonl").write_text(json.dumps({"id": "tea", "note": FENCED, "prediction": None}))
    (tmp_path / "short.csv").write_text("id,prediction\ntea\n")
    values, told = scored(tmp_path / name, tmp_path / "tea.mmd")
    assert values["edge_f1"] == (0.0, 1)
    assert "unread, and counted as nothing: 1 of 1" in told
