"""Attribution scores: the nodes named, or the regions shown, beside the nodes that ground the answer."""

from __future__ import annotations

import json

from assets._canaries import canary_note
from assets._given_charts import unread
from assets._graphs import from_cell
from assets._question_scores import QuestionScores
from assets._scores import GOLD, link, score_rows
from assets.machinery import Row, StageReport, StageRun, made_of, stage
from diagramloop.engines.attribute import ATTRIBUTORS
from diagramloop.evaluation.attribution import GRAPH, SHOWN, TASK, AttributionItem, Claims, all_metrics
from diagramloop.evaluation.lineage import lineages_of
from diagramloop.evaluation.outcome import Link


@stage(
    group="score",
    inputs=("charts", "questions", "styled_figures"),
    matrix={"source": "sources[questions]"},
    params=("attribute", "score"),
)
def gold_attribution_scores(run: StageRun) -> StageReport:
    """The control row: the gold nodes of every question, scored as if a system had named them."""
    asked = list(QUESTIONS.asked(run))
    named = {item["id"]: json.dumps([item["gold"], [], GRAPH]) for item in asked}
    return QUESTIONS.scored(run, asked, named, GOLD)


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
    asked = list(QUESTIONS.asked(run))
    links = (
        Link("parsed_figures", unread(run, asked, run.param("attribute")), answers=False),
        link(run, "attributions"),
    )
    system = run.system("attributors.{attributor}")
    lineages = lineages_of(ATTRIBUTORS, system["make"], system["options"])
    note = canary_note(run.folder("attributions"))
    return QUESTIONS.scored(run, asked, named, run.key["attributor"], links, lineages, note)


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


QUESTIONS = QuestionScores(TASK, SHOWN, "attribute", "attribution", score)
