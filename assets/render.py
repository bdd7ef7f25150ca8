"""Render: every chart as pictures of which every pixel of interest is known."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

from assets._graphs import from_cell, to_cell
from assets._thumbnail import thumbnail_of
from assets.machinery import PICTURE, Row, StageReport, StageRun, gold, picture, stage
from diagramloop.errors import RejectionReason
from diagramloop.evaluation.pictures import ORIGINAL, Drawing, Picture, board_of, pictures

FIGURES = pa.schema(
    [(name, pa.string()) for name in ("id", "data", "chart", "domain", "style", "engine")]
    + [("picture", PICTURE), ("svg", pa.string()), gold("graph", pa.string())]
)


@stage(
    group="render",
    inputs=("charts",),
    matrix={"source": "sources[figures|pictures]"},
    params=("render", "sources.{source}.use"),
    may_reject=(RejectionReason.UNSUPPORTED,),
)
def styled_figures(run: StageRun) -> StageReport:
    """Every chart drawn in each style from one layout, and its own picture beside them where it has one.

    A source that is there for its ``pictures`` has these alone, and they are all its data: no style names them.
    """
    charts = run.rows("charts", ["id", "domain", "graph", "picture", "svg"])
    source, drawn = run.key["source"], "figures" in run.param("sources.{source}.use")
    labels = {"source": source, "own": board_of(source, ORIGINAL, drawn=drawn)}
    options = {**run.param("render"), **labels, **({} if drawn else {"styles": []})}
    batch = run.items.for_each(figures, charts, options, FIGURES, run.out)
    return StageReport.of(batch, thumbnail=thumbnail_of(run.out))


def figures(
    chart: Row, styles: Sequence[str], seed: int, engine: str, scale: float, source: str, own: str
) -> list[Row]:
    """The figure rows of one chart of ``source``; ``own`` labels the data of its own picture."""
    drawing = Drawing(styles, seed, engine, scale)
    own_picture = chart["picture"] and chart["picture"]["bytes"]
    made = pictures(chart["id"], from_cell(chart["graph"]), own_picture, drawing, chart["svg"])
    return [_row(chart, one, own if one.style == ORIGINAL else f"{source}/{one.style}") for one in made]


def _row(chart: Row, made: Picture, data: str) -> Row:
    id = f"{chart['id']}/{made.style}"
    return {
        "id": id,
        "data": data,
        "chart": chart["id"],
        "domain": chart["domain"],
        "style": made.style,
        "engine": made.engine,
        "picture": chart["picture"] if made.style == ORIGINAL else picture(made.png, f"{id}.png"),
        "svg": made.svg,
        "graph": chart["graph"] if made.style == ORIGINAL else to_cell(made.graph),
    }
