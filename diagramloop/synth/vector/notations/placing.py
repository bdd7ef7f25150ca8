"""Things of given sizes placed by Graphviz, whose fonts decide nothing: boxes, frames, routes, places of labels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pygraphviz

from diagramloop.graph import Box, Edge, FlowGraph
from diagramloop.synth.vector.layout import Layout, Point, Route

INCH_PX = 72.0  # points are taken as pixels
PAGE_MARGIN_PX = 24.0
LABEL_LETTER_PX, LABEL_LINE_PX = 7.0, 18.0
CURVE_POINTS = 6  # of each cubic piece of a route

Size = tuple[float, float]


def placed(graph: FlowGraph, sizes: Mapping[str, Size], margin: float, splines: str) -> Layout:
    """``graph`` with geometry, and a route for each edge.

    Args:
        sizes: width and height of each node, px.
        margin: px between a frame and what it holds.
        splines: Graphviz's word for the form of routes.
    """
    made = pygraphviz.AGraph(string=_described(graph, sizes, margin, splines))
    made.layout("dot")
    left, bottom, right, top = _numbers(made.graph_attr["bb"])

    def at(x: float, y: float) -> Point:
        return round(x - left + PAGE_MARGIN_PX, 2), round(top - y + PAGE_MARGIN_PX, 2)

    def around(place: Sequence[float], size: Size) -> Box:
        (cx, cy), (w, h) = at(place[0], place[1]), size
        return cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2

    nodes = [
        n.model_copy(update={"box": around(_numbers(made.get_node(n.id).attr["pos"]), sizes[n.id])})
        for n in graph.nodes
    ]
    groups, frames = [], dict(_frames(made))
    for group in graph.groups:
        x0, y0, x1, y1 = _numbers(frames[f"cluster_{group.id}"].graph_attr["bb"])
        groups.append(group.model_copy(update={"box": (*at(x0, y1), *at(x1, y0))}))
    edges, routes = [], []
    for i, edge in enumerate(graph.edges):
        drawn = made.get_edge(*_ends(graph, edge.source, edge.target), f"e{i}").attr
        box = around(_numbers(drawn["lp"]), _label_size(edge.label)) if edge.label else None
        edges.append(edge.model_copy(update={"label_box": box}))
        routes.append([at(*point) for point in _along(_numbers(drawn["pos"].replace(" ", ",")))])
    size = (round(right - left + 2 * PAGE_MARGIN_PX), round(top - bottom + 2 * PAGE_MARGIN_PX))
    whole = graph.replace(nodes=tuple(nodes), groups=tuple(groups), edges=tuple(edges), size=size)
    return Layout(whole, tuple(routes))


def _described(graph: FlowGraph, sizes: Mapping[str, Size], margin: float, splines: str) -> str:
    """The chart in Graphviz's language: boxes and labels of fixed sizes."""
    head = f"rankdir={graph.direction} splines={splines} compound=true ranksep=0.8 nodesep=0.5"
    nodes = "".join(
        f'"{name}" [width={width / INCH_PX:.4f} height={height / INCH_PX:.4f}]\n'
        for name, (width, height) in sizes.items()
    )
    frames = "".join(_frame(graph, group.id, margin) for group in graph.groups if group.parent is None)
    edges = "".join(_edge(graph, edge, f"e{i}") for i, edge in enumerate(graph.edges))
    shared = 'node [shape=box label="" fixedsize=true]\nedge [arrowhead=none]'
    return f"digraph {{ {head}\n{shared}\n{nodes}{frames}{edges}}}"


def _frame(graph: FlowGraph, name: str, margin: float) -> str:
    inner = "".join(_frame(graph, group.id, margin) for group in graph.groups if group.parent == name)
    members = " ".join(f'"{node.id}"' for node in graph.nodes if node.group == name)
    return f'subgraph "cluster_{name}" {{ margin={margin:g} label=""\n{inner}{members} }}\n'


def _edge(graph: FlowGraph, edge: Edge, key: str) -> str:
    width, height = _label_size(edge.label)
    size = f'FIXEDSIZE="TRUE" WIDTH="{width:.0f}" HEIGHT="{height:.0f}"'
    told = f' label=<<TABLE BORDER="0" {size}><TR><TD></TD></TR></TABLE>>' if edge.label else ""
    told += f' lhead="cluster_{edge.target}"' if edge.target in graph.group_by_id else ""
    source, target = _ends(graph, edge.source, edge.target)
    return f'"{source}" -> "{target}" [key={key}{told}]\n'


def _frames(made: pygraphviz.AGraph) -> Iterator[tuple[str, pygraphviz.AGraph]]:
    """All frames by name, those within others too."""
    for frame in made.subgraphs():
        yield frame.name, frame
        yield from _frames(frame)


def _ends(graph: FlowGraph, source: str, target: str) -> tuple[str, str]:
    """The nodes between which Graphviz draws an edge: of a frame, its first node."""
    return source, next((n.id for n in graph.nodes if n.group == target), target)


def _label_size(label: str) -> Size:
    return LABEL_LETTER_PX * len(label) + 8, LABEL_LINE_PX


def _numbers(text: str) -> list[float]:
    return [float(number) for number in text.split(",")]


def _along(numbers: list[float]) -> Route:
    """Points along the cubic pieces of a route."""
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    found = points[:1]
    for start in range(0, len(points) - 1, 3):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = points[start : start + 4]
        for step in range(1, CURVE_POINTS + 1):
            t = step / CURVE_POINTS
            weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3)
            found.append(
                (
                    sum(w * v for w, v in zip(weights, (ax, bx, cx, dx), strict=True)),
                    sum(w * v for w, v in zip(weights, (ay, by, cy, dy), strict=True)),
                )
            )
    return found
