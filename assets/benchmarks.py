"""Benchmarks that are being built: labels by a model, then agreement, choice and data set (Follow the Flow, Section 4).

The same steps as ``diagramloop benchmark``, pinned: what people annotated lies beside charts and questions, as
``annotations.jsonl``; a refresh after they went on makes the benchmark anew.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import pyarrow as pa

from assets._graphs import from_cell, to_cell
from assets.machinery import ANSWERS_REJECTED, Row, StageReport, StageRun, stage
from diagramloop.data.sources import QuestionType, open_source
from diagramloop.engines.attribute import AttributionTask
from diagramloop.engines.attribute.benchmark import (
    Asked,
    KeptLabel,
    Looks,
    agreements,
    build,
    select_questions,
    write_record,
)
from diagramloop.engines.attribute.labelling import AutomaticLabels
from diagramloop.scores.annotation import AnnotationStore

ANNOTATIONS, DATA_SET, SELECTION = "annotations.jsonl", "dataset", "selection.json"
LABELS = pa.schema(
    [(name, pa.string()) for name in ("id", "model", "reason")]
    + [("nodes", pa.list_(pa.string()))]
    + [(name, pa.int64()) for name in ("prompt_tokens", "completion_tokens", "calls")]
    + [("seconds", pa.float64())]  # that the model took when it was first called
)


@stage(
    group="benchmark",
    data="data/{benchmark}",
    matrix={"benchmark": "benchmarks"},
    params=("benchmarks.{benchmark}",),
    may_reject=ANSWERS_REJECTED,
)
def benchmark_labels(run: StageRun) -> StageReport:
    """A model's labels of every question of a benchmark, for people to check; none where no model is named."""
    model, asked = run.param("benchmarks.{benchmark}")["labels"], _asked(run)
    items = [_item(asked, id) for id in asked.questions] if model else []
    return StageReport.of(run.items.for_each(label, items, {"model": model}, LABELS, run.out))


@stage(
    group="benchmark",
    inputs=("benchmark_labels",),
    data="data/{benchmark}",
    matrix={"benchmark": "benchmarks"},
    params=("benchmarks.{benchmark}",),
)
def built_benchmark(run: StageRun) -> StageReport:
    """The benchmark: chosen questions with people's nodes, pictures in the styles, and how far all agree."""
    assert run.data is not None
    node, asked = run.param("benchmarks.{benchmark}"), _asked(run)
    labels = {row["id"]: KeptLabel(row["id"], "", row["model"], tuple(row["nodes"])) for row in _labels(run)}
    store = AnnotationStore(run.data / ANNOTATIONS, asked.offered)
    chosen = select_questions(asked, store, {id: label.nodes for id, label in labels.items()}, node["size"])
    (run.out / SELECTION).write_text(chosen.to_json(), encoding="utf-8")
    looks = Looks(tuple(node["styles"]), node["seed"], node["engine"])
    made = build(run.out / DATA_SET, asked, store, looks, [one.id for one in chosen.chosen])
    pairs = agreements(store, labels)
    write_record(run.out / DATA_SET, looks, made, pairs)
    kappas = {f"kappa of {pair.first} and {pair.second}": pair.kappa for pair in pairs}
    return StageReport(
        len(made.questions), len(made.questions), figures={**kappas, "pictures": float(len(made.styles))}
    )


def label(item: Row, model: dict[str, Any]) -> list[Row]:
    """The label of one question.

    Raises:
        DiagramloopError: why there is none.
    """
    labeller = _labeller(json.dumps(model))
    task = AttributionTask(item["id"], from_cell(item["graph"]), item["question"], item["answer"])
    made = labeller.label(task, QuestionType(item["type"]))
    used = {name: getattr(made.usage, name) for name in ("prompt_tokens", "completion_tokens", "calls", "seconds")}
    said = {"nodes": list(made.nodes), "reason": made.reason, "model": labeller.model}
    return [{"id": item["id"], **said, **used}]


def _asked(run: StageRun) -> Asked:
    assert run.data is not None
    node = run.param("benchmarks.{benchmark}")
    return Asked.of(open_source(node["make"], run.data, **node["options"]))


def _item(asked: Asked, id: str) -> Row:
    question = asked.questions[id]
    task = asked.task(question)
    said = {"question": task.question, "answer": task.answer, "type": question.type.value}
    return {"id": id, **said, "graph": to_cell(task.graph.without_geometry())}


def _labels(run: StageRun) -> list[Row]:
    return list(run.rows("benchmark_labels", ["id", "model", "nodes"]))


@lru_cache(maxsize=1)
def _labeller(model: str) -> AutomaticLabels:
    """Made once in each process."""
    return AutomaticLabels(json.loads(model))
