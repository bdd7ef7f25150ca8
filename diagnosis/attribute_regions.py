"""Cost of reading pictures for attribution: ``python -m diagnosis.attribute_regions FOLDER``.

FOLDER holds FlowExplainBench. Each chart with a picture is read by the embedded parser; each gold node is attributed by
the region of the parser that overlaps it most. No attributor that works on the parser's graph can score higher. The
rest is Table 3 of Follow the Flow, by charts, for this parser and this ideal attributor.
"""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import typer

from diagramloop.data.sources import Chart, FlowExplainBench, Question
from diagramloop.engines.parse import parse
from diagramloop.errors import DiagramloopError
from diagramloop.graph import Box, FlowGraph
from diagramloop.scores.attribution import AttributionComparison
from diagramloop.scores.counts import Counts, f1, precision, recall
from diagramloop.scores.error_propagation import ReadChart, error_propagation, segmentation_iou, word_f1
from diagramloop.scores.regions import boxes_array, iou_matrix


def read(picture: bytes) -> FlowGraph:
    """Return the parser's graph; a rejected picture is the empty graph."""
    try:
        return parse(picture).graph
    except DiagramloopError:
        return FlowGraph()


def best_regions(nodes: tuple[str, ...], chart: FlowGraph, found: FlowGraph) -> tuple[Box, ...]:
    """The boxes of ``found`` that overlap those nodes of ``chart`` most."""
    if not found.nodes:
        return ()
    wanted = boxes_array([chart.node_by_id[id].box for id in nodes])
    overlap = iou_matrix(wanted, boxes_array([node.box for node in found.nodes]))
    boxes = (found.nodes[at].box for at in overlap.argmax(axis=1).tolist())
    return tuple(box for box in boxes if box)


def ideal(chart: Chart, questions: list[Question]) -> ReadChart:
    """The chart with its questions, attributed as well as the parser allows."""
    assert chart.picture is not None
    found = read(chart.picture)
    counts = Counts(0, 0, 0, 0)
    for question in questions:
        regions = best_regions(question.attribution, chart.graph, found)
        counts += AttributionComparison(question.attribution, chart.graph, regions=regions).counts
    return ReadChart(chart.id, segmentation_iou(found, chart.graph), word_f1(found, chart.graph), counts)


def main(folder: Path) -> None:
    """Print what the module says."""
    source = FlowExplainBench(folder)
    charts = [chart for chart in source.charts() if isinstance(chart, Chart) and chart.picture]
    asked = [question for question in source.questions() if isinstance(question, Question)]
    began = time.perf_counter()
    items = [ideal(chart, [q for q in asked if q.chart == chart.id]) for chart in charts]
    numbers = [sum(q.chart == chart.id for q in asked) for chart in charts]
    words, ious = ([getattr(item, name) for item in items] for name in ("word_f1", "iou"))
    total = np.sum([item.counts.row for item in items], axis=0)
    print(f"{len(charts)} charts, {sum(numbers)} questions, {time.perf_counter() - began:.0f} s")
    print(f"ideal attributor: precision {precision(total):.4f}, recall {recall(total):.4f}, F1 {f1(total):.4f}")
    means = [np.average(values, weights=numbers) for values in (ious, words)]
    print("over questions: mean IoU {:.4f}, mean word F1 {:.4f}; over charts:".format(*means))
    for row in error_propagation(items):
        print(
            f"({100 * row.low:.1f}, {100 * row.high:.1f}]: IoU {100 * row.iou:.2f}, word F1 {100 * row.word_f1:.2f},"
            f" attribution F1 {100 * row.f1:.2f}, n {row.n}"
        )


if __name__ == "__main__":
    typer.run(main)
