"""igraph's own SVG: discs with labels over them, and straight lines."""

from __future__ import annotations

import io
from typing import Any

from command_line import Drawn
from places import middle


def draw(chart: dict[str, Any], options: dict[str, Any]) -> Drawn:
    del options
    from igraph import Graph, Layout

    number = {node["id"]: i for i, node in enumerate(chart["nodes"])}
    pairs = [(number[e["source"]], number[e["target"]]) for e in chart["edges"]]
    graph = Graph(n=len(number), edges=pairs, directed=True)
    graph.vs["label"] = [node["text"].replace("\n", " ") for node in chart["nodes"]]
    graph.vs["color"] = ["#ffe8c0"] * len(number)
    graph.vs["shape"] = [1 if node["shape"] != "rect" else 2 for node in chart["nodes"]]
    graph.es["color"] = ["#404040"] * len(pairs)
    svg = io.StringIO()
    layout = Layout([middle(node) for node in chart["nodes"]])
    graph.write_svg(svg, layout, 1.6 * chart["width"], 1.6 * chart["height"], vertex_size=18, font_size=11)
    return Drawn(svg.getvalue())
