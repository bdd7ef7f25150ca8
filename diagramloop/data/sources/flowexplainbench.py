"""FlowExplainBench: questions on flowcharts with the nodes that support each answer.

Suri et al., "Follow the Flow: Fine-grained Flowchart Attribution with Neurosymbolic Agents", EMNLP 2025,
built on FlowVQA. The folder holds ``dataset.json`` (``{question id: row}``), ``images/CHART/original.png``
and ``images/CHART/flowchart.svg`` for the charts that come with their drawing, and the published node boxes,
as ``annotations.json`` in the folder or in each chart's own.

Geometry is the drawing's (SVG), scaled to the picture, for every chart: the published boxes are degenerate for
about one chart in six, and know neither outlines nor edges. They serve as a check, see :meth:`defects`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from math import isfinite
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from diagramloop.data.sources._files import MAX_PICTURE_BYTES, check_id, read_bytes, read_json, read_text
from diagramloop.data.sources._geometry import with_drawing
from diagramloop.data.sources._model import Chart, Defect, Question, QuestionType, Rejected
from diagramloop.data.sources._rows import Ids, Row, Said, Text, attributed, labelled, validate
from diagramloop.errors import DiagramloopError, RejectionReason, SourceError
from diagramloop.graph import Box, FlowGraph
from diagramloop.graph.mermaid import read_mermaid

LEAST_SIDE = 2  # pixels; boxes with a shorter side are degenerate


class _ChartRow(Row):
    key: str
    domain: Said
    mermaid: Annotated[str, Field(max_length=1_000_000)]


class _QuestionRow(_ChartRow):
    q: Said
    a1: Said
    a2: Text = ""
    a3: Text = ""
    type: Annotated[QuestionType, Field(strict=False)]
    attribution: Annotated[tuple[Ids, ...], Field(max_length=10_000, strict=False)] = ()
    reason: Text = ""

    @property
    def answers(self) -> tuple[str, ...]:
        """The published answers that say something, each once."""
        return tuple(dict.fromkeys(answer for answer in (self.a1, self.a2, self.a3) if answer.strip()))


class FlowExplainBench:
    """The folder ``root`` read as FlowExplainBench; both the public repository's ``data`` and a part of it will do."""

    name = "flowexplainbench"
    licence = "none stated: measure only, do not redistribute"
    public_since = "2024-06"

    def __init__(self, root: Path) -> None:
        self._root = root

    def charts(self) -> Iterator[Chart | Rejected]:
        """Each chart once, in the order of the first question on it.

        Raises:
            SourceError: dataset.json is absent or not an object of rows.
        """
        for chart in self._charts.values():
            yield from self._with_picture(chart) if isinstance(chart, Chart) else (chart,)

    def questions(self) -> Iterator[Question | Rejected]:
        """The questions in file order; attributed ids that are repeated or no node are left out (a defect)."""
        return (labelled(question, self.name) for question in self.asked())

    def asked(self) -> Iterator[Question | Rejected]:
        """The same, and those that nobody has labelled yet."""
        for id, raw in self._rows.items():
            try:
                yield self._question(id, validate(_QuestionRow, raw))
            except DiagramloopError as error:
                yield Rejected.of(error, id, self.name, "question")

    def defects(self) -> Iterator[Defect]:
        """Defects in items that are used.

        ``no_boxes``: a chart without any published box; ``degenerate_box``, ``missing_box``: published boxes of
        nodes, which are not used; ``unboxed_attribution``: attributed nodes without a published box;
        ``repeated_attribution``, ``unknown_attribution``: ids left out of a question's attribution.
        """
        for chart in self._charts.values():
            if isinstance(chart, Chart):
                yield from _present(chart.id, _box_defects(chart.graph, self.published_boxes(chart.id)))
        for question in self.questions():
            if isinstance(question, Question):
                yield from _present(question.id, self._attribution_defects(question))

    def published_boxes(self, chart: str) -> dict[str, Box]:
        """The published boxes of a chart's nodes by id, in pixels of its picture; those that are no boxes left out."""
        own = f"images/{check_id(chart)}/annotations.json"
        boxes = read_json(self._root, own) if (self._root / own).exists() else self._merged_boxes.get(chart)
        return {id: tuple(box) for id, box in boxes.items() if _is_box(box)} if isinstance(boxes, dict) else {}

    @cached_property
    def _rows(self) -> dict[str, Any]:
        rows = read_json(self._root, "dataset.json")
        if not isinstance(rows, dict):
            raise SourceError("dataset.json is not an object of rows", reason=RejectionReason.INVALID)
        return rows

    @cached_property
    def _merged_boxes(self) -> dict[str, Any]:
        if not (self._root / "annotations.json").exists():
            return {}
        boxes = read_json(self._root, "annotations.json")
        return boxes if isinstance(boxes, dict) else {}

    @cached_property
    def _charts(self) -> dict[str, Chart | Rejected]:
        """By key, without pictures; a row whose chart cannot be read stands under its own id."""
        charts: dict[str, Chart | Rejected] = {}
        for id, raw in self._rows.items():
            try:
                row = validate(_ChartRow, raw)
                if not isinstance(charts.get(row.key), Chart):
                    charts[row.key] = self._chart(id, row)
            except DiagramloopError as error:
                name = raw["key"] if isinstance(raw, dict) and isinstance(raw.get("key"), str) else id
                charts.setdefault(name, Rejected.of(error, name, self.name, "chart"))
        return charts

    def _chart(self, id: str, row: _ChartRow) -> Chart:
        return Chart(
            id=check_id(row.key),
            source=self.name,
            domain=row.domain,
            licence=self.licence,
            mermaid=row.mermaid,
            graph=read_mermaid(row.mermaid),
            origin=f"dataset.json#{id}",
        )

    def _with_picture(self, chart: Chart) -> Iterator[Chart | Rejected]:
        folder = f"images/{chart.id}"
        if not (self._root / folder).exists():
            yield chart
            return
        try:
            picture = read_bytes(self._root, f"{folder}/original.png", MAX_PICTURE_BYTES)
            svg = read_text(self._root, f"{folder}/flowchart.svg")
            graph = with_drawing(chart.graph, svg, picture)
            yield replace(chart, graph=graph, picture=picture, svg=svg)
        except DiagramloopError as error:
            yield chart
            yield Rejected.of(error, chart.id, self.name, "picture")

    def _question(self, id: str, row: _QuestionRow) -> Question:
        chart = self._charts[row.key]
        if isinstance(chart, Rejected):
            raise SourceError(f"its chart is not usable: {chart.detail}", reason=chart.reason)
        if row.mermaid != chart.mermaid:
            raise SourceError(f"another text for {row.key} than in its first row", reason=RejectionReason.INVALID)
        supported = attributed(row.attribution, chart.graph) if row.attribution else ()
        return Question(id, row.key, row.q, row.answers, row.type, supported, row.reason)

    def _attribution_defects(self, question: Question) -> dict[str, int]:
        published = self._rows[question.id]["attribution"]
        boxes = self.published_boxes(question.chart)
        return {
            "repeated_attribution": len(published) - len(set(published)),
            "unknown_attribution": len(set(published)) - len(question.attribution),
            "unboxed_attribution": sum(id not in boxes for id in question.attribution) if boxes else 0,
        }


def _box_defects(graph: FlowGraph, boxes: dict[str, Box]) -> dict[str, int]:
    if not boxes:
        return {"no_boxes": 1}
    found = [boxes[id] for id in graph.node_by_id if id in boxes]
    return {
        "missing_box": len(graph.nodes) - len(found),
        "degenerate_box": sum(min(x1 - x0, y1 - y0) < LEAST_SIDE for x0, y0, x1, y1 in found),
    }


def _present(item: str, counts: dict[str, int]) -> Iterator[Defect]:
    yield from (Defect(item, kind, count) for kind, count in counts.items() if count)


def _is_box(box: Any) -> bool:
    return isinstance(box, list) and len(box) == 4 and all(type(v) in (int, float) and isfinite(v) for v in box)
