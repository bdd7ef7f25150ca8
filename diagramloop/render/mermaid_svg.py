"""Exact geometry from an SVG that Mermaid made: node outlines, label boxes, edge paths, group frames.

It reads the SVG as a document, not as a picture, so it is independent of the engine that will rasterise
it (QuickJS, a browser) and works on the published FlowExplainBench drawings as well.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

import numpy as np
import shapely

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph import Box, Edge, FlowGraph, Group, Head, Line, Node
from diagramloop.render.svg import Placed, Points, as_box, as_points, outline, read_svg

_NODE_ID = re.compile(r"^(?>.*?(?:^|-)flowchart-)(?P<id>.+)-\d+$", re.DOTALL)
_LOOP_ID = re.compile(r"^(?P<id>.+)-cyclic-special-(?:1|mid|2)$", re.DOTALL)
_EDGE_ID = re.compile(r"^(?>.*?(?:^|-)L_)(?P<ends>.+)_\d+$", re.DOTALL)
_HEADS: dict[str, Head] = {"point": "arrow", "circle": "circle", "cross": "cross"}
_LINES: dict[str, Line] = {
    "edge-pattern-dotted": "dotted",
    "edge-pattern-dashed": "dotted",
    "edge-thickness-thick": "thick",
    "edge-thickness-invisible": "invisible",
}


def read_mermaid_svg(svg: str, scale: float = 1.0) -> FlowGraph:
    """The graph that a Mermaid flowchart SVG draws, with geometry in pixels.

    Args:
        svg: the document.
        scale: pixels per SVG user unit of the picture made from it.

    Returns:
        Nodes with ``box`` and ``polygon``, edges with ``path`` and ``label_box``, groups with ``box``, and
        ``size``. Ids, texts, labels, lines and heads are those drawn; shapes are left at their default, since
        the outline alone does not name them.

    Raises:
        FormatError: not XML, too large, asks for entities, or not a Mermaid flowchart.
    """
    root, size = read_svg(svg, scale)
    if "flowchart" not in root.element.get("aria-roledescription", "flowchart"):
        raise FormatError("not a Mermaid flowchart SVG", reason=RejectionReason.UNSUPPORTED)
    placed = list(root.walk())
    groups = [_group(p, root.id) for p in placed if _is_group(p)]
    nodes = [_node(p) for p in placed if _is_node(p)]
    return FlowGraph(
        nodes=tuple(nodes),
        edges=tuple(_edges(placed, [*nodes, *groups])),
        groups=tuple(groups),
        size=size,
    )


def _is_node(placed: Placed) -> bool:
    return "node" in placed.classes and _NODE_ID.search(placed.id) is not None


def _is_group(placed: Placed) -> bool:
    """A group is a cluster, or, if nothing is in it, drawn as a node under its own id."""
    return "cluster" in placed.classes or ("node" in placed.classes and not _is_node(placed))


def _node(placed: Placed) -> Node:
    match = _NODE_ID.search(placed.id)
    assert match is not None
    ring = _node_outline(placed)
    return Node(id=match["id"], text=_text(placed.element), polygon=as_points(ring), box=as_box(ring))


def _group(placed: Placed, svg_id: str) -> Group:
    frame = next((p.points() for p in placed.walk() if p.is_outline), None)
    if frame is None:
        raise FormatError(f"group {placed.id!r} has no frame", reason=RejectionReason.INVALID)
    return Group(id=placed.id.removeprefix(f"{svg_id}-"), text=_text(placed.element), box=as_box(frame))


def _node_outline(placed: Placed) -> Points:
    """Outline of the node; braces enclose nothing: theirs is the rectangle around them and their text."""
    parts = list(_outline_parts(placed))
    ring = outline([part for part in parts if part.element.get("fill") != "none"])  # else a stroke of a filled part
    if ring is not None:
        return ring
    labels = [p.corners() for p in placed.walk() if p.tag == "foreignObject"]
    if not parts:
        raise FormatError(f"node {placed.id!r} has no outline", reason=RejectionReason.INVALID)
    x0, y0, x1, y1 = as_box(np.concatenate([*(part.points() for part in parts), *labels]))
    return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])


def _outline_parts(placed: Placed) -> Iterator[Placed]:
    """The drawn shapes of a node: everything but its label, which may hold shapes of its own."""
    if placed.is_outline:
        yield placed
    for child in placed.children():
        if "label" not in child.classes:
            yield from _outline_parts(child)


def _edges(placed: list[Placed], elements: Sequence[Node | Group]) -> Iterator[Edge]:
    """Edges in document order; each path takes the label that names it or, in drawings of older versions, which
    name none, the one in the same place of the list of labels. Where labels name their paths, some paths may have none.

    A self-loop is drawn as three paths named ``ID-cyclic-special-...``, which are one edge.
    """
    paths = [path for path in _below(placed, "edgePaths") if path.is_outline]
    labels = [label for label in _below(placed, "edgeLabels") if "edgeLabel" in label.classes]
    named = {name: label for label in labels if (name := _labelled(label))}
    if len(named) < len(labels) != len(paths):
        raise FormatError(f"{len(paths)} edges but {len(labels)} labels", reason=RejectionReason.INVALID)
    by_place: Sequence[Placed | None] = labels if len(labels) == len(paths) else [None] * len(paths)
    strokes = [
        _Stroke(path, named.get(path.element.get("data-id", ""), label))
        for path, label in zip(paths, by_place, strict=True)
    ]
    for _, loop in itertools.groupby(enumerate(strokes), key=lambda pair: pair[1].loop or pair[0]):
        yield _edge([stroke for _, stroke in loop], elements)


def _below(placed: list[Placed], name: str) -> Iterator[Placed]:
    """The elements drawn in the groups of the class ``name``."""
    for group in placed:
        if name in group.classes:
            yield from group.children()


def _labelled(label: Placed) -> str:
    """Id of the path that a label says it belongs to, or empty."""
    return next((part.element.get("data-id", "") for part in label.children()), "")


@dataclass(frozen=True)
class _Stroke:
    """One drawn path with its label group, if any."""

    path: Placed
    label: Placed | None

    @property
    def name(self) -> str:
        return self.path.id

    @property
    def loop(self) -> str:
        """Id of the node around which this stroke is a part of a self-loop, or empty."""
        match = _LOOP_ID.search(self.name)
        return match["id"] if match else ""


def _edge(strokes: list[_Stroke], elements: Sequence[Node | Group]) -> Edge:
    first, last = strokes[0], strokes[-1]
    points = np.concatenate([stroke.path.points() for stroke in strokes])
    source, target = (first.loop, first.loop) if first.loop else _ends(first.name, points, elements)
    labelled = next((label for stroke in strokes if (label := stroke.label) and _text(label.element)), None)
    line: Line = next((style for name, style in _LINES.items() if name in first.path.classes), "solid")
    return Edge(
        source=source,
        target=target,
        label=_text(labelled.element) if labelled else "",
        line=line,
        head=_head(last.path, "marker-end"),
        tail=_head(first.path, "marker-start"),
        path=as_points(points),
        label_box=_label_box(labelled) if labelled else None,
    )


def _ends(name: str, points: Points, elements: Sequence[Node | Group]) -> tuple[str, str]:
    """The ends that ``L_SOURCE_TARGET_n`` names (ids may hold underscores themselves); an edge that the
    author named says nothing of them, so there the elements decide at which the drawn line ends."""
    known = {element.id for element in elements}
    match = _EDGE_ID.search(name)
    parts = match["ends"].split("_") if match else []
    for cut in range(1, len(parts)):
        source, target = "_".join(parts[:cut]), "_".join(parts[cut:])
        if source in known and target in known:
            return source, target
    if not elements:
        raise FormatError(f"edge {name!r} in a drawing without nodes", reason=RejectionReason.INVALID)
    outlines = [shapely.Polygon(e.polygon) if isinstance(e, Node) else shapely.box(*(e.box or ())) for e in elements]
    borders = shapely.boundary(np.array(outlines))
    start, end = (int(np.argmin(shapely.distance(borders, shapely.Point(p)))) for p in points[[0, -1]])
    return elements[start].id, elements[end].id


def _head(path: Placed, name: str) -> Head:
    marker = path.element.get(name, "")
    return next((head for mark, head in _HEADS.items() if f"-{mark}" in marker), "none")


def _label_box(label: Placed) -> Box | None:
    return next((as_box(part.corners()) for part in label.walk() if part.tag == "foreignObject"), None)


def _text(element: Element) -> str:
    """Drawn text; ``<br>`` and paragraphs end a line."""
    pieces: list[str] = []
    for part in element.iter():
        if part.tag.rpartition("}")[2] in ("br", "p", "tspan") and pieces:
            pieces.append("\n")
        pieces.append(part.text or "")
        if part is not element:
            pieces.append(part.tail or "")
    return "\n".join(" ".join(line.split()) for line in "".join(pieces).split("\n")).strip()
