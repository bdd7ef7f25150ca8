"""Render: every chart as pictures of which every pixel of interest is known."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

from assets._graphs import from_cell, to_cell
from assets._thumbnail import thumbnail_of
from assets.machinery import MACHINERY, PICTURE, Row, StageReport, StageRun, picture, stage
from diagramloop.errors import RejectionReason
from diagramloop.render import Style, StyledFigure, draw

ORIGINAL = "original"  # the data set's own drawing

FIGURES = pa.schema(
    [(name, pa.string()) for name in ("id", "data", "chart", "domain", "style", "engine")]
    + [("picture", PICTURE), ("svg", pa.string()), ("graph", pa.string())]
)


@stage(
    group="render",
    inputs=("charts",),
    matrix={"source": "sources[figures|pictures]"},
    params=("render", "sources.{source}.use"),
    code=(
        *MACHINERY,
        "assets/_graphs.py",
        "assets/_thumbnail.py",
        "diagramloop/errors.py",
        "diagramloop/graph",
        "diagramloop/render",
    ),
    may_reject=(RejectionReason.UNSUPPORTED,),
)
def styled_figures(run: StageRun) -> StageReport:
    """Every chart drawn in each style from one layout, and its own picture beside them where it has one.

    A source that is there for its ``pictures`` has these alone, and they are all its data: no style names them.
    """
    charts = run.rows("charts", ["id", "domain", "graph", "picture"])
    source, drawn = run.key["source"], "figures" in run.param("sources.{source}.use")
    labels = {"source": source, "own": f"{source}/{ORIGINAL}" if drawn else source}
    options = {**run.param("render"), **labels, **({} if drawn else {"styles": []})}
    batch = run.items.for_each(figures, charts, options, FIGURES, run.out)
    return StageReport.of(batch, thumbnail=thumbnail_of(run.out))


def figures(
    chart: Row, styles: Sequence[str], seed: int, engine: str, scale: float, source: str, own: str
) -> list[Row]:
    """The figure rows of one chart of ``source``; ``own`` labels the data of its own picture."""
    rows = [_original(chart, own)] if chart["picture"] else []
    if not styles:  # nothing to lay out
        return rows
    graph = from_cell(chart["graph"])
    drawn = draw(graph, [Style(name) for name in styles], seed=seed, engine=engine, scale=scale, key=chart["id"])
    return [*(_row(chart, figure, source) for figure in drawn.values()), *rows]


def _row(chart: Row, figure: StyledFigure, source: str) -> Row:
    id = f"{chart['id']}/{figure.style.value}"
    return {
        "id": id,
        "data": f"{source}/{figure.style.value}",
        "chart": chart["id"],
        "domain": chart["domain"],
        "style": figure.style.value,
        "engine": figure.engine,
        "picture": picture(figure.png, f"{id}.png"),
        "svg": figure.svg,
        "graph": to_cell(figure.graph),
    }


def _original(chart: Row, data: str) -> Row:
    id = f"{chart['id']}/{ORIGINAL}"
    same = {name: chart[name] for name in ("domain", "picture", "graph")}
    return {**same, "id": id, "data": data, "chart": chart["id"], "style": ORIGINAL, "engine": "", "svg": ""}
