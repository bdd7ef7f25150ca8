"""Render: every chart as pictures of which every pixel of interest is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from assets._canaries import SHOWN, made_up, with_false_texts
from assets._graphs import from_cell, to_cell
from assets._thumbnail import thumbnail_of
from assets.machinery import PICTURE, Row, StageReport, StageRun, gold, picture, stage, write_canary
from diagramloop.errors import RejectionReason
from diagramloop.evaluation.pictures import ORIGINAL, Drawing, Picture, board_of, pictures
from diagramloop.render import Style

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
    _write_canary(run, options)
    return StageReport.of(batch, thumbnail=thumbnail_of(run.out))


def figures(
    chart: Row, styles: Sequence[str], seed: int, engine: str, scale: float, source: str, own: str
) -> list[Row]:
    """The figure rows of one chart of ``source``; ``own`` labels the data of its own picture."""
    drawing = Drawing(styles, seed, engine, scale)
    own_picture = chart["picture"] and chart["picture"]["bytes"]
    made = pictures(chart["id"], from_cell(chart["graph"]), own_picture, drawing, chart["svg"])
    return [_row(chart, one, own if one.style == ORIGINAL else f"{source}/{one.style}") for one in made]


def _write_canary(run: StageRun, options: Mapping[str, Any]) -> None:
    """One more figure, whose gold has texts that are not in the picture; none where nothing can be drawn."""
    source = run.key["source"]
    chart = {"id": made_up(source, 1)[0], "domain": "", "graph": to_cell(SHOWN), "picture": None, "svg": ""}
    styles = list(options["styles"])[:1] or [Style.MONO.value]
    for row in run.items.alone(figures, chart, {**options, "styles": styles}, FIGURES):
        false = with_false_texts(from_cell(row["graph"]), source)
        write_canary(run.out, {**row, "graph": to_cell(false)}, FIGURES)


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
