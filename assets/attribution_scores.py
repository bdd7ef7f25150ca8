"""Attribution scores: the nodes named, or the regions shown, beside the nodes that ground the answer."""

from __future__ import annotations

from collections.abc import Iterator

from assets._graphs import from_cell
from assets._scores import GOLD, absence, score_row, scored
from assets.attribute import CODE as ATTRIBUTE_CODE
from assets.attribute import GRAPH, PIXELS, picture_of
from assets.machinery import MACHINERY, Row, StageReport, StageRun, stage
from diagramloop.score import score_comparison
from diagramloop.score.attribution import AttributionComparison
from diagramloop.score.attribution_metrics import ATTRIBUTION_METRICS
from diagramloop.score.attribution_strata import attribution_strata

ATTRIBUTION = "attribution"
CODE = (*MACHINERY, *ATTRIBUTE_CODE, "assets/_scores.py", "assets/attribute.py")
METRICS = tuple(metric.name for metric in ATTRIBUTION_METRICS)
SHOWN = ("attribution/f1", "attribution/exact")


@stage(
    group="score",
    inputs=("charts", "questions", "styled_figures"),
    matrix={"source": "sources[questions]"},
    params=("attribute", "score"),
    code=CODE,
)
def gold_attribution_scores(run: StageRun) -> StageReport:
    """The control row: the gold nodes of every question, scored as if a system had named them."""
    items = [{**item, "nodes": item["gold"], "regions": []} for item in _asked(run)]
    return scored(run, score, items, {}, task=ATTRIBUTION, system=GOLD, shown=SHOWN)


@stage(
    group="score",
    inputs=("charts", "questions", "styled_figures", "attributions"),
    matrix={"source": "sources[questions]", "attributor": "attributors"},
    params=("attribute", "score"),
    code=CODE,
)
def attribution_scores(run: StageRun) -> StageReport:
    """What one attributor named, beside the gold; a question it gave nothing for has all its nodes missed."""
    made = {row["id"]: row for row in run.rows("attributions", ["id", "nodes", "regions"])}
    items = [{**item, **_claims(made.get(item["id"]), item["view"])} for item in _asked(run)]
    system, absent = run.key["attributor"], absence(run.folder("attributions"))
    return scored(run, score, items, {}, task=ATTRIBUTION, system=system, shown=SHOWN, absent=absent)


def score(item: Row) -> list[Row]:
    """The score rows of one question."""
    graph = from_cell(item["chart_graph"])
    regions = tuple((x0, y0, x1, y1) for x0, y0, x1, y1 in item["regions"])
    comparison = AttributionComparison(tuple(item["gold"]), graph, tuple(item["nodes"]), regions)
    strata = attribution_strata(graph, type=item["type"], domain=item["domain"])
    rows = score_comparison(comparison, chart=item["chart"], metrics=METRICS)
    return [score_row({**item, "strata": strata}, row) for row in rows]


def _claims(made: Row | None, view: str) -> Row:
    """What counts: nodes of the chart's own graph by their ids, nodes of a graph read from a picture by their place."""
    if made is None:
        return {"nodes": [], "regions": []}
    named = made["nodes"] if view == GRAPH else []
    return {"nodes": named, "regions": [] if named else made["regions"]}


def _asked(run: StageRun) -> Iterator[Row]:
    """Every question as it was put: on its chart's graph, and on its picture where there is one."""
    charts = {row["id"]: row for row in run.rows("charts", ["id", "graph", "domain"])}
    questions = list(run.rows("questions", ["id", "chart", "type", "attribution"]))
    for view in run.param("attribute")["views"]:
        graphs = _graphs(run, view)
        for question in questions:
            if question["chart"] in graphs:
                yield {
                    "id": f"{question['id']}/{view}",
                    "data": f"{run.key['source']}/{view}",
                    "view": view,
                    **{name: question[name] for name in ("chart", "type")},
                    "domain": charts[question["chart"]]["domain"],
                    "chart_graph": graphs[question["chart"]],
                    "gold": question["attribution"],
                }


def _graphs(run: StageRun, view: str) -> dict[str, str]:
    """By chart, the graph whose nodes count: with the geometry of the picture that was given, if one was."""
    if view == PIXELS:
        return {figure["chart"]: figure["graph"] for figure in picture_of(run, run.inputs["questions"][0])}
    return {chart["id"]: chart["graph"] for chart in run.rows("charts", ["id", "graph"])}
