"""Scores of questions on charts: as they were put in each view, and the artifact of what was said to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from assets._given_charts import Settings, figures_given
from assets._graphs import from_cell
from assets._scores import link, scored, with_outcomes
from assets.machinery import Row, StageReport, StageRun
from diagramloop.evaluation.attribution import PIXELS
from diagramloop.evaluation.lineage import Lineage, chart_fingerprint
from diagramloop.evaluation.outcome import Link


@dataclass(frozen=True)
class QuestionScores:
    """A task that puts questions on charts.

    Attributes:
        task, shown: of its board.
        node: of the configuration, which says the views, the parser and the style.
        gold: the column of the questions that says what is right.
        score: the score rows of one question.
    """

    task: str
    shown: tuple[str, ...]
    node: str
    gold: str
    score: Callable[[Row], list[Row]]

    def asked(self, run: StageRun) -> Iterator[Row]:
        """Every question as it was put: on its chart's graph, and on its picture where there is one."""
        charts = {row["id"]: row for row in run.rows("charts", ["id", "graph", "domain"])}
        questions = list(run.with_gold("questions", ["id", "chart", "type", self.gold]))
        settings = run.param(self.node)
        for view in settings["views"]:
            graphs = _pictured(run, settings) if view == PIXELS else {id: row["graph"] for id, row in charts.items()}
            for question in questions:
                if question["chart"] in graphs:
                    yield {
                        "id": f"{question['id']}/{view}",
                        "data": f"{run.key['source']}/{view}",
                        "view": view,
                        **{name: question[name] for name in ("chart", "type")},
                        "domain": charts[question["chart"]]["domain"],
                        "chart_graph": graphs[question["chart"]],
                        "gold": question[self.gold],
                    }

    def scored(
        self,
        run: StageRun,
        asked: Sequence[Row],
        said: Mapping[str, str],
        system: str,
        links: Sequence[Link] = (),
        lineages: Sequence[Lineage] | None = None,
        note: str = "",
    ) -> StageReport:
        """Write the artifact of what ``system`` said, by the id of a question in its view."""
        before = [link(run, name, answers=False) for name in ("charts", "questions")]
        charts = {row["id"]: row["graph"] for row in run.rows("charts", ["id", "graph"])}
        fingerprint = cache(lambda chart: [chart_fingerprint(from_cell(charts[chart]))])  # of many questions each
        return scored(
            run,
            self.score,
            list(with_outcomes(asked, said, [*before, *links])),
            {},
            task=self.task,
            system=system,
            shown=self.shown,
            boards=[f"{run.key['source']}/{view}" for view in run.param(self.node)["views"]],
            links=before,
            lineages=lineages,
            things=lambda item: fingerprint(item["chart"]),
            note=note,
        )


def _pictured(run: StageRun, settings: Settings) -> dict[str, str]:
    """By chart with a picture that was given, the graph with the geometry of that picture."""
    (questions,) = run.inputs["questions"]
    return {figure["chart"]: figure["graph"] for figure in figures_given(run, questions, settings, ["graph"])}
