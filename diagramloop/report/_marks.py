"""Marks over a picture: every element with the verdict on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from diagramloop.graph import Box, Edge, FlowGraph, Group, Node, Point
from diagramloop.report._bidi import isolated
from diagramloop.score.alignment import Alignment, Matching

Status = Literal["matched", "missing", "invented", "reversed"]
WIDTHS = 1500  # the widths of a line that stand side by side on a picture
STATUSES: tuple[Status, ...] = ("matched", "missing", "invented", "reversed")


@dataclass(frozen=True)
class Mark:
    """One element to draw; ``tag`` is ``polygon`` or ``polyline``, ``points`` in SVG's spelling or empty
    for an element without a place."""

    tag: Literal["polygon", "polyline"]
    status: Status
    points: str
    title: str


def predicted_marks(pred: FlowGraph, alignment: Alignment) -> tuple[Mark, ...]:
    """The prediction's own elements: matched, invented or reversed."""
    return (
        *_shapes(pred.groups, _verdicts(alignment.groups, 0, "invented")),
        *_lines(pred, _verdicts(alignment.edges, 0, "invented")),
        *_shapes(pred.nodes, _verdicts(alignment.nodes, 0, "invented")),
    )


def gold_marks(gold: FlowGraph, alignment: Alignment) -> tuple[Mark, ...]:
    """The reference's elements: matched, missing or reversed."""
    return (
        *_shapes(gold.groups, _verdicts(alignment.groups, 1, "missing")),
        *_lines(gold, _verdicts(alignment.edges, 1, "missing")),
        *_shapes(gold.nodes, _verdicts(alignment.nodes, 1, "missing")),
    )


def node_mark(node: Node | None, status: Status, title: str) -> Mark:
    """A node's outline with a verdict; without a place if there is no such node, or its place is not known."""
    return Mark("polygon", status, _points(_outline(node)) if node else "", title)


def region_mark(box: Box, status: Status, title: str) -> Mark:
    """A region with a verdict."""
    return Mark("polygon", status, _points(_corners(box)), title)


def _verdicts(matching: Matching, side: Literal[0, 1], alone: Status) -> dict[int, Status]:
    """Verdict by position on one side of a matching (0 predicted, 1 reference)."""
    verdicts: dict[int, Status] = dict.fromkeys(matching.invented if side == 0 else matching.missing, alone)
    verdicts |= dict.fromkeys((pair[side] for pair in matching.matched), "matched")
    return verdicts | dict.fromkeys((pair[side] for pair in matching.reversed), "reversed")


def _shapes(elements: Sequence[Node | Group], verdicts: dict[int, Status]) -> Iterator[Mark]:
    for position, element in enumerate(elements):
        outline = _outline(element)
        kind = "node" if isinstance(element, Node) else "group"
        yield Mark("polygon", verdicts[position], _points(outline), f"{kind} {_name(element)}")


def _lines(graph: FlowGraph, verdicts: dict[int, Status]) -> Iterator[Mark]:
    elements = graph.group_by_id | graph.node_by_id
    for position, edge in enumerate(graph.edges):
        ends = f"{_name(elements[edge.source])} {_arrow(edge)} {_name(elements[edge.target])}"
        label = f" [{isolated(edge.label)}]" if edge.label else ""
        yield Mark("polyline", verdicts[position], _points(edge.path or (), graph.size), f"edge {ends}{label}")


def _arrow(edge: Edge) -> str:
    if edge.bidirectional:
        return "\N{LEFT RIGHT ARROW}"
    return "\N{EM DASH}" if edge.undirected else "\N{RIGHTWARDS ARROW}"


def _name(element: Node | Group) -> str:
    """Its text; what says nothing, such as a gateway, goes by its kind and id."""
    text = " ".join(element.text.split())
    if not text:
        return f"{element.kind.value} {element.id}" if isinstance(element, Node) else element.id
    return f"\N{LEFT DOUBLE QUOTATION MARK}{isolated(text)}\N{RIGHT DOUBLE QUOTATION MARK}"


def _outline(element: Node | Group) -> Sequence[Point]:
    return (element.polygon if isinstance(element, Node) else None) or _corners(element.box)


def _corners(box: Box | None) -> tuple[Point, ...]:
    if box is None:
        return ()
    x0, y0, x1, y1 = box
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def _points(points: Sequence[Point], size: tuple[int, int] | None = None) -> str:
    """Whole pixels: finer ones cost bytes and show nothing; nor do turns that are no wider than a line is drawn.

    Args:
        size: of the picture; where it is not known, all turns are kept.
    """
    return " ".join(f"{x:.0f},{y:.0f}" for x, y in (_plain(points, max(size) / WIDTHS) if size else points))


def _plain(points: Sequence[Point], tolerance: float) -> Sequence[Point]:
    if len(points) < 3:
        return points
    from shapely import LineString

    line = LineString(points).simplify(tolerance, preserve_topology=False)
    return [(x, y) for x, y in line.coords]
