"""Attribution scores: the nodes named, or the regions shown, beside the nodes that ground the answer."""

from __future__ import annotations

import json
from collections.abc import Mapping

from assets._graphs import from_cell
from assets._question_scores import QuestionScoring
from assets._scores import score_rows
from assets.machinery import Row, StageRun
from diagramloop.engines.attribute import ATTRIBUTORS
from diagramloop.evaluation import attribution
from diagramloop.evaluation.attribution import GRAPH, AttributionItem, Claims, all_metrics


def score(item: Row) -> list[Row]:
    """The score rows of one question."""
    question = AttributionItem(
        **{name: item[name] for name in ("id", "data", "chart", "type", "domain")},
        graph=from_cell(item["chart_graph"]),
        gold=tuple(item["gold"]),
    )
    return score_rows(item, question, _claims, all_metrics())


def _claims(cell: str) -> Claims:
    nodes, regions, view = json.loads(cell)
    return Claims.of(nodes, [(x0, y0, x1, y1) for x0, y0, x1, y1 in regions], view)


class _Attribution(QuestionScoring):
    """Nodes that were named; right are those that ground the answer, by their ids in either view."""

    board = attribution
    kind = ATTRIBUTORS
    systems = ("attributors", "attributor")
    answers = ("attributions",)
    node, right, failures_alone = "attribute", "attribution", False

    def gold(self, item: Row) -> str:
        return json.dumps([item["gold"], [], GRAPH])

    def said(self, run: StageRun) -> Mapping[str, str]:
        rows = run.rows("attributions", ["id", "view", "nodes", "regions"])
        return {row["id"]: json.dumps([row["nodes"], row["regions"], row["view"]]) for row in rows}


attribution_scores = _Attribution().stage(
    "attribution_scores",
    "Nodes that one attributor named, beside the gold; or these, as a control.",
    score,
    params=("attribute", "score"),
    inputs=("charts", "questions", "styled_figures", "parsed_figures", "attributions", "tuned"),
    matrix={"source": "sources[questions]", "attributor": "attributors"},
)
