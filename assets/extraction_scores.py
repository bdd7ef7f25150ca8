"""Extraction scores: the procedural graphs beside the documents' gold."""

from __future__ import annotations

from assets._graphs import from_cell
from assets._scores import absence, score_row, scored
from assets.machinery import MACHINERY, Row, StageReport, StageRun, stage
from diagramloop.graph import FlowGraph
from diagramloop.score import score_comparison
from diagramloop.score.extraction import score_extraction
from diagramloop.score.extraction_metrics import EXTRACTION_METRICS

EXTRACTION = "extraction"
CODE = (
    *MACHINERY,
    "assets/_graphs.py",
    "assets/_scores.py",
    "diagramloop/errors.py",
    "diagramloop/graph",
    "diagramloop/models",
    "diagramloop/score",
)
METRICS = tuple(metric.name for metric in EXTRACTION_METRICS)
SHOWN = ("paged_official/macro_f1", "strict/macro_f1", "strict/flow_f1")


@stage(
    group="score",
    inputs=("documents", "procedural_graphs"),
    matrix={"source": "sources[documents]", "extractor": "extractors"},
    params=("score",),
    code=CODE,
)
def extraction_scores(run: StageRun) -> StageReport:
    """What one extractor made of the documents, beside their gold graphs."""
    made = {row["id"]: row["graph"] for row in run.rows("procedural_graphs", ["id", "graph"])}
    items = [
        {
            "id": row["id"],
            "chart": row["id"],
            "data": run.key["source"],
            "gold": row["graph"],
            "pred": made.get(row["id"]),
        }
        for row in run.rows("documents", ["id", "graph"])
    ]
    system, absent = run.key["extractor"], absence(run.folder("procedural_graphs"))
    return scored(run, score, items, {}, task=EXTRACTION, system=system, shown=SHOWN, absent=absent)


def score(item: Row) -> list[Row]:
    """The score rows of one document; a prediction that is None (its document was rejected) is the empty graph."""
    pred = FlowGraph() if item["pred"] is None else from_cell(item["pred"])
    gold = from_cell(item["gold"])
    rows = score_comparison(score_extraction(pred, gold), chart=item["chart"], metrics=METRICS)
    return [score_row(item, row) for row in rows]
