"""A benchmark of attributions written as FlowExplainBench is, so that whatever reads that reads one's own.

``dataset.json`` (``{question id: row}``), ``annotations.json`` (``{chart: {node id: [x0, y0, x1, y1]}}`` in pixels),
and ``images/CHART/original.png`` with ``flowchart.svg`` for the charts that come with a drawing;
:class:`diagramloop.data.sources.FlowExplainBench` reads it back.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from diagramloop.data.sources import Chart, Question
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.scores.annotation import AnnotationStore
from diagramloop.whole_files import write_whole

MOST_ANSWERS = 3  # a1, a2 and a3


def annotated(questions: Iterable[Question], store: AnnotationStore) -> list[Question]:
    """The questions that were annotated, with the nodes that :meth:`AnnotationStore.agreed` gives them."""
    agreed = {id: annotation.nodes for id, annotation in store.agreed().items() if annotation.nodes}
    return [replace(question, attribution=agreed[question.id]) for question in questions if question.id in agreed]


def export(
    folder: Path, charts: Iterable[Chart], questions: Iterable[Question], svgs: Mapping[str, str] | None = None
) -> None:
    """Writes the data set; answers beyond the third have no place in it.

    Args:
        folder: made if it is not there; files of the same names are replaced.
        charts: at least those that are asked about; the others are not written.
        svgs: by chart id, the drawing that the chart's picture is a screenshot of, under the chart's ids; a picture
            without it is left out, as it has no geometry. See
            :func:`diagramloop.engines.attribute.dataset_drawing.drawn`.

    Raises:
        DiagramloopError: a question on none of the charts (MISSING).
    """
    known = {chart.id: chart for chart in charts}
    rows = {question.id: _row(question, known) for question in questions}
    asked = [known[key] for key in dict.fromkeys(row["key"] for row in rows.values())]
    folder.mkdir(parents=True, exist_ok=True)
    for chart in asked:
        if chart.picture is not None and svgs and chart.id in svgs:
            _write_drawing(folder / "images" / chart.id, chart.picture, svgs[chart.id])
    _write_json(folder / "annotations.json", {chart.id: _boxes(chart) for chart in asked})
    _write_json(folder / "dataset.json", rows)


def _row(question: Question, charts: Mapping[str, Chart]) -> dict[str, Any]:
    if question.chart not in charts:
        raise DiagramloopError(f"no chart {question.chart!r} for {question.id!r}", reason=RejectionReason.MISSING)
    chart = charts[question.chart]
    answers = (*question.answers, *[""] * MOST_ANSWERS)[:MOST_ANSWERS]
    return {
        "key": chart.id,
        "mermaid": chart.mermaid,
        "q": question.question,
        **{f"a{place}": answer for place, answer in enumerate(answers, start=1)},
        "type": str(question.type),
        "attribution": list(question.attribution),
        "reason": question.reason,
        "domain": chart.domain,
    }


def _boxes(chart: Chart) -> dict[str, list[int]]:
    """Whole pixels, as published."""
    return {node.id: [round(side) for side in node.box] for node in chart.graph.nodes if node.box}


def _write_drawing(folder: Path, picture: bytes, svg: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / "original.png", picture)
    write_whole(folder / "flowchart.svg", svg)


def _write_json(path: Path, content: object) -> None:
    write_whole(path, json.dumps(content, ensure_ascii=False, indent=1) + "\n")
