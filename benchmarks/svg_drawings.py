"""Known graphs as SVG drawings: food for svg_reading.py.

The shipped charts in every dialect of svg_dialects.py, and in two tools' own files.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pygraphviz
from svg_dialects import DIALECTS, bare_texts
from svg_layouts import laid_out, without_shapes, wrapped

from diagramloop.graph import FlowGraph
from diagramloop.render import Style, draw
from diagramloop.render.graphviz_text import graphviz_text
from diagramloop.render.shapes import with_drawn_shapes
from diagramloop.sources import Chart, open_source

CORPUS = Path(__file__).parent.parent / "corpus"


@dataclass(frozen=True)
class Drawn:
    """A drawing with what it shows, in pixels of its viewport."""

    name: str
    dialect: str
    svg: str
    truth: FlowGraph


def drawings() -> Iterator[Drawn]:
    """Every dialect on a share of the charts."""
    charts = [c for c in open_source("corpus", CORPUS).charts() if isinstance(c, Chart)]
    for name, write in DIALECTS.items():
        for chart in share(charts, name, 4):
            layout = laid_out(wrapped(chart.graph))
            if write is bare_texts:
                layout = without_shapes(layout)
            yield Drawn(f"{chart.id}", name, write(layout), layout.graph)
    for chart in share(charts, "mermaid", 4):
        figure = draw(chart.graph, [Style.DEFAULT], engine="mermaidx", scale=1.0)[Style.DEFAULT]
        yield Drawn(chart.id, "mermaid", figure.svg, figure.graph)
    for chart in share(charts, "graphviz", 4):
        yield graphviz_file(chart)


def share(charts: list[Chart], key: str, parts: int) -> list[Chart]:
    """One part of the charts, another one for each key."""
    return [c for c in charts if hashlib.sha256(f"{key}|{c.id}".encode()).digest()[0] % parts == 0]


def graphviz_file(chart: Chart) -> Drawn:
    """Graphviz's own output, as it comes: a DOCTYPE, points for pixels, titles within groups."""
    graph = with_drawn_shapes(chart.graph)
    svg = pygraphviz.AGraph(string=graphviz_text(graph)).draw(format="svg", prog="dot").decode()
    figure = draw(chart.graph, [Style.MONO], engine="graphviz", scale=1.0)[Style.MONO]
    return Drawn(chart.id, "graphviz", svg, figure.graph)
