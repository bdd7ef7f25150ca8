"""Samples of the page: questions with what every answerer said."""

from __future__ import annotations

from collections.abc import Iterator

from assets._given_charts import figures_given
from assets._graphs import from_cell
from assets._shown_samples import Shown, shown_samples
from assets.machinery import Input, Row, Rows, RowsWithGold, StageRun
from diagramloop.evaluation.attribution import PIXELS
from diagramloop.report import Answered, Drawing, Sample


def answer_samples(run: StageRun, most: int) -> Iterator[Sample]:
    """The ``most`` worst questions and what every answerer said to them."""
    made = run.inputs.get("answers", ())
    for shown in shown_samples(run, made, "answer_scores", "answer/lenient", "answerer", most):
        questions = {row["id"]: row for row in RowsWithGold(run.like("questions", shown.made).folder)}
        said = {row["id"]: row for row in Rows(shown.made.folder) if row["id"] in shown.scores}
        asked = {id: questions[id.rpartition("/")[0]] for id in shown.scores}
        charts = _drawings(run, shown.made, {question["chart"] for question in asked.values()})
        for id, question in asked.items():
            yield shown.scored(id, _answered(shown, id, question, charts[question["chart"]], said.get(id)).sample())


def _answered(shown: Shown, id: str, question: Row, chart: Drawing, said: Row | None) -> Answered:
    view = id.rpartition("/")[2]
    return Answered(
        data=f"{shown.made.key['source']}/{view}",
        system=shown.made.key["answerer"],
        name=question["id"],
        score=shown.scores[id],
        chart=chart,
        question=question["question"],
        type=question["type"],
        accepted=tuple(question["answers"]),
        answer=said["answer"] if said else "",
        by=said["by"] if said else "",
        reason=shown.refused.get(id, ""),
        facets=shown.facets[id],
    )


def _drawings(run: StageRun, made: Input, charts: set[str]) -> dict[str, Drawing]:
    """Of the charts, each with the picture that stands for it where one was given."""
    settings = run.param("answer")
    found = {
        row["id"]: Drawing(from_cell(row["graph"]), None)
        for row in Rows(run.like("charts", made).folder, ["id", "graph"])
        if row["id"] in charts
    }
    if PIXELS in settings["views"]:
        for figure in figures_given(run, made, settings, ["graph", "picture"]):
            if figure["chart"] in charts:
                found[figure["chart"]] = Drawing(from_cell(figure["graph"]), figure["picture"]["bytes"])
    return found
