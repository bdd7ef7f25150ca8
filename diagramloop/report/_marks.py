"""Marks over a picture: every element with the verdict on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from diagramloop.graph import Box, Edge, FlowGraph, Group, Node, Point
from diagramloop.report._bidi import isolated
from diagramloop.scores.alignment import Alignment, Matching
from diagramloop.scores.similarity import fold

Status = Literal["matched", "misread", "missing", "invented", "reversed"]
Side = Literal[0, 1]  # predicted, reference
WIDTHS = 1500  # the widths of a line that stand side by side on a picture
STATUSES: tuple[Status, ...] = ("matched", "misread", "missing", "invented", "reversed")


@dataclass(frozen=True)
class ElementMark:
    """One element to draw; ``tag`` is ``polygon`` or ``polyline``, ``points`` in SVG's spelling or empty
    for an element without a place."""

    tag: Literal["polygon", "polyline"]
    status: Status
    points: str
    title: str


Says = Callable[[str, str], bool]


def same_text(text: str, meant: str) -> bool:
    """True of the very text, white space and quotes folded: what ``node_text`` and ``edge_label`` count."""
    return fold(text) == fold(meant)


def predicted_marks(
    pred: FlowGraph, gold: FlowGraph, alignment: Alignment, same: Says = same_text
) -> tuple[ElementMark, ...]:
    """The prediction's own elements: matched, misread, invented or reversed.

    Args:
        same: whether a text that was read says what it should.
    """
    return tuple(_marks(pred, gold, alignment, 0, same))


def gold_marks(
    pred: FlowGraph, gold: FlowGraph, alignment: Alignment, same: Says = same_text
) -> tuple[ElementMark, ...]:
    """The reference's elements: matched, misread, missing or reversed; see :func:`predicted_marks`."""
    return tuple(_marks(pred, gold, alignment, 1, same))


def _marks(pred: FlowGraph, gold: FlowGraph, alignment: Alignment, side: Side, same: Says) -> Iterator[ElementMark]:
    yield from _shapes(pred.groups, gold.groups, alignment.groups, side, same)
    yield from _lines(pred, gold, alignment.edges, side, same)
    yield from _shapes(pred.nodes, gold.nodes, alignment.nodes, side, same)


def node_mark(node: Node | None, status: Status, title: str) -> ElementMark:
    """A node's outline with a verdict; without a place if there is no such node, or its place is not known."""
    return ElementMark("polygon", status, _points(_outline(node)) if node else "", title)


def region_mark(box: Box, status: Status, title: str) -> ElementMark:
    """A region with a verdict."""
    return ElementMark("polygon", status, _points(_corners(box)), title)


def invented(marks: Iterable[ElementMark]) -> Iterator[ElementMark]:
    """Those of what only the prediction has."""
    return (mark for mark in marks if mark.status == "invented")


def _verdicts(matching: Matching, side: Side) -> dict[int, Status]:
    """Verdict by position on one side of a matching."""
    alone: Status = "invented" if side == 0 else "missing"
    verdicts: dict[int, Status] = dict.fromkeys(matching.invented if side == 0 else matching.missing, alone)
    verdicts |= dict.fromkeys((pair[side] for pair in matching.matched), "matched")
    return verdicts | dict.fromkeys((pair[side] for pair in matching.reversed), "reversed")


def _shapes(
    read: Sequence[Node | Group], meant: Sequence[Node | Group], matching: Matching, side: Side, same: Says
) -> Iterator[ElementMark]:
    verdicts = _verdicts(matching, side)
    misread = {pair[side]: pair for pair in matching.matched if not same(read[pair[0]].text, meant[pair[1]].text)}
    for position, element in enumerate((read, meant)[side]):
        status, title = verdicts[position], _name(element)
        if position in misread:
            p, g = misread[position]
            status, title = "misread", f"{_name(meant[g])} reads {_quoted(read[p].text)}"
        kind = "node" if isinstance(element, Node) else "group"
        yield ElementMark("polygon", status, _points(_outline(element)), f"{kind} {title}")


def _lines(pred: FlowGraph, gold: FlowGraph, matching: Matching, side: Side, same: Says) -> Iterator[ElementMark]:
    """The visible edges of one side; a label that says something else is a misread one."""
    verdicts, own = _verdicts(matching, side), (pred, gold)[side]
    read, meant = pred.edges, gold.edges
    misread = {pair[side]: pair for pair in matching.matched if not same(read[pair[0]].label, meant[pair[1]].label)}
    for position, status in sorted(verdicts.items()):
        edge = own.edges[position]
        title = _edge_name(own, edge)
        if position in misread:
            p, g = misread[position]
            status, title = "misread", f"{_edge_name(gold, meant[g])} is labelled {_quoted(read[p].label)}"
        yield ElementMark("polyline", status, _points(edge.path or (), own.size), f"edge {title}")


def _edge_name(graph: FlowGraph, edge: Edge) -> str:
    elements = graph.group_by_id | graph.node_by_id
    ends = f"{_name(elements[edge.source])} {_arrow(edge)} {_name(elements[edge.target])}"
    return f"{ends} [{isolated(edge.label)}]" if edge.label else ends


def _arrow(edge: Edge) -> str:
    if edge.bidirectional:
        return "\N{LEFT RIGHT ARROW}"
    return "\N{EM DASH}" if edge.undirected else "\N{RIGHTWARDS ARROW}"


def _name(element: Node | Group) -> str:
    """Its text; what says nothing, such as a gateway, goes by its kind and id."""
    if not element.text.split():
        return f"{element.kind.value} {element.id}" if isinstance(element, Node) else element.id
    return _quoted(element.text)


def _quoted(text: str) -> str:
    plain = " ".join(text.split())
    return f"\N{LEFT DOUBLE QUOTATION MARK}{isolated(plain)}\N{RIGHT DOUBLE QUOTATION MARK}" if plain else "nothing"


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
