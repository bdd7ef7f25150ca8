"""Charts as they are given with questions: the graph, or the picture with what the chosen parser read of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from assets.machinery import Input, Row, Rows, RowsWithGold, StageRun, read_rejected
from diagramloop.errors import Cause, DiagramloopError, RejectionReason
from diagramloop.evaluation.attribution import GRAPH, PIXELS
from diagramloop.evaluation.outcome import Refusal

Settings = Mapping[str, Any]  # views, parser and style: of the node of the stage


def figures_given(run: StageRun, made: Input, settings: Settings, columns: Sequence[str] = ()) -> Iterator[Row]:
    """The figure that stands for each chart of the source of ``made`` where its picture is given: id, chart, style.

    Args:
        columns: further ones.
    """
    for figures in run.all_like("styled_figures", made):
        for figure in RowsWithGold(figures.folder, ["id", "chart", "style", *columns]):
            if figure["style"] == settings["style"]:
                yield figure


def charts_given(run: StageRun, settings: Settings, view: str) -> dict[str, Row]:
    """By chart, the graph and the picture that are given in a view.

    In pixels a chart has no graph, an empty cell, where the parser itself made out none, and is left out where the
    machine failed it.
    """
    if view == GRAPH:
        return {row["id"]: row for row in run.rows("charts", ["id", "graph", "picture"])}
    (questions,) = run.inputs["questions"]
    read, refused = _readings(run, settings), refused_readings(run, settings)
    made_out_none = {chart for chart, refusal in refused.items() if refusal.reason.cause is Cause.ITEM}
    return {
        figure["chart"]: {"graph": read.get(figure["id"], ""), "picture": figure["picture"]}
        for figure in figures_given(run, questions, settings, ["picture"])
        if figure["id"] in read or figure["chart"] in made_out_none
    }


def questions_given(run: StageRun, settings: Settings) -> Iterator[Row]:
    """Every question as it is put in each view, with the graph and the picture that are given."""
    for view in settings["views"]:
        charts = charts_given(run, settings, view)
        for row in run.rows("questions", ["id", "chart", "question"]):
            if row["chart"] in charts:
                given = {name: charts[row["chart"]][name] for name in ("graph", "picture")}
                yield {
                    "id": f"{row['id']}/{view}",
                    "question": row["id"],
                    "asked": row["question"],
                    "view": view,
                    **given,
                }


def _readings(run: StageRun, settings: Settings) -> dict[str, str]:
    """Readings of the configured parser, by figure."""
    return {row["id"]: row["graph"] for row in Rows(_reading(run, settings).folder, ["id", "graph"])}


def refused_readings(run: StageRun, settings: Settings) -> dict[str, Refusal]:
    """By chart, why there is no reading of the picture that was given."""
    (questions,) = run.inputs["questions"]
    charts = {figure["id"]: figure["chart"] for figure in figures_given(run, questions, settings)}
    return {
        charts[row["id"]]: Refusal(RejectionReason(row["reason"]), row["detail"])
        for row in read_rejected(_reading(run, settings).folder)
        if row["id"] in charts
    }


def unread(run: StageRun, asked: Iterable[Row], settings: Settings, *, failures_alone: bool) -> dict[str, Refusal]:
    """By the id of a question that was to be put on a picture, why there is no reading of that picture.

    Args:
        failures_alone: whether only what the machine failed is told, and not that the parser made out nothing.
    """
    if PIXELS not in settings["views"]:
        return {}
    refused = refused_readings(run, settings)
    if failures_alone:
        refused = {id: refusal for id, refusal in refused.items() if refusal.reason.cause is not Cause.ITEM}
    return {item["id"]: refused[item["chart"]] for item in asked if item["view"] == PIXELS and item["chart"] in refused}


def _reading(run: StageRun, settings: Settings) -> Input:
    """The artifact of the configured parser.

    Raises:
        DiagramloopError: that parser is not among those that run (MISSING).
    """
    parser = settings["parser"]
    for readings in run.inputs.get("parsed_figures", ()):
        if readings.key["parser"] == parser:
            return readings
    raise DiagramloopError(
        f"questions from pixels need what the parser {parser!r} read: choose it, or set views=[graph]",
        reason=RejectionReason.MISSING,
    )
