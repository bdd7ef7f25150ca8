"""Samples of the page: the grounds of answers, gold and named, on the picture, with the trace."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from assets._graphs import from_cell
from assets._shown_samples import Shown, shown_samples
from assets.machinery import Input, Row, Rows, RowsWithGold, StageRun
from diagramloop.evaluation.attribution import GRAPH
from diagramloop.report import Drawing, Grounding, Sample


def attribution_samples(run: StageRun, most: int) -> Iterator[Sample]:
    """The ``most`` worst questions and how every attributor grounded their answers."""
    attributed = run.inputs.get("attributions", ())
    for shown in shown_samples(run, attributed, "attribution_scores", "attribution/f1", "attributor", most):
        made = shown.made
        questions = {row["id"]: row for row in RowsWithGold(run.like("questions", made).folder)}
        named = {row["id"]: row for row in Rows(made.folder) if row["id"] in shown.scores}
        asked = {id: questions[id.rpartition("/")[0]] for id in shown.scores}
        pictures = _pictures(run, made, {question["chart"] for question in asked.values()})
        for id, question in asked.items():
            chart = pictures[id.endswith(f"/{GRAPH}"), question["chart"]]
            yield shown.scored(id, _grounding(shown, id, question, chart, named.get(id)).sample())


def _grounding(shown: Shown, id: str, question: Row, chart: Drawing, named: Row | None) -> Grounding:
    _, _, view = id.rpartition("/")
    claims = named or {"nodes": (), "regions": (), "trace": "[]"}
    by_id = view == GRAPH and bool(claims["nodes"])
    return Grounding(
        data=f"{shown.made.key['source']}/{view}",
        system=shown.made.key["attributor"],
        name=question["id"],
        score=shown.scores[id],
        chart=chart,
        question=question["question"],
        answer=question["answers"][0],
        type=question["type"],
        gold=tuple(question["attribution"]),
        nodes=tuple(claims["nodes"]) if by_id else (),
        regions=() if by_id else tuple((x0, y0, x1, y1) for x0, y0, x1, y1 in claims["regions"]),
        trace=tuple(json.loads(claims["trace"])),
        reason=shown.refused.get(id, ""),
        facets=shown.facets[id],
    )


def _pictures(run: StageRun, made: Input, charts: set[str]) -> Mapping[tuple[bool, str], Drawing]:
    """Of the charts, by whether the graph was given: the picture that was given, else any there is, else none."""
    style = run.param("attribute")["style"]
    found: dict[tuple[bool, str], Drawing] = {}
    for row in Rows(run.like("charts", made).folder, ["id", "graph"]):
        if row["id"] in charts:
            found[True, row["id"]] = Drawing(from_cell(row["graph"]), None)
    for figures in run.all_like("styled_figures", made):
        for figure in RowsWithGold(figures.folder, ["chart", "style", "picture", "graph"]):
            if figure["chart"] in charts:
                drawing = Drawing(from_cell(figure["graph"]), figure["picture"]["bytes"])
                found[True, figure["chart"]] = drawing
                if figure["style"] == style:
                    found[False, figure["chart"]] = drawing
    return found
