"""Scores of questions on charts: as they were put in each view, and the artifact of what was said to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from assets._given_charts import Settings, figures_given, unread
from assets._graphs import from_cell
from assets._scoring import Scoring
from assets.machinery import Row, StageRun
from diagramloop.evaluation.attribution import PIXELS
from diagramloop.evaluation.lineage import chart_fingerprint
from diagramloop.evaluation.outcome import Link


class QuestionScoring(Scoring):
    """Base of the tasks that put questions on charts.

    Attributes:
        node: of the configuration, which says the views, the parser and the style.
        right: the column of the questions that says what is right.
        failures_alone: whether a question on a picture of which the parser made out nothing is put all the same.
    """

    before = ("charts", "questions")
    node: ClassVar[str]
    right: ClassVar[str]
    failures_alone: ClassVar[bool]

    def items(self, run: StageRun) -> Sequence[Row]:
        """Every question as it was put: on its chart's graph, and on its picture where there is one."""
        charts = {row["id"]: row for row in run.rows("charts", ["id", "graph", "domain"])}
        questions = list(run.with_gold("questions", ["id", "chart", "type", self.right]))
        settings = run.param(self.node)
        own_graphs = {id: row["graph"] for id, row in charts.items()}
        items = []
        for view in settings["views"]:
            graphs = _pictured(run, settings) if view == PIXELS else own_graphs
            for question in questions:
                chart = question["chart"]
                if chart not in graphs:
                    continue
                item = {"id": f"{question['id']}/{view}", "data": f"{run.key['source']}/{view}", "view": view}
                item |= {"chart": chart, "type": question["type"], "domain": charts[chart]["domain"]}
                item |= {"chart_graph": graphs[chart], "own_graph": own_graphs[chart], "gold": question[self.right]}
                items.append(item)
        return items

    def boards(self, run: StageRun, items: Sequence[Row]) -> Sequence[str]:
        """One for each view."""
        del items
        return [f"{run.key['source']}/{view}" for view in run.param(self.node)["views"]]

    def things(self, item: Row) -> Sequence[str]:
        """Of the chart, whatever picture of it was given."""
        return (_fingerprint(item["own_graph"]),)

    def upstream(self, run: StageRun, items: Sequence[Row]) -> Sequence[Link]:
        """Of the pictures that were to be read."""
        refused = unread(run, items, run.param(self.node), failures_alone=self.failures_alone)
        return (Link("parsed_figures", refused, answers=False),)


@lru_cache(maxsize=1_024)  # of many questions each
def _fingerprint(graph: str) -> str:
    return chart_fingerprint(from_cell(graph))


def _pictured(run: StageRun, settings: Settings) -> Mapping[str, str]:
    """By chart with a picture that was given, the graph with the geometry of that picture."""
    (questions,) = run.inputs["questions"]
    return {figure["chart"]: figure["graph"] for figure in figures_given(run, questions, settings, ["graph"])}
