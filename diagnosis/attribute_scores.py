"""Attribution scores of predictions that need no system: ``python -m diagnosis.attribute_scores FOLDER``.

FOLDER holds FlowExplainBench. The rows: gold itself, every node of the chart, gold on half of the questions and blanks
on the rest; gold boxes shown as regions on the charts with a picture, exact and shrunk to an IoU of 0.6. The last
column is the published evaluator over node letters, for tables that give it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import typer

from diagramloop.data.sources import Chart, FlowExplainBench, Question
from diagramloop.graph import Box
from diagramloop.scores.attribution import AttributionComparison
from diagramloop.scores.attribution_metrics import ATTRIBUTION_METRICS
from diagramloop.scores.attribution_official import official_macro

Prediction = Callable[[int, Question, Chart], AttributionComparison]


def shrunk(box: Box, share: float) -> Box:
    """The upper ``share`` of a box."""
    x0, y0, x1, y1 = box
    return (x0, y0, x1, y0 + share * (y1 - y0))


def regions(share: float) -> Prediction:
    """Gold boxes, shrunk."""

    def predict(_: int, question: Question, chart: Chart) -> AttributionComparison:
        boxes = [chart.graph.node_by_id[id].box for id in question.attribution]
        return AttributionComparison(
            question.attribution, chart.graph, regions=tuple(shrunk(box, share) for box in boxes if box)
        )

    return predict


PREDICTIONS: dict[str, Prediction] = {
    "gold": lambda _, q, c: AttributionComparison(q.attribution, c.graph, q.attribution),
    "every node": lambda _, q, c: AttributionComparison(q.attribution, c.graph, tuple(c.graph.node_by_id)),
    "gold on half": lambda i, q, c: AttributionComparison(q.attribution, c.graph, q.attribution if i % 2 else ()),
    "gold regions": regions(1.0),
    "gold regions, IoU 0.6": regions(0.6),
}


def main(folder: Path) -> None:
    """Print what the module says."""
    source = FlowExplainBench(folder)
    charts = {chart.id: chart for chart in source.charts() if isinstance(chart, Chart)}
    questions = [question for question in source.questions() if isinstance(question, Question)]
    print(
        f"{'prediction':24}{'n':>5}"
        + "".join(f"{m.name:>25}" for m in ATTRIBUTION_METRICS)
        + f"{'official macro f1':>25}"
    )
    for name, predict in PREDICTIONS.items():
        asked = [q for q in questions if "regions" not in name or charts[q.chart].picture]
        comparisons = [predict(i, q, charts[q.chart]) for i, q in enumerate(asked)]
        values = [
            float(m.statistic(np.sum([m.count(c).row for c in comparisons], axis=0))) for m in ATTRIBUTION_METRICS
        ]
        values.append(official_macro(comparison.official for comparison in comparisons)[2])
        print(f"{name:24}{len(asked):>5}" + "".join(f"{value:25.3f}" for value in values))


if __name__ == "__main__":
    typer.run(main)
