"""Attribution scores: the nodes named, or the regions shown, beside the nodes that ground the answer."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial

from assets._given_charts import figures_given, unread
from assets._graphs import from_cell
from assets._scores import GOLD, link, score_rows, scored, with_outcomes
from assets.machinery import Row, StageReport, StageRun, made_of, stage
from diagramloop.attribute import ATTRIBUTORS
from diagramloop.evaluation.attribution import GRAPH, PIXELS, SHOWN, TASK, AttributionItem, Claims, all_metrics
from diagramloop.evaluation.lineage import Lineage, chart_fingerprint, lineages_of
from diagramloop.evaluation.outcome import Link


@stage(
    group="score",
    inputs=("charts", "questions", "styled_figures"),
    matrix={"source": "sources[questions]"},
    params=("attribute", "score"),
)
def gold_attribution_scores(run: StageRun) -> StageReport:
    """The control row: the gold nodes of every question, scored as if a system had named them."""
    asked = list(_asked(run))
    named = {item["id"]: json.dumps([item["gold"], [], GRAPH]) for item in asked}
    return _scored(run, asked, named, GOLD, ())


@stage(
    group="score",
    inputs=("charts", "questions", "styled_figures", "parsed_figures", "attributions", "tuned"),
    matrix={"source": "sources[questions]", "attributor": "attributors"},
    params=("attribute", "score", *made_of("attributors.{attributor}")),
)
def attribution_scores(run: StageRun) -> StageReport:
    """Nodes that one attributor named, beside the gold."""
    made = run.rows("attributions", ["id", "view", "nodes", "regions"])
    named = {row["id"]: json.dumps([row["nodes"], row["regions"], row["view"]]) for row in made}
    asked = list(_asked(run))
    links = (
        Link("parsed_figures", unread(run, asked, run.param("attribute")), answers=False),
        link(run, "attributions"),
    )
    system = run.system("attributors.{attributor}")
    lineages = lineages_of(ATTRIBUTORS, system["make"], system["options"])
    return _scored(run, asked, named, run.key["attributor"], links, lineages)


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


def _scored(
    run: StageRun,
    asked: Sequence[Row],
    named: Mapping[str, str],
    system: str,
    links: Sequence[Link],
    lineages: Sequence[Lineage] | None = None,
) -> StageReport:
    before = [link(run, name, answers=False) for name in ("charts", "questions")]
    boards = [f"{run.key['source']}/{view}" for view in run.param("attribute")["views"]]
    items = list(with_outcomes(asked, named, [*before, *links]))
    report = partial(scored, run, score, items, {}, task=TASK, system=system, shown=SHOWN)
    charts = {row["id"]: row["graph"] for row in run.rows("charts", ["id", "graph"])}
    fingerprint = cache(lambda chart: [chart_fingerprint(from_cell(charts[chart]))])  # of many questions each
    return report(boards=boards, links=before, lineages=lineages, things=lambda item: fingerprint(item["chart"]))


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
        figures = figures_given(run, run.inputs["questions"][0], run.param("attribute"))
        return {figure["chart"]: figure["graph"] for figure in figures}
    return {chart["id"]: chart["graph"] for chart in run.rows("charts", ["id", "graph"])}
