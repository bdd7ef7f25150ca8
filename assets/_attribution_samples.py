"""Samples of the page: the grounds of answers, gold and named, on the picture, with the trace."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from assets._graphs import from_cell
from assets._scores import item_scores, worst
from assets._stage import Input, StageRun
from assets._tables import Row, Rows, refusals
from assets.attribute import GRAPH
from flowbench.report import Drawing, Grounding, Sample


def attribution_samples(run: StageRun, most: int) -> Iterator[Sample]:
    """The ``most`` worst attributions of every attributor."""
    for made in run.inputs.get("attributions", ()):
        scores = item_scores(run.like("attribution_scores", made).folder, "attribution/f1")
        chosen = worst(scores, most)
        questions = {row["id"]: row for row in Rows(run.like("questions", made).folder)}
        named = {row["id"]: row for row in Rows(made.folder) if row["id"] in chosen}
        refused = refusals(made.folder)
        asked = {id: questions[id.rpartition("/")[0]] for id in chosen}
        pictures = _pictures(run, made, {question["chart"] for question in asked.values()})
        for id, question in asked.items():
            chart = pictures[id.endswith(f"/{GRAPH}"), question["chart"]]
            yield _grounding(made, id, question, chart, scores[id], named.get(id), refused.get(id, "")).sample()


def _grounding(
    made: Input, id: str, question: Row, chart: Drawing, score: float | None, named: Row | None, reason: str
) -> Grounding:
    _, _, view = id.rpartition("/")
    claims = named or {"nodes": (), "regions": (), "trace": "[]"}
    by_id = view == GRAPH and bool(claims["nodes"])
    return Grounding(
        data=f"{made.key['source']}/{view}",
        system=made.key["attributor"],
        name=question["id"],
        score=score,
        chart=chart,
        question=question["question"],
        answer=question["answers"][0],
        type=question["type"],
        gold=tuple(question["attribution"]),
        nodes=tuple(claims["nodes"]) if by_id else (),
        regions=() if by_id else tuple((x0, y0, x1, y1) for x0, y0, x1, y1 in claims["regions"]),
        trace=tuple(json.loads(claims["trace"])),
        reason=reason,
    )


def _pictures(run: StageRun, made: Input, charts: set[str]) -> Mapping[tuple[bool, str], Drawing]:
    """Of the charts, by whether the graph was given: the picture that was given, else any there is, else none."""
    style = run.param("attribute")["style"]
    found: dict[tuple[bool, str], Drawing] = {}
    for row in Rows(run.like("charts", made).folder, ["id", "graph"]):
        if row["id"] in charts:
            found[True, row["id"]] = Drawing(from_cell(row["graph"]), None)
    for figures in run.all_like("styled_figures", made):
        for figure in Rows(figures.folder, ["chart", "style", "picture", "graph"]):
            if figure["chart"] in charts:
                drawing = Drawing(from_cell(figure["graph"]), figure["picture"]["bytes"])
                found[True, figure["chart"]] = drawing
                if figure["style"] == style:
                    found[False, figure["chart"]] = drawing
    return found
